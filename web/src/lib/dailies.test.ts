import { expect, test } from 'vitest';
import { type Daily, streak } from './dailies';

function daily(date: string, played = date): Daily {
  return { date, preset: 'merge3', score: 1, turns: 1, played, practice: 0 };
}

test('streak: days in a row that were played on themselves, up to today or yesterday', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01'].map((date) => daily(date));
  expect(streak(days, '2026-03-01')).toBe(3);
  expect(streak(days, '2026-03-02')).toBe(3);
  expect(streak(days, '2026-03-03')).toBe(0);
  expect(streak([...days.slice(1), daily('2026-02-27', '2026-03-01')], '2026-03-01')).toBe(2);
  expect(streak([], '2026-03-01')).toBe(0);
});
