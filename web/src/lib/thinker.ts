// Asks players in a worker, so that the page never waits. A player that is not wanted any more is ended at once.
import { engineModule, type Ranking } from './engine';
import type { Answer, Question } from './thinker.worker';

export interface Asked {
  what: string;
  board: string;
  player: string;
  ms: number;
}

/** The question was taken back. */
export class Stopped extends Error {}

export class Thinker {
  private worker: Worker | undefined;
  private waiting: { id: number; reject: (error: Error) => void } | undefined;
  private asked = 0;

  /** Asks; a question before it is taken back. */
  async ask(question: Asked): Promise<Ranking> {
    this.stop();
    this.asked += 1;
    const id = this.asked;
    const module = await engineModule();
    if (id !== this.asked) throw new Stopped();
    const first = !this.worker;
    const worker = (this.worker ??= new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module' }));
    return new Promise((resolve, reject) => {
      this.waiting = { id, reject };
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return;
        this.waiting = undefined;
        if ('ranking' in data) resolve(data.ranking);
        else reject(new Error(data.error));
      };
      worker.onerror = () => {
        this.end();
        reject(new Error('The player could not be started.'));
      };
      const message: Question = first ? { ...question, id, module } : { ...question, id };
      worker.postMessage(message);
    });
  }

  /** Takes the question back. A worker that thinks hears nothing, so it is ended; the next question starts another. */
  stop(): void {
    this.asked += 1;
    this.waiting?.reject(new Stopped());
    if (this.waiting) this.end();
  }

  /** Ends the worker. */
  end(): void {
    this.waiting = undefined;
    this.worker?.terminate();
    this.worker = undefined;
  }
}
