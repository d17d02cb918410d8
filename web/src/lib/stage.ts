// The tiles on the screen. A turn's steps are shown one after the other; only transforms and opacity are animated, and
// nothing is ever measured, so the first frame of a turn is as quick as the browser.
import type { Board, Tile, Told } from './engine';
import { faceSize } from './format';
import { AfterFrame } from './frame';
import { glaze, type Scale } from './palette';
import { type Piece, type Pieces, pieces, plan, type Step } from './plan';
import type { Theme } from './theme';

/** How long a step takes, in milliseconds. */
export const STEP_TIMES = { instant: 0, fast: 80, normal: 150, slow: 420 } as const;
/** Long cascades are shown more quickly: no turn takes longer than so many steps. */
const MOST_STEPS = 20;
/** Tiles travel for the first part of a step; what comes of them stands out in the rest. */
const TRAVEL = 0.72;
const GLIDE = 'cubic-bezier(0.25, 0.8, 0.3, 1)';
/** How much of its way a tile has gone in the first frame of a turn. */
const SET_OUT = 0.2;

/** A tile's element and what it shows. */
interface Node {
  outer: HTMLElement;
  face: HTMLElement;
  cell: number;
  value: number;
  strain: number;
}

export interface Look {
  theme: Theme;
  scale: Scale;
  /** The strain at which a tile breaks, where there is such a thing. */
  maxStrain: number;
}

/** How a turn is shown. */
export interface Pace {
  /** How long a step takes; 0 shows the end at once. */
  step: number;
  /** Nothing flies: tiles appear where they end up. */
  still: boolean;
}

/** What a stage tells while it shows a turn. */
export interface Audience {
  /** A step begins: for scores and sounds. */
  step(step: Step): void;
}

export class Stage {
  private readonly nodes = new Map<number, Node>();
  private pieces: Pieces = [];
  private running: Animation[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What is not seen in the first frame of a step. */
  private readonly unseen = new AfterFrame();
  private over: (() => void)[] = [];
  /** Cells whose tiles may set out next; none where it can be any. */
  private next: readonly number[] | undefined;
  /** The size of a cell's box; hexagons are wider than high. */
  private readonly width: number;

  constructor(
    private readonly layer: HTMLElement,
    private readonly board: Board,
    private look: Look,
  ) {
    this.width = board.shape === 'hex' ? 2 / Math.sqrt(3) : 1;
    layer.style.setProperty('--tile-width', `${(100 * this.width) / board.extent.width}%`);
    layer.style.setProperty('--tile-height', `${100 / board.extent.height}%`);
  }

  get moves(): boolean {
    return this.timer !== undefined || this.unseen.waits;
  }

  /** A stage like this one that nobody sees. */
  double(): Stage {
    return new Stage(document.createElement('div'), this.board, this.look);
  }

  /** Shows tiles as they are, without a way there. */
  set(tiles: readonly (Tile | null)[]): void {
    this.halt();
    this.settle(pieces(tiles));
    this.tellOver();
  }

  /**
   * Gets the tiles in these cells ready to set out, or all. Each has a picture of its own then, and nothing is painted anew
   * when it moves; but every such picture takes its part of every frame, so on large boards only a few should.
   */
  expect(cells?: readonly number[]): void {
    this.next = cells;
    if (!this.moves) this.getReady();
  }

  /** Wears other colours. */
  dress(look: Look): void {
    this.look = look;
    for (const node of this.nodes.values()) this.paint(node);
  }

  /** Shows a turn: from what stands there now, by its events, to these tiles. */
  show(score: number, told: readonly Told[], tiles: readonly (Tile | null)[], pace: Pace, audience: Audience): void {
    // What waits knows best where the last turn ends.
    if (this.unseen.waits) this.finish();
    const { first, all } = plan(this.pieces, score, told, (cell) => this.board.cells[cell]?.x ?? 0);
    const flies = pace.step > 0 && !pace.still && !document.hidden;
    const run = (part = 0, late = 0) => {
      const { steps, after } = all();
      // What the engine says counts; events that did not lead there would only be shown wrongly.
      const end = agrees(after, tiles) ? after : pieces(tiles);
      if (flies) {
        this.pieces = end;
        this.playAll(
          steps,
          Math.min(pace.step, (MOST_STEPS * pace.step) / Math.max(steps.length, 1)),
          audience,
          part,
          late,
        );
        return;
      }
      for (const step of steps) audience.step(step);
      this.settle(end);
      if (pace.step > 0) this.fadeIn(steps);
    };
    if (!flies || !first || !this.setOut(first)) {
      this.finish();
      return run();
    }
    const begun = performance.now();
    // The last turn may still go on. Its other tiles come to rest after this picture: all at once would take too long.
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tellOver();
    this.unseen.add(() => {
      this.halt();
      this.settle(this.pieces);
      run(SET_OUT, performance.now() - begun);
    });
  }

  /** Ends the animation: everything stands where it belongs. */
  finish(): void {
    if (!this.moves) return;
    this.unseen.flush();
    this.halt();
    this.settle(this.pieces);
    this.tellOver();
  }

  /** Resolves when nothing moves any more. */
  still(): Promise<void> {
    return this.moves ? new Promise((resolve) => this.over.push(resolve)) : Promise.resolve();
  }

  /** A tile that cannot go that way says so with a nudge. */
  nudge(x: number, y: number): void {
    const away = { transform: `translate(${x * 1.2}%, ${y * 1.2}%)` };
    this.running.push(this.layer.animate([{}, away, {}], { duration: 140, easing: 'ease-out' }));
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.unseen.drop();
    for (const animation of this.running) animation.cancel();
    this.running = [];
  }

  private tellOver(): void {
    const over = this.over;
    this.over = [];
    for (const tell of over) tell();
  }

  /**
   * Puts the tiles of a turn's first step a part of their way; false where none has a way to go. That is cheaper than to
   * begin animations, and nothing but this step has to be planned for it: the first frame shows tiles that have set out,
   * and the rest waits until it is handed over.
   */
  private setOut({ moved, gone }: Step): boolean {
    const ways = [...moved, ...gone].filter(({ from, to }) => from !== to);
    for (const { id, from, to } of ways) {
      const piece = this.pieces[from];
      const node = this.nodes.get(id) ?? (piece && this.add(piece, from));
      if (!node) continue;
      // It may still be on its way in the last turn.
      for (const each of this.running) if (moves(each, node)) each.cancel();
      // It is in no cell until it arrives, should the turn end before.
      node.cell = NOWHERE;
      node.outer.style.transform = this.at(from, to, SET_OUT);
    }
    return ways.length > 0;
  }

  /** Plays steps one after the other. The tiles of the first may have gone a part of their way in so many milliseconds. */
  private playAll(steps: readonly Step[], time: number, audience: Audience, part: number, late: number): void {
    const [step, ...rest] = steps;
    if (!step) return this.finish();
    audience.step(step);
    this.play(step, time, part, late);
    this.timer = setTimeout(() => {
      this.unseen.flush();
      this.remove(step.gone.map(({ id }) => id));
      this.running = [];
      this.playAll(rest, time, audience, 0, 0);
    }, time - late);
  }

  private play(step: Step, time: number, part: number, late: number): void {
    const travel = { duration: Math.max(time * TRAVEL - late, 0), easing: GLIDE };
    const way = (from: number, to: number) => [{ transform: this.at(from, to, part) }, { transform: this.at(to) }];
    for (const { id, from, to } of step.moved) {
      const node = this.nodes.get(id);
      if (!node) continue;
      this.place(node, to);
      this.run(node.outer, way(from, to), travel);
    }
    const taken = new Set(step.made.map(({ at }) => at));
    for (const { id, from, to } of step.gone) {
      const node = this.nodes.get(id);
      if (!node) continue;
      node.outer.classList.add('under');
      this.run(node.outer, way(from, to), { ...travel, fill: 'forwards' });
      // Where nothing comes of it, it fades.
      const end = taken.has(to) ? { opacity: 0 } : { opacity: 0, transform: 'scale(0.4)' };
      this.run(node.face, [{}, end], { delay: time * TRAVEL * 0.6 - late, duration: time * 0.4, fill: 'forwards' });
    }
    const begun = performance.now() - late;
    for (const made of step.made) {
      // What comes of tiles is seen when they have arrived; to make it now would only keep them from setting out.
      if (made.origin.by === 'merge' && part === 0)
        this.unseen.add(() => this.make(made, time, performance.now() - begun));
      else this.make(made, time, late);
    }
    for (const { id, strain, more } of step.strained) {
      const node = this.nodes.get(id);
      if (!node) continue;
      node.strain = strain;
      this.paint(node);
      if (more) this.run(node.face, SHUDDER, { duration: time, easing: 'linear' });
    }
  }

  /** Makes a new tile of a step that has been shown for so long. */
  private make({ piece, at, origin }: Step['made'][number], time: number, late: number): void {
    const node = this.add(piece, at);
    const to = { transform: this.at(at) };
    switch (origin.by) {
      case 'merge':
        this.run(node.face, POP, {
          delay: time * TRAVEL * 0.75 - late,
          duration: time * 0.75,
          easing: 'ease-out',
          fill: 'backwards',
        });
        break;
      case 'appear':
        this.run(node.face, GROW, { duration: time, easing: GLIDE, fill: 'backwards' });
        break;
      case 'above':
        this.run(node.outer, [{ transform: this.at(at, at, 0, origin.rows) }, to], {
          duration: time * TRAVEL,
          easing: GLIDE,
        });
        this.run(node.face, [{ opacity: 0 }, { opacity: 1 }], { duration: time * 0.3 });
        break;
      case 'burst':
        this.run(node.outer, [{ transform: this.at(origin.from) }, to], { duration: time * TRAVEL, easing: GLIDE });
        this.run(node.face, [{ transform: 'scale(0.5)' }, {}], { duration: time * TRAVEL, easing: GLIDE });
    }
  }

  /** Shows what is new without moving it. */
  private fadeIn(steps: readonly Step[]): void {
    for (const { piece } of steps.flatMap(({ made }) => made)) {
      const node = this.nodes.get(piece.id);
      if (node) this.run(node.face, [{ opacity: 0.2 }, { opacity: 1 }], { duration: 240 });
    }
  }

  private run(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.running.push(element.animate(frames, options));
  }

  /** Makes the elements show these pieces and no others. */
  private settle(now: Pieces): void {
    this.pieces = now;
    const kept = new Set<number>();
    now.forEach((piece, cell) => {
      if (!piece) return;
      kept.add(piece.id);
      const node = this.nodes.get(piece.id) ?? this.add(piece, cell);
      if (node.cell !== cell) this.place(node, cell);
      if (node.value !== piece.value || node.strain !== piece.strain) {
        node.value = piece.value;
        node.strain = piece.strain;
        this.paint(node);
      }
    });
    this.remove([...this.nodes.keys()].filter((id) => !kept.has(id)));
    this.getReady();
  }

  private getReady(): void {
    for (const { outer, cell } of this.nodes.values())
      outer.classList.toggle('ready', this.next?.includes(cell) ?? true);
  }

  private remove(ids: readonly number[]): void {
    for (const id of ids) {
      this.nodes.get(id)?.outer.remove();
      this.nodes.delete(id);
    }
  }

  private add(piece: Piece, cell: number): Node {
    const outer = document.createElement('div');
    outer.className = 'tile';
    const face = document.createElement('div');
    face.className = 'face';
    outer.append(face);
    const node = { outer, face, cell, value: piece.value, strain: piece.strain };
    this.place(node, cell);
    this.paint(node);
    this.layer.append(outer);
    this.nodes.set(piece.id, node);
    return node;
  }

  private place(node: Node, cell: number): void {
    node.cell = cell;
    node.outer.style.transform = this.at(cell);
  }

  /** Where a tile lies that is in a cell, a part of its way to another, or above; in tiles, so that no size has to be known. */
  private at(cell: number, to = cell, part = 0, above = 0): string {
    const [a, b] = [this.board.cells[cell], this.board.cells[to]];
    const mean = (from = 0, to = 0) => from + (to - from) * part;
    const [x, y] = [mean(a?.x, b?.x), mean(a?.y, b?.y)];
    return `translate(${(100 * (x - this.width / 2)) / this.width}%, ${100 * (y - 0.5 - above)}%)`;
  }

  private paint({ face, value, strain }: Node): void {
    const { back, ink } = glaze(this.look.theme, this.look.scale, value);
    face.style.backgroundColor = back;
    face.style.color = ink;
    face.style.setProperty('--digits', String(faceSize(value)));
    face.textContent = String(value);
    if (strain > 0) {
      // Marks that are counted, not coloured: filled ones for strain, hollow ones for what is left.
      face.dataset.strain = '●'.repeat(strain) + '○'.repeat(Math.max(this.look.maxStrain - strain, 0));
      face.dataset.cracks = String(Math.min(strain, 3));
    } else {
      delete face.dataset.strain;
      delete face.dataset.cracks;
    }
  }
}

const NOWHERE = -1;
const POP: Keyframe[] = [
  { opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, transform: 'scale(1.12)', offset: 0.5 },
  { opacity: 1, transform: 'scale(1)' },
];
const GROW: Keyframe[] = [{ opacity: 0, transform: 'scale(0.3)' }, {}];
const SHUDDER: Keyframe[] = [0, -4, 4, -3, 2, 0].map((x) => ({ transform: `translateX(${x}%)` }));

function moves({ effect }: Animation, { outer, face }: Node): boolean {
  return effect instanceof KeyframeEffect && (effect.target === outer || effect.target === face);
}

function agrees(after: Pieces, tiles: readonly (Tile | null)[]): boolean {
  return after.every((piece, cell) => {
    const tile = tiles[cell];
    return piece ? tile?.value === piece.value && tile.strain === piece.strain : !tile;
  });
}
