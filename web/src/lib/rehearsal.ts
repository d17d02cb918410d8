// Turns that nobody sees. Whatever is done for the first time takes a browser ten times as long, so a game is practised for
// a while before somebody waits for a turn.
import { Play, type Table } from './engine';
import type { Stage } from './stage';

/** How many are practised. */
const TURNS = 40;
const PACE = { step: 1, still: false };

/** Practises a game from this board, whenever there is nothing else to do. */
export function rehearse({ what }: Table, board: string, stage: Stage): void {
  const trial = Play.place(what, board, '0');
  let view = trial.view();
  stage.set(view.tiles);
  const turn = (left: number) => {
    const action = view.legal[left % view.legal.length];
    if (action === undefined || left === 0) return trial.free();
    const { score } = view;
    const told = trial.act(action);
    view = told.view;
    stage.show(score, told.events, view.tiles, PACE, { step: () => undefined });
    stage.finish();
    idle(() => turn(left - 1));
  };
  idle(() => turn(TURNS));
}

/** Not every browser tells when it has nothing to do. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 100);
}
