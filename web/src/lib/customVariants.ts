// Custom variants: everything that is played and is no preset is among them, so that it can be found again. Their slots begin
// with `own-`.
import { type Access, type CustomVariant, transact } from './db';
import { checkVariant } from './engine';
import { link } from './router.svelte';
import { unpack } from './share';
import { customSlot } from './slotName';

/** More than any variant needs, in bytes. */
const MAX_BYTES = 1 << 20;

/** All of them, by name. */
export function customVariants(): Promise<CustomVariant[]> {
  return transact(['owns'], 'readonly', (access) => access.all('owns'));
}

/** A name as it can be stored: one line, not too long, and not ending in `~2` like the further games of a slot. */
export function customName(wish: string): string {
  return wish
    .replace(/\p{C}/gu, ' ')
    .trim()
    .slice(0, 40)
    .replace(/~(?=\d+$)/, ' ');
}

/** The rules in a link's query, as they were written. */
export function rulesIn(query: URLSearchParams): Promise<string> {
  return unpack(query.get('rules') ?? '', MAX_BYTES);
}

/** The variant of a link with rules: what is played and its name, and the address of its games if it is stored here. */
export async function linkedVariant(
  query: URLSearchParams,
): Promise<{ what: string; title: string; address?: string }> {
  const { what } = checkVariant(await rulesIn(query));
  const stored = (await customVariants()).find(({ variant }) => variant === what);
  if (!stored) return { what, title: customName(query.get('name') ?? '') || 'Shared game' };
  const kept = ['seed', 'board'].flatMap((key) => (query.has(key) ? [[key, query.get(key) ?? '']] : []));
  return { what, title: stored.name, address: link('play', customSlot(stored.name), Object.fromEntries(kept)) };
}

/** Stores a variant unless it is stored already; returns its name. Throws if it cannot be played. */
export async function storeVariant(variant: string, wish: string): Promise<string> {
  const { what } = checkVariant(variant);
  return transact(['owns'], 'readwrite', async (access) => {
    const stored = (await access.all('owns')).find(({ variant }) => variant === what);
    return stored?.name ?? (await addVariant(access, customName(wish) || 'Shared game', what, Date.now()));
  });
}

/** Stores a variant under a name, or a similar one if the name is taken by other rules; returns the name. */
export async function addVariant(access: Access, wish: string, variant: string, when: number): Promise<string> {
  const taken = new Map((await access.all('owns')).map(({ name, variant }) => [name, variant]));
  let name = wish;
  for (let n = 2; taken.has(name) && taken.get(name) !== variant; n += 1) name = `${wish} ${n}`;
  if (!taken.has(name)) await access.put('owns', { name, variant, when });
  return name;
}
