//! What can be typed, and how the games go.

use tilewright_core::{Game, Notation, Shape};
use tilewright_games::Family;
use tilewright_session::{Session, how_to_play};

/// How a family is played, without the marks of Markdown.
pub(super) fn spoken(family: Family) -> String {
    let lines = how_to_play(family).lines().filter(|line| !line.starts_with("```"));
    lines.map(|line| line.replace('`', "")).collect::<Vec<_>>().join("\n")
}

/// What works in a game.
pub(super) fn game(session: &Session) -> String {
    let game = session.game();
    let topology = game.topology();
    let dirs = topology.dir_names().collect::<Vec<_>>().join(", ");
    let keys = match topology.shape() {
        Shape::Square { .. } => " (or w a s d, h j k l)",
        Shape::Hex { .. } => "",
    };
    let actions = match game.notation() {
        Notation::Direction => format!("  {dirs}{keys}: slide all tiles that way."),
        Notation::Pair => format!(
            "  0,1-0,2 or 0,1 0,2: the tile in row 0, column 1 changes places with the one in row 0, column 2.\n  \
             0,1 right: the same; {dirs}{keys}."
        ),
        Notation::Step => format!(
            "  {dirs}{keys}: the first tile that can go that way does.\n  \
             1,2:left or 1,2 left: the tile in row 1, column 2 goes left."
        ),
        Notation::DirectionOrStep => format!(
            "  {dirs}{keys}: slide all tiles that way.\n  \
             1,2:left or 1,2 left: the tile in row 1, column 2 slides alone."
        ),
    };
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
