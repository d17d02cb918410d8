// Which lessons were shown: none shows itself twice.
import { transact } from './db';

const NAME = 'lessons';

/** The presets whose lesson was shown. */
export async function lessons(): Promise<Set<string>> {
  const stored = await transact(['texts'], 'readonly', (access) => access.get('texts', NAME));
  return new Set(String(stored?.text ?? '').split('\n'));
}

/** Notes that the lesson of a preset was shown. */
export async function markLesson(preset: string): Promise<void> {
  await transact(['texts'], 'readwrite', async (access) => {
    const text = String((await access.get('texts', NAME))?.text ?? '');
    if (!text.split('\n').includes(preset)) await access.put('texts', { name: NAME, text: `${text}${preset}\n` });
  });
}
