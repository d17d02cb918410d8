// How whoever plays likes it: one reactive object for all pages, kept in the browser, the same in every tab.
import { defaults, readSettings, type Settings } from './engine';
import { applyTheme, SETTINGS_KEY, type Theme } from './theme';

class Kept {
  now = $state<Settings>() as Settings;
  /** The theme as it is worn: `system` resolved. */
  theme = $state<Theme>('light');
  private reduced = $state(false);

  /** Reads what is kept; the engine has to be ready. */
  load(): void {
    this.now = readSettings(read() ?? JSON.stringify(defaults()));
    this.theme = applyTheme();
    addEventListener('storage', (event) => {
      if (event.key === SETTINGS_KEY) this.set(readSettings(event.newValue ?? '{}'), false);
    });
    const reduced = matchMedia('(prefers-reduced-motion: reduce)');
    this.reduced = reduced.matches;
    reduced.addEventListener('change', () => {
      this.reduced = reduced.matches;
    });
    for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
      matchMedia(query).addEventListener('change', () => {
        this.theme = applyTheme();
      });
    }
  }

  /** Whether nothing should fly: what is set, or else what the device asks for. */
  get still(): boolean {
    return this.now.motion === 'reduced' || (this.now.motion === 'system' && this.reduced);
  }

  /** Changes some of the settings and keeps them all. */
  change(some: Partial<Settings>): void {
    this.set({ ...this.now, ...some }, true);
  }

  private set(settings: Settings, keep: boolean): void {
    this.now = settings;
    if (keep) write(JSON.stringify(settings));
    this.theme = applyTheme();
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(SETTINGS_KEY);
  } catch {
    return null;
  }
}

/** Where nothing may be kept, settings last as long as the page. */
function write(text: string): void {
  try {
    localStorage.setItem(SETTINGS_KEY, text);
  } catch {
    // Nothing to be done.
  }
}

export const settings = new Kept();
