//! The variants of an experiment: the base, the grid, and single ones.

use super::{Experiment, ExperimentError, LabVariant, Refused, Varied, read::Single, value_text};
use serde_json::{Map, Value};
use std::collections::HashMap;
use tilewright_core::{Dice1, Game};
use tilewright_games::Variant;

/// What became of all combinations.
pub(super) struct Grid {
    pub(super) variants: Vec<LabVariant>,
    pub(super) refused: Vec<Refused>,
}

/// Lists the variants, the base first.
pub(super) fn expand(
    base_name: &str,
    base: &Variant,
    varied: &[Varied],
    vary_line: usize,
    singles: Vec<Single>,
    seed: u64,
) -> Result<Grid, ExperimentError> {
    let combinations = varied.iter().try_fold(1usize, |all, field| all.checked_mul(field.values.len()));
    let most = Experiment::MAX_VARIANTS;
    if combinations.is_none_or(|all| all + singles.len() > most) {
        let all = combinations.map_or_else(|| "far too many".into(), |all| all.to_string());
        let message = format!(
            "[vary] has {all} combinations and there are {} single variants; at most {most} are allowed together",
            singles.len()
        );
        return Err(ExperimentError { line: Some(vary_line), message });
    }
    if let Err(reason) = check(base, seed) {
        return Err(ExperimentError { line: None, message: format!("the base is refused, so nothing runs: {reason}") });
    }
    let object = |variant: &Variant| match variant.to_json() {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    let fields = object(base);
    let values = |variant: &Variant| -> Vec<Value> {
        let fields = object(variant);
        varied.iter().map(|varied| fields.get(&varied.field).cloned().unwrap_or(Value::Null)).collect()
    };
    let first = LabVariant { name: base_name.into(), variant: *base, in_grid: false, values: values(base) };
    let mut grid = Grid { variants: vec![first], refused: Vec::new() };
    let count = if varied.is_empty() { 0 } else { combinations.unwrap_or(0) };
    for number in 0..count {
        let (mut rest, mut changed, mut name) = (number, fields.clone(), Vec::new());
        // The last field changes quickest.
        for Varied { field, values } in varied.iter().rev() {
            let value = &values[rest % values.len()];
            rest /= values.len();
            if fields.get(field).unwrap_or(&Value::Null) != value {
                name.push(format!("{field}={}", value_text(value)));
            }
            changed.insert(field.clone(), value.clone());
        }
        if name.is_empty() {
            grid.variants[0].in_grid = true;
            continue;
        }
        name.reverse();
        grid.add(name.join(", "), changed, true, &values, seed);
    }
    for Single { name, line, fields: own } in singles {
        let of_base = own.get("family").is_none_or(|family| family.as_str() == Some(base.family().name()));
        let mut changed = if of_base { fields.clone() } else { Map::new() };
        changed.extend(own);
        let taken = |other: &str| other == name;
        if grid.variants.iter().any(|other| taken(&other.name)) || grid.refused.iter().any(|other| taken(&other.name)) {
            let message = format!("the name “{name}” is taken; every variant has its own");
            return Err(ExperimentError { line: Some(line), message });
        }
        grid.add(name, changed, false, &values, seed);
    }
    let mut names = HashMap::new();
    for variant in &grid.variants {
        if let Some(other) = names.insert(variant.variant.hash(), &variant.name) {
            let message = format!("“{}” and “{other}” are the same rules; leave one out", variant.name);
            return Err(ExperimentError { line: None, message });
        }
    }
    Ok(grid)
}

impl Grid {
    fn add(
        &mut self,
        name: String,
        fields: Map<String, Value>,
        in_grid: bool,
        values: &impl Fn(&Variant) -> Vec<Value>,
        seed: u64,
    ) {
        let read = Variant::from_json(&Value::Object(fields)).map_err(|error| error.to_string());
        match read.and_then(|variant| check(&variant, seed).map(|()| variant)) {
            Ok(variant) => self.variants.push(LabVariant { name, variant, in_grid, values: values(&variant) }),
            Err(reason) => self.refused.push(Refused { name, reason }),
        }
    }
}

/// Whether the variant compiles and the first game can be dealt.
fn check(variant: &Variant, seed: u64) -> Result<(), String> {
    let game = variant.compile().map_err(|error| error.to_string())?;
    game.start(&mut Dice1::new(seed), &mut ()).map(|_| ()).map_err(|error| error.to_string())
}
