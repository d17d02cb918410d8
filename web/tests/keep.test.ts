// Games are kept: over a reload, without a network, and with two tabs.
import { expect, test } from 'vitest';
import { address, keepGame, openPage, useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { daily, Session } from './mirror';

const browser = useBrowser();

/** Opens a game and plays some turns of it. */
async function begun(turns = 3) {
  const page = await visit(browser(), '#/play/classic-2048?seed=3');
  const play = Session.start('classic-2048', '3');
  await same(page, play);
  await keepGame(page);
  for (let turn = 0; turn < turns; turn += 1) await turnByKeys(page, play);
  return { page, play };
}

test('a reload resumes the game, with its undo', async () => {
  const { page, play } = await begun();
  await page.reload();
  await same(page, play);
  await page.keyboard.press('u');
  play.undo();
  await same(page, play);
  await page.reload();
  await same(page, play);
  await page.keyboard.press('r');
  play.redo();
  await same(page, play);
});

test('after the first visit it works without a network', async () => {
  const { page, play } = await begun();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await same(page, play);
  await turnByKeys(page, play);
  // Pages that were never opened are there, too.
  for (const [name, title] of [
    ['stats', 'Statistics'],
    ['settings', 'Settings'],
    ['edit', 'Position editor'],
    ['variant', 'Variant editor'],
    ['watch', 'Replays'],
  ] as const) {
    await page.goto(address(`#/${name}`));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
});

test('two tabs do not destroy each other’s game', async () => {
  const { page, play } = await begun();
  const second = await openPage(page.context(), new URL(page.url()).hash);
  await second.getByText('another tab').waitFor();
  // The first goes on; the second takes over from there.
  await turnByKeys(page, play);
  await second.getByRole('button', { name: 'Play here' }).click();
  await same(second, play);
  await page.getByText('another tab').waitFor();
  await turnByKeys(second, play);
  // Keys in the first change nothing any more.
  await page.bringToFront();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await second.bringToFront();
  await second.reload();
  await same(second, play);
  expect(play.view().turn).toBe(5);
});

test('the daily challenge shows its own board, not that of another open game', async () => {
  const page = await visit(browser());
  const card = page.getByRole('link', { name: /^Daily/ });
  const href = (await card.getAttribute('href')) ?? '';
  const picture = () => card.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const opening = await picture();
  const { preset, seed } = daily(Date.parse(`${/\d{4}-\d\d-\d\d/.exec(href)?.[0]}T00:00:00Z`) / 86_400_000);
  for (const [hash, play] of [
    [`#/play/${preset}?seed=3`, Session.start(preset, '3')],
    [href, Session.start(preset, seed)],
  ] as const) {
    expect(await picture()).toBe(opening);
    await page.goto(address(hash));
    await same(page, play);
    if (hash.includes('seed')) await keepGame(page);
    await turnByKeys(page, play);
    await page.goto(address());
    await page.getByText('Go on', { exact: true }).waitFor();
  }
  await card.getByText('1 turn').waitFor();
  expect(await picture()).not.toBe(opening);
});

test('the menu shows no game twice', async () => {
  const page = await visit(browser());
  const heading = page.getByRole('heading', { name: 'Swap' });
  const links = async (): Promise<string[]> => {
    await heading.waitFor();
    await page.waitForFunction(() => document.querySelector('a[href^="#/learn/"]') !== null);
    return page.locator('main a[href^="#/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  };
  const slots = async (): Promise<string[]> =>
    (await links()).map((href) => href.replace('learn', 'play')).filter((href) => href.startsWith('#/play/'));
  const twice = (all: string[]): string[] => all.filter((each, i) => all.indexOf(each) !== i);
  const first = await slots();
  expect(twice(first)).toEqual([]);
  // Two games of a preset, and the challenge of the day, all in progress.
  const today = daily(Math.floor(Date.now() / 86_400_000));
  for (const [hash, id, seed] of [
    ['#/play/hex-2048?seed=3', 'hex-2048', '3'],
    ['#/play/hex-2048?seed=4', 'hex-2048', '4'],
    [`#/play/daily-${today.date}`, today.preset, today.seed],
  ] as const) {
    await page.goto(address(hash));
    const play = Session.start(id, seed);
    await same(page, play);
    if (hash.includes('seed')) await keepGame(page);
    await turnByKeys(page, play);
    await page.goto(address());
    await expect.poll(async () => twice(await slots())).toEqual([]);
  }
  // The second game of the hexagon is new; everything else is where it was, or at the top.
  await expect.poll(async () => (await slots()).sort()).toEqual([...first, '#/play/hex-2048~2'].sort());
  expect(await page.getByText('Go on', { exact: true }).count()).toBe(1);
  // The one at the top can be deleted there, and brought back.
  await page.getByRole('button', { name: 'Delete this game of Hex 2048' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await slots()).length).toBe(first.length + 1);
});

test('a browser that keeps nothing says so once, and the game goes on', async () => {
  const page = await visit(browser());
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await page.goto(address('#/play/classic-2048?seed=3'));
  await page.reload();
  const play = Session.start('classic-2048', '3');
  await same(page, play);
  await keepGame(page);
  await turnByKeys(page, play);
  const notice = page.getByText('This browser keeps nothing for this page');
  await notice.waitFor();
  // Going back and on again continues the game, and the editor works.
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /Continue/ })
    .first()
    .click();
  await same(page, play);
  await turnByKeys(page, play);
  expect(await notice.count()).toBe(1);
});

test('a challenge that was played is done, and can be practised', async () => {
  const page = await visit(browser());
  await page.getByText('The same board and the same luck for everybody, today.').waitFor();
  const challenge = daily(Math.floor(Date.now() / 86_400_000));
  await page.goto(address(`#/play/daily-${challenge.date}`));
  const play = Session.start(challenge.preset, challenge.seed);
  await same(page, play);
  await turnByKeys(page, play);
  await same(page, play);
  // Given up: it counts as it is.
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  // Enter begins; it does not close the question.
  await page.keyboard.press('Enter');
  await same(page, Session.start(challenge.preset, challenge.seed));
  await page.goto(address());
  await page.getByText(/^Practice: |^Done: /).waitFor();
});

test('a skipped lesson does not show itself again, settings lead back, the menu keeps its scroll', async () => {
  const page = await visit(browser(), '', { viewport: { width: 390, height: 500 } });
  const card = page.getByRole('link', { name: 'Factors Hard' });
  await card.waitFor();
  await page.waitForFunction(() => document.querySelector('a[href="#/learn/factors-hard"]') !== null);
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(100);
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'Lesson: Factors Hard' }).waitFor();
  await page.getByRole('link', { name: 'Back to the menu' }).click();
  await page.waitForFunction(() => document.querySelector('a[href="#/play/factors-hard"]') !== null);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  await card.click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL(/#\/play\/factors-hard/);
});

test('a game that came by a link is not stored unless that is asked for', async () => {
  const page = await visit(browser(), '#/play/hex-2048?seed=8');
  const play = Session.start('hex-2048', '8');
  await same(page, play);
  await turnByKeys(page, play);
  const slots = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const open = indexedDB.open('tilewright');
          open.onsuccess = () => {
            const count = open.result.transaction('slots').objectStore('slots').count();
            count.onsuccess = () => {
              open.result.close();
              resolve(count.result);
            };
          };
        }),
    );
  // Settings, the replay so far, sharing, and back: it is still this game.
  for (const [role, name] of [
    ['link', 'Settings'],
    ['button', 'Watch so far'],
    ['link', 'Share'],
  ] as const) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole(role, { name }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL((url) => !url.hash.startsWith('#/play'));
    await page.goBack();
    await same(page, play);
  }
  expect(await slots()).toBe(0);
  await keepGame(page);
  await same(page, play);
  expect(await slots()).toBe(1);
  await page.reload();
  await same(page, play);
});
