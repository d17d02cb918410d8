// Everybody can use it: axe finds nothing serious on any page in any theme.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { address, DESKTOP, keepGame, PHONE, useBrowser, visit } from './arcade';
import { same, turnByKeys } from './board';
import { Session } from './mirror';

const browser = useBrowser();
const THEMES = ['light', 'dark', 'high-contrast', 'colour-blind'];
const PAGES = {
  menu: ['#/', 'h1'],
  slide: ['#/play/classic-2048', '[role=grid]'],
  hex: ['#/play/hex-2048', '[role=grid]'],
  swap: ['#/play/exponentile', '[role=grid]'],
  strain: ['#/play/numberclart', '[role=grid]'],
  factor: ['#/play/factors', '[role=grid]'],
  watch: ['#/watch', 'h1'],
  replay: ['#/watch/classic-2048', '[role=grid]'],
  share: ['#/share/classic-2048', 'h3'],
  stats: ['#/stats', 'figure'],
  edit: ['#/edit/numberclart', '[role=grid]'],
  variant: ['#/variant/exponentile-3', 'textarea'],
  settings: ['#/settings', 'select'],
  trouble: ['#/nowhere', '[role=alert]'],
} as const;

/** Gives the statistics something to draw. */
async function giveUpGame(page: Page): Promise<void> {
  await page.goto(address('#/play/classic-2048?seed=3'));
  await same(page, Session.start('classic-2048', '3'));
  await keepGame(page);
  await turnByKeys(page, Session.start('classic-2048', '3'));
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

/** What axe finds that is serious, in one line each. */
async function findings(page: Page): Promise<string[]> {
  // Through the debugger, as the page's policy allows no foreign script.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`),
      );
  });
}

describe.each(THEMES)('%s', (theme) => {
  test.each([
    ['desk', DESKTOP],
    ['phone', PHONE],
  ] as const)('on a %s', async (_, size) => {
    const page = await visit(browser(), '#/settings', size);
    await page.getByLabel('Theme').selectOption(theme);
    await giveUpGame(page);
    for (const [name, [hash, sign]] of Object.entries(PAGES)) {
      await page.goto(address(hash));
      await page.locator(sign).first().waitFor();
      expect(await findings(page), name).toEqual([]);
    }
    await page.goto(address('#/edit/exponentile'));
    await page.getByLabel('Time to think').selectOption({ label: '100 ms' });
    await page.getByRole('button', { name: 'Rank the actions' }).click();
    await page.getByRole('region', { name: 'Ranking' }).waitFor();
    expect(await findings(page), 'ranking').toEqual([]);
  });
});
