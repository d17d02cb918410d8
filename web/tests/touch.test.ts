// Fingers on a phone: swipes play, two fingers zoom and play nothing, the page does not scroll.
import { expect, test } from 'vitest';
import { address, PHONE, useBrowser, visit } from './arcade';
import { drawn, middle, same, swipe, turnByTouch } from './board';
import { presets, Session } from './mirror';

const browser = useBrowser();

test('a swipe steps its own tile, or the first that can go that way', async () => {
  const page = await visit(browser(), '#/play/numberclart?seed=2', PHONE);
  const touch = await page.context().newCDPSession(page);
  const play = Session.start('numberclart', '2');
  await same(page, play);
  const tiles = play.view().rows.flat();
  const last = tiles.findLastIndex((tile) => tile !== null);
  // The last tile can go somewhere; the first legal action that way is another tile's, or its own.
  const { dirs } = play.info();
  const own = play.view().legal.find((action) => {
    const meaning = play.meaning(action);
    return meaning.kind === 'move' && meaning.cell === last;
  });
  const meaning = own === undefined ? undefined : play.meaning(own);
  if (own === undefined || meaning?.kind !== 'move') throw new Error('The last tile cannot go anywhere.');
  const { x, y } = dirs[meaning.dir] ?? { x: 0, y: 0 };
  await swipe(page, touch, last, x * 70, y * 70);
  play.play(own);
  await same(page, play);
  // From an empty cell: an arrow key.
  const free = play.view().rows.flat().indexOf(null);
  const up = play.view().legal.find((action) => action.endsWith(':down'));
  if (up === undefined) throw new Error('Nothing can go down.');
  await swipe(page, touch, free, 0, 70);
  play.play(up);
  await same(page, play);
});

test('the tile that a swipe would move is lifted and follows; going back cancels', async () => {
  const page = await visit(browser(), '#/play/numberclart?seed=2', { ...PHONE, reducedMotion: 'no-preference' });
  const touch = await page.context().newCDPSession(page);
  const play = Session.start('numberclart', '2');
  await same(page, play);
  const own = play.view().legal.find((action) => play.meaning(action).kind === 'move');
  const meaning = own === undefined ? undefined : play.meaning(own);
  if (own === undefined || meaning?.kind !== 'move') throw new Error('No tile can move.');
  const { x: dx, y: dy } = play.info().dirs[meaning.dir] ?? { x: 0, y: 0 };
  const { x, y } = await middle(page, meaning.cell);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', far: number): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * far, y: y + dy * far }],
    });
  const lifted = page.locator('.tile.lifted .face');
  await send('touchStart', 0);
  await lifted.waitFor();
  for (const far of [20, 40]) await send('touchMove', far);
  await expect.poll(() => lifted.evaluate((face: HTMLElement) => face.style.transform)).toMatch(/translate\(.*[1-9]/);
  for (const far of [20, 3]) await send('touchMove', far);
  await send('touchEnd', 0);
  await expect.poll(() => lifted.count()).toBe(0);
  await same(page, play);
  // From an empty cell, the tile that would go is lifted.
  await swipe(page, touch, meaning.cell, dx * 60, dy * 60);
  play.play(own);
  await same(page, play);
});

test('a tile that is dragged where it may not go springs back; one that may go does not', async () => {
  const board = '8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16';
  const page = await visit(browser(), '', { ...PHONE, reducedMotion: 'no-preference' });
  // Animations are over in a moment: they are written down when they begin.
  await page.addInitScript(() => {
    const begun: unknown[] = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const from = Array.isArray(frames) ? frames[0]?.transform : undefined;
      if (this.matches('.face')) begun.push({ tile: this.textContent, from, ...(options as KeyframeAnimationOptions) });
      return animate.call(this, frames, options);
    };
    Object.assign(globalThis, { begun });
  });
  await page.goto(address(`#/play/merge3?seed=1&board=${encodeURIComponent(board)}`));
  await page.reload();
  const touch = await page.context().newCDPSession(page);
  const play = Session.place('merge3', board, '1');
  await same(page, play);
  /** What springs back: the easing goes beyond its end and returns. */
  const springs = (): Promise<{ tile: string; from: string }[]> =>
    page.evaluate(() => {
      const { begun } = globalThis as unknown as { begun: { tile: string; from: string; easing?: string }[] };
      const beyond = (easing = ''): boolean => /cubic-bezier\([^)]*\b1\.[1-9]/.test(easing);
      return begun.splice(0).flatMap(({ tile, from, easing }) => (beyond(easing) ? [{ tile, from }] : []));
    });
  await swipe(page, touch, 0, 50, 0);
  await page.getByText('No three would line up.').first().waitFor();
  const [back, ...others] = await springs();
  expect(others).toEqual([]);
  expect(back?.tile).toBe('8');
  // From where it was let go, to the right.
  expect(Number(/translate\(([\d.]+)/.exec(back?.from ?? '')?.[1])).toBeGreaterThan(10);
  await drawn(page, play);

  const swap = play.view().legal.find((action) => play.meaning(action).kind === 'swap');
  const meaning = play.meaning(swap ?? '');
  if (swap === undefined || meaning.kind !== 'swap') throw new Error('There is no swap.');
  const [from, to] = [await middle(page, meaning.a), await middle(page, meaning.b)];
  await swipe(page, touch, meaning.a, to.x - from.x, to.y - from.y);
  play.play(swap);
  await same(page, play);
  expect(await springs()).toEqual([]);
});

test('two fingers play nothing, and the page may zoom', async () => {
  const page = await visit(browser(), '#/play/classic-2048?seed=2', PHONE);
  const touch = await page.context().newCDPSession(page);
  const play = Session.start('classic-2048', '2');
  await same(page, play);
  const { x, y } = await middle(page, 5);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send('touchStart', [[x, y]]);
  await send('touchStart', [
    [x, y],
    [x + 60, y],
  ]);
  for (const far of [20, 40, 60, 80]) {
    await send('touchMove', [
      [x - far, y],
      [x + 60 + far, y],
    ]);
  }
  await send('touchEnd', []);
  await page.waitForTimeout(200);
  expect(await page.locator('main').getAttribute('data-turn')).toBe('0');
  const action = await page.locator('.playable').evaluate((room) => getComputedStyle(room).touchAction);
  expect(action).toBe('pinch-zoom');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a sideways swipe on a hexagon is answered', async () => {
  const page = await visit(browser(), '#/play/hex-2048?seed=2', PHONE);
  const touch = await page.context().newCDPSession(page);
  await same(page, Session.start('hex-2048', '2'));
  await swipe(page, touch, 9, 70, 0);
  await page.getByText('A hexagon has no left and right').first().waitFor();
});

test.each([
  [844, 390],
  [667, 331],
  [640, 300],
  [568, 320],
])('on its side, %i×%i, nothing is cut off and the board is large', async (width, height) => {
  const page = await visit(browser(), '#/settings', { ...PHONE, viewport: { width, height } });
  await page.getByLabel('Direction buttons').check({ force: true });
  await page.goto(address('#/play/numberclart?seed=2'));
  await same(page, Session.start('numberclart', '2'));
  for (const box of await page
    .locator('.tools button, .pad button')
    .evaluateAll((all) => all.map((b) => b.getBoundingClientRect().toJSON()))) {
    expect(box.bottom).toBeLessThanOrEqual(height);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.top).toBeGreaterThanOrEqual(0);
  }
  const board = await page.locator('[role=grid]').boundingBox();
  expect(board?.height).toBeGreaterThan(0.7 * height);
  // The game came by a link, and can be kept here, too.
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.waitForURL((url) => !url.hash.includes('?'));
});

test.each([
  [844, 390],
  [568, 320],
])('on its side, %i×%i, the goal stays after the first turns, and is one tap away', async (width, height) => {
  const page = await visit(browser(), '#/play/numberclart?seed=2', { ...PHONE, viewport: { width, height } });
  const play = Session.start('numberclart', '2');
  await same(page, play);
  const touch = await page.context().newCDPSession(page);
  for (let turn = 0; turn < 7; turn++) await turnByTouch(page, touch, play);
  const { goal, aim } = play.info();
  const shown = page.locator('.beside .goal');
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.textContent()).toContain(goal);
  // What arrow keys do is of no use to fingers.
  expect(await page.locator('.signs .arrow').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Help' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${goal} ${aim}`).waitFor();
});

test.each([
  [360, 640],
  [390, 844],
  [768, 1024],
])('upright, %i×%i, nothing is cut off and the board uses the room', async (width, height) => {
  const page = await visit(browser(), '', { ...PHONE, viewport: { width, height } });
  for (const { id } of presets()) {
    await page.goto(address(`#/play/${id}`));
    await page.locator('main.game .tile').first().waitFor();
    const cut = await page.locator('h1, .facts dt, .facts dd, .tools button, .tools span').evaluateAll((all) =>
      all
        .filter((e) => {
          const { left, right, top, bottom } = e.getBoundingClientRect();
          const inside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
          return !inside || e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1;
        })
        .map((e) => e.textContent),
    );
    expect(cut, id).toEqual([]);
    const board = await page.locator('[role=grid]').boundingBox();
    expect(board?.width, id).toBeGreaterThan(Math.min(0.9 * width, 0.55 * height));
  }
});

test('tablets have larger type than phones', async () => {
  const sizes = [];
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
  ]) {
    const page = await visit(browser(), '', { ...PHONE, viewport });
    sizes.push(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)));
  }
  expect(sizes[1]).toBeGreaterThan((sizes[0] ?? 0) * 1.1);
});
