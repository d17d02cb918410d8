// Help from players: hints, and a player that plays on its own. They think in a worker.
import { players, type Ranking } from './engine';
import { changePace } from './pace';
import { settings } from './settings.svelte';
import type { Sitting } from './sitting.svelte';
import { Stopped, Thinker } from './thinker';

export class Helper {
  /** What a player would do here, best first. */
  hint = $state.raw<Ranking>();
  thinking = $state(false);
  auto = $state(false);
  private readonly thinker = new Thinker();
  /** Counts what was begun: whoever comes back from a pause sees whether it is still wanted. */
  private begun = 0;

  constructor(private readonly sitting: Sitting) {}

  /** Ends whatever a player does: at once, whatever it thinks about. */
  stop(): void {
    this.begun += 1;
    this.auto = false;
    this.thinking = false;
    this.hint = undefined;
    this.thinker.stop();
  }

  /** Ends the worker, too. */
  end(): void {
    this.stop();
    this.thinker.end();
  }

  async askHint(): Promise<void> {
    const { sitting } = this;
    if (this.hint) return this.stop();
    this.stop();
    if (sitting.now.over || sitting.elsewhere) return;
    sitting.markHint();
    const player = settings.now.player;
    this.thinking = true;
    sitting.say('plain', `${player} is thinking …`);
    await this.wait(async () => {
      const ranking = await this.think(Math.max(settings.now.think, 50) * 4);
      this.thinking = false;
      this.hint = ranking;
      const best = ranking.actions[0];
      if (best) sitting.say('good', `${player} would play ${best.action}.`);
    });
  }

  async toggleAuto(): Promise<void> {
    const { sitting } = this;
    if (this.auto) {
      this.stop();
      sitting.say('plain', 'Autoplay is off.');
      return;
    }
    this.stop();
    if (sitting.now.over || sitting.elsewhere) return;
    sitting.markHint();
    this.auto = true;
    sitting.says = undefined;
    const { begun } = this;
    await this.wait(async () => {
      while (this.begun === begun && !sitting.now.over) {
        // It thinks while the last turn is still being shown.
        const thought = this.think(settings.now.think);
        // Told below; a refusal during the pause must not go unheard either.
        thought.catch(() => undefined);
        await sitting.shown();
        await pause(settings.now.pace);
        const best = (await thought).actions[0];
        if (this.begun !== begun || !best) return;
        sitting.act(best.action);
      }
      if (this.begun === begun) this.auto = false;
    });
  }

  nextPlayer(): void {
    const all = players();
    const at = all.findIndex(({ id }) => id === settings.now.player.split(':')[0]);
    const next = all[(at + 1) % all.length];
    if (!next) return;
    settings.change({ player: next.id });
    this.sitting.say('plain', `${next.id}: ${next.about}.`);
  }

  changePace(faster: boolean): void {
    const pace = changePace(faster);
    this.sitting.say(
      'plain',
      pace === 0 ? 'Autoplay does not wait between turns.' : `Autoplay waits ${pace} ms between turns.`,
    );
  }

  private think(ms: number): Promise<Ranking> {
    const { table, now } = this.sitting;
    return this.thinker.ask({ what: table.what, board: now.board, player: settings.now.player, ms });
  }

  private async wait(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Stopped) return;
      this.stop();
      this.sitting.say('bad', error instanceof Error ? error.message : String(error));
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
