// The form of a variant: what is shown is read again, and nonsense goes to the engine as it is.
import { beforeAll, expect, test } from 'vitest';
import { checkVariant, families, presets } from './engine';
import { startEngine } from './testing';
import { initial, json, texts, typed } from './variant';

beforeAll(startEngine);

test('what is shown is read again', () => {
  for (const { variant, family, variantHash } of presets()) {
    const fields = families().find(({ id }) => id === family)?.fields ?? [];
    expect(checkVariant(json(family, fields, texts(fields, variant))).hash).toBe(variantHash);
  }
});

test('every family has a first form that can be played', () => {
  for (const { id, fields } of families()) {
    const form = Object.fromEntries(fields.map(({ name, kind }) => [name, initial(kind)]));
    expect(checkVariant(json(id, fields, form)).family).toBe(id);
  }
});

test('nonsense is refused and never lost', () => {
  const fields = families().find(({ id }) => id === 'slide')?.fields ?? [];
  const form = Object.fromEntries(fields.map(({ name, kind }) => [name, initial(kind)]));
  for (const [name, text] of [
    ['board', 'square'],
    ['board', 'hex x'],
    ['board', 'square 4x4x4'],
    ['board', '7'],
    ['spawn', '2:9 2:1'],
    ['spawn', '2:9:1'],
    ['spawn', ''],
    ['start_tiles', '-1'],
    ['start_tiles', ''],
    ['start_tiles', '1e3'],
  ] as const) {
    const refuse = (): unknown => checkVariant(json('slide', fields, { ...form, [name]: text }));
    expect(refuse, `${name} ${text}`).toThrow(name);
  }
});

test('boards and spawns are typed in more than one way', () => {
  expect(typed({ type: 'board' }, 'square 5 × 3')).toEqual({ shape: 'square', width: 5, height: 3 });
  expect(typed({ type: 'board' }, 'hex 2')).toEqual({ shape: 'hex', radius: 2 });
  expect(typed({ type: 'spawn', max: 9, default: [] }, '2, 4=3')).toEqual({ 2: 1, 4: 3 });
  expect(typed({ type: 'limit', min: 1, max: 9 }, '')).toBeUndefined();
});
