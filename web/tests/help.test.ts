// Help from players: hints are marked on the board, autoplay plays until it is stopped.
import { expect, test } from 'vitest';
import { address, keepGame, useBrowser, visit } from './arcade';
import { same, tap, turnByKeys } from './board';
import { Lesson, Session } from './mirror';

const browser = useBrowser();

test('a hint is drawn and marks the game', async () => {
  const page = await visit(browser(), '#/play/exponentile?seed=5');
  const play = Session.start('exponentile', '5');
  await same(page, play);
  await page.keyboard.press('i');
  await page
    .getByText(/would swap the \d+ \(row \d/)
    .first()
    .waitFor();
  expect(await page.locator('[role=grid] ~ svg line').count()).toBeGreaterThan(0);
  await page
    .locator('dl div', { has: page.locator('dt', { hasText: 'Helped by' }) })
    .getByText('hint')
    .waitFor();
  // One arrow; ranks and values are behind the details.
  expect(await page.locator('[role=grid] ~ svg text').count()).toBe(0);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('heading', { name: 'Hint by' }).waitFor();
  expect(await page.locator('[role=grid] ~ svg text').count()).toBeGreaterThan(2);
  // Playing on puts the marks away.
  await turnByKeys(page, play);
  expect(await page.locator('[role=grid] ~ svg line').count()).toBe(0);
});

test('autoplay plays on until it is stopped', async () => {
  const page = await visit(browser(), '#/play/classic-2048?seed=5');
  await same(page, Session.start('classic-2048', '5'));
  await keepGame(page);
  const turn = async (): Promise<number> => Number(await page.locator('main').getAttribute('data-turn'));
  await page.keyboard.press(' ');
  await expect.poll(turn).toBeGreaterThan(2);
  await page.keyboard.press(' ');
  await page.locator('[aria-keyshortcuts=Space]:not([aria-pressed=true])').waitFor();
  const stopped = await turn();
  // A reload shows what was kept: had it played on, there would be more.
  await page.reload();
  await expect.poll(turn).toBe(stopped);
});

test('both keys of the help show the rules, and asking is no help', async () => {
  const page = await visit(browser(), '#/play/numberclart?seed=5');
  await same(page, Session.start('numberclart', '5'));
  for (const key of ['?', 'F1']) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Two 5s burst/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  expect(await page.getByText('Helped by').count()).toBe(0);
});

test('the last turn, warnings and links come from the engine', async () => {
  const page = await visit(browser(), '#/play/numberclart?seed=5');
  const play = Session.start('numberclart', '5');
  await same(page, play);
  await page.getByText(play.info().goal).waitFor();
  for (let turn = 0; turn < 12; turn++) {
    await turnByKeys(page, play);
    await same(page, play);
    const { story, warnings } = play.status();
    await expect.poll(() => page.locator('.story li').allTextContents()).toEqual(story);
    const signs = () =>
      page
        .locator('[role=gridcell]')
        .evaluateAll((all) => all.flatMap((cell, i) => (cell.getAttribute('data-sign') ? [i] : [])));
    await expect.poll(signs).toEqual(warnings.map(({ cell }) => cell));
  }
});

test('a lesson is played turn by turn and leads to the game', async () => {
  const page = await visit(browser());
  // A game that was never played begins with its lesson.
  await page.locator('a[href="#/learn/numberclart"]').click();
  const lesson = new Lesson('numberclart');
  for (let turn = 1; turn <= 3; turn++) {
    await page.getByText(`Turn ${turn} of 3`).waitFor();
    await page.getByText(lesson.text()).waitFor();
    const play = lesson.session();
    await same(page, play);
    const meaning = lesson.meaning();
    if (meaning?.kind !== 'move') throw new Error('Tiles step here.');
    await tap(page, meaning.cell);
    await tap(page, meaning.to ?? meaning.cell);
    const action = play.view().legal.find((action) => {
      const its = play.meaning(action);
      return its.kind === 'move' && its.cell === meaning.cell && its.dir === meaning.dir;
    });
    lesson.play(action ?? '');
  }
  await page.getByText('That is all there is to it.').waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'Numberclart' }).waitFor();
});

test('the target is celebrated on the board, then a panel offers to go on', async () => {
  const board = '1024 1024 . ./. . . ./. . . ./. . . .';
  const hash = `#/play/classic-2048?seed=1&board=${encodeURIComponent(board)}`;
  const page = await visit(browser(), hash, { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' });
  await page.locator('.tile').first().waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.tile.star').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: '2048 is reached' }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: '2048 is reached' }).waitFor({ state: 'detached' });
});

test('weights of a player are fetched when it is first asked, and kept', async () => {
  const page = await visit(browser(), '#/play/classic-2048');
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('.values')) fetched.push(request.url());
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(fetched).toEqual([]);
  await page.keyboard.press('i');
  await page
    .getByText(/^learned would /)
    .first()
    .waitFor();
  expect(fetched.every((url) => url.includes('/classic-2048-')) && fetched.length > 0).toBe(true);

  // Without a network they are there, and a player that has none is stood in for.
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.tile').first().waitFor();
  await page.keyboard.press('i');
  await page
    .getByText(/^learned would /)
    .first()
    .waitFor();
  await page.goto(address('#/play/hex-2048'));
  await page.getByRole('heading', { level: 1, name: 'Hex 2048' }).waitFor();
  await page.locator('.tile').first().waitFor();
  await page.keyboard.press('i');
  await page
    .getByText(/^expectimax would /)
    .first()
    .waitFor();
});
