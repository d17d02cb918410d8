// Help from players: hints are marked on the board, autoplay plays until it is stopped.
import { expect, test } from 'vitest';
import { useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { Session } from './mirror';

const browser = useBrowser();

test('a hint is drawn and marks the game', async () => {
  const page = await visit(browser(), '#/play/exponentile?seed=5');
  const play = Session.start('exponentile', '5');
  await same(page, play);
  await page.keyboard.press('?');
  await page
    .getByText(/would play \d/)
    .first()
    .waitFor();
  expect(await page.locator('[role=grid] ~ svg line').count()).toBeGreaterThan(0);
  await page
    .locator('dl div', { has: page.locator('dt', { hasText: 'Helped by' }) })
    .getByText('hint')
    .waitFor();
  // Playing on puts the marks away.
  await turnByKeys(page, play);
  expect(await page.locator('[role=grid] ~ svg line').count()).toBe(0);
});

test('autoplay plays on until it is stopped', async () => {
  const page = await visit(browser(), '#/play/classic-2048?seed=5');
  await same(page, Session.start('classic-2048', '5'));
  const turn = async (): Promise<number> =>
    Number(
      await page
        .locator('dl div', { has: page.locator('dt', { hasText: /^Turn$/ }) })
        .locator('dd')
        .textContent(),
    );
  await page.keyboard.press(' ');
  await expect.poll(turn).toBeGreaterThan(2);
  await page.keyboard.press(' ');
  await page.locator('[aria-keyshortcuts=Space]:not([aria-pressed=true])').waitFor();
  const stopped = await turn();
  // A reload shows what was kept: had it played on, there would be more.
  await page.reload();
  await expect.poll(turn).toBe(stopped);
});
