//! Views and events as the JSON that programs read.

use crate::{LoggedEvent, Session, View};
use serde_json::{Value, json};
use tilewright_core::{Cells, Event, Game, Tile, Topology};

/// The current view of a session, under the name it goes by.
pub fn view_json(session: &Session, name: &str) -> Value {
    let view = session.view();
    let setup = session.setup();
    let View {
        rows, board, score, turn, over, reached, legal, seed, draws, hash, undo, redo, preview, assisted, ..
    } = view;
    let rows: Vec<Vec<Value>> =
        rows.into_iter().map(|row| row.into_iter().map(|tile| tile.map_or(Value::Null, cell)).collect()).collect();
    let mut object = json!({
        "game": name,
        "preset": setup.preset.map(|preset| preset.id),
        "variant": setup.variant.to_json(),
        "board": board,
        "rows": rows,
        "score": score,
        "turn": turn,
        "phase": if over.is_some() { "over" } else { "decide" },
        "legal": legal,
        "seed": seed.to_string(),
        "draws": draws,
        "hash": format!("{hash:016x}"),
        "undo": undo,
        "redo": redo,
        "assisted": assisted.undo || assisted.hint,
    });
    if let Some(reason) = over {
        object["reason"] = reason.name().into();
    }
    if let Some(value) = reached {
        object["reached"] = value.into();
    }
    if !preview.is_empty() {
        object["preview"] = preview.into();
    }
    object
}

fn cell(tile: Tile) -> Value {
    match tile {
        Tile { value, strain: 0 } => json!({ "value": value }),
        Tile { value, strain } => json!({ "value": value, "strain": strain }),
    }
}

/// An event as JSON: its type, its fields, cells as text.
pub fn event_json<G: Game>(game: &G, told: LoggedEvent) -> Value {
    let topology = game.topology();
    let at = |cell| topology.cell_text(cell);
    match told.event {
        Event::Slid { from, to } => json!({ "type": "slid", "from": at(from), "to": at(to) }),
        Event::Fell { from, to } => json!({ "type": "fell", "from": at(from), "to": at(to) }),
        Event::Swapped { a, b } => json!({ "type": "swapped", "a": at(a), "b": at(b) }),
        Event::Merged { cells, at: place, value, overflow } => overflowing(
            json!({ "type": "merged", "cells": list(topology, cells), "at": at(place), "value": value }),
            overflow,
        ),
        Event::Strained { at: place, strain } => json!({ "type": "strained", "at": at(place), "strain": strain }),
        Event::Decayed { at: place, strain } => json!({ "type": "decayed", "at": at(place), "strain": strain }),
        Event::Fractured { at: place, pieces, value, overflow } => overflowing(
            json!({ "type": "fractured", "at": at(place), "pieces": list(topology, pieces), "value": value }),
            overflow,
        ),
        Event::Eliminated { a, b, value, power } => {
            json!({ "type": "eliminated", "a": at(a), "b": at(b), "value": value, "power": power.name() })
        }
        Event::Factored { centre, parts } => {
            let part = |part: &tilewright_core::Part| json!({ "at": at(part.at), "value": part.value });
            let parts: Vec<_> = parts.as_slice().iter().map(part).collect();
            json!({ "type": "factored", "centre": at(centre), "parts": parts })
        }
        Event::Divided { from, at: place, value } => {
            json!({ "type": "divided", "from": at(from), "at": at(place), "value": value })
        }
        Event::Spawned { at: place, value } => {
            json!({ "type": "spawned", "at": topology.place_text(place), "value": value })
        }
        Event::Wave { n } => json!({ "type": "wave", "n": n }),
        Event::Scored { gain } => json!({ "type": "scored", "gain": gain, "total": told.total }),
        Event::Reached { value } => json!({ "type": "reached", "value": value }),
        Event::Cleared => json!({ "type": "cleared" }),
        Event::Ended { reason } => json!({ "type": "ended", "reason": reason.name() }),
        Event::Blocked { action } => json!({ "type": "blocked", "action": game.action_text(action) }),
    }
}

fn list(topology: &Topology, cells: Cells) -> Vec<String> {
    cells.map(|cell| topology.cell_text(cell)).collect()
}

/// Adds `overflow` where it is so.
fn overflowing(event: Value, overflow: bool) -> Value {
    match event {
        Value::Object(mut fields) if overflow => {
            fields.insert("overflow".into(), true.into());
            Value::Object(fields)
        }
        event => event,
    }
}
