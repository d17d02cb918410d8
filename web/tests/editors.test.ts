// The editors: what cannot be is refused with a sentence, what can be is played.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, openPage, useBrowser, visit } from './arcade';
import { grid, same } from './board';
import { Session } from './mirror';

const browser = useBrowser();

test('a position is typed, checked, ranked and played', async () => {
  const page = await visit(browser(), '#/edit/classic-2048');
  const text = page.getByLabel('As text');
  await page.getByText('This position can be played.').waitFor();
  await text.fill('2 4 8 16/. . 4 8/. . . 4/. . .');
  await page.getByText(/row/).and(page.getByRole('status')).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Play from here' }).isDisabled()).toBe(true);

  await text.fill('2 4 8 16/. . 4 8/. . . 4/. . . 2');
  await page.getByText('This position can be played.').waitFor();
  // The board is typed into, and the text follows.
  await grid(page).nth(12).click();
  await page.keyboard.type('32');
  await expect.poll(() => text.inputValue()).toBe('2 4 8 16/. . 4 8/. . . 4/32 . . 2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('3');
  await expect.poll(() => page.getByRole('button', { name: 'Play from here' }).isDisabled()).toBe(true);
  await page.keyboard.press('Delete');

  await page.getByLabel('Time to think').selectOption({ label: '100 ms' });
  await page.getByRole('button', { name: 'Rank the actions' }).click();
  await page.getByText(/Best: slide (up|down|left|right) \(/).waitFor();
  await page.getByRole('cell', { name: 'best', exact: true }).waitFor();
  expect(await page.locator('[role=grid] ~ svg line').count()).toBeGreaterThan(0);

  // A player that cannot answer says so.
  await page.getByLabel('Player', { exact: true }).selectOption('exact');
  await page.getByRole('button', { name: 'Rank the actions' }).click();
  await page.getByText(/too much for exact/).waitFor();

  // An answer about another position is not waited for.
  await page.getByLabel('Player', { exact: true }).selectOption('expectimax');
  await page.getByLabel('Time to think').selectOption({ label: '10 s' });
  await page.getByRole('button', { name: 'Rank the actions' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await text.fill('2 4 8 16/. . 4 8/. . . 4/64 . . 2');
  await page.getByRole('button', { name: 'Rank the actions' }).waitFor();
  expect(await page.getByRole('cell', { name: 'best', exact: true }).count()).toBe(0);
  await text.fill('2 4 8 16/. . 4 8/. . . 4/32 . . 2');

  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL(/#\/play\//);
  await same(page, Session.place('classic-2048', '2 4 8 16/. . 4 8/. . . 4/32 . . 2', '0'));
});

test('strain is typed where there is such a thing', async () => {
  const page = await visit(browser(), '#/edit/numberclart');
  await grid(page).first().click();
  await page.keyboard.press('Delete');
  await page.keyboard.type('5++');
  await expect.poll(() => page.getByLabel('As text').inputValue()).toMatch(/^5\+2 /);
  await page.keyboard.type('+++++++');
  await expect.poll(() => page.getByRole('button', { name: 'Play from here' }).isDisabled()).toBe(true);
});

test('a variant is made, refused, kept, shared and deleted', async () => {
  const page = await visit(browser(), '#/variant');
  await page.getByLabel('Family').selectOption('factor');
  await page.getByText('These rules can be played.').waitFor();
  const size = page.getByLabel('size', { exact: true });
  await size.fill('99');
  await page.getByText('cannot be 99; it is a whole number from 3 to 8').first().waitFor();
  expect(await size.getAttribute('aria-invalid')).toBe('true');
  await size.fill('3');
  await page.getByText('These rules can be played.').waitFor();

  // The text is the same variant, both ways.
  const text = page.getByLabel('As text');
  expect(JSON.parse(await text.inputValue())).toMatchObject({ family: 'factor', size: 3 });
  await text.fill('{"family": "strain", "width": 4');
  await page.getByText(/no JSON/).waitFor();
  await text.fill('{"family": "strain", "width": 4}');
  await expect.poll(() => page.getByLabel('width', { exact: true }).inputValue()).toBe('4');

  await page.getByLabel('Name').fill('Tiny');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('“Tiny” is kept').waitFor();
  // The name for other rules: taken, and taken back.
  await text.fill('{"family": "strain", "width": 3}');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('“Tiny” has these rules now').waitFor();
  await page.getByRole('button', { name: 'Put “Tiny” back' }).click();
  await page.getByText('“Tiny” is back').waitFor();
  await page.getByLabel('Start from').selectOption('Tiny');
  await expect.poll(() => page.getByLabel('width', { exact: true }).inputValue()).toBe('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/#\/play\/own-Tiny/);
  await expect.poll(() => grid(page).count()).toBe(20);

  await page.goBack();
  await page.getByRole('button', { name: 'Delete Tiny' }).click();
  await page.getByText('“Tiny” is deleted').waitFor();
});

test('a link with rules is played by a user who does not have them', async () => {
  const page = await visit(browser(), '#/variant');
  await page.getByLabel('As text').fill('{"family": "slide", "board": {"shape": "hex", "radius": 1}}');
  await page.getByLabel('Name').fill('Seven');
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.getByLabel('The link').inputValue();
  const other = await visit(browser(), `${link.slice(link.indexOf('#'))}&seed=5`);
  await same(other, Session.start('{"family": "slide", "board": {"shape": "hex", "radius": 1}}', '5'));
  await other.getByRole('heading', { level: 1, name: 'Seven' }).waitFor();
  // It can be tried without being stored, and kept if it is liked.
  const menu = await openPage(other.context());
  await menu.getByText('Make a variant').waitFor();
  expect(await menu.getByRole('link', { name: 'Seven' }).count()).toBe(0);
  await other.getByRole('button', { name: 'Keep it' }).click();
  await other.waitForURL(/#\/play\/own-Seven/);
  await menu.reload();
  await menu.getByRole('link', { name: 'Seven' }).waitFor();
  // Deleted, and brought back.
  const bin = menu.getByRole('button', { name: 'Delete the variant Seven' });
  await bin.click();
  await expect.poll(() => bin.count()).toBe(0);
  await menu.getByRole('button', { name: 'Undo' }).click();
  await bin.waitFor();
});

test('rules are tried next to those they came from, and stopping is immediate', async () => {
  const page = await visit(browser(), '#/variant/merge3');
  await page.getByText('These rules can be played.').waitFor();
  const section = page.getByRole('region', { name: 'Try it' });
  await page.getByLabel('law', { exact: true }).selectOption('doubling');
  await section.getByRole('button', { name: 'Try it for a minute' }).click();
  await section.getByRole('columnheader', { name: 'Merge3' }).waitFor();
  await section.getByRole('row', { name: /^length, turns/ }).waitFor();
  await section.getByRole('button', { name: 'Stop' }).click();
  await section.getByRole('button', { name: 'Try it for a minute' }).waitFor();
  const games = await section.getByRole('status').textContent();
  expect(games).toMatch(/games\s+on \d+ seeds?\./);
  // What was found is about those rules and no others.
  await page.getByLabel('width', { exact: true }).fill('7');
  await expect.poll(() => section.getByRole('row').count()).toBe(0);
  // Rules that cannot be played cannot be tried.
  await page.getByLabel('width', { exact: true }).fill('99');
  await expect.poll(() => section.getByRole('button', { name: 'Try it for a minute' }).isDisabled()).toBe(true);
});

/** From the next load on, the database does not answer before `release` is called in the page. */
function holdDatabase(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    const released = new Promise((resolve) => Object.assign(globalThis, { release: resolve }));
    IDBFactory.prototype.open = function (...names) {
      const request = open.apply(this, names);
      Object.defineProperty(request, 'onsuccess', {
        set: (done: () => void) => request.addEventListener('success', () => void released.then(done)),
      });
      return request;
    };
  });
}

test('what is typed before the database answers is not overwritten', async () => {
  const page = await visit(browser(), '#/variant/merge3');
  await page.getByLabel('Name').fill('Tiny');
  await page.getByLabel('width', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('“Tiny” is kept').waitFor();
  const text = page.getByLabel('As text');

  await holdDatabase(page);
  const load = async (hash: string): Promise<void> => {
    await page.goto(address(hash));
    await page.reload();
  };
  const release = () => page.evaluate(() => (globalThis as unknown as { release: () => void }).release());

  // A preset waits for nothing.
  await load('#/edit/classic-2048');
  await page.getByText('This position can be played.').waitFor();
  const board = '2 4 8 16/. . 4 8/. . . 4/. . . 2';
  await text.selectText();
  await release();
  await page.getByRole('option', { name: 'Tiny' }).waitFor({ state: 'attached' });
  await page.keyboard.insertText(board);
  await expect.poll(() => text.inputValue()).toBe(board);
  await page.getByText('This position can be played.').waitFor();

  // A custom variant is shown when it is there, not another game in its place.
  for (const editor of ['edit', 'variant']) {
    await load(`#/${editor}/own-Tiny`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await text.count()).toBe(0);
    await release();
    await expect.poll(() => text.inputValue()).toMatch(editor === 'edit' ? /^(\d+ ){4}\d+\// : /"width": 5/);
  }
});
