// The WebAssembly half: node run.mjs PATH-OF-CHROMIUM-OR-node FILE… prints what the engine makes of the files.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { traces } from './traces.mjs';

const here = (path) => new URL(path, import.meta.url);
const [where, ...names] = process.argv.slice(2);
const files = names.map((name) => [name, readFileSync(name, name.endsWith('.values') ? 'base64' : 'utf8')]);
const lines =
  where === 'node' ? await traces(readFileSync(here('engine/tilewright_web_bg.wasm')), files) : await browse();
process.stdout.write(lines);

/** The same in a browser, which gets everything from here: no server, no network. */
async function browse() {
  const { chromium } = createRequire(here('../../web/package.json'))('playwright-core');
  const browser = await chromium.launch({
    executablePath: where,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const page = await browser.newPage();
    const kinds = { mjs: 'text/javascript', js: 'text/javascript', wasm: 'application/wasm' };
    await page.route('http://parity.test/**', (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      return route.fulfill({ contentType: kinds[path.split('.').pop()], body: readFileSync(here(`.${path}`)) });
    });
    await page.goto('http://parity.test/');
    return await page.evaluate(async (files) => {
      const { traces } = await import('/traces.mjs');
      return traces('/engine/tilewright_web_bg.wasm', files);
    }, files);
  } finally {
    await browser.close();
  }
}
