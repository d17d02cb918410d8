import { expect, test } from 'vitest';
import { blocks, howToPlay } from './rulebook';
import { startEngine } from './testing';

startEngine();

test('a page is cut into its pieces', () => {
  const page = 'First *line*\nand more.\n\n- one\n  goes on\n- two\n\n```text\na\n b\n```\n\n    c\n     d\n';
  expect(blocks(page)).toEqual([
    { kind: 'text', text: 'First line and more.' },
    { kind: 'item', text: 'one goes on' },
    { kind: 'item', text: 'two' },
    { kind: 'picture', text: 'a\n b' },
    { kind: 'picture', text: '    c\n     d' },
  ]);
  expect(blocks('')).toEqual([]);
});

test('every family has its page', async () => {
  for (const family of ['slide', 'swap', 'strain', 'factor']) {
    const found = await howToPlay(family);
    expect(found.length, family).toBeGreaterThan(3);
    expect(
      found.some(({ kind }) => kind === 'picture'),
      family,
    ).toBe(true);
  }
});
