// Input at the board: forwards keys, taps and swipes to the engine and carries out its answers.
import type { Assist } from './assist.svelte';
import { type Answer, BoardInput } from './engine';
import type { PlayModel } from './playModel.svelte';

export class InputModel {
  /** The cell that keys are at; `undefined` if directions move tiles at once. */
  cursor = $state<number>();
  /** The cell whose tile was picked. */
  picked = $state<number>();
  /** The cell that a mouse is over. */
  pointed = $state<number>();
  /** Whether keys are used: a cursor that nobody moves is only in the way. */
  keys = $state(false);
  /** Whether a turn was made here: then the first steps need not be explained. */
  practised = $state(false);
  private readonly input: BoardInput;

  constructor(
    private readonly model: PlayModel,
    private readonly assist: Assist,
  ) {
    this.input = new BoardInput(model.session);
    this.showMarks();
  }

  /** Before what is no turn: animations end, players stop. */
  interrupt(): void {
    this.model.settle();
    this.assist.stop();
  }

  /** Before what may be a turn: its first frame ends the animation of the last turn, which must not delay it. */
  private beginTurn(): void {
    this.model.flush();
    this.assist.stop();
  }

  /** A direction by key or button. With `shift` it acts where it would only move the cursor. */
  go(dir: number, shift: boolean): void {
    this.keys = true;
    this.beginTurn();
    this.carryOut(this.input.go(this.model.session, dir, shift));
  }

  /** Enter: shows the cursor, picks the tile there, or lets the picked tile go there. */
  pick(): void {
    this.keys = true;
    this.beginTurn();
    this.carryOut(this.input.pick(this.model.session));
  }

  tap(cell: number): void {
    // Only directions are played: a tap means nothing.
    if (!this.model.info.picks) return this.interrupt();
    this.beginTurn();
    this.carryOut(this.input.tap(this.model.session, cell));
  }

  /** A swipe that began in a cell, or outside of all, and went that way on the screen. */
  swipe(cell: number | undefined, dx: number, dy: number): void {
    this.beginTurn();
    this.carryOut(this.input.swipe(this.model.session, cell, dx, dy));
  }

  /** The cell whose tile a gesture would move: the pressed one, or the first that can go that way. */
  aim(cell: number | undefined, dx: number, dy: number): number | undefined {
    const { over, elsewhere, session } = this.model;
    return over || elsewhere ? undefined : this.input.aim(session, cell, dx, dy);
  }

  drag(from: number, to: number): void {
    this.beginTurn();
    this.carryOut(this.input.drag(this.model.session, from, to));
  }

  /** Puts the picked tile down. */
  release(): void {
    this.input.release();
    this.showMarks();
  }

  /** Esc: one thing at a time. False if there was nothing to go back from. */
  back(): boolean {
    const stopped = this.assist.active;
    this.interrupt();
    const back = stopped || this.input.back(this.model.session);
    if (back) this.model.notice = undefined;
    this.showMarks();
    return back;
  }

  private carryOut(answer: Answer): void {
    switch (answer.do) {
      case 'act':
        // The cursor follows its tile in the deferred part of the turn.
        if (this.model.play(answer.action)) this.model.defer(() => (this.practised = true));
        return this.model.defer(() => this.showMarks());
      case 'marked':
        this.model.settle();
        this.model.notice = undefined;
        return this.showMarks();
      case 'say':
        this.showMarks();
        if (answer.notice.tone === 'bad') return this.model.refuse(answer.notice);
        this.model.settle();
        this.model.say(answer.notice);
    }
  }

  private showMarks(): void {
    this.cursor = this.input.cursor;
    this.picked = this.input.picked;
  }
}
