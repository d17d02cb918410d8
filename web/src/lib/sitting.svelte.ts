// A game being played: the engine's session, the slot that keeps it, and what the page shows of it.
//
// No rule stands here. Gestures become actions in the engine, and what happened is told by events.
import type { Play, Table, Turn, View } from './engine';
import { feedback } from './feedback';
import { AfterFrame } from './frame';
import { finish, Keeper, Outdated, records } from './games';
import { newPlay, type Start } from './opening';
import { pace } from './pace';
import { rehearse } from './rehearsal';
import { settings } from './settings.svelte';
import type { Stage } from './stage';
import { tell } from './tell';

/** The page has been drawn by then, and hardly anybody has made a turn; in milliseconds. */
const REHEARSAL = 200;

/** Something that is said below the board. */
export interface Said {
  tone: 'plain' | 'good' | 'bad';
  words: string;
}

export class Sitting {
  readonly table: Table;
  /** The game as it is. */
  now: View;
  /** The game as the page tells it: a frame later, for a turn's picture comes first. */
  view = $state.raw() as View;
  /** The score as it is shown: it follows the animation. */
  score = $state(0);
  gain = $state(0);
  wave = $state(0);
  best = $state(0);
  says = $state.raw<Said>();
  /** What a screen reader is told. */
  heard = $state('');
  /** What lies over the board. */
  notice = $state<'over' | 'reached'>();
  /** Another tab plays this game; here it can only be looked at. */
  elsewhere = $state(false);
  /** Called before whatever changes the game, so that nobody plays into it. */
  interrupt: () => void = () => undefined;
  private stage: Stage | undefined;
  private readonly news = new AfterFrame();
  private complained = false;

  constructor(
    private keeper: Keeper | undefined,
    private play: Play,
    readonly start: Start,
  ) {
    this.table = play.table();
    this.now = play.view();
    this.see(this.now);
    this.elsewhere = !keeper;
    if (this.view.over) this.notice = 'over';
    else if (this.view.turn > 0) this.say('plain', `Welcome back: turn ${this.view.turn}.`);
    void this.loadBest();
  }

  /** The engine's session, for whoever asks it without changing it. */
  get session(): Play {
    return this.play;
  }

  get slot(): string | undefined {
    return this.keeper?.name;
  }

  attach(stage: Stage): void {
    this.stage = stage;
    stage.set(this.now.tiles);
    setTimeout(() => rehearse(this.table, this.now.board, stage.double()), REHEARSAL);
  }

  /** The page tells and keeps all that it has put off. */
  catchUp(): void {
    this.news.flush();
  }

  /** Ends the animation, too, if there is one. */
  settle(): void {
    this.catchUp();
    this.stage?.finish();
  }

  /** Does something when the first picture of a turn is on the screen. */
  later(work: () => void): void {
    this.news.add(work);
  }

  /** Resolves when the last turn has been shown. */
  shown(): Promise<void> {
    return this.stage?.still() ?? Promise.resolve();
  }

  say(tone: Said['tone'], words: string): void {
    this.says = { tone, words };
    this.heard = words;
  }

  /** Whether the game may be changed here. What the last change has left to do comes first. */
  private ready(): boolean {
    this.catchUp();
    return !this.elsewhere;
  }

  /** Plays an action; false where it is not legal. */
  act(action: string): boolean {
    if (!this.ready()) return false;
    const before = this.now.score;
    const turn = this.play.act(action);
    if (turn.blocked) {
      this.refuse(turn);
      return false;
    }
    this.showTurn(before, turn);
    this.keep(action);
    return true;
  }

  undo(): void {
    if (!this.ready()) return;
    const view = this.play.undo();
    if (!view) {
      this.say(
        'bad',
        this.now.turn === 0 ? 'This is the start; there is nothing to undo.' : 'This game allows no more undo.',
      );
      return;
    }
    this.see(view);
    this.stage?.set(view.tiles);
    this.notice = undefined;
    this.say('plain', `Back to turn ${view.turn}.`);
    this.keep('undo');
  }

  redo(): void {
    if (!this.ready()) return;
    const before = this.now.score;
    const turn = this.play.redo();
    if (!turn) {
      this.say('bad', 'There is nothing to redo.');
      return;
    }
    this.showTurn(before, turn);
    this.keep('redo');
  }

  /** Marks the game as one in which a player was asked. */
  markHint(): void {
    if (!this.ready() || this.now.assistedHint) return;
    this.play.markHint();
    this.now = this.play.view();
    this.view = this.now;
    this.keep('hint');
  }

  /** Gives up or finishes this game and begins another in the same slot. */
  async restart(seed?: string): Promise<void> {
    if (!this.ready() || !this.keeper) return;
    const { keeper: former, play: last } = this;
    const next = newPlay(this.start, settings.now.undo, seed);
    try {
      this.keeper = await Keeper.begin(former.name, next, this.start.title, former);
    } catch (error) {
      // There is no room for it: the present game goes on.
      return this.complain(error);
    }
    await finish(last, this.start.title).catch((error: unknown) => this.complain(error));
    this.play = next;
    this.notice = undefined;
    this.see(next.view());
    this.stage?.set(this.now.tiles);
    this.say('plain', 'A new game.');
    void this.loadBest();
  }

  private see(view: View): void {
    this.catchUp();
    this.now = view;
    this.view = view;
    this.score = view.score;
    this.gain = 0;
    this.wave = 0;
  }

  private refuse(turn: Turn): void {
    this.settle();
    const sentence = turn.events[0]?.sentence ?? 'That cannot be.';
    this.say('bad', this.now.over ? 'The game is over.' : sentence);
    feedback.blocked();
    if (this.now.over) this.notice = 'over';
  }

  private showTurn(before: number, turn: Turn): void {
    this.now = turn.view;
    // At once: what is said because of this turn must not be wiped away later.
    this.says = undefined;
    this.notice = undefined;
    this.later(() => {
      this.view = this.now;
      this.gain = 0;
      this.wave = 0;
      this.heard = tell(turn.events);
    });
    this.stage?.show(before, turn.events, turn.view.tiles, pace(), {
      step: (step) => {
        feedback.step(step);
        this.later(() => {
          this.score = step.score;
          this.gain += step.gain;
          this.wave = step.wave;
        });
      },
    });
    void this.afterwards(turn);
  }

  /** What is told when the turn has been shown. */
  private async afterwards(turn: Turn): Promise<void> {
    await this.shown();
    this.later(() => {
      // Another turn may have been played meanwhile; then this one is no news.
      if (this.now !== turn.view) return;
      this.score = turn.view.score;
      this.gain = turn.events.reduce((sum, event) => (event.type === 'scored' ? sum + event.gain : sum), 0);
      if (turn.view.over) {
        this.notice = 'over';
        feedback.over();
      } else if (turn.events.some((event) => event.type === 'reached')) {
        this.notice = 'reached';
        feedback.reached();
      }
    });
  }

  /** Notes what was done, after its picture. */
  private keep(word: string): void {
    const { keeper, now } = this;
    this.later(() => keeper?.note(word, now).catch((error: unknown) => this.complain(error)));
  }

  /** What is not kept is told once; the game goes on. */
  private complain(error: unknown): void {
    if (error instanceof Outdated) this.lose();
    else if (!this.complained) this.say('bad', 'The browser cannot keep this game; it lasts as long as this page.');
    this.complained = true;
  }

  /** Another tab has taken the game over. */
  lose(): void {
    this.interrupt();
    this.elsewhere = true;
  }

  private async loadBest(): Promise<void> {
    const all = await records().catch(() => undefined);
    const record = all?.list().find(({ variantHash }) => variantHash === this.table.variantHash);
    this.best = record ? Math.max(record.best, record.bestAssisted) : 0;
  }
}
