// Work that waits until the next frame has been drawn, so that the first frame of a turn comes as early as possible.

/** The queues that hold work; they share one request for a frame. */
let waiting: DeferredQueue[] = [];

function request(queue: DeferredQueue): void {
  if (waiting.push(queue) > 1) return;
  requestAnimationFrame(() => setTimeout(flushAll));
}

/** Does all deferred work at once: a page that is left or hidden gets no frames. */
export function flushAll(): void {
  const queues = waiting;
  waiting = [];
  for (const queue of queues) queue.flush();
}

/** Work that waits for the next frame, in the order in which it came. */
export class DeferredQueue {
  private work: (() => void)[] = [];

  /** Runs it when the next frame has been handed over. A hidden page gets no frames; there it runs at once. */
  add(work: () => void): void {
    this.work.push(work);
    if (document.hidden) this.flush();
    else if (this.work.length === 1) request(this);
  }

  /** Whether something waits. */
  get pending(): boolean {
    return this.work.length > 0;
  }

  /** Drops what waits. */
  clear(): void {
    this.work = [];
  }

  /** Runs now what waits. */
  flush(): void {
    const work = this.work;
    this.work = [];
    for (const each of work) each();
  }
}
