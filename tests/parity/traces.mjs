// What the engine makes of recorded games, as text: the same module in Node.js and in a browser.
import init, { Session } from './engine/tilewright_web.js';

/** The traces of files ([name, text] each): of replays as the native program prints them, of playthroughs as recorded. */
export async function traces(module, files) {
  await init({ module_or_path: module });
  const texts = files.map(([name, text]) => `${name}\n${name.endsWith('.replay') ? trace(text) : play(text)}`);
  return texts.join('');
}

/** Every turn of a replay in a line. */
function trace(replay) {
  const session = Session.watch(replay);
  const turns = session.view().redo;
  let lines = '';
  for (let turn = 0; turn <= turns; turn++) {
    const { score, draws, hash } = session.jump(turn);
    lines += `${turn} ${score} ${draws} ${hash}\n`;
  }
  session.free();
  return lines;
}

/** Plays the actions of a recorded playthrough, and writes what happens in the form of the recording. */
function play(recorded) {
  const [, preset, seed] = recorded.match(/^\w+\/([\w-]+)@\d+ seed (\d+)\n/);
  const session = Session.start(preset, seed);
  const lines = [];
  const position = (view) => {
    const { turn, score, draws, hash, reason, board } = view;
    lines.push(`turn ${turn} score ${score} draws ${draws} hash ${hash} ${reason ?? 'decide'}`, board);
  };
  position(session.view());
  for (const [, id, action] of recorded.matchAll(/^action (\d+) = (.*)$/gm)) {
    lines.push(`legal ${session.view().legal.join(' ')}`, `action ${id} = ${action}`);
    const { view } = session.play(action);
    lines.push(...session.events().map((event) => `  ${JSON.stringify(sorted(event))}`));
    position(view);
  }
  session.free();
  return `${lines.join('\n')}\n`;
}

/** The recording has its keys in alphabetical order. */
function sorted(event) {
  return Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
}
