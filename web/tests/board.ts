// The board in the browser: what it shows, and how it is played by keys and by fingers.
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { cells, type Session, someAction, tiles } from './mirror';

export function grid(page: Page): Locator {
  return page.locator('[role=grid] [role=gridcell]');
}

/** Waits until the page shows the same board as the mirror, by what its labels say. */
export async function same(page: Page, play: Session): Promise<void> {
  const read = (): Promise<string[]> =>
    grid(page).evaluateAll((all) =>
      all.map((cell) => {
        const [, value = '?', strain] = /: (\d+|empty)(?:, strain (\d+))?/.exec(cell.ariaLabel ?? '') ?? [];
        return strain ? `${value}+${strain}` : value;
      }),
    );
  await expect.poll(read).toEqual(cells(play));
}

/** Waits until the tiles lie where the mirror has them, each with its number, and no others. */
export async function drawn(page: Page, play: Session): Promise<void> {
  const read = (): Promise<string[]> =>
    page.evaluate(() => {
      const middle = (element: Element): string => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return `${Math.round((left + right) / 20)} ${Math.round((top + bottom) / 20)}`;
      };
      const tiles = [...document.querySelectorAll('.tiles .tile')].map((tile) => [middle(tile), tile.textContent]);
      const cells = [...document.querySelectorAll('[role=gridcell]')].map(middle);
      const lost = tiles.filter(([at]) => !cells.includes(at ?? '')).map(([at]) => `lost at ${at}`);
      return [
        ...cells.map(
          (cell) =>
            tiles
              .filter(([at]) => at === cell)
              .map(([, text]) => text)
              .join('/') || 'empty',
        ),
        ...lost,
      ];
    });
  await expect.poll(read).toEqual(cells(play));
}

/** Plays one turn by keys, in the page and in the mirror. */
export async function turnByKeys(page: Page, play: Session): Promise<void> {
  const action = someAction(play);
  const meaning = play.meaning(action);
  const { dirs, cells } = play.info();
  const key = (dir: number): string => dirs[dir]?.keys[0] ?? '';
  const towards = (from: number, to: number): number => cells[from]?.neighbours.indexOf(to) ?? -1;
  switch (meaning.kind) {
    case 'slide':
      await page.keyboard.press(key(meaning.dir));
      break;
    case 'move':
      await moveCursor(page, play, meaning.cell);
      await page.keyboard.press('Enter');
      await page.keyboard.press(key(meaning.dir));
      // Back to where directions move everything.
      await page.keyboard.press('Escape');
      break;
    case 'swap':
      await moveCursor(page, play, meaning.a);
      await page.keyboard.press(`Shift+${key(towards(meaning.a, meaning.b))}`);
  }
  play.play(action);
  await same(page, play);
}

/** Brings the cursor to a cell of a square board. */
async function moveCursor(page: Page, play: Session, target: number): Promise<void> {
  const { cells, dirs } = play.info();
  const cursor = page.locator('[role=gridcell].cursor');
  if ((await cursor.count()) === 0) await page.keyboard.press('Enter');
  const now = (): Promise<number> => grid(page).evaluateAll((all) => all.findIndex((cell) => cell.matches('.cursor')));
  await expect.poll(now).toBeGreaterThanOrEqual(0);
  for (let at = await now(); at !== target; ) {
    const [from, to] = [cells[at], cells[target]];
    if (!from || !to) throw new Error(`No cell ${at} or ${target}.`);
    const dir = dirs.findIndex(({ x, y }) => x * (to.x - from.x) > 0.1 || y * (to.y - from.y) > 0.1);
    await page.keyboard.press(dirs[dir]?.keys[0] ?? '');
    const next = from.neighbours[dir] ?? -1;
    await expect.poll(now).toBe(next);
    at = next;
  }
}

/** Plays one turn by touch, in the page and in the mirror. */
export async function turnByTouch(page: Page, touch: CDPSession, play: Session): Promise<void> {
  const action = someAction(play);
  const meaning = play.meaning(action);
  switch (meaning.kind) {
    case 'slide': {
      const { x, y } = play.info().dirs[meaning.dir] ?? { x: 0, y: 0 };
      // A tile under the finger would go alone in some games.
      const free = Math.max(0, tiles(play).indexOf(null));
      await swipe(page, touch, free, x * 70, y * 70);
      break;
    }
    case 'move':
      await tap(page, meaning.cell);
      await tap(page, meaning.to ?? meaning.cell);
      break;
    case 'swap':
      await tap(page, meaning.a);
      await tap(page, meaning.b);
  }
  play.play(action);
  await same(page, play);
}

export async function middle(page: Page, cell: number): Promise<{ x: number; y: number }> {
  const box = await grid(page).nth(cell).boundingBox();
  if (!box) throw new Error(`Cell ${cell} is not to be seen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function tap(page: Page, cell: number): Promise<void> {
  const { x, y } = await middle(page, cell);
  if (await page.evaluate(() => 'ontouchstart' in window)) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

export async function swipe(page: Page, touch: CDPSession, cell: number, dx: number, dy: number): Promise<void> {
  const { x, y } = await middle(page, cell);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }],
    });
  await send('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', part);
  await send('touchEnd', 1);
}
