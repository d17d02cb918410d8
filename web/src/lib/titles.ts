// What to call a game that is known by its name in the records and its variant's hash.

import type { Own } from './db';
import { checkVariant, presets, type RecordInfo } from './engine';

/** The title of each record: a preset's, one's own variant's, or as much as is known of one that is gone. */
export function titles(records: RecordInfo[], owns: Own[]): string[] {
  const known = new Map(presets().map((preset) => [preset.variantHash, preset.title]));
  for (const own of owns) {
    try {
      known.set(checkVariant(own.variant).hash, own.name);
    } catch {
      // A variant of another time; its records keep their hash for a name.
    }
  }
  return records.map(
    ({ title, name, variantHash }) => known.get(variantHash) ?? `${title ?? name} ${variantHash.slice(0, 4)}`,
  );
}
