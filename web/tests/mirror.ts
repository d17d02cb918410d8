// The engine beside the browser: plays the same game, so that tests know what has to be seen.
import { readFileSync } from 'node:fs';
import { initSync, type Play } from '../src/engine/tilewright_web.js';

initSync({ module: readFileSync(new URL('../src/engine/tilewright_web_bg.wasm', import.meta.url)) });

export * from '../src/engine/tilewright_web.js';

/** The cells of a game as the page's labels tell them. */
export function cells(play: Play): string[] {
  return play.view().tiles.map((tile) => (tile ? `${tile.value}${tile.strain > 0 ? `+${tile.strain}` : ''}` : 'empty'));
}

/** A legal action that is neither the first nor the last, so that tests see more than one corner of the board. */
export function someAction(play: Play): string {
  const { legal } = play.view();
  const action = legal[Math.floor(legal.length / 2)];
  if (action === undefined) throw new Error('There is no legal action.');
  return action;
}
