// A hash router: `#/name/rest?key=value`. What comes after the hash never reaches a server, so links may carry games.

/** Where the page is. */
export interface Route {
  /** The page: `menu`, `play`, `watch`, … */
  name: string;
  /** What comes after the name: a game, for example. */
  rest: string;
  query: URLSearchParams;
}

export function parse(hash: string): Route {
  const text = hash.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const rest = slash < 0 ? '' : decode(path.slice(slash + 1));
  return { name: name || 'menu', rest, query: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)) };
}

/** The address of a page inside of this one. */
export function link(name: string, rest = '', query: Record<string, string> = {}): string {
  const path = name === 'menu' ? '' : rest ? `${name}/${encodeURIComponent(rest)}` : name;
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search ? `?${search}` : ''}`;
}

/** A broken escape in a link is taken as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Router {
  route = $state.raw(parse(typeof location === 'undefined' ? '' : location.hash));
  /** How far the menu was scrolled. */
  menuScroll = 0;
  /** The address before the present one, if it is a page of this visit. */
  private last: string | undefined;
  private present = typeof location === 'undefined' ? '' : location.hash;

  constructor() {
    if (typeof addEventListener === 'undefined') return;
    addEventListener('hashchange', () => {
      this.last = this.present;
      this.present = location.hash;
      this.route = parse(location.hash);
    });
  }

  /** Where a page that is reached from anywhere leads back to: where one came from, else the menu. */
  back(): string {
    const from = parse(this.last ?? '');
    return this.last === undefined || from.name === this.route.name ? link('menu') : this.last || link('menu');
  }

  /** Goes to a page; with `replace`, the present one leaves no trace in the history. */
  go(address: string, replace = false): void {
    if (replace) location.replace(address);
    else location.hash = address;
  }
}

export const router = new Router();
