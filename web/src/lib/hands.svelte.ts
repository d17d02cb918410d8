// What keys, taps and swipes do at the board: a cursor, a picked tile, and the actions that come of them.
import type { Helper } from './helper.svelte';
import type { Sitting } from './sitting.svelte';

export class Hands {
  /** The cell that keys are at; none where directions move everything. */
  cursor = $state<number>();
  /** The tile that was picked. */
  picked = $state<number>();
  /** Whether a turn was made here: then nobody has to be told how. */
  practised = $state(false);
  /** Whether some swap is of tiles that are no neighbours. */
  readonly far = $derived.by(() => {
    const { session, table, view } = this.sitting;
    return view.legal.some((action) => {
      const meaning = session.meaning(action);
      return meaning.kind === 'swap' && !table.cells[meaning.a]?.neighbours.includes(meaning.b);
    });
  });

  constructor(
    private readonly sitting: Sitting,
    private readonly helper: Helper,
  ) {
    if (this.pairs) this.cursor = this.middle();
  }

  private get pairs(): boolean {
    return this.sitting.table.gestures === 'pair';
  }

  /** Before whatever is no turn: animations end, players fall silent. */
  begin(): void {
    this.sitting.settle();
    this.helper.stop();
  }

  /** Before a turn: its first picture ends the animation of the last one, which must not keep it waiting. */
  private beginTurn(): void {
    this.sitting.catchUp();
    this.helper.stop();
  }

  /** A direction by key or button. `acts` is for where it would only move the cursor. */
  way(dir: number, acts: boolean): void {
    const { session } = this.sitting;
    this.beginTurn();
    const from = this.picked ?? (acts && this.pairs ? this.cursor : undefined);
    if (from === undefined && this.cursor !== undefined) return this.moveCursor(dir);
    // Where swaps reach further than the next cell, the cursor goes there and Enter swaps.
    if (from !== undefined && this.pairs && !acts && this.far) return this.moveCursor(dir);
    const action = from === undefined ? session.swipe(dir) : session.step(from, dir);
    const next = from === undefined ? undefined : this.beside(from, dir);
    const done = this.play(action, `Nothing can go ${this.dirName(dir)} here.`);
    // The cursor goes with its tile where tiles change places or step.
    const slides = this.sitting.table.gestures === 'direction-or-step';
    if (done && this.cursor !== undefined && next !== undefined && !slides) this.follow(next);
  }

  /** Enter: shows the cursor, picks the tile there, or lets it go to the cursor. */
  pick(): void {
    const { sitting } = this;
    this.begin();
    if (this.cursor === undefined) {
      this.cursor = this.middle();
      const picks = sitting.table.gestures !== 'direction';
      sitting.say(
        'plain',
        picks ? 'Arrows move the cursor, Enter picks a tile, Esc goes back.' : 'Arrows look around, Esc goes back.',
      );
    } else if (sitting.table.gestures === 'direction') {
      sitting.say('plain', 'This game is played with directions alone; Esc goes back to them.');
    } else {
      this.touch(this.cursor);
    }
  }

  /** A tap on a cell, or Enter at it: the first picks, the second acts. */
  touch(cell: number): void {
    if (this.sitting.table.gestures === 'direction') return;
    if (this.picked === cell) {
      this.picked = undefined;
    } else if (this.picked !== undefined) {
      this.pair(this.picked, cell);
    } else if (!this.sitting.now.tiles[cell]) {
      this.sitting.say('bad', 'There is no tile to pick in this cell.');
    } else {
      this.picked = cell;
      if (this.cursor !== undefined) this.cursor = cell;
      this.sitting.say('plain', 'Picked. Now where to?');
    }
  }

  tap(cell: number): void {
    this.begin();
    this.touch(cell);
  }

  /** A swipe that began in a cell, or beside all of them, and went that way on the screen. */
  swipe(cell: number | undefined, dx: number, dy: number): void {
    const { session, table, now } = this.sitting;
    this.beginTurn();
    const dir = session.swipeVector(dx, dy);
    if (dir === undefined) return;
    const tile = cell !== undefined && now.tiles[cell] ? cell : undefined;
    this.picked = undefined;
    if (tile !== undefined && table.gestures !== 'direction') {
      this.play(session.step(tile, dir), `The tile cannot go ${this.dirName(dir)}.`);
    } else if (!this.pairs) {
      this.play(session.swipe(dir), `Nothing can go ${this.dirName(dir)} here.`);
    }
  }

  /** A drag from one cell to another that is further away than the next. */
  pair(from: number, to: number): void {
    this.beginTurn();
    const action = this.sitting.session.pair(from, to);
    const done = this.play(action, 'There is no way from the one cell to the other.');
    if (done && this.cursor !== undefined) this.follow(to);
  }

  /** Esc: one thing at a time. False where there was nothing to put back. */
  back(): boolean {
    const helped = this.helper.auto || this.helper.hint !== undefined || this.helper.thinking;
    const done = helped || this.picked !== undefined || (this.cursor !== undefined && !this.pairs);
    this.begin();
    if (!helped && this.picked === undefined && !this.pairs) this.cursor = undefined;
    if (!helped) this.picked = undefined;
    if (done) this.sitting.says = undefined;
    return done;
  }

  private play(action: string | undefined, otherwise: string): boolean {
    this.picked = undefined;
    if (action === undefined) {
      this.sitting.settle();
      this.sitting.say('bad', this.sitting.now.over ? 'The game is over.' : otherwise);
      return false;
    }
    const done = this.sitting.act(action);
    if (done) this.sitting.later(() => (this.practised = true));
    return done;
  }

  /** The cursor goes with its tile. */
  private follow(cell: number): void {
    this.sitting.later(() => (this.cursor = cell));
  }

  private moveCursor(dir: number): void {
    this.sitting.settle();
    this.sitting.says = undefined;
    if (this.cursor !== undefined) this.cursor = this.beside(this.cursor, dir) ?? this.cursor;
  }

  private beside(cell: number, dir: number): number | undefined {
    return this.sitting.table.cells[cell]?.neighbours[dir] ?? undefined;
  }

  private dirName(dir: number): string {
    return this.sitting.table.dirs[dir]?.name ?? 'that way';
  }

  /** The tile nearest to the middle: a cursor on an empty cell helps nobody. */
  private middle(): number {
    const { table, now } = this.sitting;
    const { width, height } = table.extent;
    let best = 0;
    let least = Infinity;
    table.cells.forEach(({ x, y }, cell) => {
      const far = Math.abs(x - width / 2) + Math.abs(y - height / 2);
      if (now.tiles[cell] && far < least) [best, least] = [cell, far];
    });
    return best;
  }
}
