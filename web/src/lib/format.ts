// Numbers as people read them.

/** `12 345 678`, with narrow spaces that do not break. */
export function grouped(value: number): string {
  const digits = String(Math.trunc(Math.abs(value)));
  // Four digits are read at a glance.
  if (digits.length <= 4) return value < 0 ? `−${digits}` : digits;
  return (value < 0 ? '−' : '') + digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** How large a number is written on its tile, as a part of the tile: the more digits, the smaller. */
export function faceSize(value: number): number {
  const digits = String(value).length;
  return [0.5, 0.5, 0.46, 0.37, 0.3, 0.245, 0.205, 0.178, 0.156, 0.14, 0.126][Math.min(digits, 10)] ?? 0.126;
}

/** `1 turn`, `2 turns`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
