// Variants of one's own: whatever is played that is no preset stands among them, so that it can be found again.
import { transact, type Access, type Own } from './db';
import { checkVariant } from './engine';

/** All of them, by name. */
export function owns(): Promise<Own[]> {
  return transact(['owns'], 'readonly', (access) => access.all('owns'));
}

/** The name under which a variant is kept; it is kept now where it was not. Throws where it cannot be played. */
export async function ownFor(variant: string, wish: string): Promise<string> {
  const { what } = checkVariant(variant);
  return transact(['owns'], 'readwrite', async (access) => {
    const there = (await access.all('owns')).find((own) => own.variant === what);
    return there?.name ?? (await addOwn(access, wish.trim().slice(0, 40) || 'Shared game', what, Date.now()));
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
