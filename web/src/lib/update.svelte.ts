// Keeping the arcade for offline use, and new versions: one waits until the user asks for it.

class Update {
  /** The new version that waits, if one does. */
  waiting = $state.raw<ServiceWorker | null>(null);

  /** Registers the service worker. Where there is none, or none is allowed, the arcade works all the same. */
  async watch(): Promise<void> {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    try {
      const registration = await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
      const look = (): void => {
        // Without a controller this is the first version, which has nothing to replace.
        if (registration.waiting && navigator.serviceWorker.controller) this.waiting = registration.waiting;
      };
      look();
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', look),
      );
      document.addEventListener('visibilitychange', () => {
        // Offline is no error here.
        if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
      });
    } catch {
      // Private windows and plain http refuse it.
    }
  }

  /** Lets the new version take over and loads it. Every turn is kept when it is played, so no game is lost. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.waiting?.postMessage('take over');
  }
}

export const update = new Update();
