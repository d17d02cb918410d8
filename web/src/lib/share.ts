// Links that carry a game. Everything stands in the fragment, so no server ever sees it:
// `#/play/<preset>?seed=…`, `#/play?rules=<code>&name=…&seed=…` for a variant, `#/watch?replay=<code>` for a whole game, `#/edit/<preset>?board=…` for a
// position.
// A code is a version digit and base64url of the deflated text; zlib's checksum detects a link that was changed.
import { link } from './router.svelte';

const VERSION = '1';
/** No replay that is read at all is longer; a code that unpacks to more is hostile. */
const MOST_BYTES = 16 << 20;

/** A text as a code for a link. */
export async function pack(text: string): Promise<string> {
  const squeezed = await drain(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate')), Infinity);
  let binary = '';
  // In slices: spreading a long array over arguments overflows the stack.
  for (let at = 0; at < squeezed.length; at += 0x8000) {
    binary += String.fromCharCode(...squeezed.subarray(at, at + 0x8000));
  }
  return VERSION + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text in a code. What cannot be one is refused with a sentence that says why. */
export async function unpack(code: string, most = MOST_BYTES): Promise<string> {
  if (code === '') throw new Error('This link ends before the part that holds the game.');
  if (!code.startsWith(VERSION)) {
    throw new Error('This link was made by another version of the arcade; this one reads version 1.');
  }
  const body = code.slice(1);
  const stranger = /[^A-Za-z0-9_-]/.exec(body);
  if (stranger) throw new Error(`This link holds a character that no link has: “${stranger[0]}”.`);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    throw new Error('This link is cut off or was changed on the way.');
  }
  try {
    const plain = await drain(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')), most);
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    if (error instanceof TooLong) throw new Error(`This link unpacks to more than ${most} bytes, which no game needs.`);
    throw new Error('This link is cut off or was changed on the way.');
  }
}

class TooLong extends Error {}

/** All bytes of a stream, up to so many. */
async function drain(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      // The rest is of no interest, and neither is how the stream takes its end.
      void reader.cancel().catch(() => undefined);
      throw new TooLong();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The link to a preset, with a seed where everybody is to get the same tiles, and the position that it starts from. */
export function presetLink(preset: string, seed?: string, board?: string): string {
  return here() + link('play', preset, given({ seed, board }));
}

/** The fields that have a value. */
function given(fields: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

/** The link to a variant under a name, with or without a seed. */
export async function variantLink(variant: string, name: string, seed?: string, board?: string): Promise<string> {
  const rules = await pack(variant);
  return here() + link('play', '', given({ rules, name: name || undefined, seed, board }));
}

/** The link to a position in the editor, where it can be analysed; `variant` is given if it is no preset. */
export async function positionLink(base: string, name: string, board: string, variant?: string): Promise<string> {
  if (variant === undefined) return here() + link('edit', base, { board });
  return here() + link('edit', '', { rules: await pack(variant), name, board });
}

/** The link to a replay. */
export async function replayLink(replay: string): Promise<string> {
  return here() + link('watch', '', { replay: await pack(replay) });
}

function here(): string {
  return location.href.replace(/#.*$/, '');
}

/** Shares a link through the system's share sheet; returns a message about the result. */
export function sendLink(title: string, url: string): Promise<string> {
  return send({ title, url });
}

/** Shares a file the same way. */
export function sendFile(name: string, content: Blob): Promise<string> {
  return send({ files: [new File([content], name, { type: content.type })] });
}

async function send(data: ShareData): Promise<string> {
  if (!navigator.canShare?.(data)) return 'This browser cannot send that; copy or save it instead.';
  try {
    await navigator.share(data);
    return 'Sent.';
  } catch (error) {
    // The user closed the sheet: nothing to report.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : 'The system did not take it.';
  }
}

/** Puts a text on the clipboard and says how it went. */
export async function copy(text: string, done = 'The link is on the clipboard.'): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return 'The clipboard is closed to this page; select the link and copy it.';
  }
}

/** Downloads a file. */
export function download(name: string, content: Blob | string): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Chromium reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
