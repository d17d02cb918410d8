// The settings: one reactive object for all pages, stored in the browser, the same in every tab. What can be set, and the
// defaults, are the engine's.
import { readSettings, type Settings, setSetting, stepTime } from './engine';
import type { Pace } from './stage';
import { applyTheme, SETTINGS_KEY, type Theme } from './theme';

class SettingsStore {
  now = $state<Settings>() as Settings;
  /** The theme in use: `system` resolved. */
  theme = $state<Theme>('light');
  private reduced = $state(false);

  /** Reads what is stored; the engine has to be ready. */
  load(): void {
    this.now = readSettings(stored() ?? '{}');
    this.theme = applyTheme();
    addEventListener('storage', (event) => {
      if (event.key === SETTINGS_KEY) this.use(readSettings(event.newValue ?? '{}'));
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

  /** The settings as the engine takes them. */
  get text(): string {
    return JSON.stringify(this.now);
  }

  /** Whether nothing should move: what is set, or else what the device asks for. */
  get still(): boolean {
    return this.now.motion === 'reduced' || (this.now.motion === 'system' && this.reduced);
  }

  /** How a turn with this many steps is shown. */
  paceOf(steps: number): Pace {
    return { step: stepTime(this.now.speed, steps), still: this.still };
  }

  /** Sets one setting and stores them all. */
  set(name: keyof Settings, value: string): void {
    this.replace(setSetting(this.text, name, value));
  }

  /** Replaces all settings and stores them. */
  replace(settings: Settings): void {
    store(JSON.stringify(settings));
    this.use(settings);
  }

  private use(settings: Settings): void {
    this.now = settings;
    this.theme = applyTheme();
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(SETTINGS_KEY);
  } catch {
    return null;
  }
}

/** Where nothing may be stored, settings last as long as the page. */
function store(text: string): void {
  try {
    localStorage.setItem(SETTINGS_KEY, text);
  } catch {
    // Nothing to be done.
  }
}

export const settings = new SettingsStore();
