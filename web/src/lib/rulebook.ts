// The rule book's pages, which the terminal shows, too: here only the part that says how to play.

import { howToPlayIn } from './engine';

/** A piece of a page: a paragraph, an item of a list, or a picture that stays as it is. */
export interface Block {
  kind: 'text' | 'item' | 'picture';
  text: string;
}

const PAGES = import.meta.glob<string>(['../../../rules/*.md', '!../../../rules/README.md'], {
  query: '?raw',
  import: 'default',
});

/** How a family is played. */
export async function howToPlay(family: string): Promise<Block[]> {
  const page = await PAGES[`../../../rules/${family}.md`]?.();
  return page === undefined ? [] : blocks(howToPlayIn(page));
}

/** The pieces of a text; signs for emphasis and code are left out. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | undefined;
  let fenced = false;
  const begin = (kind: Block['kind'], first: string) => {
    open = { kind, text: first };
    found.push(open);
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fenced = !fenced;
      open = undefined;
    } else if (fenced || (line.startsWith('    ') && open?.kind !== 'text' && open?.kind !== 'item')) {
      if (open?.kind === 'picture') open.text += `\n${line}`;
      else begin('picture', line);
    } else if (line.trim() === '') {
      open = undefined;
    } else if (line.startsWith('- ')) {
      begin('item', plain(line.slice(2)));
    } else if (open && open.kind !== 'picture') {
      open.text += ` ${plain(line.trim())}`;
    } else {
      begin('text', plain(line.trim()));
    }
  }
  return found;
}

function plain(text: string): string {
  return text.replace(/\*\*?|`/g, '');
}
