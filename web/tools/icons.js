// Draws the icons in `public/icons` from `icon.svg`: `node tools/icons.js`. Needs Chromium.

import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/icons/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');
// Maskable icons are cut to any shape: the background fills the square, the picture stays in the middle four fifths.
const background = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];
const pictures = [
  { name: 'icon-192', size: 192, inner: 1, fill: 'transparent' },
  { name: 'icon-512', size: 512, inner: 1, fill: 'transparent' },
  { name: 'maskable-512', size: 512, inner: 0.86, fill: background },
  { name: 'apple-touch-icon', size: 180, inner: 0.94, fill: background },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, inner, fill } of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${fill} }
    svg { width: ${inner * 100}vw; height: ${inner * 100}vh }
  </style>${svg}`);
  writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
