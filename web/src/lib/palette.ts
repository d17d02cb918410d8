// The colours of tiles: one for each power of two, so that no two on a board look alike, and an ink that reads on it.
import { colourExponent, type Scale } from './engine';
import type { Theme } from './theme';

type Rgb = [number, number, number];

/** From cool to hot up to 2^10, gold for 2048, then a louder round and a deep one. 2^0 first. */
const LIGHT = [
  'fffdf8',
  'fbf2e0',
  'd8e4dc',
  'a9d3cf',
  '7fbcc4',
  '8fbf7f',
  'bfc65a',
  'e6c25a',
  'e99f55',
  'dd7a52',
  'c9565a',
  'd9a514',
  'a8457e',
  '7d4fa3',
  '5560b5',
  '2f76b0',
  '1b7f87',
  '23785a',
  '4c7426',
  '8a5a12',
  '3b3631',
  '8c3b20',
  '5b3f8c',
  '7a1f3d',
  '553a1f',
  '143f63',
  '0f5238',
  '432a6b',
  '6b5200',
  '455c2c',
  '3f4f5c',
];

/** The same for a dark page. */
const DARK = [
  '4a4f59',
  '5b6572',
  '3d6b84',
  '2f8a94',
  '2f9a78',
  '6aa84f',
  'a3ad3f',
  'd0a63a',
  'e08c3c',
  'dc6b48',
  'cf4d62',
  'f7cf45',
  'c25d97',
  '9d6bd0',
  '7579e8',
  '4f97ee',
  '3fc0dc',
  '3fd0a0',
  '8ddc68',
  'eaa3d2',
  'f5f1e8',
  'f7b48f',
  'bcaaf7',
  '8b2745',
  '6b4a28',
  '1c527c',
  '14683f',
  '57348a',
  '86640a',
  '587438',
  'b5c7d3',
];

/** The palette of Okabe and Ito, which people with colour blindness can tell apart; neighbours differ most. */
const SAFE = ['b8bcc2', '56b4e9', 'e69f00', '009e73', 'f0e442', '0072b2', 'd55e00', 'cc79a7'];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const INKS: Rgb[] = [[33, 27, 20], WHITE];

export interface Colours {
  back: string;
  ink: string;
}

const known = new Map<string, Colours>();

/** The colours of a value. */
export function colours(theme: Theme, scale: Scale, value: number): Colours {
  const key = `${theme} ${scale} ${value}`;
  let found = known.get(key);
  if (!found) {
    found = mixed(theme, colourExponent(scale, value));
    known.set(key, found);
  }
  return found;
}

/** A value between two powers lies between their colours. */
function mixed(theme: Theme, exponent: number): Colours {
  const low = Math.floor(exponent);
  const least = theme === 'high-contrast' ? 7 : 4.5;
  const between = mix(named(theme, low), named(theme, low + 1), exponent - low);
  const ink = inkOn(between);
  return { back: css(readable(between, ink, least)), ink: css(ink) };
}

function named(theme: Theme, exponent: number): Rgb {
  if (theme === 'colour-blind') {
    const base = hex(SAFE[exponent % SAFE.length] ?? 'b8bcc2');
    const round = Math.floor(exponent / SAFE.length);
    return round === 0
      ? base
      : round === 1
        ? mix(base, WHITE, 0.6)
        : round === 2
          ? mix(base, BLACK, 0.45)
          : mix(base, WHITE, 0.82);
  }
  const list = theme === 'light' ? LIGHT : DARK;
  return hex(list[Math.min(exponent, list.length - 1)] ?? '888888');
}

function inkOn(back: Rgb): Rgb {
  const [dark, light] = INKS as [Rgb, Rgb];
  return contrast(back, dark) >= contrast(back, light) ? dark : light;
}

/** The colour, made lighter or darker until its ink has that contrast. */
function readable(back: Rgb, ink: Rgb, least: number): Rgb {
  const away = ink === INKS[1] ? BLACK : WHITE;
  for (let step = 0; step <= 20; step++) {
    const colour = mix(back, away, step / 20);
    if (contrast(colour, ink) >= least) return colour;
  }
  return away;
}

function hex(code: string): Rgb {
  return [0, 2, 4].map((at) => parseInt(code.slice(at, at + 2), 16)) as Rgb;
}

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  return a.map((channel, i) => Math.round(channel * (1 - part) + (b[i] ?? 0) * part)) as Rgb;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function css(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The contrast of two colours as CSS writes them, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  return contrast(hex(a.slice(1)), hex(b.slice(1)));
}
