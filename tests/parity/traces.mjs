// What the engine makes of recorded games, as text: the same module in Node.js and in a browser.
import init, { Engine, Session } from './engine/tilewright_web.js';

/** The traces of files ([name, text] each): of replays as the native program prints them, of playthroughs as recorded. */
export async function traces(module, files) {
  await init({ module_or_path: module });
  const read = (name, text) =>
    name.endsWith('.values') ? choices(name, text) : name.endsWith('.replay') ? trace(text) : play(text);
  return files.map(([name, text]) => `${name}\n${read(name, text)}`).join('');
}

/** What `learned` makes of the first turns of a preset, as the native program prints it. The weights are base64. */
function choices(file, base64) {
  const weights = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const preset = file.match(/([\w-]+)\.values$/)[1];
  const bits = new DataView(new ArrayBuffer(8));
  const hex = (value) => {
    bits.setFloat64(0, value);
    return bits.getBigUint64(0).toString(16).padStart(16, '0');
  };
  let lines = '';
  for (const player of ['learned', 'learned:nodes=300']) {
    const engine = new Engine(player, preset, weights);
    const session = Session.start(preset, '5');
    for (let turn = 0; turn < 12; turn++) {
      const { actions, depth, nodes } = engine.rank(session.view().board);
      lines += `${turn} ${depth} ${nodes} ${actions.map(({ action, value }) => `${action}=${hex(value)}`).join(' ')}\n`;
      if (actions.length === 0) break;
      session.play(actions[0].action);
    }
    session.free();
    engine.free();
  }
  return lines;
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
