// Links: what goes in comes out, and nothing else gets in.
import { expect, test, vi } from 'vitest';
import { copy, pack, sendLink, unpack } from './share';

test('a text comes back as it was', async () => {
  for (const text of ['', 'tilewright-replay 1\n', '{"family":"slide"}', 'ü€😀', 'left\n'.repeat(100_000)]) {
    const code = await pack(text);
    expect(code).toMatch(/^1[A-Za-z0-9_-]*$/);
    expect(await unpack(code)).toBe(text);
  }
});

test('a long game makes a short link', async () => {
  const actions = Array.from({ length: 2000 }, (_, i) => (i * 7 + (i >> 3)) % 4).join('\n');
  expect((await pack(actions)).length).toBeLessThan(1200);
});

test('a damaged code is refused with a reason', async () => {
  const code = await pack('tilewright-replay 1\nvariant slide/classic-2048@1 0123456789abcdef\n');
  for (const [bad, says] of [
    ['', /ends before/],
    [`2${code.slice(1)}`, /another version/],
    [code.slice(0, -8), /cut off or was changed/],
    [code.slice(0, 40) + (code[40] === 'A' ? 'B' : 'A') + code.slice(41), /cut off or was changed/],
    ['1', /cut off or was changed/],
    ['1A', /cut off or was changed/],
    ['1<script>', /no link has: “<”/],
    ['1%00', /no link has: “%”/],
  ] as const) {
    await expect(unpack(bad)).rejects.toThrow(says);
  }
});

test('a code that unpacks to far too much is stopped', async () => {
  const bomb = await pack('0'.repeat(4 << 20));
  expect(bomb.length).toBeLessThan(10_000);
  await expect(unpack(bomb, 1 << 20)).rejects.toThrow(/more than 1048576 bytes/);
});

test('bytes that are no text are refused', async () => {
  const raw = new Blob([Uint8Array.of(0xff, 0xfe, 0x80)]).stream().pipeThrough(new CompressionStream('deflate'));
  const squeezed = Buffer.from(await new Response(raw).arrayBuffer()).toString('base64url');
  await expect(unpack(`1${squeezed}`)).rejects.toThrow(/cut off or was changed/);
});

test('sendLink: what the system’s share sheet answers', async () => {
  const asked: unknown[] = [];
  const device = (share: (data: unknown) => Promise<void>) =>
    vi.stubGlobal('navigator', {
      canShare: () => true,
      share: (data: unknown) => {
        asked.push(data);
        return share(data);
      },
    });
  device(() => Promise.resolve());
  expect(await sendLink('Merge3', 'https://example.org/#/play/merge3')).toBe('Sent.');
  expect(asked).toEqual([{ title: 'Merge3', url: 'https://example.org/#/play/merge3' }]);
  device(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await sendLink('Merge3', '')).toBe('');
  device(() => Promise.reject(new Error('broken')));
  expect(await sendLink('Merge3', '')).toBe('The system did not take it.');
  vi.stubGlobal('navigator', {});
  expect(await sendLink('Merge3', '')).toBe('This browser cannot send that; copy or save it instead.');
  vi.unstubAllGlobals();
});

test('copy: with and without a clipboard', async () => {
  const texts: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void texts.push(text) } });
  expect(await copy('a link')).toBe('The link is on the clipboard.');
  expect(texts).toEqual(['a link']);
  vi.stubGlobal('navigator', {});
  expect(await copy('a link')).toContain('The clipboard is closed to this page');
  vi.unstubAllGlobals();
});
