// Warm-up: plays 40 turns on a detached stage in idle time, because a browser runs code about ten times slower the first
// time (JIT).
import { Session } from './engine';
import type { Stage } from './stage';
import { tilesOf } from './tiles';

const TURNS = 40;
const PACE = { step: 1, still: false };

/** Warms up with a game from this board. */
export function warmUp(what: string, board: string, stage: Stage): void {
  const session = Session.place(what, board, '0');
  let view = session.view();
  stage.set(tilesOf(view));
  const turn = (left: number) => {
    const action = view.legal[left % view.legal.length];
    if (action === undefined || left === 0) return session.free();
    const { steps, view: after } = session.play(action);
    view = after;
    stage.show(steps, tilesOf(view), PACE, () => undefined);
    stage.finish();
    idle(() => turn(left - 1));
  };
  idle(() => turn(TURNS));
}

/** Runs work in idle time; not every browser reports it. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 100);
}
