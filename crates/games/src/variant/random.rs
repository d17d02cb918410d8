//! Random variants: for tests and measurements that should hold for all of them.

use super::{Family, Kind, Variant};
use serde_json::{Map, Value, json};
use tilewright_core::{Dice, ticket};

impl Variant {
    /// Any variant of a family that compiles.
    pub fn random(family: Family, dice: &mut impl Dice) -> Self {
        loop {
            let fields = family.fields().iter().map(|field| (field.name.to_owned(), value(&field.kind, dice)));
            let object = fields.chain([("family".to_owned(), family.name().into())]).collect();
            if let Ok(variant) = Self::from_json(&object)
                && variant.compile().is_ok()
            {
                return variant;
            }
        }
    }
}

/// A value of a field. Its kind allows it; together with those of other fields it may still be refused.
fn value(kind: &Kind, dice: &mut impl Dice) -> Value {
    let mut pick = |count: u32| ticket(dice.word(), count.into()) as u32;
    match kind {
        Kind::Whole { min, max, default } => match pick(3) {
            0 => json!(default),
            _ => json!(min + pick(max - min + 1)),
        },
        Kind::Limit { .. } => match pick(2) {
            0 => Value::Null,
            _ => json!(1 + pick(300)),
        },
        Kind::Power { .. } => json!(2048),
        Kind::Switch { default } => json!(*default || pick(4) == 0),
        Kind::Choice { options, .. } => json!(options[pick(options.len() as u32) as usize]),
        Kind::Board => match pick(3) {
            0 => json!({ "shape": "hex", "radius": 1 + pick(4) }),
            _ => json!({ "shape": "square", "width": 2 + pick(7), "height": 2 + pick(7) }),
        },
        Kind::Spawn { max, .. } => {
            let values: Map<String, Value> = (0..1 + pick(5))
                .map(|_| {
                    let value = if *max > 100 { 1 << pick(6) } else { 1 + pick(*max) };
                    (value.to_string(), json!(1 + pick(9)))
                })
                .collect();
            Value::Object(values)
        }
    }
}
