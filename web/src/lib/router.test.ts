import { expect, test } from 'vitest';
import { link, parse } from './router.svelte';

test('addresses come back as they were made', () => {
  for (const [name, rest, query] of [
    ['menu', '', {}],
    ['play', 'classic-2048', {}],
    ['play', 'own-Für Elise/2?', { seed: '42' }],
    ['watch', '', { r: 'a+b=c&d' }],
  ] as [string, string, Record<string, string>][]) {
    const route = parse(link(name, rest, query));
    expect([route.name, route.rest, Object.fromEntries(route.query)]).toEqual([name, rest, query]);
  }
});

test('whatever stands in the address bar is an address', () => {
  expect(parse('').name).toBe('menu');
  expect(parse('#').name).toBe('menu');
  expect(parse('#/?x').name).toBe('menu');
  expect(parse('#play/merge3')).toMatchObject({ name: 'play', rest: 'merge3' });
  expect(parse('#/play/%E0%A4%A').rest).toBe('%E0%A4%A');
  expect(parse('#/play?seed=1?2').query.get('seed')).toBe('1?2');
});
