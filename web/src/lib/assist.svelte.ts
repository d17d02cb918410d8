// Help from players: hints and autoplay. Players search in a worker.
import {
  autoplayOffNotice,
  changePace,
  hintTime,
  nextPlayer,
  type Ranking,
  type SettingsChange,
  thinkingNotice,
} from './engine';
import type { PlayModel } from './playModel.svelte';
import { failure, SearchWorker } from './searchWorker';
import { settings } from './settings.svelte';

export class Assist {
  /** What a player would do here, best first. */
  hint = $state.raw<Ranking>();
  thinking = $state(false);
  auto = $state(false);
  private readonly worker = new SearchWorker();
  /** Counts what was begun: work that continues after a pause sees whether it is still wanted. */
  private begun = 0;

  constructor(private readonly model: PlayModel) {}

  /** Whether a player does something, or its hint is shown. */
  get active(): boolean {
    return this.auto || this.thinking || this.hint !== undefined;
  }

  /** Ends whatever a player does, at once. */
  stop(): void {
    this.begun += 1;
    this.auto = false;
    this.thinking = false;
    this.hint = undefined;
    this.worker.stop();
  }

  /** Ends the worker as well. */
  end(): void {
    this.stop();
    this.worker.end();
  }

  async askHint(): Promise<void> {
    const { model } = this;
    if (this.hint) return this.stop();
    this.stop();
    if (model.over || model.elsewhere) return;
    const player = this.player;
    this.thinking = true;
    model.say(thinkingNotice(player));
    await this.report(async () => {
      const ranking = await this.search(hintTime(settings.text));
      this.thinking = false;
      this.hint = ranking;
      if (ranking.actions.length > 0) model.markHint();
      model.say(model.session.suggestion(ranking.actions[0]?.action));
    });
  }

  async toggleAuto(): Promise<void> {
    const { model } = this;
    const off = this.auto;
    this.stop();
    if (off) return model.say(autoplayOffNotice());
    if (model.over || model.elsewhere) return;
    this.auto = true;
    model.notice = undefined;
    const { begun } = this;
    await this.report(async () => {
      while (this.begun === begun && !model.over) {
        // It thinks while the last turn is still being shown.
        const search = this.search(settings.now.think);
        // Handled by `await search` below; without this, a rejection during the pause would be unhandled.
        search.catch(() => undefined);
        await model.shown();
        await pause(settings.now.pace);
        const { actions, player } = await search;
        const best = actions[0];
        if (this.begun !== begun || !best) return;
        model.markPlayer(player);
        model.play(best.action);
      }
      if (this.begun === begun) this.auto = false;
    });
  }

  nextPlayer(): void {
    this.change(nextPlayer(settings.text));
  }

  changePace(faster: boolean): void {
    this.change(changePace(settings.text, faster));
  }

  private change({ settings: changed, notice }: SettingsChange): void {
    settings.replace(changed);
    this.model.say(notice);
  }

  /** The player of the settings, or who stands in for it in this game. */
  private get player(): string {
    return this.model.session.playerHere(settings.now.player);
  }

  private search(ms: number): Promise<Ranking> {
    const { info, now } = this.model;
    return this.worker.rank({ what: info.what, board: now.board, player: this.player, ms });
  }

  private async report(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const text = failure(error);
      if (text === '') return;
      this.stop();
      this.model.say({ tone: 'bad', text });
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
