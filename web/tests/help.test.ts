// Help from players: hints are marked on the board, autoplay plays until it is stopped.
import { expect, test } from 'vitest';
import { address, keepGame, PHONE, useBrowser, visit } from './arcade';
import { drawn, middle, same, tap, turnByKeys } from './board';
import { Lesson, Session } from './mirror';

const browser = useBrowser();

test('a hint is drawn and marks the game', async () => {
  const page = await visit(browser(), '#/play/exponentile?seed=5');
  const play = Session.start('exponentile', '5');
  await same(page, play);
  await page.keyboard.press('i');
  await page
    .getByText(/Hint: swap the \d+ \(row \d/)
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

test('a hint is read although a mouse points at a tile', async () => {
  const board = '5 1 . . ./2 . . . ./. . . . ./. . . . ./. . . . .';
  const page = await visit(browser(), `#/play/numberclart?seed=1&board=${encodeURIComponent(board)}`);
  await same(page, Session.place('numberclart', board, '1'));
  const { x, y } = await middle(page, 0);
  await page.mouse.move(x, y);
  const line = page.locator('.notice');
  await line.getByText('5 beside 1 and 2').first().waitFor();
  await page.keyboard.press('i');
  await line
    .getByText(/Hint: step the /)
    .first()
    .waitFor();
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
  const play = Session.start('numberclart', '5');
  await same(page, play);
  for (const key of ['?', 'F1']) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Two 5s burst/).waitFor();
    await dialog.getByText(play.info().goal).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  expect(await page.getByText('Helped by').count()).toBe(0);
});

test.each(['classic-2048', 'merge3', 'numberclart', 'factors'])('examples of the rules fit a phone: %s', async (id) => {
  const page = await visit(browser(), `#/play/${id}?seed=5`, PHONE);
  await same(page, Session.start(id, '5'));
  await page.getByRole('button', { name: 'Help' }).click();
  const pictures = page.getByRole('dialog').locator('pre');
  await pictures.first().waitFor();
  const cut = await pictures.evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
  expect(cut).toBe(0);
});

test('the last turn and warnings come from the engine', async () => {
  const page = await visit(browser(), '#/play/numberclart?seed=5');
  const play = Session.start('numberclart', '5');
  await same(page, play);
  await page.locator('.title .goal').getByText(play.info().goal).waitFor();
  for (let turn = 0; turn < 12; turn++) {
    await turnByKeys(page, play);
    await same(page, play);
    const { story, warnings } = play.status();
    await expect.poll(() => page.locator('.story li').allTextContents()).toEqual(story);
    // Screen readers hear the turn.
    await expect.poll(() => page.locator('[aria-live=polite]').textContent()).toBe(play.announcement());
    const signs = () =>
      page
        .locator('[role=gridcell]')
        .evaluateAll((all) => all.flatMap((cell, i) => (cell.getAttribute('data-sign') ? [i] : [])));
    await expect.poll(signs).toEqual(warnings.map(({ cell }) => cell));
  }
  // What to do, and what earns points and ends the game, stays in sight.
  await page.locator('.title .goal').getByText(play.info().aim).waitFor();
});

test.each([
  ['numberclart', '5 1 . . ./2 . . . ./. . . . ./. . . . ./. . . . .', '5 beside 1 and 2: strain 2 of 3'],
  ['factors', '385 5 . ./77 . . ./. . 7 ./. . . .', '385 = 5·7·11; divided by 5 and 77'],
])('a tile of %s says what it is and why', async (id, board, says) => {
  const page = await visit(browser(), `#/play/${id}?seed=1&board=${encodeURIComponent(board)}`);
  const play = Session.place(id, board, '1');
  await same(page, play);
  for (const { text } of play.info().legend) await page.getByText(text).first().waitFor();
  await tap(page, 0);
  await page.locator('.notice').getByText(says).first().waitFor();
  const linked = () =>
    page
      .locator('[role=gridcell]')
      .evaluateAll((all) => all.flatMap((cell, i) => (cell.getAttribute('data-sign') === 'linked' ? [i] : [])));
  await expect.poll(linked).toEqual([...(play.tileNote(0)?.linked ?? [])].sort((a, b) => a - b));
});

test('primes have another colour than products', async () => {
  const page = await visit(
    browser(),
    `#/play/factors?seed=1&board=${encodeURIComponent('7 . 13 ./. . . ./14 . . ./. . . 15')}`,
  );
  await page.locator('.tile').first().waitFor();
  const colours = await page
    .locator('.tile .face')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((face) => [face.textContent, getComputedStyle(face).backgroundColor])),
    );
  expect(new Set(Object.values(colours)).size).toBeGreaterThan(1);
  expect(colours['7']).not.toBe(colours['14']);
  expect(colours['13']).not.toBe(colours['15']);
});

test('a refused swap says why, and the tile springs back', async () => {
  const board = '8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16';
  const page = await visit(browser(), `#/play/merge3?seed=1&board=${encodeURIComponent(board)}`);
  const play = Session.place('merge3', board, '1');
  await same(page, play);
  await tap(page, 0);
  await tap(page, 1);
  await page.locator('.notice').getByText('No three would line up.').first().waitFor();
  await drawn(page, play);
});

test('the end is a panel with numbers and choices', async () => {
  const board = '2 4 8 16/32 64 128 256/512 4 8 16/64 128 256 .';
  const page = await visit(browser(), `#/play/classic-2048?seed=1&board=${encodeURIComponent(board)}`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void (document.title = text) },
    });
  });
  await page.locator('.tile').first().waitFor();
  await page.keyboard.press('ArrowRight');
  const panel = page.getByRole('region', { name: 'Notice' });
  await panel.getByRole('heading', { name: 'Game over' }).waitFor();
  await panel.getByText('Nothing can move.').waitFor();
  expect(await panel.locator('dt').allTextContents()).toEqual(['Best', 'Turns', 'Best tile', 'Time']);
  expect((await panel.locator('dd').allTextContents()).slice(0, 3)).toEqual(['–', '1', '512']);
  expect(await panel.getByRole('button').allInnerTexts()).toEqual([
    'New game',
    'Share',
    'Undo',
    'Replay',
    'See the board',
  ]);
  await panel.getByRole('button', { name: 'Share' }).click();
  await panel.getByText('The result is on the clipboard.').waitFor();
  expect(await page.title()).toContain('Classic 2048 0 points in 1 turn, best tile 512');
  await panel.getByRole('button', { name: 'See the board' }).click();
  await panel.waitFor({ state: 'detached' });
  // A key that cannot play shows it again.
  await page.keyboard.press('ArrowLeft');
  await panel.getByRole('button', { name: 'Replay' }).click();
  await page.waitForURL(/#\/watch\?replay=/);
});

test('a lesson is played turn by turn and leads to the game', async () => {
  const page = await visit(browser());
  // A game that was never played begins with its lesson.
  await page.locator('a[href="#/learn/numberclart"]').click();
  const lesson = new Lesson('numberclart');
  const TURNS = 5;
  for (let turn = 1; turn <= TURNS; turn++) {
    await page.getByText(`Turn ${turn} of ${TURNS}`).waitFor();
    await page.getByText(lesson.text()).waitFor();
    const play = lesson.session();
    await same(page, play);
    const meaning = lesson.meaning();
    if (meaning?.kind !== 'move') throw new Error('Tiles step here.');
    if (turn === 1) await page.getByText(play.info().firstSteps).waitFor();
    await tap(page, meaning.cell);
    // What is asked stays in sight while a tile is picked.
    await page.locator('[role=gridcell].picked').waitFor();
    await page.getByText(lesson.text()).waitFor();
    await tap(page, meaning.to ?? meaning.cell);
    const action = play.view().legal.find((action) => {
      const its = play.meaning(action);
      return its.kind === 'move' && its.cell === meaning.cell && its.dir === meaning.dir;
    });
    lesson.play(action ?? '');
  }
  await page.getByText('That is the heart of it').waitFor();
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('heading', { name: 'Numberclart' }).waitFor();
});

test('a lesson that ends with a direction is finished with keys alone', async () => {
  const page = await visit(browser(), '#/learn/factors');
  await page.getByText('Turn 1 of 4').waitFor();
  const press = async (keys: string): Promise<void> => {
    for (const key of keys.split(' ')) await page.keyboard.press(key === 'Enter' ? key : `Arrow${key}`);
  };
  await press('Enter');
  const ways = ['Down Enter Right', 'Down Down Down Right Enter Right', 'Right Right Right Enter Down'];
  for (const [i, way] of ways.entries()) {
    await press(`Up Up Up Left Left Left ${way}`);
    await page.getByText(`Turn ${i + 2} of 4`).waitFor();
  }
  await press('Left');
  await page.getByText('That is the heart of it').waitFor();
});

test('the last turn is told on a small phone and on a tablet', async () => {
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
  ] as const) {
    const page = await visit(browser(), '#/play/classic-2048?seed=7', { viewport: { width, height } });
    await page.locator('.tile').first().waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.locator('[data-turn="2"]').waitFor();
    const told = page.locator(width < 400 ? '.notice .story' : '.ranking .story');
    await expect.poll(() => told.isVisible()).toBe(true);
    await expect.poll(() => told.textContent()).toContain('All slide ');
  }
});

test('a long turn is told newest first, scrolls, and the next one begins at its top', async () => {
  const board = '2 2 4 4/8 8 16 16/32 32 64 64/128 128 256 256';
  const play = Session.place('classic-2048', board, '7');
  play.play('left');
  const { story } = play.status();
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [844, 390],
  ] as const) {
    const hash = `#/play/classic-2048?seed=7&board=${encodeURIComponent(board)}`;
    const page = await visit(browser(), hash, { viewport: { width, height } });
    await page.locator('.tile').first().waitFor();
    await page.keyboard.press('ArrowLeft');
    const told = page.locator(width < 390 ? '.notice .story' : '.ranking');
    await expect.poll(() => told.textContent()).toContain(story.at(-1));
    const text = (await told.textContent()) ?? '';
    const places = story.map((sentence) => text.indexOf(sentence));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const scrolls = await told.evaluate((list) => {
      list.scrollTop = 1e6;
      return list.scrollTop > 0 && getComputedStyle(list).overflowY === 'auto';
    });
    expect(scrolls, `${width}×${height}`).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-turn="2"]').waitFor();
    await expect.poll(() => told.evaluate((list) => list.scrollTop)).toBe(0);
  }
});

test('the keys of a hexagon are at its edges once a key is pressed, and go when a finger plays', async () => {
  const page = await visit(browser(), '#/play/hex-2048?seed=2', PHONE);
  const play = Session.start('hex-2048', '2');
  await same(page, play);
  const keys = page.locator('.rim kbd');
  expect(await keys.count()).toBe(0);
  await turnByKeys(page, play);
  const { dirs, extent } = play.info();
  expect(await keys.allTextContents()).toEqual(dirs.map((dir) => dir.keys[0]?.toUpperCase()));
  const box = await page.locator('.hex .wells').boundingBox();
  if (!box) throw new Error('There is no board.');
  for (const [i, { x, y }] of dirs.entries()) {
    const key = await keys.nth(i).boundingBox();
    if (!key) throw new Error('There is no key.');
    // Where its direction leads from the middle, at the edge of the board and on the page.
    const [dx, dy] = [key.x + key.width / 2 - box.x - box.width / 2, key.y + key.height / 2 - box.y - box.height / 2];
    const far = Math.hypot(dx, dy);
    expect([dx / far, dy / far].map((part) => part.toFixed(1).replace('-0.0', '0.0'))).toEqual(
      [x, y].map((part) => part.toFixed(1).replace('-0.0', '0.0')),
    );
    expect(far).toBeGreaterThan((box.height / extent.height) * 2);
    expect(Math.min(key.x, key.y)).toBeGreaterThanOrEqual(0);
  }
  await tap(page, 9);
  await expect.poll(() => keys.count()).toBe(0);
});

test('a refused turn of a lesson says only that; what is asked stays', async () => {
  const page = await visit(browser(), '#/learn/classic-2048');
  const lesson = new Lesson('classic-2048');
  await page.getByText(lesson.text()).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('.notice').textContent()).toBe(lesson.refusal());
  expect(lesson.text()).toContain('Slide up');
  expect(lesson.refusal()).not.toContain('lide up');
  await page.getByText(lesson.text()).waitFor();
});

test('a refusal on a small phone gives way to the last turn', async () => {
  const board = '. . . ./. . . ./. . . ./2 4 2 4';
  const hash = `#/play/classic-2048?seed=7&board=${encodeURIComponent(board)}`;
  const page = await visit(browser(), hash, { viewport: { width: 360, height: 640 } });
  await page.locator('.tile').first().waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('[data-turn="1"]').waitFor();
  const play = Session.place('classic-2048', board, '7');
  play.play('up');
  const blocked = ['up', 'down', 'left', 'right'].find((dir) => !play.view().legal.includes(dir));
  if (blocked === undefined) throw new Error('Every direction is legal here.');
  await page.keyboard.press(`Arrow${blocked.charAt(0).toUpperCase()}${blocked.slice(1)}`);
  await page.locator('.notice .bad').waitFor();
  await expect.poll(() => page.locator('.notice .story').textContent(), { timeout: 15_000 }).toContain('All slide up');
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
  const hintBy = async (player: string): Promise<void> => {
    await page.keyboard.press('i');
    await page
      .getByText(/^Hint: /)
      .first()
      .waitFor();
    const details = page.getByRole('button', { name: 'Details', exact: true });
    if (await details.isVisible()) await details.click();
    await page.getByRole('heading', { name: `Hint by ${player}` }).waitFor();
  };
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(fetched).toEqual([]);
  await hintBy('learned');
  expect(fetched.every((url) => url.includes('/classic-2048-')) && fetched.length > 0).toBe(true);

  // Without a network they are there, and a player that has none is stood in for.
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('.tile').first().waitFor();
  await hintBy('learned');
  await page.goto(address('#/play/hex-2048'));
  await page.getByRole('heading', { level: 1, name: 'Hex 2048' }).waitFor();
  await page.locator('.tile').first().waitFor();
  await hintBy('expectimax');
});
