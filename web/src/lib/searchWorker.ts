// Runs searches in a worker, so that the page never waits. A search that is not wanted any more is ended at once.
import address from '../engine/tilewright_web_bg.wasm?url';
import type { Ranking } from './engine';
import type { Answer, Question } from './search.worker';

export type Search = Omit<Question, 'id' | 'module'>;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled engine with its players: made once, shared with workers, so that a new worker starts in a moment. */
function searchModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(address)).catch((error: unknown) => {
    // Without a network now; the next search tries again.
    compiled = undefined;
    throw error;
  });
  return compiled;
}

/** The search was stopped. */
export class Stopped extends Error {}

export class SearchWorker {
  private worker: Worker | undefined;
  private running: { reject: (error: Error) => void } | undefined;
  private asked = 0;

  /** Ranks the actions of a position; a search that still runs is stopped. */
  async rank(search: Search): Promise<Ranking> {
    this.stop();
    this.asked += 1;
    const id = this.asked;
    const module = await searchModule();
    if (id !== this.asked) throw new Stopped();
    const first = !this.worker;
    const worker = (this.worker ??= new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' }));
    return new Promise((resolve, reject) => {
      this.running = { reject };
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return;
        this.running = undefined;
        if ('ranking' in data) resolve(data.ranking);
        else reject(new Error(data.error));
      };
      worker.onerror = () => {
        this.end();
        reject(new Error('The player could not be started.'));
      };
      const message: Question = first ? { ...search, id, module } : { ...search, id };
      worker.postMessage(message);
    });
  }

  /** Stops the search. A worker that searches reads no messages, so it is ended; the next search starts another. */
  stop(): void {
    this.asked += 1;
    this.running?.reject(new Stopped());
    if (this.running) this.end();
  }

  /** Ends the worker. */
  end(): void {
    this.running = undefined;
    this.worker?.terminate();
    this.worker = undefined;
  }
}
