// Who plays a game: one tab at a time. Where the browser has no locks, the versions of the slots alone keep games apart.

/** The right of this tab to play the game in a slot. */
export class Claim {
  private release: () => void = () => undefined;
  private taken = false;

  private constructor() {}

  /**
   * Claims a slot; `undefined` if another tab has it and `steal` is false. `lost` is called when another tab steals it.
   */
  static take(slot: string, lost: () => void, steal = false): Promise<Claim | undefined> {
    const claim = new Claim();
    if (!navigator.locks) return Promise.resolve(claim);
    return new Promise((resolve) => {
      const options = steal ? { steal } : { ifAvailable: true };
      const held = navigator.locks.request(`tilewright ${slot}`, options, (lock) => {
        if (!lock) {
          resolve(undefined);
          return undefined;
        }
        claim.taken = true;
        resolve(claim);
        // The lock is held until this promise ends.
        return new Promise<void>((end) => {
          claim.release = end;
        });
      });
      held.catch(() => {
        if (claim.taken) lost();
        else resolve(undefined);
      });
    });
  }

  /** Gives the right back. */
  drop(): void {
    this.taken = false;
    this.release();
  }
}
