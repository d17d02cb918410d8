// A replay being watched: where it stands, and the clock that turns its pages.
import type { Play, Table, View } from './engine';
import { pace } from './pace';
import { settings } from './settings.svelte';
import type { Stage } from './stage';
import { tell } from './tell';

export class Viewing {
  readonly table: Table;
  readonly turns: number;
  view = $state.raw() as View;
  score = $state(0);
  playing = $state(false);
  /** What a screen reader is told. */
  heard = $state('');
  private stage: Stage | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly play: Play) {
    this.table = play.table();
    this.view = play.view();
    this.turns = this.view.turns;
    this.score = this.view.score;
  }

  attach(stage: Stage): void {
    this.stage = stage;
    stage.set(this.view.tiles);
  }

  /** Goes to a turn without showing the way. */
  go(turn: number): void {
    this.see(this.play.jump(Math.min(Math.max(turn, 0), this.turns)));
    this.stage?.set(this.view.tiles);
    this.heard = `Turn ${this.view.turn} of ${this.turns}.`;
  }

  /** One turn on, shown as it happened; false at the end. */
  forward(): boolean {
    const turn = this.view.turn + 1;
    if (turn > this.turns) return false;
    const [before, events] = [this.view.score, this.play.eventsOf(turn)];
    this.see(this.play.jump(turn));
    this.stage?.show(before, events, this.view.tiles, pace(), { step: (step) => (this.score = step.score) });
    this.heard = `Turn ${turn}. ${tell(events)}`;
    void this.stage?.still().then(() => (this.score = this.view.score));
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
    await this.stage?.still();
    if (this.playing) this.timer = setTimeout(() => void this.next(), settings.now.pace);
  }

  private see(view: View): void {
    this.stage?.finish();
    this.view = view;
    this.score = view.score;
  }
}
