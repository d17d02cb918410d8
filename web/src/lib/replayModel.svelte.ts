// A replay being viewed: its turn, and the timer that plays it.
import type { GameInfo, Session, Status, View } from './engine';
import { settings } from './settings.svelte';
import type { Stage } from './stage';
import { tilesOf } from './tiles';

export class ReplayModel {
  readonly info: GameInfo;
  readonly turns: number;
  view = $state.raw() as View;
  status = $state.raw() as Status;
  score = $state(0);
  playing = $state(false);
  /** The text for screen readers. */
  announced = $state('');
  private stage: Stage | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Session) {
    this.info = session.info();
    const view = session.view();
    this.turns = view.turn + view.redo;
    this.show(view);
  }

  attach(stage: Stage): void {
    this.stage = stage;
    stage.set(tilesOf(this.view));
  }

  /** Goes to a turn without animation. */
  go(turn: number): void {
    this.show(this.session.jump(Math.min(Math.max(turn, 0), this.turns)));
    this.stage?.set(tilesOf(this.view));
    this.announced = `Turn ${this.view.turn} of ${this.turns}.`;
  }

  /** Shows the next turn; false at the end. */
  forward(): boolean {
    const before = this.view.score;
    const turn = this.session.redo();
    if (!turn) return false;
    this.show(turn.view);
    this.score = before;
    const pace = settings.paceOf(turn.steps.length);
    this.stage?.show(turn.steps, tilesOf(turn.view), pace, (step) => (this.score = step.score));
    this.announced = `Turn ${turn.view.turn}. ${this.session.announcement()}`;
    void this.stage?.finished().then(() => (this.score = this.view.score));
    return true;
  }

  /** Plays or pauses; at the end it plays from the start. */
  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.view.turn === this.turns) this.go(0);
    this.playing = true;
    void this.next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async next(): Promise<void> {
    if (!this.forward()) {
      this.pause();
      return;
    }
    await this.stage?.finished();
    if (this.playing) this.timer = setTimeout(() => void this.next(), settings.now.pace);
  }

  private show(view: View): void {
    this.stage?.finish();
    this.view = view;
    this.status = this.session.status();
    this.score = view.score;
  }
}
