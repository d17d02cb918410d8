// node tools/picture.js: the README's picture of the arcade in a browser, from a real run of `dist`.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const server = await preview({ preview: { port: 0 }, logLevel: 'silent' });
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const page = await browser.newPage({
  viewport: { width: 1000, height: 640 },
  colorScheme: 'dark',
  reducedMotion: 'reduce',
});
await page.goto(`${url}#/play/hex-2048?seed=7`);
await page.locator('[role=gridcell]').first().waitFor();
// Three ways that lie side by side pile tiles up; the fourth is for when they cannot move.
for (let turn = 0; turn < 240; turn++) await page.keyboard.press(['q', 'w', 'e', 'w', 'a'][turn % 5] ?? 'w');
await page.waitForTimeout(300);
await page.screenshot({ path: fileURLToPath(new URL('../../docs/browser.png', import.meta.url)) });
await browser.close();
await server.close();
