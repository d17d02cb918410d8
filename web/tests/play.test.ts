// Every game, by keyboard on a desk and by touch on a phone: each turn shows what the engine says.
import { describe, test } from 'vitest';
import { DESKTOP, PHONE, useBrowser, visit } from './arcade';
import { same, turnByKeys, turnByTouch } from './board';
import { Play, presets } from './mirror';

const browser = useBrowser();
const TURNS = 4;

describe.each(presets().map(({ id }) => id))('%s', (id) => {
  test('by keyboard', async () => {
    const page = await visit(browser(), `#/play/${id}?seed=7`, DESKTOP);
    const play = Play.start(id, '7');
    await same(page, play);
    for (let turn = 0; turn < TURNS; turn += 1) await turnByKeys(page, play);
  });

  test('by touch', async () => {
    const page = await visit(browser(), `#/play/${id}?seed=11`, PHONE);
    const touch = await page.context().newCDPSession(page);
    const play = Play.start(id, '11');
    await same(page, play);
    for (let turn = 0; turn < TURNS; turn += 1) await turnByTouch(page, touch, play);
  });
});
