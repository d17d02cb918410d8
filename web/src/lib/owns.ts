// Variants of one's own: whatever is played that is no preset stands among them, so that it can be found again.
import { type Access, type Own, transact } from './db';
import { checkVariant } from './engine';
import { link } from './router.svelte';
import { unpack } from './share';

/** More than any variant needs, in bytes. */
const LONGEST = 1 << 20;

/** All of them, by name. */
export function owns(): Promise<Own[]> {
  return transact(['owns'], 'readonly', (access) => access.all('owns'));
}

/** A name as it can be kept: one line, not too long, and not like those of further games in a slot, which end in `~2`. */
export function ownName(wish: string): string {
  return wish
    .replace(/\p{C}/gu, ' ')
    .trim()
    .slice(0, 40)
    .replace(/~(?=\d+$)/, ' ');
}

/** The rules in a link's query, as they were written. */
export function rulesIn(query: URLSearchParams): Promise<string> {
  return unpack(query.get('rules') ?? '', LONGEST);
}

/** Where a link with rules leads: they are kept, and then they have a name. */
export async function ruledAddress(query: URLSearchParams): Promise<string> {
  const name = await ownFor(await rulesIn(query), query.get('name') ?? '');
  const seed = query.get('seed');
  return link('play', `own-${name}`, seed === null ? {} : { seed });
}

/** The name under which a variant is kept; it is kept now where it was not. Throws where it cannot be played. */
export async function ownFor(variant: string, wish: string): Promise<string> {
  const { what } = checkVariant(variant);
  return transact(['owns'], 'readwrite', async (access) => {
    const there = (await access.all('owns')).find((own) => own.variant === what);
    return there?.name ?? (await addOwn(access, ownName(wish) || 'Shared game', what, Date.now()));
  });
}

/** Keeps a variant under a name, or one like it where the name stands for other rules; returns the name. */
export async function addOwn(access: Access, wish: string, variant: string, when: number): Promise<string> {
  const taken = new Map((await access.all('owns')).map((own) => [own.name, own.variant]));
  let name = wish;
  for (let n = 2; taken.has(name) && taken.get(name) !== variant; n += 1) name = `${wish} ${n}`;
  if (!taken.has(name)) await access.put('owns', { name, variant, when });
  return name;
}
