//! A replay in lines: any turn, forwards and backwards, and playing on from there.

use super::{
    board,
    console::{Console, clip},
    game, status,
};
use crate::Arcade;
use std::{io, path::Path};
use tilewright_core::Game;
use tilewright_session::{Replay, Session};
use tilewright_store::write_new;

const HELP: &str = "Type:
  next [N]      the next turn, or N of them, in sentences; also an empty line
  back [N]      back one turn, or N
  go N          to turn N; 0 is the start
  board         the board once more
  continue      play on from here: a new game, marked as such
  export FILE   write the replay to a file
  quit";

pub(super) fn run(arcade: &mut Arcade, file: &Path, replay: &Replay<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let mut session = match replay.session() {
        Ok(session) => session,
        Err(error) => return console.say(format_args!("{}: {error}", file.display())),
    };
    let total = session.turn();
    let name = session.setup().title();
    console.say(format_args!("{name}, seed {}: {total} turns, score {}.", session.seed_text(), session.score()))?;
    session.jump(0);
    show(&session, console)?;
    console.say("Type next, back, go N, continue, help or quit.")?;
    while let Some(line) = console.line()? {
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = || words.get(1).map_or(Ok(1), |word| word.parse::<usize>());
        match words.first().copied().unwrap_or("next") {
            "quit" | "q" | "exit" => break,
            "help" | "?" => console.say(HELP)?,
            "board" | "b" => show(&session, console)?,
            "next" | "n" | "back" | "p" | "go" if count().is_err() => {
                console.say("that takes a whole number, like go 12")?;
            }
            "next" | "n" => {
                if session.turn() == total {
                    console.say("This is the end.")?;
                    continue;
                }
                for _ in 0..count().unwrap_or(1).min(total - session.turn()) {
                    session.jump(session.turn() + 1);
                    let action = session.last_action().map(|action| session.game().action_text(action));
                    console.say(format_args!("Turn {}: {}.", session.turn(), action.unwrap_or_default()))?;
                    let played = session.played(session.turn());
                    game::print_events(&session, &played.map_or_else(Vec::new, |played| played.events), console)?;
                }
                show(&session, console)?;
            }
            "back" | "p" => {
                session.jump(session.turn().saturating_sub(count().unwrap_or(1)));
                show(&session, console)?;
            }
            "go" => {
                session.jump(count().unwrap_or(0).min(total));
                show(&session, console)?;
            }
            "continue" => {
                let begun = session.continued_from(session.turn());
                console.say("A new game from here; it is marked, as you may know what would have come.")?;
                let table = arcade.adopt(begun);
                console.notices(&mut arcade.notices)?;
                return game::sit(arcade, table, None, console);
            }
            "export" => match words.get(1) {
                None => console.say("export takes a file name, like export game.replay")?,
                Some(target) => {
                    let mut whole = session.clone();
                    whole.jump(total);
                    let text = whole.replay();
                    match write_new(Path::new(target), &text) {
                        Ok(()) => console.say(format_args!("The replay is in {}.", clip(target)))?,
                        Err(error) => console.say(format_args!("{} cannot be written ({error})", clip(target)))?,
                    }
                }
            },
            word => console.say(format_args!("“{}” is not known here; type help", clip(word)))?,
        }
        console.notices(&mut arcade.notices)?;
    }
    Ok(())
}

fn show(session: &Session, console: &mut Console<'_>) -> io::Result<()> {
    board(session, console.out)?;
    console.say(status(session))
}
