// Runs searches and trials in a worker, so that the page never waits. What is not wanted any more is ended at once.
import address from '../engine/tilewright_web_bg.wasm?url';
import type { Ranking, TrialTable } from './engine';
import type { Answer, Question, Rules, Search } from './search.worker';

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

/** The search or trial was stopped. */
export class Stopped extends Error {}

/** Why a search or trial failed, as a sentence; empty if it was only stopped. */
export function failure(error: unknown): string {
  if (error instanceof Stopped) return '';
  return error instanceof Error ? error.message : String(error);
}

/** What is to be done, without what the worker adds. */
type Work = { search: Search } | { rules: Rules };

export class SearchWorker {
  private worker: Worker | undefined;
  private running: { reject: (error: Error) => void } | undefined;
  private asked = 0;

  /** Ranks the actions of a position; what still runs is stopped. */
  rank(search: Search): Promise<Ranking> {
    return this.ask({ search }, (answer) => ('ranking' in answer ? answer.ranking : undefined));
  }

  /** Tries edited rules: reports what was found so far, again and again, and resolves when it is over. */
  async tryRules(rules: Rules, report: (table: TrialTable) => void): Promise<void> {
    await this.ask({ rules }, (answer) => {
      if (!('table' in answer)) return undefined;
      report(answer.table);
      return answer.done || undefined;
    });
  }

  /** Asks the worker; `take` gets its answers and gives the result, or `undefined` if another answer follows. */
  private async ask<T>(work: Work, take: (answer: Answer) => T | undefined): Promise<T> {
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
        const result = 'error' in data ? undefined : take(data);
        if (result === undefined && !('error' in data)) return;
        this.running = undefined;
        if ('error' in data) reject(new Error(data.error));
        else resolve(result as T);
      };
      worker.onerror = () => {
        this.end();
        reject(new Error('The player could not be started.'));
      };
      const message: Question = first ? { ...work, id, module } : { ...work, id };
      worker.postMessage(message);
    });
  }

  /** Stops what runs. A worker that searches reads no messages, so it is ended; the next search starts another. */
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
