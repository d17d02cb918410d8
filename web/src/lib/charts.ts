// The numbers behind the charts: round scales and bars. Drawing is the components' business.

/** A scale from 0 to a round number at or above the largest, with its ticks. */
export interface Scale {
  top: number;
  ticks: number[];
}

/** A scale with three to six ticks at 1, 2 or 5 times a power of ten. */
export function scale(largest: number): Scale {
  if (!(largest > 0) || !Number.isFinite(largest)) return { top: 1, ticks: [0, 1] };
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Nothing that is counted here has halves.
  const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  const count = Math.ceil(largest / step);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}

/** How many numbers fall into which span; spans are equally wide and start at 0. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** At most so many bins of a round width, none missing in between. */
export function bins(numbers: number[], most = 10): Bin[] {
  if (numbers.length === 0) return [];
  const [least, largest] = [Math.min(...numbers), Math.max(...numbers)];
  const rough = Math.max(1, (largest - least + 1) / most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / width);
  const counts = new Map<number, number>();
  for (const number of numbers) {
    const at = Math.floor(number / width) - first;
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const length = Math.floor(largest / width) - first + 1;
  return Array.from({ length }, (_, i) => ({
    from: (first + i) * width,
    to: (first + i + 1) * width - 1,
    count: counts.get(i) ?? 0,
  }));
}

/** A number for an axis: 12, 3.4k, 1.2M. */
export function brief(number: number): string {
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    // Ten thousand is where the full number gets wider than the axis.
    const base = unit === 'k' ? 1e3 : size;
    if (number >= size) return `${+(number / base).toPrecision(3)}${unit}`;
  }
  return String(number);
}

/** At each place the mean of the last so many numbers up to it. */
export function runningMean(numbers: number[], last: number): number[] {
  return numbers.map((_, i) => {
    const span = numbers.slice(Math.max(0, i + 1 - last), i + 1);
    return span.reduce((sum, number) => sum + number, 0) / span.length;
  });
}
