// What the menu shows: every game with its best score, its open games, and a board on which a player plays.
import { Claim } from './claim';
import { dailies } from './dailies';
import { type CustomVariant, type SaveSlot, transact } from './db';
import { type BoardPreview, boardPreview, checkVariant, Dailies, Demo, presets, type RecordInfo } from './engine';
import { GameStore, records, slots, unreadable } from './gameStore';
import { lessons } from './lessons';
import { link } from './router.svelte';
import { baseOf, customSlot } from './slotName';

/** A game of the menu. */
export interface MenuItem {
  /** The slot of its first game. */
  slot: string;
  what: string;
  title: string;
  about: string;
  family: string;
  variantHash: string;
  /** Whether the user made it. */
  custom: boolean;
}

export class MenuModel {
  items = $state.raw<MenuItem[]>([]);
  open = $state.raw<SaveSlot[]>([]);
  /** Whether what is stored was read. */
  loaded = $state(false);
  bests = $state.raw(new Map<string, RecordInfo>());
  /** The results of daily challenges. */
  dailies = $state.raw(Dailies.read(''));
  /** The presets whose lesson was shown. */
  private taught = new Set<string>();
  /** Records that could not be read. */
  unreadable = $state.raw<string[]>([]);
  boards = $state.raw(new Map<string, BoardPreview>());
  private readonly demos = new Map<string, Demo>();

  constructor() {
    this.items = presets().map(({ id, title, about, family, variantHash }) => ({
      slot: id,
      what: id,
      title,
      about,
      family,
      variantHash,
      custom: false,
    }));
  }

  /** Reads what is stored. Finished games that no tab shows any more are counted first. */
  async load(): Promise<void> {
    const custom = await transact(['owns'], 'readonly', (access) => access.all('owns'));
    this.items = [...this.items.filter((item) => !item.custom), ...custom.flatMap(customItem)];
    await this.read();
    if (await countFinished(this.open)) await this.read();
  }

  private async read(): Promise<void> {
    this.open = await slots();
    this.dailies = await dailies();
    this.unreadable = await unreadable();
    this.taught = await lessons();
    this.loaded = true;
    this.bests = new Map((await records()).list().map((record) => [record.variantHash, record]));
  }

  /** The open games of an item, the latest first. */
  games(item: MenuItem): SaveSlot[] {
    return this.open.filter(({ slot }) => baseOf(slot) === item.slot);
  }

  /** Where an item leads: to its game or, if it was never played and its lesson never shown, to its lesson. */
  address(item: MenuItem): string {
    const game = this.games(item)[0];
    const played = this.bests.has(item.variantHash) || this.taught.has(item.slot);
    const first = this.loaded && !game && !item.custom && !played;
    return link(first ? 'learn' : 'play', game?.slot ?? item.slot);
  }

  best(item: MenuItem): number {
    return this.bests.get(item.variantHash)?.best ?? 0;
  }

  /** Shows the board of an item: that of its open game, or of a demo. Returns whether a demo can go on. */
  show(item: MenuItem): boolean {
    const game = this.games(item)[0];
    const picture = game && preview(game);
    if (picture) {
      this.put(item.slot, picture);
      return false;
    }
    let demo = this.demos.get(item.slot);
    if (!demo) {
      demo = new Demo(item.what);
      this.demos.set(item.slot, demo);
    } else if (!demo.play()) {
      demo.free();
      this.demos.delete(item.slot);
      return true;
    }
    this.put(item.slot, boardPreview(item.what, demo.board));
    return true;
  }

  private put(slot: string, board: BoardPreview): void {
    this.boards = new Map(this.boards).set(slot, board);
  }
}

/** The picture of a game in progress; none of one that cannot be read. */
export function preview({ what, board }: SaveSlot): BoardPreview | undefined {
  try {
    return boardPreview(what, board);
  } catch {
    return undefined;
  }
}

/** A custom variant as an item; one whose rules are not understood any more is left out. */
function customItem({ name, variant }: CustomVariant): MenuItem[] {
  try {
    const { what, hash, family } = checkVariant(variant);
    const about = `A variant of your own, ${family} family.`;
    return [{ slot: customSlot(name), what, title: name, about, family, variantHash: hash, custom: true }];
  } catch {
    return [];
  }
}

/** Counts games that are over, unless a tab still shows them, and frees their slots; whether there were any. */
export async function countFinished(open: readonly SaveSlot[]): Promise<boolean> {
  let any = false;
  for (const { slot } of open.filter(({ over }) => over)) {
    const claim = await Claim.take(slot, () => undefined);
    if (!claim) continue;
    const store = await GameStore.load(slot).catch(() => undefined);
    if (store?.session.view().phase === 'over') {
      await store.finish();
      any = true;
    }
    claim.drop();
  }
  return any;
}
