// What the engine makes of recorded games, as text: the same module in Node.js and in a browser.
import init, { Play } from './engine/tilewright_web.js';

/** The traces of files ([name, text] each): of replays as the native program prints them, of playthroughs as recorded. */
export async function traces(module, files) {
  await init({ module_or_path: module });
  const told = files.map(([name, text]) => `${name}\n${name.endsWith('.replay') ? trace(text) : enact(text)}`);
  return told.join('');
}

/** Every moment of a replay in a line. */
function trace(replay) {
  const play = Play.watch(replay);
  const { turns } = play.view();
  let lines = '';
  for (let turn = 0; turn <= turns; turn++) {
    const { score, draws, hash } = play.jump(turn);
    lines += `${turn} ${score} ${draws} ${hash}\n`;
  }
  play.free();
  return lines;
}

/** Plays the actions of a recorded playthrough and tells what happens, in the form of the recording. */
function enact(recorded) {
  const [, preset, seed] = recorded.match(/^\w+\/([\w-]+)@\d+ seed (\d+)\n/);
  const play = Play.start(preset, seed);
  const { cells } = play.table();
  const lines = [];
  const moment = (view) => {
    const { turn, score, draws, hash, over, board } = view;
    lines.push(`turn ${turn} score ${score} draws ${draws} hash ${hash} ${over ?? 'decide'}`, board);
  };
  moment(play.view());
  for (const [, id, action] of recorded.matchAll(/^action (\d+) = (.*)$/gm)) {
    lines.push(`legal ${play.view().legal.join(' ')}`, `action ${id} = ${action}`);
    const { events, view } = play.act(action);
    lines.push(...events.map((event) => `  ${JSON.stringify(protocol(event, cells))}`));
    moment(view);
  }
  play.free();
  return `${lines.join('\n')}\n`;
}

/** An event as programs read it: cells by name, fields in alphabetical order, nothing that goes without saying. */
function protocol({ sentence, total, ...event }, cells) {
  const name = (cell) => (cell === null ? 'next' : cells[cell].text);
  const fields = {
    ...event,
    ...(event.type === 'scored' && { total }),
    ...(event.parts && { parts: event.parts.map(({ at, value }) => ({ at: name(at), value })) }),
  };
  if (!fields.overflow) delete fields.overflow;
  for (const field of ['at', 'from', 'to', 'a', 'b', 'centre']) {
    if (field in fields) fields[field] = name(fields[field]);
  }
  for (const field of ['cells', 'pieces']) {
    if (field in fields) fields[field] = fields[field].map(name);
  }
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
