//! What can be typed, and how the games go.

use tilewright_games::Family;
use tilewright_session::{Session, how_to_play, typed_help};

/// How a family is played, without the marks of Markdown.
pub(super) fn spoken(family: Family) -> String {
    let lines = how_to_play(family).lines().filter(|line| !line.starts_with("```"));
    lines.map(|line| line.replace('`', "")).collect::<Vec<_>>().join("\n")
}

/// What works in a game.
pub(super) fn game(session: &Session) -> String {
    let actions: Vec<_> = typed_help(session.game()).into_iter().map(|line| format!("  {line}")).collect();
    let actions = actions.join("\n");
    format!(
        "Actions, several in a line if you like:
{actions}
Commands:
  hint [PLAYER]      what a player would do, and how it ranks the rest
  auto N [PLAYER]    let a player play N turns
  undo [N], redo [N] take turns back, play them again; also u, r
  legal              all actions that are possible now
  board              the board once more; also b
  player NAME        who gives hints
  new [SEED]         give this game up and begin another
  save               save now; it happens after every turn anyway
  export FILE        write the game so far as a replay
  rules              how this game is played
  quit               leave; the game stays saved; also q"
    )
}

/// What works in the menu.
pub(super) const MENU: &str = "Type:
  1 or classic-2048     play that game, or go on with it where it is open
  classic-2048 42       play it with seed 42
  classic-2048~2        the second open game of that name
  daily                 today's challenge, the same for everybody
  watch NAME [PLAYER]   watch a player
  variant FILE          play your own variant, a TOML or JSON file
  replays, replay N     the games kept, and one of them turn by turn
  stats                 what you have played
  rules NAME            how a game goes
  players               who gives hints and can be watched
  set NAME VALUE        change a setting; settings lists them
  games                 this list of games once more
  quit";
