import { beforeAll, expect, test } from 'vitest';
import { Play, presets } from '../engine/tilewright_web.js';
import { type Pieces, type Plan, pieces, plan, type Step } from './plan';
import { startEngine } from './testing';

beforeAll(startEngine);

function turn(what: string, board: string, action: string): Plan {
  const play = Play.place(what, board, '1');
  const before = pieces(play.view().tiles);
  const { cells } = play.table();
  return plan(before, 0, play.act(action).events, (cell) => cells[cell]?.x ?? 0).all();
}

test('a slide and its merges are one step, and the new tile another', () => {
  const { steps } = turn('classic-2048', '2 . . 2/. . . ./. 4 . ./. . . .', 'left');
  expect(steps).toHaveLength(2);
  const [slide, spawn] = steps as [Step, Step];
  expect(slide.gone.map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [3, 0],
  ]);
  expect(slide.moved.map(({ from, to }) => [from, to])).toEqual([[9, 8]]);
  expect(slide.made.map(({ at, piece, origin }) => [at, piece.value, origin.by])).toEqual([[0, 4, 'merge']]);
  expect([slide.gain, slide.score]).toEqual([4, 4]);
  expect(spawn.made.map(({ origin }) => origin.by)).toEqual(['appear']);
});

test('the first step is known before the others, and is the same with them', () => {
  const board = '8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16';
  const play = Play.place('merge3', board, '1');
  const before = pieces(play.view().tiles);
  const { first, all } = plan(before, 0, play.act('1,2-2,2').events, (cell) => cell);
  expect(first?.moved).toHaveLength(2);
  const { steps } = all();
  expect(steps.length).toBeGreaterThan(2);
  expect(steps[0]).toBe(first);
  expect(plan(before, 0, [], (cell) => cell).first).toBeUndefined();
});

test('a swap goes wave by wave, and new tiles drop in from above each other', () => {
  const board = '8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16';
  const [swap, melt, fall] = turn('merge3', board, '1,2-2,2').steps;
  expect(swap?.wave).toBe(0);
  expect(swap?.moved).toHaveLength(2);
  expect(melt?.wave).toBe(1);
  expect(melt?.gain).toBe(30);
  const rows = fall?.made.map(({ origin }) => (origin.by === 'above' ? origin.rows : 0)) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.min(...rows)).toBeGreaterThan(0);
});

test('steps hang together and end where the game is, in every game', () => {
  for (const { id } of presets()) {
    for (const seed of ['1', '2', '3']) {
      const play = Play.start(id, seed);
      const { cells } = play.table();
      let now = pieces(play.view().tiles);
      for (let count = 0; count < 60; count++) {
        const { legal, score } = play.view();
        const action = legal[(count * 7) % Math.max(legal.length, 1)];
        if (action === undefined) break;
        const { events, view } = play.act(action);
        const { steps, after } = plan(now, score, events, (cell) => cells[cell]?.x ?? 0).all();
        expect(
          after.map((piece) => piece && { value: piece.value, strain: piece.strain }),
          `${id} ${action}`,
        ).toEqual(view.tiles);
        expect(steps.at(-1)?.score, `${id} ${action}`).toBe(view.score);
        walk(now, steps, after, `${id} ${seed} turn ${view.turn}`);
        now = after;
      }
    }
  }
});

/** No piece is lost or seen twice on the way: what a step moves is there, and what it leaves is what comes next. */
function walk(before: Pieces, steps: readonly Step[], after: Pieces, where: string): void {
  const at = new Map<number, number>();
  for (const [cell, piece] of before.entries()) if (piece) at.set(piece.id, cell);
  for (const step of steps) {
    for (const { id, from } of [...step.moved, ...step.gone]) expect(at.get(id), where).toBe(from);
    for (const { id } of step.gone) at.delete(id);
    for (const { id, to } of step.moved) at.set(id, to);
    for (const made of step.made) at.set(made.piece.id, made.at);
    for (const { id } of step.strained) expect(at.has(id), where).toBe(true);
    expect(new Set(at.values()).size, where).toBe(at.size);
  }
  const end = new Map<number, number>();
  for (const [cell, piece] of after.entries()) if (piece) end.set(piece.id, cell);
  expect(at, where).toEqual(end);
}
