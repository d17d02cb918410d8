//! The daily challenge: the date gives the game and its seed, the same for everybody.

use tilewright_core::{Dice, Dice1, ticket};
use tilewright_games::Preset;

/// The presets of a round. Not [`Preset::all`]: a new preset must not change the challenges of past days.
const ROUND: [&str; 12] = [
    "classic-2048",
    "hex-2048",
    "exponentile",
    "exponentile-live",
    "exponentile-3",
    "merge3",
    "merge3-doubling",
    "numberclart",
    "factors",
    "factors-easy",
    "factors-hard",
    "factors-chaos",
];

/// The last day that has a date of four digits: 9999-12-31.
const LAST: u64 = 2_932_896;

/// The challenge of a day (UTC): its preset and its seed, which is the date as a number. Each round of twelve days holds
/// every preset once, in an order of its own.
pub fn daily(days_since_1970: u64) -> (&'static Preset, u64) {
    let days = days_since_1970.min(LAST);
    let (round, day) = (days / ROUND.len() as u64, days % ROUND.len() as u64);
    let mut order = ROUND;
    let mut dice = Dice1::new(round);
    for left in (2..=order.len()).rev() {
        order.swap(left - 1, ticket(dice.word(), left as u64) as usize);
    }
    let preset = Preset::find(order[day as usize]).expect("the round holds presets that exist");
    let (year, month, day) = date(days);
    (preset, year * 10_000 + month * 100 + day)
}

/// The date of a day as text: `2026-11-15`.
pub fn date_text(days_since_1970: u64) -> String {
    let (year, month, day) = date(days_since_1970);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The day that a text like `2026-11-15` names; `None` if it is no date from 1970 to 9999.
pub fn day_named(text: &str) -> Option<u64> {
    let mut parts = text.split('-').map(|part| part.parse::<u64>().ok());
    let year = parts.next()??;
    // Leap days and the day in its year come on top of this estimate; the text shows which day it is.
    let near = year.checked_sub(1970)?.checked_mul(365)?;
    (near..near.min(LAST).saturating_add(3 * 366 * 8))
        .take_while(|&day| day <= LAST)
        .find(|&day| date_text(day) == text)
}

/// Year, month and day in the Gregorian calendar, counted from a 1 March so that leap days come last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days.min(LAST) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_text_known_days_both_ways() {
        for (days, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_772, "2026-11-15"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (LAST, "9999-12-31"),
            (u64::MAX, "9999-12-31"),
        ] {
            assert_eq!(date_text(days), text);
            assert_eq!(day_named(text), Some(days.min(LAST)));
        }
        for bad in ["", "2026", "2026-02-30", "2026-2-3", "1969-12-31", "x-1-1", "99999-01-01", "2026-11-15 "] {
            assert_eq!(day_named(bad), None, "{bad}");
        }
    }

    #[test]
    fn date_next_day_follows() {
        let mut last = date(0);
        for day in 1..=60_000 {
            let (year, month, d) = date(day);
            let next = d == last.2 + 1 && (year, month) == (last.0, last.1)
                || d == 1 && month == last.1 + 1 && year == last.0
                || (month, d) == (1, 1) && last == (year - 1, 12, 31);
            assert!(next, "{last:?} then {year}-{month}-{d}");
            last = (year, month, d);
        }
    }

    #[test]
    fn daily_round_holds_every_preset_once() {
        for round in 1700..1760 {
            let mut ids: Vec<_> = (0..12).map(|day| daily(round * 12 + day).0.id).collect();
            ids.sort_unstable();
            let mut all = ROUND.to_vec();
            all.sort_unstable();
            assert_eq!(ids, all);
        }
        assert_ne!(daily(1700 * 12).0.id, daily(1700 * 12 + 1).0.id);
    }

    /// A challenge is the same for everyone, for good.
    #[test]
    fn daily_recorded_days_unchanged() {
        let days = [0, 20_772, 20_773].map(|day| (daily(day).0.id, daily(day).1));
        assert_eq!(days.map(|day| day.1), [19_700_101, 20_261_115, 20_261_116]);
        assert_eq!(days.map(|day| day.0), ["merge3", "exponentile-live", "exponentile-3"]);
    }
}
