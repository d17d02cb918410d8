// A new version waits until the user asks for it, and the game goes on in it.
import { expect, onTestFinished, test } from 'vitest';
import { keepGame, useBrowser } from './arcade';
import { same, turnByKeys } from './board';
import { Session } from './mirror';
import { serve } from './static';

const browser = useBrowser();

test('a new version is offered, taken, and loses nothing', async () => {
  let version = '';
  const server = await serve((path, content) => {
    if (path === '/sw.js') return content.toString().replace(/VERSION = "\w+"/, (found) => `${found} + "${version}"`);
    if (path === '/index.html') return content.toString().replace('<html ', `<html data-version="${version}" `);
    return content;
  });
  onTestFinished(() => server.close());
  const context = await browser().newContext({ reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${server.url}#/play/classic-2048?seed=3`);
  const play = Session.start('classic-2048', '3');
  await same(page, play);
  await keepGame(page);
  await turnByKeys(page, play);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  version = 'newer';
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await page.getByText('A new version is ready').waitFor();
  // Until then everything stays as it is, even over a reload.
  await page.reload();
  await same(page, play);
  expect(await page.locator('html').getAttribute('data-version')).toBe('');
  await turnByKeys(page, play);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('html[data-version=newer]').waitFor({ state: 'attached' });
  await same(page, play);
});
