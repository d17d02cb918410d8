// Texts that this version cannot read, of a later one perhaps: set aside under another name and never overwritten.
import type { Access } from './db';

export const ASIDE = 'unreadable-';

export async function setAside(access: Access, text: unknown): Promise<void> {
  await access.put('texts', { name: `${ASIDE}${Date.now()}-${Math.random()}`, text: asText(text) });
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
