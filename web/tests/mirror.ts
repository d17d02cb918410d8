// The engine next to the browser: plays the same game, so that tests know what the page has to show.
import { readFileSync } from 'node:fs';
import { initSync, type Session, type Tile } from '../src/engine/tilewright_web.js';

initSync({ module: readFileSync(new URL('../src/engine/tilewright_web_bg.wasm', import.meta.url)) });

export * from '../src/engine/tilewright_web.js';

/** The tiles of a game, by cell. */
export function tiles(play: Session): (Tile | null)[] {
  return play.view().rows.flat();
}

/** The cells of a game as the page's labels give them. */
export function cells(play: Session): string[] {
  return tiles(play).map((tile) => (tile ? `${tile.value}${tile.strain ? `+${tile.strain}` : ''}` : 'empty'));
}

/** A legal action that is neither the first nor the last, so that tests see more than one corner of the board. */
export function someAction(play: Session): string {
  const { legal } = play.view();
  const action = legal[Math.floor(legal.length / 2)];
  if (action === undefined) throw new Error('There is no legal action.');
  return action;
}
