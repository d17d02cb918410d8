// First the picture, then the words: what can wait until a frame has been drawn.

/** Whoever has work for the time after the next frame; they all ask for it once. */
let asking: AfterFrame[] = [];

function ask(one: AfterFrame): void {
  if (asking.push(one) > 1) return;
  requestAnimationFrame(() => setTimeout(hurry));
}

/** Does at once whatever waits: a page that goes away, or that nobody sees any more, gets no frames. */
export function hurry(): void {
  const all = asking;
  asking = [];
  for (const each of all) each.flush();
}

/** Work that waits for the next frame, in the order in which it came. */
export class AfterFrame {
  private waiting: (() => void)[] = [];

  /** Does it when the next frame has been handed over. Where nobody looks there are no frames, and it is done at once. */
  add(work: () => void): void {
    this.waiting.push(work);
    if (document.hidden) this.flush();
    else if (this.waiting.length === 1) ask(this);
  }

  get waits(): boolean {
    return this.waiting.length > 0;
  }

  /** Forgets what waits. */
  drop(): void {
    this.waiting = [];
  }

  /** Does now what waits. */
  flush(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const work of waiting) work();
  }
}
