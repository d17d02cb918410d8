import { beforeAll, expect, test } from 'vitest';
import { presets, Session } from '../engine/page.js';
import { agree, bindSteps, newPieces, type PieceStep, type Pieces } from './pieces';
import { startEngine } from './testing';
import { tilesOf } from './tiles';

beforeAll(startEngine);

test('bindSteps: a slide moves, merges and adds pieces', () => {
  const session = Session.place('classic-2048', '2 . . 2/. . . ./. 4 . ./. . . .', '1');
  const before = newPieces(tilesOf(session.view()));
  const { steps } = bindSteps(before, session.play('left').steps);
  expect(steps).toHaveLength(2);
  const [slide, spawn] = steps as [PieceStep, PieceStep];
  expect(slide.gone.map(({ piece }) => piece)).toEqual([before[0], before[3]]);
  expect(slide.moved).toEqual([{ piece: before[9], from: 9, to: 8 }]);
  expect(slide.made.map(({ at, piece, origin }) => [at, piece.value, origin.by])).toEqual([[0, 4, 'merge']]);
  expect(spawn.made.map(({ origin }) => origin.by)).toEqual(['appear']);
});

test('bindSteps: pieces agree with the view after every turn of every game', () => {
  for (const { id } of presets()) {
    const session = Session.start(id, '1');
    let now = newPieces(tilesOf(session.view()));
    for (let count = 0; count < 60; count++) {
      const { legal } = session.view();
      const action = legal[(count * 7) % Math.max(legal.length, 1)];
      if (action === undefined) break;
      const { steps, view } = session.play(action);
      const bound = bindSteps(now, steps);
      expect(agree(bound.after, tilesOf(view)), `${id} ${action}`).toBe(true);
      walk(now, bound.steps, bound.after, `${id} turn ${view.turn}`);
      now = bound.after;
    }
  }
});

/** No piece is lost or seen twice: what a step moves is there, and what it leaves is what the next one finds. */
function walk(before: Pieces, steps: readonly PieceStep[], after: Pieces, where: string): void {
  const at = cellsOf(before);
  for (const step of steps) {
    for (const { piece, from } of [...step.moved, ...step.gone]) expect(at.get(piece.id), where).toBe(from);
    for (const { piece } of step.gone) at.delete(piece.id);
    for (const { piece, to } of step.moved) at.set(piece.id, to);
    for (const made of step.made) at.set(made.piece.id, made.at);
    for (const { piece } of step.strained) expect(at.has(piece.id), where).toBe(true);
    expect(new Set(at.values()).size, where).toBe(at.size);
  }
  expect(at, where).toEqual(cellsOf(after));
}

function cellsOf(pieces: Pieces): Map<number, number> {
  const at = new Map<number, number>();
  for (const [cell, piece] of pieces.entries()) if (piece) at.set(piece.id, cell);
  return at;
}
