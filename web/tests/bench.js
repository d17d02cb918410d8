// Measures the arcade in the browser: `npm run bench`. TILEWRIGHT_URL says where it is served (else Vite serves `dist`);
// TILEWRIGHT names the native binary to compare the players with.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { initSync, Session } from '../src/engine/tilewright_web.js';

initSync({ module: readFileSync(new URL('../src/engine/tilewright_web_bg.wasm', import.meta.url)) });

const GAME = 'exponentile-3';
const SEED = '1';
const TURNS = Number(process.env.TURNS ?? 200);
const SLOWDOWN = 4;
/**
 * People take longer than this from key to key. A long cascade may still be shown by then, and the next key ends it: such
 * keys count like all others. In milliseconds.
 */
const PAUSE = 250;
const THINK = 3000;
const ROUNDS = 3;

const server = process.env.TILEWRIGHT_URL ? undefined : await preview({ preview: { port: 0 }, logLevel: 'silent' });
const url = process.env.TILEWRIGHT_URL ?? server?.resolvedUrls?.local[0] ?? '';
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

await firstLoad();
await turns();
await thinking();
await browser.close();
await server?.close();

/** What the first visit of the menu takes over the network: as it was sent, and as Brotli would have it. */
async function firstLoad() {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let sent = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength));
  const responses = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const bodies = await Promise.all(responses.map((response) => response.body()));
  const brotli = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(`first load: ${responses.length} files, ${kB(sent)} as sent with headers, ${kB(brotli)} as Brotli`);
  await context.close();
}

/** From the key of a turn to the first frame that shows it. */
async function turns() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}#/play/${GAME}?seed=${SEED}`);
  await page.locator('[role=gridcell].cursor').waitFor();
  // Times are recorded here and added to the trace at the end: adding one takes the slowed-down page up to a
  // millisecond, and would delay the frame of the key.
  await page.evaluate(() => {
    globalThis.moments = [];
    addEventListener(
      'keydown',
      ({ timeStamp, key, shiftKey }) => {
        if (!shiftKey || key === 'Shift') return;
        moments.push(['bench: key', timeStamp]);
        requestAnimationFrame(() => moments.push(['bench: frame', performance.now()]));
      },
      { capture: true },
    );
  });
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  // The page itself cannot see when a frame is drawn: after a key, its own messages wait until the frame after that.
  await browser.startTracing(page, { categories: ['blink.user_timing', 'benchmark'] });
  const play = Session.start(GAME, SEED);
  const { cells, dirs } = play.info();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { legal } = play.view();
    const action = legal[turn % legal.length];
    if (action === undefined) break;
    const { a, b } = play.meaning(action);
    const at = await page
      .locator('[role=gridcell]')
      .evaluateAll((all) => all.findIndex((cell) => cell.matches('.cursor')));
    const [from, to] = [cells[at], cells[a]];
    const press = async (key, times) => {
      for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
    };
    await press(to.row < from.row ? 'ArrowUp' : 'ArrowDown', Math.abs(to.row - from.row));
    await press(to.col < from.col ? 'ArrowLeft' : 'ArrowRight', Math.abs(to.col - from.col));
    await page.waitForTimeout(PAUSE);
    await page.keyboard.press(`Shift+${dirs[cells[a].neighbours.indexOf(b)].keys[0]}`);
    play.play(action);
    // Asking the page whether it is done would keep it from its work.
    await page.waitForTimeout(PAUSE);
  }
  await page.evaluate(() => {
    for (const [name, startTime] of moments) performance.mark(name, { startTime });
  });
  const times = drawn(await browser.stopTracing());
  const shown = await page
    .locator('dl div', { has: page.locator('dt', { hasText: /^Turn$/ }) })
    .locator('dd')
    .textContent();
  const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  console.log(
    `${GAME}, CPU slowed down ${SLOWDOWN}×, ${times.length} turns (the page counts ${shown}): key to drawn frame ` +
      `median ${part(0.5)} ms, 99 % ${part(0.99)} ms, slowest ${part(1)} ms`,
  );
  await context.close();
}

/** For every key in a trace the milliseconds until its frame was drawn, the shortest first. */
function drawn(trace) {
  const events = JSON.parse(trace.toString()).traceEvents.sort((x, y) => x.ts - y.ts);
  const after = (name, from) =>
    events.find(({ ph, name: own, ts }) => own === name && ts >= from && (ph === 'X' || ph === 'I'));
  const times = [];
  for (const key of events.filter(({ name }) => name === 'bench: key')) {
    const frame = after('bench: frame', key.ts);
    // The page hands its frame over in the commit; then the browser's own thread draws it.
    const commit = frame && after('ProxyMain::BeginMainFrame::commit', frame.ts);
    const draw = commit && after('MainFrame.Draw', commit.ts);
    if (draw) times.push((draw.ts + draw.dur - key.ts) / 1000);
  }
  return times.sort((x, y) => x - y);
}

/** Expectimax in the page's worker and in the native binary, on the same positions for the same time. */
async function thinking() {
  for (const [game, board] of [
    ['classic-2048', '256 16 4 2/64 32 8 4/8 4 2 ./2 . . .'],
    [GAME, Session.start(GAME, SEED).view().board],
  ]) {
    const [wasm, native] = [[], []];
    // By turns and the best of each: whatever else the machine does only ever makes it slower.
    for (let round = 0; round < ROUNDS; round += 1) {
      wasm.push(await pageSpeed(game, board));
      if (process.env.TILEWRIGHT) native.push(nativeSpeed(game, board));
    }
    const [here, there] = [Math.max(...wasm), Math.max(...native)];
    const compared = native.length > 0 ? `, native ${Math.round(there)} kn/s: ${(here / there).toFixed(2)} of it` : '';
    console.log(`expectimax, ${game}: worker ${Math.round(here)} kn/s${compared}`);
  }
}

/** Thousands of nodes a second in a fresh page, whose worker remembers nothing. */
async function pageSpeed(game, board) {
  const page = await browser.newPage();
  await page.goto(`${url}#/edit/${game}?board=${encodeURIComponent(board)}`);
  await page.getByLabel('Player', { exact: true }).selectOption('expectimax');
  // A short question first starts the worker, so that the long one measures thinking alone.
  await page.getByLabel('Time to think').selectOption('100');
  await page.getByRole('button', { name: 'Rank the actions' }).click();
  const result = page.locator('[data-nodes]');
  await result.waitFor();
  await page.getByLabel('Time to think').selectOption(String(THINK));
  await page.getByRole('button', { name: 'Rank the actions' }).click();
  await result.waitFor({ state: 'detached' });
  await result.waitFor();
  const rate = await result.evaluate(({ dataset }) => Number(dataset.nodes) / Number(dataset.ms));
  await page.close();
  return rate;
}

function nativeSpeed(game, board) {
  const options = [game, '--board', board, '--player', 'expectimax', '--ms', String(THINK), '--line', '0'];
  const printed = execFileSync(process.env.TILEWRIGHT, ['analyze', ...options], { encoding: 'utf8' });
  const [, nodes, ms] = /(\d+) nodes, depth \d+, ([\d.]+) ms/.exec(printed) ?? [];
  return Number(nodes) / Number(ms);
}
