// The tiles on the screen. Only transforms and opacity are animated, and nothing is measured, so the first frame of a turn
// costs little.
import type { Board, Step, Tile } from './engine';
import { faceSize } from './format';
import { DeferredQueue } from './frame';
import { colours } from './palette';
import { agree, bindSteps, newPieces, type Piece, type PieceStep, type Pieces } from './pieces';
import type { Theme } from './theme';

/** Tiles travel during this part of a step; what comes of them is shown in the rest. */
const TRAVEL = 0.72;
const GLIDE = 'cubic-bezier(0.25, 0.8, 0.3, 1)';
/** How much of its way a tile has gone in the first frame of a turn. */
const FIRST_FRAME = 0.2;

/** A tile's element and what it shows. */
interface Node {
  outer: HTMLElement;
  face: HTMLElement;
  cell: number;
  value: number;
  strain: number;
}

/** How a turn is shown. */
export interface Pace {
  /** How long a step takes, in milliseconds; 0 shows the end at once. */
  step: number;
  /** Nothing moves: tiles appear where they end up. */
  still: boolean;
}

export class Stage {
  private readonly nodes = new Map<number, Node>();
  private pieces: Pieces = [];
  private running: Animation[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Tiles that are not seen in the first frame of a step. */
  private readonly deferredTiles = new DeferredQueue();
  private waiters: (() => void)[] = [];
  /** The tile under the finger. */
  private lifted: Node | undefined;
  /** Cells whose tiles may move next; `undefined` if it can be any. */
  private next: readonly number[] | undefined;
  /** The width of a cell's box; hexagons are wider than high. */
  private readonly width: number;

  constructor(
    private readonly layer: HTMLElement,
    private readonly board: Board,
    private theme: Theme,
  ) {
    this.width = board.shape === 'hex' ? 2 / Math.sqrt(3) : 1;
    layer.style.setProperty('--tile-width', `${(100 * this.width) / board.extent.width}%`);
    layer.style.setProperty('--tile-height', `${100 / board.extent.height}%`);
  }

  /** Whether a turn is being shown. */
  get moving(): boolean {
    return this.timer !== undefined || this.deferredTiles.pending;
  }

  /** A stage like this one that is not in the page. */
  detachedCopy(): Stage {
    return new Stage(document.createElement('div'), this.board, this.theme);
  }

  /** Shows tiles as they are, without animation. */
  set(tiles: readonly (Tile | null)[]): void {
    this.stop();
    this.settle(newPieces(tiles));
    this.resolveWaiters();
  }

  /**
   * Gives the tiles in `cells` (default: all) a compositor layer (`will-change`), so moving them needs no repaint. Each
   * layer costs time in every frame; on large boards use few.
   */
  prepare(cells?: readonly number[]): void {
    this.next = cells;
    if (!this.moving) this.updateLayers();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const node of this.nodes.values()) this.paint(node);
  }

  /**
   * Shows a turn: from the present tiles, by its steps, to `tiles`. `onstep` is called when a step begins.
   *
   * 1. First frame: the tiles of the first step are put a part of their way.
   * 2. After that frame: the last turn's tiles are settled, and the first step's animations start.
   * 3. One step after the other, by a timer.
   * 4. End: all tiles are where they belong, and `finished` resolves.
   */
  show(steps: readonly Step[], tiles: readonly (Tile | null)[], pace: Pace, onstep: (step: Step) => void): void {
    // Deferred tiles belong to the last turn: they decide where this one starts.
    if (this.deferredTiles.pending) this.finish();
    const bound = bindSteps(this.pieces, steps);
    // The engine's tiles count: steps that did not lead there would be drawn wrongly.
    const after = agree(bound.after, tiles) ? bound.after : newPieces(tiles);
    const animates = pace.step > 0 && !pace.still && !document.hidden;
    const [first] = bound.steps;
    if (animates && first && this.showFirstFrame(first)) {
      const begun = performance.now();
      this.leaveLastTurn();
      this.deferredTiles.add(() => {
        this.stop();
        this.settle(this.pieces);
        this.playSteps(bound.steps, after, pace.step, onstep, FIRST_FRAME, performance.now() - begun);
      });
      return;
    }
    this.finish();
    if (animates) return this.playSteps(bound.steps, after, pace.step, onstep);
    for (const step of steps) onstep(step);
    this.settle(after);
    if (pace.step > 0) this.fadeIn(bound.steps);
  }

  /** Ends the animation: everything is where it belongs. */
  finish(): void {
    if (!this.moving) return;
    this.deferredTiles.flush();
    this.stop();
    this.settle(this.pieces);
    this.resolveWaiters();
  }

  /** Resolves when nothing moves any more. */
  finished(): Promise<void> {
    return this.moving ? new Promise((resolve) => this.waiters.push(resolve)) : Promise.resolve();
  }

  /**
   * Lifts the tile of a cell and moves it with the finger, by that much in cells; with nothing to follow it only rises.
   * The last one that was lifted is put down.
   */
  lift(cell: number | undefined, dx = 0, dy = 0): void {
    const node = cell === undefined ? undefined : [...this.nodes.values()].find((each) => each.cell === cell);
    if (this.lifted && this.lifted !== node) this.drop(true);
    this.lifted = node;
    if (!node || this.moving) return;
    node.outer.classList.add('lifted');
    const [x, y] = [(100 * dx) / this.width / FACE, (100 * dy) / FACE];
    node.face.style.transform = `translate(${x}%, ${y}%) scale(1.07)`;
  }

  /** Puts the lifted tile down: it springs back where it did not go, and glides where its turn is shown. */
  drop(springs: boolean): void {
    const node = this.lifted;
    this.lifted = undefined;
    if (!node) return;
    const from = node.face.style.transform;
    node.outer.classList.remove('lifted');
    node.face.style.transform = '';
    if (from) node.face.animate([{ transform: from }, {}], springs ? SPRING : { duration: 100, easing: GLIDE });
  }

  /** A wave goes out from the tile of that value over the whole board. Resolves when it is over. */
  async celebrate(value: number): Promise<void> {
    const nodes = [...this.nodes.values()];
    const place = ({ cell }: Node) => this.board.cells[cell] ?? { x: 0, y: 0 };
    const star = nodes.find((node) => node.value === value);
    if (!star) return;
    const middle = place(star);
    const waves = nodes.map((node) => {
      const { x, y } = place(node);
      const far = Math.hypot(x - middle.x, y - middle.y);
      if (node === star) return node.face.animate(STAR, { duration: 900, easing: 'ease-out' });
      return node.face.animate(HOP, { delay: 120 + 70 * far, duration: 380, easing: 'ease-in-out' });
    });
    star.outer.classList.add('star');
    await Promise.allSettled(waves.map(({ finished }) => finished));
    star.outer.classList.remove('star');
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.deferredTiles.clear();
    for (const animation of this.running) animation.cancel();
    this.running = [];
  }

  /** The last turn counts as shown; its other tiles are settled after this frame, because all at once takes too long. */
  private leaveLastTurn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.resolveWaiters();
  }

  private resolveWaiters(): void {
    const waiters = this.waiters;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }

  /**
   * Puts the tiles of a turn's first step a part of their way; false if none moves. This is cheaper than to start
   * animations: the first frame shows that tiles move, and all else waits until it is handed over.
   */
  private showFirstFrame({ moved, gone }: PieceStep): boolean {
    const travels = [...moved, ...gone].filter(({ from, to }) => from !== to);
    for (const { piece, from, to } of travels) {
      const node = this.nodes.get(piece.id) ?? this.add(piece, from);
      // It may still be moving in the last turn.
      for (const each of this.running) if (animates(each, node)) each.cancel();
      // It is in no cell until it arrives, should the turn end before.
      node.cell = NO_CELL;
      node.outer.style.transform = this.at(from, to, FIRST_FRAME);
    }
    return travels.length > 0;
  }

  /** Plays the steps of a turn. The tiles of the first may have gone a part of their way in `late` milliseconds. */
  private playSteps(
    steps: readonly PieceStep[],
    after: Pieces,
    time: number,
    onstep: (step: Step) => void,
    part = 0,
    late = 0,
  ): void {
    this.pieces = after;
    this.playNext(steps, time, onstep, part, late);
  }

  private playNext(
    steps: readonly PieceStep[],
    time: number,
    onstep: (step: Step) => void,
    part: number,
    late: number,
  ): void {
    const [step, ...rest] = steps;
    if (!step) return this.finish();
    onstep(step.step);
    this.playStep(step, time, part, late);
    this.timer = setTimeout(() => {
      this.deferredTiles.flush();
      this.remove(step.gone.map(({ piece }) => piece.id));
      this.running = [];
      this.playNext(rest, time, onstep, 0, 0);
    }, time - late);
  }

  private playStep(step: PieceStep, time: number, part: number, late: number): void {
    const travel = { duration: Math.max(time * TRAVEL - late, 0), easing: GLIDE };
    const way = (from: number, to: number) => [{ transform: this.at(from, to, part) }, { transform: this.at(to) }];
    for (const { piece, from, to } of step.moved) {
      const node = this.nodes.get(piece.id);
      if (!node) continue;
      this.place(node, to);
      this.run(node.outer, way(from, to), travel);
    }
    const taken = new Set(step.made.map(({ at }) => at));
    for (const { piece, from, to } of step.gone) {
      const node = this.nodes.get(piece.id);
      if (!node) continue;
      node.outer.classList.add('under');
      this.run(node.outer, way(from, to), { ...travel, fill: 'forwards' });
      // A tile that leaves nothing behind shrinks as it fades.
      const end = taken.has(to) ? { opacity: 0 } : { opacity: 0, transform: 'scale(0.4)' };
      this.run(node.face, [{}, end], { delay: time * TRAVEL * 0.6 - late, duration: time * 0.4, fill: 'forwards' });
    }
    const begun = performance.now() - late;
    for (const made of step.made) {
      // A merged tile is seen when its parts have arrived; making it now would delay their first frame.
      if (made.origin.by === 'merge' && part === 0)
        this.deferredTiles.add(() => this.make(made, time, performance.now() - begun));
      else this.make(made, time, late);
    }
    for (const { piece, more } of step.strained) {
      const node = this.nodes.get(piece.id);
      if (!node) continue;
      node.strain = piece.strain;
      this.paint(node);
      if (more) this.run(node.face, SHUDDER, { duration: time, easing: 'linear' });
    }
  }

  /** Makes a new tile of a step that has been shown for `late` milliseconds. */
  private make({ piece, at, origin }: PieceStep['made'][number], time: number, late: number): void {
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
  private fadeIn(steps: readonly PieceStep[]): void {
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
    const shown = new Set<number>();
    now.forEach((piece, cell) => {
      if (!piece) return;
      shown.add(piece.id);
      const node = this.nodes.get(piece.id) ?? this.add(piece, cell);
      if (node.cell !== cell) this.place(node, cell);
      if (node.value !== piece.value || node.strain !== piece.strain) {
        node.value = piece.value;
        node.strain = piece.strain;
        this.paint(node);
      }
    });
    this.remove([...this.nodes.keys()].filter((id) => !shown.has(id)));
    this.updateLayers();
  }

  private updateLayers(): void {
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

  /** The transform of a tile in a cell, a part of its way to another, or above; in tiles, so that no size is needed. */
  private at(cell: number, to = cell, part = 0, above = 0): string {
    const [a, b] = [this.board.cells[cell], this.board.cells[to]];
    const mean = (from = 0, to = 0) => from + (to - from) * part;
    const [x, y] = [mean(a?.x, b?.x), mean(a?.y, b?.y)];
    return `translate(${(100 * (x - this.width / 2)) / this.width}%, ${100 * (y - 0.5 - above)}%)`;
  }

  private paint({ face, value, strain }: Node): void {
    const { scale, maxStrain } = this.board.look;
    const { back, ink } = colours(this.theme, scale, value);
    face.style.backgroundColor = back;
    face.style.color = ink;
    face.style.setProperty('--digits', String(faceSize(value)));
    face.textContent = String(value);
    if (strain > 0) {
      // Marks to count, not colours alone: filled ones for strain, hollow ones for what is left.
      face.dataset.strain = '●'.repeat(strain) + '○'.repeat(Math.max(maxStrain - strain, 0));
      face.dataset.cracks = String(Math.min(strain, 3));
    } else {
      delete face.dataset.strain;
      delete face.dataset.cracks;
    }
  }
}

const NO_CELL = -1;
/** How much of a cell its tile's face takes. */
const FACE = 0.91;
const SPRING: KeyframeAnimationOptions = { duration: 260, easing: 'cubic-bezier(0.3, 1.7, 0.5, 1)' };
const STAR: Keyframe[] = [
  {},
  { transform: 'scale(1.35) rotate(-4deg)', offset: 0.35 },
  { transform: 'scale(1.2) rotate(3deg)', offset: 0.6 },
  {},
];
const HOP: Keyframe[] = [{}, { transform: 'translateY(-12%) scale(1.06)', offset: 0.4 }, {}];
const POP: Keyframe[] = [
  { opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, transform: 'scale(1.12)', offset: 0.5 },
  { opacity: 1, transform: 'scale(1)' },
];
const GROW: Keyframe[] = [{ opacity: 0, transform: 'scale(0.3)' }, {}];
const SHUDDER: Keyframe[] = [0, -4, 4, -3, 2, 0].map((x) => ({ transform: `translateX(${x}%)` }));

function animates({ effect }: Animation, { outer, face }: Node): boolean {
  return effect instanceof KeyframeEffect && (effect.target === outer || effect.target === face);
}
