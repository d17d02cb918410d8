// The theme of the page. The engine is not needed for it, so that the first paint has its colours.

export const THEMES = ['light', 'dark', 'high-contrast', 'colour-blind'] as const;
export type Theme = (typeof THEMES)[number];

/** The key in `localStorage`: settings are few and needed at once, so they are not in the database. */
export const SETTINGS_KEY = 'tilewright-settings';

/** The theme of that name; `system`, or anything else, follows the device. */
export function resolve(name: unknown, prefersDark: boolean, prefersContrast: boolean): Theme {
  const known = THEMES.find((theme) => theme === name);
  return known ?? (prefersContrast ? 'high-contrast' : prefersDark ? 'dark' : 'light');
}

function matches(query: string): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia(query).matches;
}

/** The theme that settings and device ask for now. */
export function currentTheme(): Theme {
  let name: unknown;
  try {
    name = (JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '{}') as { theme?: unknown }).theme;
  } catch {
    // Settings that cannot be read are no settings.
  }
  return resolve(name, matches('(prefers-color-scheme: dark)'), matches('(prefers-contrast: more)'));
}

/** Sets the theme of the page. */
export function applyTheme(): Theme {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  return theme;
}
