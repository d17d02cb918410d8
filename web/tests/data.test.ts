// What is kept: statistics, settings, and everything as one file.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, keepGame, useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { Session, someAction } from './mirror';

const browser = useBrowser();

/** Plays a game, gives it up, and leaves another in progress. */
async function played(): Promise<{ page: Page; second: Session }> {
  const page = await visit(browser(), '#/play/classic-2048?seed=3');
  const first = Session.start('classic-2048', '3');
  await same(page, first);
  await keepGame(page);
  for (let turn = 0; turn < 3; turn += 1) await turnByKeys(page, first);
  await page.keyboard.press('n');
  await page.getByLabel('Seed').fill('4');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const second = Session.start('classic-2048', '4');
  await same(page, second);
  await turnByKeys(page, second);
  return { page, second };
}

test('a game that was given up is counted, drawn and can be watched', async () => {
  const { page } = await played();
  await page.goto(address('#/stats'));
  const fact = (name: string) => page.locator('dl div', { has: page.locator('dt', { hasText: name }) }).locator('dd');
  await expect.poll(() => fact('Given up').textContent()).toBe('1');
  expect(await fact('Best with help').textContent()).toBe('–');
  await page.getByRole('img', { name: /1 game, scores up to/ }).waitFor();
  await page.getByText('The numbers').first().click();
  await page.getByRole('cell', { name: new Date().toLocaleDateString('en-US') }).waitFor();
  await page.goto(address('#/watch'));
  await page.getByRole('link', { name: /3 turns/ }).click();
  await same(page, Session.start('classic-2048', '3'));
});

test('statistics opened right after the end of a game count it', async () => {
  // A short game: few of Merge3 last long.
  const over = (play: Session): boolean => play.view().phase === 'over';
  const short = (seed: string): boolean => {
    const play = Session.start('merge3', seed);
    for (let turn = 0; turn < 8 && !over(play); turn += 1) play.play(someAction(play));
    return over(play);
  };
  const seed = Array.from({ length: 2000 }, (_, i) => String(i)).find(short) ?? '';
  const page = await visit(browser(), `#/play/merge3?seed=${seed}`);
  const play = Session.start('merge3', seed);
  await same(page, play);
  await keepGame(page);
  while (!over(play)) await turnByKeys(page, play);
  await page.getByRole('heading', { name: 'Game over' }).waitFor();
  await page.goto(address('#/stats'));
  const finished = page.locator('dl div', { has: page.locator('dt', { hasText: 'Finished' }) }).locator('dd');
  await expect.poll(() => finished.textContent()).toBe('1');
});

test('everything goes into a file and comes back elsewhere, once', async () => {
  const { page, second } = await played();
  await page.goto(address('#/settings'));
  await page.getByLabel('Theme').selectOption('dark');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Write a file' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ format: 'tilewright-arcade', version: 1 });

  const other = await visit(browser(), '#/settings');
  const read = async (content: string): Promise<void> =>
    other
      .getByLabel('File to read')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await other.getByRole('button', { name: 'Read a file' }).waitFor();
  await read(file.replace(/"now|tilewright-save 1/, 'damaged'));
  await other.getByText(/Games 1: /).waitFor();
  await read('nonsense');
  await other.getByText(/it is no JSON/).waitFor();
  await read(file);
  await other.getByText('Added: 1 game in progress, 1 replay, 1 game in the records, 1 setting.').waitFor();
  expect(await other.locator('html').getAttribute('data-theme')).toBe('dark');
  await read(file);
  await other.getByText('Everything in this file is here already.').waitFor();
  await other.goto(address('#/play/classic-2048'));
  await same(other, second);
});

test('settings are kept and seen at once, in every tab', async () => {
  const page = await visit(browser(), '#/settings');
  const themes = { light: 'light', dark: 'dark', 'high-contrast': 'high-contrast', 'colour-blind': 'colour-blind' };
  for (const theme of Object.keys(themes)) {
    await page.getByLabel('Theme').selectOption(theme);
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme);
  }
  await page.getByRole('switch', { name: /Direction buttons/ }).click();
  await page.reload();
  expect(await page.getByLabel('Theme').inputValue()).toBe('colour-blind');
  expect(await page.getByRole('switch', { name: /Direction buttons/ }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'All settings as at first' }).click();
  await expect.poll(() => page.getByLabel('Theme').inputValue()).toBe('system');
});
