// What the menu shows: every game with its best score, its open games, and a board that lives.
import { Claim } from './claim';
import { type Own, type Slot, transact } from './db';
import { type BoardPreview, boardPreview, checkVariant, Play, presets, type RecordInfo } from './engine';
import { baseOf, drop, finish, Keeper, records, slots } from './games';

/** A game of the menu. */
export interface Item {
  /** The slot that it is played in, first of all. */
  slot: string;
  what: string;
  title: string;
  about: string;
  family: string;
  variantHash: string;
  own: boolean;
}

const DEMO_SEED = '2048';
/** Turns that a demo has behind it when it is first seen: an empty board is no picture. */
const DEMO_TURNS = 18;

export class Shelf {
  items = $state.raw<Item[]>([]);
  open = $state.raw<Slot[]>([]);
  bests = $state.raw(new Map<string, RecordInfo>());
  boards = $state.raw(new Map<string, BoardPreview>());
  private readonly demos = new Map<string, Play>();

  constructor() {
    this.items = presets().map(({ id, title, about, family, variantHash }) => ({
      slot: id,
      what: id,
      title,
      about,
      family,
      variantHash,
      own: false,
    }));
  }

  /** Reads what is kept. Games that are over and that nobody looks at any more are counted first. */
  async load(): Promise<void> {
    const owns = await transact(['owns'], 'readonly', (access) => access.all('owns'));
    this.items = [...this.items.filter(({ own }) => !own), ...owns.flatMap(ownItem)];
    await this.read();
    if (await countFinished(this.open)) await this.read();
  }

  private async read(): Promise<void> {
    this.open = await slots();
    this.bests = new Map((await records()).list().map((record) => [record.variantHash, record]));
  }

  /** The open games of an item, the latest first. */
  games(item: Item): Slot[] {
    return this.open.filter(({ slot }) => baseOf(slot) === item.slot);
  }

  best(item: Item): number {
    const record = this.bests.get(item.variantHash);
    return record ? Math.max(record.best, record.bestAssisted) : 0;
  }

  /** Shows the board of an item: that of its open game, or of a demo. Returns whether a demo can go on. */
  show(item: Item): boolean {
    const game = this.games(item)[0];
    if (game) {
      this.put(item.slot, boardPreview(game.what, game.board));
      return false;
    }
    let demo = this.demos.get(item.slot);
    if (!demo) {
      demo = Play.start(item.what, DEMO_SEED);
      for (let turn = 0; turn < DEMO_TURNS; turn++) advance(demo);
      this.demos.set(item.slot, demo);
    } else if (!advance(demo)) {
      this.demos.delete(item.slot);
    }
    this.put(item.slot, boardPreview(item.what, demo.view().board));
    return true;
  }

  private put(slot: string, board: BoardPreview): void {
    this.boards = new Map(this.boards).set(slot, board);
  }
}

/** One turn of somebody who takes what pays most at once; false where the game is over. */
function advance(play: Play): boolean {
  const best = play.rank('greedy', undefined, undefined).actions[0];
  return best !== undefined && !play.act(best.action).blocked;
}

/** A variant of one's own as an item; one that is no variant any more is left out. */
function ownItem({ name, variant }: Own): Item[] {
  try {
    const { what, hash, family } = checkVariant(variant);
    const about = `A variant of your own, ${family} family.`;
    return [{ slot: `own-${name}`, what, title: name, about, family, variantHash: hash, own: true }];
  } catch {
    return [];
  }
}

/** Counts games that are over, unless a tab still shows them, and frees their slots; whether there were any. */
export async function countFinished(open: readonly Slot[]): Promise<boolean> {
  let any = false;
  for (const { slot } of open.filter(({ over }) => over)) {
    const claim = await Claim.take(slot, () => undefined);
    if (!claim) continue;
    const keeper = await Keeper.load(slot).catch(() => undefined);
    if (keeper?.play.view().over) {
      await finish(keeper.play, keeper.title);
      await drop(slot);
      any = true;
    }
    claim.drop();
  }
  return any;
}
