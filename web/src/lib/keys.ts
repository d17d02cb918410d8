// What keys mean at the board: the same as in the terminal.
import type { DirInfo } from './engine';

export type Command =
  /** A direction; with shift it acts where it would only move the cursor. */
  | { do: 'way'; dir: number; acts: boolean }
  /** A direction that this board does not have. */
  | { do: 'no-way' }
  | { do: 'pick' | 'undo' | 'redo' | 'hint' | 'autoplay' | 'player' | 'faster' | 'slower' | 'new' | 'replay' }
  | { do: 'help' | 'leave' };

/** What is asked of a key; a part of `KeyboardEvent`. */
export interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const PLAIN: Record<string, Command> = {
  Enter: { do: 'pick' },
  '5': { do: 'pick' },
  u: { do: 'undo' },
  Backspace: { do: 'undo' },
  r: { do: 'redo' },
  '?': { do: 'hint' },
  ' ': { do: 'autoplay' },
  '.': { do: 'player' },
  '+': { do: 'faster' },
  '=': { do: 'faster' },
  '-': { do: 'slower' },
  n: { do: 'new' },
  p: { do: 'replay' },
  F1: { do: 'help' },
  Escape: { do: 'leave' },
  q: { do: 'leave' },
};

/** Directions of a square that a hexagon does not have. */
const SIDEWAYS = new Set(['ArrowLeft', 'ArrowRight', 'h', 'l', '4', '6']);

/** The command of a key on a board with these directions; none where the key is somebody else's. */
export function command(dirs: readonly DirInfo[], event: Key): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const dir = dirs.findIndex(({ keys }) => keys.includes(letter));
  if (dir >= 0) return { do: 'way', dir, acts: event.shiftKey };
  if (dirs.length === 6 && SIDEWAYS.has(letter)) return { do: 'no-way' };
  return PLAIN[event.key] ?? PLAIN[letter];
}

/** The keys of a board, for the help page. */
export function help(gestures: string, hex: boolean): [keys: string, what: string][] {
  const pads = hex ? 'the same on the number pad' : 'the same; also 8 4 2 6 on the number pad';
  const moves: Record<string, [string, string][]> = {
    direction: hex
      ? [
          ['Q W E · A S D', 'slide up left, up, up right · down left, down, down right'],
          ['7 8 9 · 1 2 3', pads],
          ['swipe, drag', 'slide that way'],
          ['Enter', 'look around cell by cell; Esc ends it'],
        ]
      : [
          ['arrows', 'slide all tiles that way'],
          ['W A S D, H J K L', pads],
          ['swipe, drag', 'slide that way'],
          ['Enter', 'look around cell by cell; Esc ends it'],
        ],
    pair: [
      ['arrows', 'move the cursor; also W A S D, H J K L'],
      ['Enter', 'pick the tile at the cursor; then an arrow swaps it that way'],
      ['Shift + arrow', 'swap the tile at the cursor that way at once'],
      ['swipe, drag, tap', 'drag a tile onto another, or tap one and then the other'],
    ],
    step: [
      ['arrows', 'step the first tile, row by row, that can go that way'],
      ['Enter', 'show the cursor; Enter again picks the tile there, then an arrow steps it'],
      ['drag, tap', 'drag a tile into the cell beside it, or tap one and then the other'],
    ],
    'direction-or-step': [
      ['arrows', 'slide all tiles that way'],
      ['Enter', 'show the cursor; Enter again picks the tile there, then an arrow slides it alone'],
      [
        'drag, tap',
        'drag a tile to slide it alone, or tap it and then a cell that way; swipe beside tiles to slide all',
      ],
    ],
  };
  return [
    ...(moves[gestures] ?? []),
    ['U, Backspace', 'undo'],
    ['R', 'redo'],
    ['?', 'hint: what the chosen player would do, marked on the board'],
    ['Space', 'autoplay on and off; any action of yours ends it'],
    ['.', 'choose the player for hints and autoplay'],
    ['+ −', 'autoplay quicker, slower'],
    ['N', 'new game'],
    ['P', 'watch the game so far'],
    ['F1', 'this page'],
    [hex ? 'Esc' : 'Esc, Q', 'back; the game is kept after every turn'],
  ];
}
