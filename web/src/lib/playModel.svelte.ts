// A game being played: the engine's session, the store that saves it, and what the page shows of it.
//
// No rule and no wording is here: the engine turns input into actions and says what happened.
import { dailies } from './dailies';
import {
  type EndPanel,
  type GameInfo,
  type Notice,
  newGameNotice,
  type Session,
  type Status,
  type Step,
  type Turn,
  type View,
} from './engine';
import { feedback } from './feedback';
import { DeferredQueue } from './frame';
import { GameStore, Outdated, records } from './gameStore';
import { newSession, type Start } from './opening';
import { link, router } from './router.svelte';
import { settings } from './settings.svelte';
import { dateOf } from './slotName';
import type { Stage } from './stage';
import { tilesOf } from './tiles';
import { warmUp } from './warmUp';

/** When the warm-up starts: the page has been drawn by then, and hardly anybody has made a turn; in milliseconds. */
const WARM_UP_DELAY = 200;
/** How long a refusal is shown. */
const REFUSAL_MS = 5000;

export class PlayModel {
  readonly info: GameInfo;
  /** The game as it is. */
  now: View;
  /** The game as the page shows it in text: a frame later than `now`, because tiles come first. */
  view = $state.raw() as View;
  status = $state.raw() as Status;
  /** The score as it is shown: it follows the animation. */
  score = $state(0);
  gain = $state(0);
  wave = $state(0);
  best = $state(0);
  /** Whether the first try of the challenge is over. */
  practice = $state(false);
  /** What is shown below the board. */
  notice = $state.raw<Notice>();
  /** The text for screen readers. */
  announced = $state('');
  /** What lies over the board. */
  overlay = $state<'over' | 'reached'>();
  /** Another tab plays this game; here it can only be looked at. */
  elsewhere = $state(false);
  /** Called before another tab takes the game over. */
  interrupt: () => void = () => undefined;
  private stage: Stage | undefined;
  /** Text and saves that wait for the first frame of a turn. */
  private readonly deferredUi = new DeferredQueue();
  private reported = false;

  constructor(
    private store: GameStore | undefined,
    private current: Session,
    readonly start: Start,
  ) {
    this.info = current.info();
    this.now = current.view();
    this.showPosition(this.now);
    this.elsewhere = !store;
    if (this.now.phase === 'over') this.overlay = 'over';
    const welcome = current.welcome();
    if (welcome) this.say(welcome);
    void this.loadBest();
  }

  /** The engine's session, to be asked but not changed. */
  get session(): Session {
    return this.current;
  }

  get slot(): string | undefined {
    return this.store?.stored ? this.store.name : undefined;
  }

  /** Whether the game is only tried: it is not stored. */
  get trial(): boolean {
    return this.store !== undefined && !this.store.stored;
  }

  /** Opens the replay of the game so far. */
  async watch(): Promise<void> {
    if (this.slot !== undefined) return router.go(link('watch', this.slot));
    const { pack } = await import('./share');
    router.go(link('watch', '', { replay: await pack(this.current.replay()) }));
  }

  /** The date of the challenge, if the game is one. */
  get date(): string | undefined {
    return dateOf(this.slot);
  }

  /** What lies over the board at the end and at the target. */
  endPanel(): EndPanel {
    const best = this.best > 0 ? this.best : undefined;
    return this.current.endPanel(this.start.title, best, this.store?.time ?? 0, this.date, this.practice);
  }

  get over(): boolean {
    return this.now.phase === 'over';
  }

  attach(stage: Stage): void {
    this.stage = stage;
    stage.set(tilesOf(this.now));
    setTimeout(() => warmUp(this.info.what, this.now.board, stage.detachedCopy()), WARM_UP_DELAY);
  }

  /** Shows and saves everything that waits for a frame. */
  flush(): void {
    this.deferredUi.flush();
  }

  /** Ends the animation as well, if there is one. */
  settle(): void {
    this.flush();
    this.stage?.finish();
  }

  /** Does something when the first frame of a turn has been drawn. */
  defer(work: () => void): void {
    this.deferredUi.add(work);
  }

  /** Resolves when the last turn has been shown. */
  shown(): Promise<void> {
    return this.stage?.finished() ?? Promise.resolve();
  }

  say(notice: Notice): void {
    this.notice = notice;
    this.announced = notice.text;
  }

  /** Says that something is not possible. */
  refuse(notice: Notice): void {
    this.settle();
    this.say(notice);
    // Small phones have one line for this and for what the last turn did.
    setTimeout(() => {
      if (this.notice === notice) this.notice = undefined;
    }, REFUSAL_MS);
    feedback.blocked();
    if (this.over) this.overlay = 'over';
  }

  /** Whether the game may be changed here. What the last change has left to do comes first. */
  private ready(): boolean {
    this.flush();
    return !this.elsewhere;
  }

  /** Plays a legal action; false if the game is played in another tab. */
  play(action: string): boolean {
    if (!this.ready()) return false;
    this.showTurn(this.current.play(action));
    this.save(action);
    return true;
  }

  undo(): void {
    if (!this.ready()) return;
    const view = this.current.undo();
    if (view) {
      this.showPosition(view);
      this.stage?.set(tilesOf(view));
      this.overlay = undefined;
      this.save('undo');
      // Nothing is animated, so the save need not wait for a frame.
      this.flush();
    }
    this.say(this.current.undoNotice(view !== undefined));
  }

  redo(): void {
    if (!this.ready()) return;
    const turn = this.current.redo();
    if (!turn) return this.say(this.current.redoNotice(false));
    this.showTurn(turn);
    this.save('redo');
  }

  /** Marks the game as one in which a player was asked. */
  markHint(): void {
    if (this.ready() && this.current.markHint()) this.saveMark('hint');
  }

  /** Marks the game as one in which this player played a turn. */
  markPlayer(player: string): void {
    const word = this.ready() ? this.current.markPlayer(player) : undefined;
    if (word !== undefined) this.saveMark(word);
  }

  private saveMark(word: string): void {
    this.now = this.current.view();
    this.showText();
    this.save(word);
  }

  /** Gives this game up, or finishes it, and begins another in the same slot. */
  async restart(seed?: string): Promise<void> {
    if (!this.ready() || !this.store) return;
    const { store: former } = this;
    const next = newSession(this.start, settings.now.undo, seed);
    try {
      this.store = await GameStore.begin(former.name, next, this.start.title, former);
    } catch (error) {
      // There is no room for it: the present game goes on.
      return this.reportError(error);
    }
    this.current = next;
    this.overlay = undefined;
    this.showPosition(next.view());
    this.stage?.set(tilesOf(this.now));
    this.say(newGameNotice());
    void this.loadBest();
  }

  /** Shows a position without animation. */
  private showPosition(view: View): void {
    this.flush();
    this.now = view;
    this.score = view.score;
    this.gain = 0;
    this.wave = 0;
    this.showText();
  }

  private showText(): void {
    this.view = this.now;
    this.status = this.current.status();
  }

  /**
   * Shows a turn:
   *
   * 1. First frame: the stage puts tiles a part of their way (`Stage.show`). Nothing else is drawn.
   * 2. Deferred text and save (`deferredUi`): labels, facts and the announcement follow; the turn is saved.
   * 3. Steps: each sounds and moves the score on (`showStep`).
   * 4. End: the final score, and what lies over the board (`showEnd`).
   */
  private showTurn({ steps, view }: Turn): void {
    this.now = view;
    // At once: a notice about this turn must not be removed later.
    this.notice = undefined;
    this.overlay = undefined;
    this.deferTurnText();
    this.stage?.show(steps, tilesOf(view), settings.paceOf(steps.length), (step) => this.showStep(step));
    void this.shown().then(() => this.defer(() => this.showEnd(view, steps)));
  }

  private deferTurnText(): void {
    this.defer(() => {
      this.gain = 0;
      this.wave = 0;
      this.showText();
      this.announced = this.current.announcement();
    });
  }

  private showStep(step: Step): void {
    feedback.step(step);
    this.defer(() => {
      this.score = step.score;
      this.gain += step.gain;
      this.wave = step.wave;
    });
  }

  private showEnd(view: View, steps: readonly Step[]): void {
    // Another turn may have been played meanwhile.
    if (this.now !== view) return;
    this.score = view.score;
    this.gain = steps.reduce((sum, { gain }) => sum + gain, 0);
    if (view.phase === 'over') {
      this.overlay = 'over';
      feedback.over();
    } else if (this.current.hasReached()) {
      feedback.reached();
      void this.celebrate(view);
    }
  }

  /** The target is reached: the board celebrates, then the panel opens, unless the game went on meanwhile. */
  private async celebrate(view: View): Promise<void> {
    if (!settings.still) await this.stage?.celebrate(view.reached ?? 0);
    if (this.now === view) this.overlay = 'reached';
  }

  /** Leaves nothing behind if nothing was done: a game that a link led to can be looked at. Whether that was so. */
  async discardUntouched(): Promise<boolean> {
    const untouched = this.slot !== undefined && this.now.turn === 0 && this.now.redo === 0;
    if (untouched) await this.store?.discard();
    return untouched;
  }

  /** Saves what was done, after its first frame. */
  private save(word: string): void {
    const { store, now } = this;
    this.defer(() => store?.note(word, now).catch((error: unknown) => this.reportError(error)));
  }

  /** A failed save is reported once; the game goes on. */
  private reportError(error: unknown): void {
    if (error instanceof Outdated) this.lose();
    else if (!this.reported)
      this.say({ tone: 'bad', text: 'The browser cannot keep this game; it lasts as long as this page.' });
    this.reported = true;
  }

  /** Another tab has taken the game over. */
  lose(): void {
    this.interrupt();
    this.elsewhere = true;
  }

  private async loadBest(): Promise<void> {
    const all = await records().catch(() => undefined);
    const record = all?.list().find(({ variantHash }) => variantHash === this.info.variantHash);
    this.best = record?.best ?? 0;
    if (this.date !== undefined) this.practice = (await dailies()).get(this.date) !== undefined;
  }
}
