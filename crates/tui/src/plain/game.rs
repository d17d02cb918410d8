//! A game in lines: events in sentences, the board, then a line of input.

use super::{
    board,
    console::{Console, clip},
    help, status,
    words::{Command, Typed, read},
};
use crate::Arcade;
use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};
use tilewright_core::{Action, Game};
use tilewright_players::{Budget, Limit, Player, Ranking};
use tilewright_session::{EndContext, Event, Key, PlayError, Pointer, Session, sentence, typed_forms};
use tilewright_store::{SavedSession, Start, write_new};

/// The longest time a player may think about a hint or a turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// The nodes it may search.
const BUDGET: Budget = Budget::Nodes(200_000);
/// The most turns of a player that is watched: some games never end.
const WATCHED: usize = 1000;
/// How many actions of a ranking are printed.
const RANKED: usize = 5;

pub(super) fn run(arcade: &mut Arcade, start: Start, console: &mut Console<'_>) -> io::Result<()> {
    let watched = start.player.clone();
    let table = match arcade.open_game(start) {
        Ok(table) => table,
        Err(error) => return console.say(error),
    };
    console.say(title(&table))?;
    console.notices(&mut arcade.notices)?;
    sit(arcade, table, watched, console)
}

/// Plays a game that was opened already.
pub(super) fn sit(
    arcade: &mut Arcade,
    table: SavedSession,
    watched: Option<Player>,
    console: &mut Console<'_>,
) -> io::Result<()> {
    let is_watched = watched.is_some();
    let player = watched.unwrap_or_else(|| arcade.settings.player.clone()).in_game(&table.session().setup().game);
    let mut game = Playing { arcade, table, player, console };
    game.show()?;
    if game.table.session().over().is_some() {
        game.console.say("This game is over. Type new for another one, undo to take the last turn back, or quit.")?;
    } else if game.table.session().turn() == 0 && !is_watched {
        let forms = typed_forms(game.table.session().game());
        game.console.say(format_args!("Type an action ({forms}), hint, undo, help or quit."))?;
    }
    let result = if is_watched { game.auto(WATCHED) } else { Ok(()) }.and_then(|()| game.until_left());
    // The game is saved even if the output is closed.
    let Playing { arcade, table, console, .. } = game;
    let over = table.session().over().is_some();
    let kept = table.is_saved() && !over && table.session().turn() > 0;
    arcade.leave(table);
    result?;
    console.notices(&mut arcade.notices)?;
    if kept { console.say("The game is saved; it goes on when you come back.") } else { Ok(()) }
}

fn title(table: &SavedSession) -> String {
    let session = table.session();
    let name = session.setup().title();
    let kind = match table.start() {
        start if start.is_daily() => format!(", the challenge of {}", start.name.as_str().trim_start_matches("daily-")),
        start => start.player.as_ref().map_or(String::new(), |player| format!(", played by {}", player.id())),
    };
    let begun = if table.resumed { "resumed" } else { "new game" };
    format!("{name}{kind}: {begun}, seed {}.", session.seed_text())
}

/// A game that is being played.
struct Playing<'a, 'b> {
    arcade: &'a mut Arcade,
    table: SavedSession,
    /// The player that gives hints and plays in autoplay.
    player: Player,
    console: &'a mut Console<'b>,
}

impl Playing<'_, '_> {
    fn show(&mut self) -> io::Result<()> {
        board(self.table.session(), self.console.out)?;
        self.console.say(status(self.table.session()))
    }

    fn until_left(&mut self) -> io::Result<()> {
        while let Some(line) = self.console.line()? {
            match read(self.table.session(), &line) {
                Typed::Nothing => {}
                Typed::Unknown(says) => self.console.say(says)?,
                Typed::Command(Command::Quit, _) => break,
                Typed::Command(command, words) => self.command(command, &words)?,
                Typed::Actions(actions) => {
                    for action in actions {
                        if !self.act(action)? {
                            break;
                        }
                    }
                    self.show()?;
                }
            }
            self.console.notices(&mut self.arcade.notices)?;
        }
        Ok(())
    }

    /// Plays an action and prints what happened. Returns whether it was played and the game goes on.
    fn act(&mut self, action: Action) -> io::Result<bool> {
        if self.table.session().over().is_some() {
            self.say_over()?;
            return Ok(false);
        }
        let (events, played) = match self.table.play(action, &mut self.arcade.notices) {
            Ok(played) => {
                self.table.pass_time(self.arcade.now());
                (played.events, true)
            }
            Err(PlayError::Illegal(illegal)) => (vec![self.table.session().blocked(illegal.0)], false),
            Err(error) => {
                self.console.say(format_args!("{error}."))?;
                return Ok(false);
            }
        };
        print_events(self.table.session(), &events, self.console)?;
        let over = self.table.session().over().is_some();
        if over {
            self.print_best()?;
        }
        Ok(played && !over)
    }

    /// Compares the end of a game with the records. The records hold earlier games only: this one counts once it is left.
    fn print_best(&mut self) -> io::Result<()> {
        const NEXT: &str = "Type new for another game, undo to take the last turn back, or quit.";
        if self.table.start().is_watched() {
            return self.console.say(NEXT);
        }
        if let Some(day) = self.table.start().day() {
            let practice = self.arcade.store.dailies(&mut self.arcade.notices).get(day).is_some();
            let session = self.table.session();
            let context = EndContext {
                title: session.setup().title(),
                milliseconds: session.time().milliseconds,
                daily: Some(day),
                practice,
                ..EndContext::default()
            };
            let result = session.end_panel(&context).result;
            if practice {
                self.console.say("That was practice: the first try of the day counts.")?;
            }
            for line in result.lines() {
                self.console.say(line)?;
            }
        }
        let session = self.table.session();
        let records = self.arcade.store.records(&mut self.arcade.notices);
        let (score, helped) = (session.score(), session.assisted().any());
        let best = records.get(&Key::of(session)).map(|record| if helped { record.best_assisted } else { record.best });
        let how = if helped { "with help" } else { "without help" };
        match best.filter(|&best| best > 0) {
            Some(best) if best >= score => self.console.say(format_args!("Your best {how} is {best}."))?,
            _ => self.console.say(format_args!("That is your best {how}."))?,
        }
        self.console.say(NEXT)
    }

    fn command(&mut self, command: Command, words: &[String]) -> io::Result<()> {
        let word = words.first().map(String::as_str);
        match command {
            Command::Quit => Ok(()),
            Command::Help => self.console.say(help::game(self.table.session())),
            Command::Rules => self.console.say(help::spoken(self.table.session().setup().variant.family())),
            Command::Board => self.show(),
            Command::Legal => {
                let legal = self.table.session().view().legal;
                let count = legal.len();
                self.console.say(format_args!("{count} legal: {}", legal.join(", ")))
            }
            Command::Undo => self.back(word),
            Command::Redo => self.forth(word),
            Command::Hint => match self.player(word) {
                Ok(player) => self.hint(&player),
                Err(says) => self.console.say(says),
            },
            Command::Player => match self.player(word) {
                Ok(player) => {
                    self.console.say(format_args!("{} gives hints: {}.", player.id(), player.about()))?;
                    self.player = player;
                    Ok(())
                }
                Err(says) => self.console.say(says),
            },
            Command::Auto => {
                let turns = word.map_or(Ok(1), str::parse);
                let (Ok(turns @ 1..=1_000_000), player) = (turns, self.player(words.get(1).map(String::as_str))) else {
                    return self.console.say("auto takes a number of turns from 1 to 1000000, like auto 5");
                };
                match player {
                    Ok(player) => {
                        self.player = player;
                        self.auto(turns)
                    }
                    Err(says) => self.console.say(says),
                }
            }
            Command::New => match word.map(str::parse).transpose() {
                Err(_) => {
                    self.console.say(format_args!("a seed is a whole number from 0 to {}, like new 42", u64::MAX))
                }
                Ok(seed) => self.new_game(seed),
            },
            Command::Save => {
                self.table.save(&mut self.arcade.notices);
                let keeps = self.table.is_saved() && self.arcade.notices.is_empty();
                self.console.say(if keeps { "Saved, as after every turn." } else { "This game is not saved." })
            }
            Command::Export => self.export(word),
        }
    }

    /// Begins another game. A game in progress is given up only after a question.
    fn new_game(&mut self, seed: Option<u64>) -> io::Result<()> {
        let session = self.table.session();
        if session.turn() > 0 && session.over().is_none() {
            let (turn, score) = (session.turn(), session.score());
            self.console.say(format_args!("Give this game up at turn {turn} with {score} points? Type yes or no."))?;
            let answer = self.console.line()?.unwrap_or_default();
            if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
                return self.console.say("The game goes on.");
            }
        }
        match self.arcade.restart(&mut self.table, seed) {
            Err(error) => self.console.say(error),
            Ok(()) => {
                self.console.say(title(&self.table))?;
                self.show()
            }
        }
    }

    fn player(&mut self, word: Option<&str>) -> Result<Player, String> {
        let Some(word) = word else { return Ok(self.player.clone()) };
        let player = Player::parse(word).map_err(|error| error.to_string())?;
        self.arcade.tables.open(&player)?;
        Ok(player)
    }

    fn back(&mut self, word: Option<&str>) -> io::Result<()> {
        let Ok(count @ 1..) = word.map_or(Ok(1), str::parse::<usize>) else {
            return self.console.say("undo takes a number of turns, like undo 3");
        };
        let mut done = 0;
        while done < count && self.table.undo(&mut self.arcade.notices) {
            done += 1;
        }
        self.console.say(self.table.session().undo_notice(done > 0).text)?;
        if done > 0 { self.show() } else { Ok(()) }
    }

    fn forth(&mut self, word: Option<&str>) -> io::Result<()> {
        let Ok(count @ 1..) = word.map_or(Ok(1), str::parse::<usize>) else {
            return self.console.say("redo takes a number of turns, like redo 3");
        };
        let mut done = 0;
        while done < count && self.table.redo(&mut self.arcade.notices) {
            let session = self.table.session();
            let played = session.played(session.turn());
            print_events(session, &played.map_or_else(Vec::new, |played| played.events), self.console)?;
            done += 1;
        }
        if done > 0 { self.show() } else { self.console.say(self.table.session().redo_notice(false).text) }
    }

    fn hint(&mut self, player: &Player) -> io::Result<()> {
        let Some(actions) = self.ask(player)? else { return Ok(()) };
        if actions.is_empty() {
            return self.say_over();
        }
        self.table.mark_hint(&mut self.arcade.notices);
        let session = self.table.session();
        // Actions are named as they are typed here.
        let name = |index: usize| session.game().action_text(actions[index].0);
        let ranking = Ranking { actions: actions.clone(), nodes: 0, depth: 0 };
        let advice = session.advice(player, &ranking, Pointer::Mouse);
        let best = name(0);
        let shown: Vec<_> =
            advice.iter().take(RANKED).map(|line| format!("{} {}", name(line.index), line.behind)).collect();
        let more = advice.len().saturating_sub(RANKED);
        self.console.say(format_args!("{} would play {best}.", player.id()))?;
        let more = if more == 0 { String::new() } else { format!(", and {more} more") };
        self.console.say(format_args!("Ranking: {}{more}.", shown.join(", ")))
    }

    /// Says that the game is over, and what can be done.
    fn say_over(&mut self) -> io::Result<()> {
        let over = self.table.session().over_notice().text;
        self.console.say(format_args!("{over} Type new, undo or quit."))
    }

    /// A player's ranking, which is empty if the game is over; if the player refuses, says why.
    fn ask(&mut self, player: &Player) -> io::Result<Option<Vec<(Action, f64)>>> {
        let until = Instant::now() + PATIENCE;
        let limit = Limit { budget: BUDGET, stop: &|| Instant::now() >= until };
        match self.table.ask(player, &self.arcade.tables, &limit) {
            Ok(Ranking { actions, .. }) => Ok(Some(actions)),
            Err(error) => {
                self.console.say(self.table.session().suggestion(Err(error)).text)?;
                Ok(None)
            }
        }
    }

    /// Lets the player play that many turns, or to the end.
    fn auto(&mut self, turns: usize) -> io::Result<()> {
        let player = self.player.clone();
        for _ in 0..turns {
            let Some(ranking) = self.ask(&player)? else { break };
            let Some(&(action, _)) = ranking.first() else {
                self.say_over()?;
                break;
            };
            let text = self.table.session().game().action_text(action);
            self.table.mark_player(&player, &mut self.arcade.notices);
            self.console.say(format_args!("{} plays {text}.", player.id()))?;
            if !self.act(action)? {
                break;
            }
        }
        self.show()
    }

    fn export(&mut self, word: Option<&str>) -> io::Result<()> {
        let Some(file) = word else { return self.console.say("export takes a file name, like export game.replay") };
        match write_new(Path::new(file), &self.table.session().replay()) {
            Ok(()) => self.console.say(format_args!("The replay so far is in {}.", clip(file))),
            Err(error) => self.console.say(format_args!("{} cannot be written ({error})", clip(file))),
        }
    }
}

/// Prints every event as a sentence.
pub(super) fn print_events(session: &Session, events: &[Event], console: &mut Console<'_>) -> io::Result<()> {
    for words in events.iter().filter_map(|event| sentence(session.game(), event)) {
        console.say(words)?;
    }
    Ok(())
}
