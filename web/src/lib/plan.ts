// From events to steps: what happens together is shown together. No rule stands here, and no clock.
import type { Tile, Told } from './engine';

/** A tile with an identity, which rules do not know: the same tile is the same thing on the screen. */
export interface Piece extends Tile {
  id: number;
}

/** How a new piece comes: out of others, out of nothing, from above the board, or out of a cell. */
export type Origin = { by: 'merge' } | { by: 'appear' } | { by: 'above'; rows: number } | { by: 'burst'; from: number };

/** Things that happen at the same time. */
export interface Step {
  /** Pieces that go to another cell and stay. */
  moved: { id: number; from: number; to: number }[];
  /** Pieces that go there, or shrink where they are, and are no more. */
  gone: { id: number; from: number; to: number }[];
  /** Pieces that come. */
  made: { piece: Piece; at: number; origin: Origin }[];
  /** Pieces whose strain is another now. */
  strained: { id: number; strain: number; more: boolean }[];
  /** The wave or chain iteration that it belongs to; 0 outside of any. */
  wave: number;
  /** The points earned in it, and the score after it. */
  gain: number;
  score: number;
}

export type Pieces = (Piece | null)[];

/** The steps of a turn, and the pieces after it. */
export interface Plan {
  steps: Step[];
  after: Pieces;
}

/** What may be shown in one step. */
type Kind = 'move' | 'fall' | 'spawn' | 'strain' | 'break';

/** A step that is being put together. */
interface Open {
  kind: Kind;
  step: Step;
  /** For every piece that was there when the step began, where it was. */
  origins: Map<number, number>;
}

let lastId = 0;

/** A piece that was not there before. */
export function fresh(tile: Tile): Piece {
  lastId += 1;
  return { ...tile, id: lastId };
}

/** Pieces for tiles, none of them there before. */
export function pieces(tiles: readonly (Tile | null)[]): Pieces {
  return tiles.map((tile) => tile && fresh(tile));
}

/** A plan whose first step is known before the others: it is what the first picture shows. */
export interface Planned {
  first: Step | undefined;
  /** Plans the others. */
  all: () => Plan;
}

/** The steps of a turn that started from these pieces with that score. `column` tells which cells lie above each other. */
export function plan(before: Pieces, score: number, told: readonly Told[], column: (cell: number) => number): Planned {
  const planner = new Planner(before.slice(), score, column);
  const { steps, now: after } = planner;
  const events = told.values();
  /** Goes on until there are so many steps. */
  const until = (count: number) => {
    for (let next = events.next(); ; next = events.next()) {
      if (next.done) return planner.close();
      planner.tell(next.value);
      if (steps.length >= count) return;
    }
  };
  until(1);
  return {
    first: steps[0],
    all: () => {
      until(Infinity);
      return { steps, after };
    },
  };
}

class Planner {
  readonly steps: Step[] = [];
  private open: Open | undefined;
  private wave = 0;

  constructor(
    readonly now: Pieces,
    private score: number,
    private readonly column: (cell: number) => number,
  ) {}

  tell(event: Told): void {
    switch (event.type) {
      case 'slid':
        return this.shift('move', event.from, event.to);
      case 'fell':
        return this.shift('fall', event.from, event.to);
      case 'swapped':
        return this.swap(event.a, event.b);
      case 'merged':
        this.gather('move', event.cells, event.at);
        if (!event.overflow) this.make('move', event.at, event.value, { by: 'merge' });
        return;
      case 'divided':
        this.gather('move', [event.from, event.at], event.at);
        return this.make('move', event.at, event.value, { by: 'merge' });
      case 'eliminated':
        return this.gather('move', [event.a, event.b], event.b);
      case 'factored':
        // All of it at once: the step is the same for the centre and its parts, or a new one for all of them.
        this.take('move', [event.centre, ...event.parts.map((part) => part.at)]);
        this.gather('move', [event.centre], event.centre);
        for (const part of event.parts) {
          this.gather('move', [part.at], part.at);
          if (part.value !== null) this.make('move', part.at, part.value, { by: 'merge' });
        }
        return;
      case 'strained':
      case 'decayed':
        return this.strain(event.at, event.strain, event.type === 'strained');
      case 'fractured':
        if (!event.overflow) this.gather('break', [event.at], event.at);
        for (const cell of event.pieces) this.make('break', cell, event.value, { by: 'burst', from: event.at });
        return;
      case 'spawned':
        return this.spawn(event.at, event.value);
      case 'wave':
        this.close();
        this.wave = event.n;
        return;
      case 'scored':
        this.score = event.total;
        if (this.open) this.open.step.gain += event.gain;
        return;
      case 'cleared':
        this.now.fill(null);
        return;
      case 'reached':
      case 'ended':
      case 'blocked':
        return;
    }
  }

  /** Ends the step: whoever stands somewhere else now has gone there. */
  close(): void {
    if (!this.open) return;
    const { step, origins } = this.open;
    this.open = undefined;
    this.now.forEach((piece, to) => {
      const from = piece ? origins.get(piece.id) : undefined;
      if (piece && from !== undefined && from !== to) step.moved.push({ id: piece.id, from, to });
    });
    this.stack(step);
    step.score = this.score;
    this.steps.push(step);
  }

  /** Pieces that come from above start as high as there are new ones in their column, so that none covers another. */
  private stack(step: Step): void {
    const counts = new Map<number, number>();
    const above = step.made.filter(({ origin }) => origin.by === 'above');
    for (const { at } of above) counts.set(this.column(at), (counts.get(this.column(at)) ?? 0) + 1);
    for (const made of above) made.origin = { by: 'above', rows: counts.get(this.column(made.at)) ?? 1 };
  }

  /** The step that takes this kind of event; pieces at `used` must not have been made in it. */
  private take(kind: Kind, used: readonly number[] = []): Open {
    const known = (open: Open) =>
      used.every((cell) => {
        const piece = this.now[cell];
        return !piece || open.origins.has(piece.id);
      });
    if (this.open && (this.open.kind !== kind || !known(this.open))) this.close();
    if (!this.open) {
      const origins = new Map<number, number>();
      for (const [cell, piece] of this.now.entries()) if (piece) origins.set(piece.id, cell);
      const { wave, score } = this;
      this.open = { kind, origins, step: { moved: [], gone: [], made: [], strained: [], wave, gain: 0, score } };
    }
    return this.open;
  }

  private shift(kind: Kind, from: number, to: number): void {
    this.take(kind);
    this.now[to] = this.now[from] ?? null;
    this.now[from] = null;
  }

  private swap(a: number, b: number): void {
    this.take('move', [a, b]);
    [this.now[a], this.now[b]] = [this.now[b] ?? null, this.now[a] ?? null];
  }

  /** The pieces of these cells go to `at` and are no more. */
  private gather(kind: Kind, cells: readonly number[], at: number): void {
    const { step, origins } = this.take(kind, cells);
    for (const cell of cells) {
      const piece = this.now[cell];
      if (!piece) continue;
      step.gone.push({ id: piece.id, from: origins.get(piece.id) ?? cell, to: at });
      this.now[cell] = null;
    }
  }

  private make(kind: Kind, at: number, value: number, origin: Origin): void {
    const { step } = this.take(kind);
    const piece = fresh({ value, strain: 0 });
    this.now[at] = piece;
    step.made.push({ piece, at, origin });
  }

  private strain(at: number, strain: number, more: boolean): void {
    const piece = this.now[at];
    if (!piece) return;
    // Recovering is no news: it is shown with whatever comes before it.
    const step = more ? this.take('strain').step : (this.open?.step ?? this.steps.at(-1) ?? this.take('strain').step);
    step.strained.push({ id: piece.id, strain, more });
    this.now[at] = { ...piece, strain };
  }

  private spawn(at: number | null, value: number): void {
    // A tile that joins the preview is not on the board.
    if (at === null) return;
    if (this.open?.kind === 'fall') this.make('fall', at, value, { by: 'above', rows: 1 });
    else this.make('spawn', at, value, { by: 'appear' });
  }
}
