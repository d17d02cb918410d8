// Every game, by keyboard on a desk and by touch on a phone: each turn shows what the engine says.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser, visit } from './arcade';
import { drawn, grid, same, turnByKeys, turnByTouch } from './board';
import { presets, Session, someAction } from './mirror';

const browser = useBrowser();
const TURNS = 4;

describe.each(presets().map(({ id }) => id))('%s', (id) => {
  test('by keyboard', async () => {
    const page = await visit(browser(), `#/play/${id}?seed=7`, DESKTOP);
    const play = Session.start(id, '7');
    await same(page, play);
    for (let turn = 0; turn < TURNS; turn += 1) await turnByKeys(page, play);
  });

  test('by touch', async () => {
    const page = await visit(browser(), `#/play/${id}?seed=11`, PHONE);
    const touch = await page.context().newCDPSession(page);
    const play = Session.start(id, '11');
    await same(page, play);
    for (let turn = 0; turn < TURNS; turn += 1) await turnByTouch(page, touch, play);
  });
});

describe('keys that come faster than frames', () => {
  /** Presses keys without giving the page a moment in between. */
  function atOnce(page: Page, keys: { key: string; shiftKey?: boolean }[]): Promise<void> {
    return page.evaluate((keys) => {
      for (const init of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
    }, keys);
  }

  test('are all played', async () => {
    const page = await visit(browser(), '#/play/classic-2048?seed=7', DESKTOP);
    const play = Session.start('classic-2048', '7');
    await same(page, play);
    const keys: { key: string }[] = [];
    while (keys.length < 12) {
      const action = someAction(play);
      const meaning = play.meaning(action);
      keys.push({ key: (meaning.kind === 'slide' && play.info().dirs[meaning.dir]?.keys[0]) || '' });
      play.play(action);
    }
    await atOnce(page, keys);
    await same(page, play);
    await page.locator('main[data-turn="12"]').waitFor();
  });

  test('find the cursor where the last one brought it', async () => {
    const page = await visit(browser(), '#/play/exponentile-3?seed=7', DESKTOP);
    const play = Session.start('exponentile-3', '7');
    await same(page, play);
    const cursor = (): Promise<number> =>
      grid(page).evaluateAll((all) => all.findIndex((cell) => cell.matches('.cursor')));
    const { cells, dirs } = play.info();
    const key = (dir: number): string => dirs[dir]?.keys[0] ?? '';
    // A swap to the side and a step up after it.
    const ways = play.view().legal.map((action) => ({ action, meaning: play.meaning(action) }));
    const way = ways.find(
      ({ meaning }) =>
        meaning.kind === 'swap' && cells[meaning.a]?.row === cells[meaning.b]?.row && cells[meaning.b]?.row,
    );
    if (way?.meaning.kind !== 'swap') throw new Error('There is no such swap.');
    const { a, b } = way.meaning;
    const [up, right, down, left] = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ].map(([x, y]) => dirs.findIndex((dir) => dir.x === x && dir.y === y));
    const go = (n: number, dir = 0): { key: string }[] => Array.from({ length: n }, () => ({ key: key(dir) }));
    const at = cells[await cursor()];
    const from = cells[a];
    if (!at || !from) throw new Error('There is no cursor.');
    await atOnce(page, [
      ...go(Math.abs(from.row - at.row), from.row > at.row ? down : up),
      ...go(Math.abs(from.col - at.col), from.col > at.col ? right : left),
      { key: key(from.neighbours.indexOf(b)), shiftKey: true },
      ...go(1, up),
    ]);
    play.play(way.action);
    await same(page, play);
    expect(await cursor()).toBe(cells[b]?.neighbours[up ?? 0]);
  });

  test.each(['classic-2048', 'exponentile-3'])('end what is still being shown: %s', async (id) => {
    const page = await visit(browser(), `#/play/${id}?seed=7`, { ...DESKTOP, reducedMotion: 'no-preference' });
    const play = Session.start(id, '7');
    await same(page, play);
    for (let turn = 0; turn < 12; turn += 1) {
      // The words are there after a frame or two, long before the cascade is over.
      await turnByKeys(page, play);
      // By turns in the middle of a step and at its end.
      await page.waitForTimeout((turn % 4) * 50);
    }
    await drawn(page, play);
  });
});

describe('tiles with a compositor layer', () => {
  const ready = (page: Page): Promise<number[]> =>
    page.evaluate(() => {
      const at = (element: Element): string => {
        const { x, y } = element.getBoundingClientRect();
        return `${Math.round(x / 10)} ${Math.round(y / 10)}`;
      };
      const cells = [...document.querySelectorAll('[role=gridcell]')].map(at);
      return [...document.querySelectorAll('.tile.ready')].map((tile) => cells.indexOf(at(tile))).sort((a, b) => a - b);
    });

  test('are the one at the cursor and its neighbours', async () => {
    const page = await visit(browser(), '#/play/exponentile-3?seed=7', DESKTOP);
    const { cells, dirs } = Session.start('exponentile-3', '7').info();
    const near = (cell: number): number[] =>
      [cell, ...(cells[cell]?.neighbours ?? [])].filter((each) => each !== null).sort((a, b) => a - b);
    await page.locator('[role=gridcell].cursor').waitFor();
    const cursor = await grid(page).evaluateAll((all) => all.findIndex((cell) => cell.matches('.cursor')));
    await expect.poll(() => ready(page)).toEqual(near(cursor));
    await page.keyboard.press(dirs[0]?.keys[0] ?? '');
    await expect.poll(() => ready(page)).toEqual(near(cells[cursor]?.neighbours[0] ?? -1));
    const [x, y] = await grid(page)
      .first()
      .evaluate((cell) => [cell.getBoundingClientRect().x + 9, cell.getBoundingClientRect().y + 9]);
    await page.mouse.move(x ?? 0, y ?? 0);
    await page.mouse.down();
    await expect.poll(() => ready(page)).toEqual(near(0));
  });

  test('are all where a direction moves everything', async () => {
    const page = await visit(browser(), '#/play/classic-2048?seed=7', DESKTOP);
    await expect.poll(() => ready(page)).toHaveLength(2);
  });
});

test('the cursor of the keys is hidden until one is pressed; turn and seed are behind “More”', async () => {
  const page = await visit(browser(), '#/play/exponentile?seed=7', DESKTOP);
  await same(page, Session.start('exponentile', '7'));
  await page.waitForTimeout(200);
  expect(await page.locator('.board.quiet').count()).toBe(1);
  expect(await page.locator('[role=gridcell]:focus').count()).toBe(0);
  expect(await page.getByText('Seed', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByText('Seed', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // Until the dialog is gone, keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.board.quiet').count()).toBe(0);
});
