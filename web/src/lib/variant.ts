// The form of a variant: each field as it is typed, and the JSON that comes of it. Whether it is right is the engine's to say.
import type { FieldInfo, FieldKind } from './engine';

type Json = Record<string, unknown>;

/** A field's value as text in the form; nothing where it is left out. */
export function shown(kind: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return '';
  switch (kind.type) {
    case 'spawn':
      return typeof value === 'object'
        ? Object.entries(value)
            .sort(([a], [b]) => Number(a) - Number(b))
            .map(([tile, weight]) => `${tile}:${String(weight)}`)
            .join(' ')
        : String(value);
    case 'board': {
      const board = value as Json;
      return board.shape === 'hex'
        ? `hex ${String(board.radius)}`
        : `square ${String(board.width)}x${String(board.height)}`;
    }
    default:
      return String(value);
  }
}

/** What was typed as a value. What makes no sense is handed on as it is, for the engine to refuse. */
export function typed(kind: FieldKind, text: string): unknown {
  text = text.trim();
  const number = (word: string): unknown => (/^\d{1,15}$/.test(word) ? Number(word) : word);
  switch (kind.type) {
    case 'whole':
    case 'power':
      return number(text);
    case 'limit':
      return text === '' ? undefined : number(text);
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'choice':
      return text;
    case 'spawn': {
      const pairs = text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((pair) => pair.split(/[:=]/));
      const values = pairs.map(([value]) => value);
      const good = pairs.every(({ length }) => length <= 2) && new Set(values).size === values.length;
      return good ? Object.fromEntries(pairs.map(([value, weight = '1']) => [value, number(weight)])) : text;
    }
    case 'board': {
      const radius = /^hex\s+(\S+)$/.exec(text)?.[1];
      if (radius !== undefined) return { shape: 'hex', radius: number(radius) };
      const [, width, height] = /^square\s+(\d+)\s*[x×\s]\s*(\d+)$/.exec(text) ?? [];
      if (width !== undefined && height !== undefined)
        return { shape: 'square', width: number(width), height: number(height) };
      return text;
    }
  }
}

/** What a family's variant has where nothing else is said. */
export function initial(kind: FieldKind): string {
  switch (kind.type) {
    case 'limit':
      return '';
    case 'board':
      return 'square 4x4';
    case 'spawn':
      return kind.default.map(([value, weight]) => `${value}:${weight}`).join(' ');
    default:
      return String(kind.default);
  }
}

/** The texts of a whole form. */
export function texts(fields: FieldInfo[], variant: Json): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, shown(kind, variant[name])]));
}

/** The JSON text of a whole form. */
export function json(family: string, fields: FieldInfo[], texts: Record<string, string>): string {
  const entries = fields.map(({ name, kind }) => [name, typed(kind, texts[name] ?? '')]);
  return JSON.stringify({ family, ...Object.fromEntries(entries) });
}

/** How a field is typed, where that does not go without saying. */
export function form(field: FieldInfo): string {
  switch (field.kind.type) {
    case 'board':
      return 'like square 4x4, or hex 2';
    case 'spawn':
      return `value:weight pairs, like 2:9 4:1; values up to ${field.kind.max}`;
    default:
      return field.allowed.replace(/^it is /, '');
  }
}
