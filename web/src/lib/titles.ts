// What to call a game that is known by its name in the records and its variant's hash.

import type { CustomVariant } from './db';
import { checkVariant, presets, type RecordInfo } from './engine';

/** The title of each record: that of the preset or custom variant, or what is known of one that is gone. */
export function titles(records: RecordInfo[], custom: CustomVariant[]): string[] {
  const known = new Map(presets().map((preset) => [preset.variantHash, preset.title]));
  for (const { name, variant } of custom) {
    try {
      known.set(checkVariant(variant).hash, name);
    } catch {
      // Rules of another version; its records have their hash for a name.
    }
  }
  return records.map(
    ({ title, name, variantHash }) => known.get(variantHash) ?? `${title ?? name} ${variantHash.slice(0, 4)}`,
  );
}
