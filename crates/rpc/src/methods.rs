//! The methods, one function each.

use crate::{
    Error, Server,
    params::{Params, missing},
};
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tilewright_core::{Action, Game, Outcome, Position, clip, perft};
use tilewright_games::{Preset, Variant};
use tilewright_players::{Budget, Limit, Player, Tables};
use tilewright_session::{ChanceError, PlayError, Replay, Session, Setup, refusal};

/// The most games at a time.
const MAX_GAMES: usize = 1000;
/// The most games that hold an engine for hints, with its tables, at a time.
const MAX_ENGINES: usize = 8;
/// The most steps of a perft: a second or so.
const MAX_PERFT: u64 = 10_000_000;
/// The longest time of a hint, in milliseconds.
const MAX_MS: u64 = 600_000;

type Result = std::result::Result<Value, Error>;

impl Server {
    pub(crate) fn call(&mut self, method: &str, params: Params<'_>) -> Result {
        match method {
            "describe" => describe(&params),
            "new" => self.new_game(&params),
            "position" => self.position(&params),
            "view" => self.view(&params),
            "play" => self.play(&params),
            "undo" => self.step(&params, Session::undo, "there is nothing to undo"),
            "redo" => self.step(&params, Session::redo, "there is nothing to redo"),
            "outcomes" => self.outcomes(&params),
            "hint" => self.hint(&params),
            "replay" => self.replay(&params),
            "load" => self.load(&params),
            "perft" => self.perft(&params),
            "close" => self.close(&params),
            "quit" => params.only(&[]).map(|()| json!({})),
            _ => {
                let method = clip(method);
                Err(Error::method(format!("there is no method “{method}”; “describe” lists the games")))
            }
        }
    }

    /// The game that the parameters name.
    fn game(&mut self, params: &Params<'_>) -> std::result::Result<(&mut Session, String), Error> {
        let name = params.game()?;
        match self.games.get_mut(name) {
            Some(session) => Ok((session, name.to_owned())),
            None => Err(Error::game(format!("there is no game “{}”; “new” makes one", clip(name)))),
        }
    }

    /// Adds a session under the name that the parameters give, and returns its view.
    fn add(&mut self, params: &Params<'_>, mut session: Session) -> Result {
        let name = params.game()?;
        if self.games.len() >= MAX_GAMES && !self.games.contains_key(name) {
            return Err(Error::params(format!("there are {MAX_GAMES} games already; close one first")));
        }
        session.set_max_turns(self.max_turns);
        let view = json!(session.named_view(name));
        self.games.insert(name.to_owned(), session);
        Ok(view)
    }

    fn seed(&mut self, params: &Params<'_>) -> std::result::Result<u64, Error> {
        Ok(params.seed()?.unwrap_or_else(|| (self.entropy)()))
    }

    fn new_game(&mut self, params: &Params<'_>) -> Result {
        params.only(&["preset", "variant", "seed", "game"])?;
        let setup = setup(params)?;
        let session = Session::new(setup, self.seed(params)?).map_err(|error| Error::variant(error.to_string()))?;
        self.add(params, session)
    }

    fn position(&mut self, params: &Params<'_>) -> Result {
        params.only(&["preset", "variant", "board", "seed", "game"])?;
        let setup = setup(params)?;
        let board = params.required("board")?;
        let seed = self.seed(params)?;
        let refused = |error: tilewright_core::PositionError| Error::position(error.to_string());
        let position = Position::parse(setup.game.topology(), board).map_err(refused)?;
        let session = Session::from_position(setup, &position, seed).map_err(refused)?;
        self.add(params, session)
    }

    fn view(&mut self, params: &Params<'_>) -> Result {
        params.only(&["game"])?;
        let (session, name) = self.game(params)?;
        Ok(json!(session.named_view(&name)))
    }

    fn play(&mut self, params: &Params<'_>) -> Result {
        params.only(&["action", "chance", "game"])?;
        let (session, name) = self.game(params)?;
        let action = action(session, params)?;
        let chance = match params.get("chance") {
            None => None,
            Some(Value::Array(list)) => Some(outcomes(session, action, list)?),
            Some(_) => return Err(Error::params("`chance` is a list of outcomes like \"2@0,1\"")),
        };
        match session.play(action, chance.as_deref()) {
            Ok(played) => {
                Ok(json!({ "turn": played.turn, "events": played.events, "view": session.named_view(&name) }))
            }
            Err(PlayError::Illegal(_)) => Err(illegal(session, action)),
            Err(PlayError::Chance(error)) => Err(impossible(session, error)),
            Err(error @ PlayError::Full { .. }) => {
                let blocked = session.blocked(action);
                Err(Error::illegal(error.to_string()).with(json!({ "blocked": blocked, "legal": [] })))
            }
        }
    }

    fn step(&mut self, params: &Params<'_>, step: fn(&mut Session) -> bool, nothing: &str) -> Result {
        params.only(&["game"])?;
        let (session, name) = self.game(params)?;
        if step(session) { Ok(json!(session.named_view(&name))) } else { Err(Error::history(nothing)) }
    }

    fn outcomes(&mut self, params: &Params<'_>) -> Result {
        params.only(&["action", "game"])?;
        let (session, _) = self.game(params)?;
        let action = action(session, params)?;
        let list = session.outcomes(action).map_err(|_| illegal(session, action))?;
        let total: u64 = list.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let topology = session.game().topology();
        let list: Vec<_> = list
            .into_iter()
            .map(|(outcome, weight)| json!({ "outcome": outcome.text(topology), "weight": weight }))
            .collect();
        Ok(json!({ "outcomes": list, "total": total }))
    }

    fn hint(&mut self, params: &Params<'_>) -> Result {
        params.only(&["player", "nodes", "ms", "game"])?;
        let (nodes, ms) = (params.whole("nodes", u64::MAX)?, params.whole("ms", MAX_MS)?);
        if nodes.is_some() && ms.is_some() {
            return Err(Error::params("give `nodes` or `ms`, not both"));
        }
        let player = Player::parse(params.required("player")?).map_err(|error| Error::params(error.to_string()))?;
        let (session, name) = self.game(params)?;
        let clock = Instant::now();
        let time = Duration::from_millis(ms.unwrap_or(MAX_MS));
        let stop = || clock.elapsed() >= time;
        let budget = match (nodes, ms) {
            (Some(nodes), _) => Budget::Nodes(nodes),
            // With a time to fill, the player's default does not count.
            (None, Some(_)) => Budget::Unlimited,
            (None, None) => Budget::Default,
        };
        // A client names no files: no table is open here.
        let hint = session.hint(&player, &Tables::default(), &Limit { budget, stop: &stop });
        let answer = hint.map(|ranking| {
            let text = |action: Action| session.game().action_text(action);
            let rank = |&(action, value): &(Action, f64)| json!({ "action": text(action), "value": value });
            let best = ranking.actions.first().map(|&(action, _)| text(action));
            let list: Vec<_> = ranking.actions.iter().map(rank).collect();
            json!({ "action": best, "ranking": list, "nodes": ranking.nodes, "depth": ranking.depth })
        });
        self.limit_engines(name);
        answer.map_err(|error| Error::params(error.to_string()))
    }

    /// Notes that a game was asked for a hint, and drops the engine of the game that was asked least recently if too
    /// many hold one. An engine only saves time: answers do not depend on what it was asked before.
    fn limit_engines(&mut self, name: String) {
        self.asked.retain(|other| *other != name);
        self.asked.push_back(name);
        if self.asked.len() > MAX_ENGINES {
            let oldest = self.asked.pop_front();
            if let Some(session) = oldest.and_then(|oldest| self.games.get_mut(&oldest)) {
                session.drop_engine();
            }
        }
    }

    fn replay(&mut self, params: &Params<'_>) -> Result {
        params.only(&["game"])?;
        let (session, _) = self.game(params)?;
        Ok(json!({ "replay": session.replay() }))
    }

    fn load(&mut self, params: &Params<'_>) -> Result {
        params.only(&["replay", "game"])?;
        let text = params.required("replay")?;
        let refused = |error: tilewright_session::ReplayError| Error::replay(error.to_string());
        let session = Replay::read(text).and_then(|replay| replay.session()).map_err(refused)?;
        self.add(params, session)
    }

    fn perft(&mut self, params: &Params<'_>) -> Result {
        params.only(&["depth", "game"])?;
        let depth = params.whole("depth", 100)?.ok_or_else(|| missing("depth"))? as u32;
        let (session, _) = self.game(params)?;
        let count = perft(session.game(), session.state(), depth, MAX_PERFT)
            .map_err(|error| Error::params(format!("depth {depth}: {error}")))?;
        Ok(json!({ "actions": count.actions, "outcomes": count.outcomes }))
    }

    fn close(&mut self, params: &Params<'_>) -> Result {
        params.only(&["game"])?;
        let (_, name) = self.game(params)?;
        self.games.remove(&name);
        self.asked.retain(|other| *other != name);
        Ok(json!({}))
    }
}

/// The preset or variant that the parameters give, compiled.
fn setup(params: &Params<'_>) -> std::result::Result<Arc<Setup>, Error> {
    let setup = match (params.text("preset")?, params.get("variant")) {
        (Some(_), Some(_)) => return Err(Error::params("give `preset` or `variant`, not both")),
        (None, None) => return Err(Error::params("`preset` or `variant` is missing")),
        (None, Some(object)) => Variant::from_json(object).and_then(Setup::custom),
        (Some(id), None) => Setup::preset(Preset::named(id).map_err(Error::params)?),
    };
    setup.map_err(|error| Error::variant(error.to_string()))
}

fn describe(params: &Params<'_>) -> Result {
    params.only(&[])?;
    let presets: Vec<_> = Preset::all()
        .iter()
        .map(|preset| {
            json!({
                "id": preset.id,
                "title": preset.title,
                "family": preset.variant.family().name(),
                "variant": preset.variant.to_json(),
            })
        })
        .collect();
    let players = Player::ALL.map(|player| json!({ "id": player.id(), "about": player.about() }));
    Ok(json!({
        "name": "tilewright",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": 1,
        "presets": presets,
        "players": players,
    }))
}

/// The action that the parameters name, by its text or its id.
fn action(session: &Session, params: &Params<'_>) -> std::result::Result<Action, Error> {
    let game = session.game();
    let read = match params.get("action") {
        None => return Err(missing("action")),
        Some(Value::String(text)) => game.action_named(text),
        Some(Value::Number(id)) if id.is_u64() => {
            game.notation().with_id(game.topology(), id.as_u64().unwrap_or(u64::MAX))
        }
        Some(_) => return Err(Error::params("`action` is its notation or its id")),
    };
    read.map_err(|error| Error::params(error.to_string()))
}

/// The outcomes that a list names. A text that is no outcome on this board is refused at its node, like an outcome that is
/// not possible there.
fn outcomes(session: &Session, action: Action, list: &[Value]) -> std::result::Result<Vec<Outcome>, Error> {
    let mut outcomes = Vec::new();
    for value in list {
        let text = value.as_str().ok_or_else(|| Error::params("`chance` is a list of outcomes like \"2@0,1\""))?;
        match Outcome::parse(session.game().topology(), text) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                return Err(match session.check_chance(action, &outcomes) {
                    Err(PlayError::Illegal(_)) => illegal(session, action),
                    Err(PlayError::Chance(ChanceError { node, given: None, possible })) => {
                        no_outcome(session, node, &possible, &error.to_string())
                    }
                    Err(PlayError::Chance(error)) => impossible(session, error),
                    Err(PlayError::Full { .. }) | Ok(()) => {
                        no_outcome(session, outcomes.len(), &[], &error.to_string())
                    }
                });
            }
        }
    }
    Ok(outcomes)
}

fn illegal(session: &Session, action: Action) -> Error {
    let game = session.game();
    let legal: Vec<_> = session.legal().into_iter().map(|action| game.action_text(action)).collect();
    let blocked = session.blocked(action);
    Error::illegal(refusal(game, session.state(), action)).with(json!({ "blocked": blocked, "legal": legal }))
}

fn impossible(session: &Session, error: ChanceError) -> Error {
    let ChanceError { node, given, possible } = error;
    let message = match given.map(|given| given.text(session.game().topology())) {
        None => "too few outcomes: none is left".into(),
        Some(given) if possible.is_empty() => format!("too many outcomes: {given} is left over"),
        Some(given) => format!("{given} is not possible"),
    };
    no_outcome(session, node, &possible, &message)
}

/// The error of an outcome that does not fit its chance node, with what is possible there.
fn no_outcome(session: &Session, node: usize, possible: &[Outcome], message: &str) -> Error {
    const MAX_SHOWN: usize = 8;
    let possible: Vec<_> = possible.iter().map(|outcome| outcome.text(session.game().topology())).collect();
    let shown = match possible.len() {
        0 => "there is no such node".into(),
        n if n > MAX_SHOWN => format!("possible there: {}, …", possible[..MAX_SHOWN].join(", ")),
        _ => format!("possible there: {}", possible.join(", ")),
    };
    Error::outcome(format!("chance node {node}: {message}; {shown}"))
        .with(json!({ "node": node, "possible": possible }))
}
