import { expect, test } from 'vitest';
import { blocks, howToPlay, section } from './rulebook';

test('a page is cut into its pieces', () => {
  const page =
    '# T\n\n## How to play\n\nFirst *line*\nand more.\n\n- one\n  goes on\n- two\n\n```text\na\n b\n```\n\n    c\n     d\n\n## Next\n\nno';
  expect(blocks(section(page, 'How to play'))).toEqual([
    { kind: 'text', text: 'First line and more.' },
    { kind: 'item', text: 'one goes on' },
    { kind: 'item', text: 'two' },
    { kind: 'picture', text: 'a\n b' },
    { kind: 'picture', text: '    c\n     d' },
  ]);
  expect(blocks(section(page, 'Missing'))).toEqual([]);
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
