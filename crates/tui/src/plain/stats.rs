//! Statistics in lines.

use std::io::{self, Write};
use tilewright_session::{DailyOverview, GameResult, Key, NO_RECORDS, Record, Records, WeekdayRow, counted, date_text};

/// One line for each game that was played.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn stats(records: &Records, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if records.iter().next().is_none() {
        return writeln!(out, "{NO_RECORDS}");
    }
    for (key, record) in records.iter() {
        let Record { finished, abandoned, assisted, turns, largest, longest, .. } = record;
        let best = record.best_scores().text(|score| score.to_string());
        let mean = record.mean().map_or(String::new(), |mean| format!(", {mean} on average lately"));
        writeln!(
            out,
            "{}: {finished} finished, {abandoned} given up, {assisted} with help, {turns} turns; \
             best {best}{mean}; largest tile {largest}; longest game {longest} turns",
            key.id(),
        )?;
    }
    Ok(())
}

/// The streak of daily challenges and how each weekday went; nothing if none was played.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn dailies(overview: &DailyOverview, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if overview.played == 0 {
        return Ok(());
    }
    writeln!(out, "daily challenges: {} played, streak {}", overview.played, counted(overview.streak, "day"))?;
    for WeekdayRow { name, game, played, best, mean } in &overview.weekdays {
        writeln!(out, "{name}: {played} played, best {best}, mean {mean}, last {game}")?;
    }
    Ok(())
}

/// The last games of one kind, the last one first, and how often which tile was the largest.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn history(key: &Key, record: &Record, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    stats(&[(key.clone(), record.clone())].into_iter().collect(), out)?;
    let tiles: Vec<_> = record.tiles.iter().rev().map(|(tile, games)| format!("{tile}: {games}")).collect();
    writeln!(out, "games by largest tile: {}", tiles.join(", "))?;
    writeln!(out, "{:<10} {:>12} {:>7} {:>10} {:>10}  {:<20} help", "day", "score", "turns", "tile", "end", "seed")?;
    for entry in record.history.iter().rev() {
        let GameResult { when, score, turns, tile, .. } = *entry;
        let seed = entry.seed_text();
        let help = entry.help.words().unwrap_or_else(|| "none".into());
        let end = entry.end_words();
        let day = date_text(when / 86_400);
        writeln!(out, "{day:<10} {score:>12} {turns:>7} {tile:>10} {end:>10}  {seed:<20} {help}")?;
    }
    Ok(())
}
