// Links carry games, and bad ones say what is wrong.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, keepGame, useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { Session } from './mirror';

const browser = useBrowser();

/** The link that a button of the share page makes: a link of that kind, and not the one that was there before. */
async function linkBy(page: Page, button: string, kind: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const link = page.getByLabel('The link');
  await expect.poll(() => link.inputValue()).toContain(kind);
  return link.inputValue();
}

test('a game is shared by its start and as a whole', async () => {
  const page = await visit(browser(), '#/play/hex-2048?seed=21');
  const play = Session.start('hex-2048', '21');
  await same(page, play);
  await keepGame(page);
  for (let turn = 0; turn < 4; turn += 1) await turnByKeys(page, play);
  await page.goto(address('#/share/hex-2048'));
  const start = await linkBy(page, 'Copy link', '#/play/');
  const whole = await linkBy(page, 'Copy replay link', '#/watch?replay=');
  expect(start).toBe(address('#/play/hex-2048?seed=21'));

  // Another user opens both.
  const other = await visit(browser(), whole.slice(whole.indexOf('#')));
  const replay = Session.watch(play.replay());
  await same(other, replay);
  await other.keyboard.press('ArrowRight');
  replay.jump(1);
  await same(other, replay);
  await other.keyboard.press('End');
  await same(other, play);
  await other.getByLabel(/^Turn/).fill('2');
  replay.jump(2);
  await same(other, replay);
  await other.getByRole('button', { name: 'Continue from here' }).click();
  await other.waitForURL(/#\/play\//);
  await same(other, play.continuedFrom(2));
  // A user who plays that seed already continues that game, so a third one opens the start.
  const third = await visit(browser(), start.slice(start.indexOf('#')));
  await same(third, Session.start('hex-2048', '21'));
});

test('a replay plays by itself and can be downloaded', async () => {
  const page = await visit(browser(), '#/watch');
  const play = Session.start('merge3', '4');
  for (let turn = 0; turn < 3; turn += 1) play.play(play.view().legal[0] ?? '');
  await page.getByLabel('Replay text').fill(play.replay());
  await page.getByRole('button', { name: 'Watch' }).click();
  await same(page, Session.start('merge3', '4'));
  await page.keyboard.press(' ');
  await same(page, play);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(play.replay());
});

test('a position is shared by link and opened for analysis', async () => {
  const board = '2 4 8 16/. . 4 8/. . . 4/. . . 2';
  const page = await visit(browser(), '#/edit/classic-2048');
  await page.getByLabel('As text').fill(board);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void (document.title = text) },
    });
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.title()).toContain('#/edit/');
  const link = await page.title();
  const other = await visit(browser(), link.slice(link.indexOf('#')));
  await same(other, Session.place('classic-2048', board, '0'));
  await other.getByRole('button', { name: 'Rank the actions' }).waitFor();
});

test('the same start of a game made by hand carries its position', async () => {
  const board = '1024 1024 . ./. . . ./. . . ./. . . .';
  const page = await visit(browser(), `#/play/classic-2048?seed=9&board=${encodeURIComponent(board)}`);
  await same(page, Session.place('classic-2048', board, '9'));
  await keepGame(page);
  await page.goto(address('#/share/classic-2048'));
  const start = await linkBy(page, 'Copy link', '#/play/');
  const other = await visit(browser(), start.slice(start.indexOf('#')));
  await same(other, Session.place('classic-2048', board, '9'));
});

test('pages carry a policy, colours for the browser and a preview', async () => {
  const page = await visit(browser());
  const content = (selector: string) => page.locator(`head ${selector}`).first().getAttribute('content');
  expect(await content('meta[http-equiv=Content-Security-Policy]')).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(await page.locator('head meta[name=theme-color]').count()).toBe(2);
  for (const name of ['title', 'description', 'image'])
    expect(await content(`meta[property="og:${name}"]`)).toBeTruthy();
});

test('a picture of the board is a PNG', async () => {
  const page = await visit(browser(), '#/play/hex-2048?seed=2');
  await same(page, Session.start('hex-2048', '2'));
  await keepGame(page);
  await page.goto(address('#/share/hex-2048'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save picture' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(5000);
});

test.each([
  ['#/play/chess', /no game “chess”/],
  ['#/play/classic-2048?seed=-1', /no seed/],
  ['#/play/own-nobody', /called “nobody”/],
  ['#/play/daily-2026-02-30', /no challenge/],
  ['#/play?rules=', /ends before/],
  ['#/play?rules=1AAAA', /cut off or was changed/],
  ['#/edit?rules=1AAAA', /cut off or was changed/],
  ['#/edit/own-nobody', /called “nobody”/],
  ['#/watch?replay=9abc', /another version/],
  ['#/watch?replay=1!', /no link has/],
  ['#/watch?kept=99', /not kept any more/],
  ['#/watch/nothing', /no game in progress/],
  ['#/nowhere', /no page “nowhere”/],
])('%s says what is wrong and leads to the menu', async (hash, says) => {
  const page = await visit(browser(), hash);
  await page.getByRole('alert').filter({ hasText: says }).waitFor();
  await page.getByRole('link', { name: /menu/ }).first().click();
  await page.getByRole('link', { name: /2048/ }).first().waitFor();
});

test('a replay that does not verify is refused in one line', async () => {
  const page = await visit(browser(), '#/watch');
  const play = Session.start('classic-2048', '4');
  play.play(play.view().legal[0] ?? '');
  await page.getByLabel('Replay text').fill(play.replay().replace(/^end 1 \d+/m, 'end 1 123456'));
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByText(/This replay is refused: turn 1: the score is/).waitFor();
});
