// What every browser test needs: a browser, a page, and a check that nothing was logged as an error.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';

/** The windows that are tried. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Starts a browser for the tests of a file; returns how to get at it. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: FLAGS.split(' '),
    });
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser is not there yet.');
    return browser;
  };
}

/** A fresh profile with one page at the address. The test fails if the page logs an error. */
export async function visit(browser: Browser, hash = '', options = DESKTOP): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  return openPage(context, hash);
}

/** One more page of a profile. */
export async function openPage(context: BrowserContext, hash = ''): Promise<Page> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  onTestFinished(() => expect(errors, 'errors in the console').toEqual([]));
  // Slow machines take their time; this bounds a hang.
  page.setDefaultTimeout(20_000);
  await page.goto(address(hash));
  return page;
}

/** Stores the game that came by a link. */
export async function keepGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep it' }).click();
  // The same game at its own address: keys go to it once it is there.
  await page.waitForURL((url) => !url.hash.includes('?'));
  await page.locator('main.game:not(:has(.keep)) [role=grid]').waitFor();
}

/** The address of a page. */
export function address(hash = ''): string {
  return inject('url') + hash;
}
