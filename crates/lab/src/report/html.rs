//! The page.

use super::{
    plots::{self, grouped},
    shown,
};
use crate::{
    experiment::{Experiment, value_text},
    measure::{Analysis, Comparison, Measure, digits},
};
use std::fmt::Write;

/// Light and dark by the reader's preference; on paper always light.
const STYLE: &str = "
:root { --ink: #1b1f24; --paper: #fdfdfb; --soft: #5b6470; --grid: #d5d9de; --mark: #e8f1fb; --line: #c3cad2; color-scheme: light }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --paper: #16191d; --soft: #a4adb8; --grid: #3a4048; --mark: #1d3048; --line: #444c56; color-scheme: dark }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 92rem; padding: 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif }
h1, h2, h3, p, ul, dl { max-width: 64rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .5rem }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem }
h3 { font-size: 1rem; margin: 1.6rem 0 .3rem }
p.soft, figcaption, .soft { color: var(--soft); font-size: .9rem }
ul.verdict { padding-left: 1.2rem; font-size: 1.08rem }
ul.verdict li { margin: .45rem 0 }
.scroll { overflow-x: auto; margin: .5rem 0 }
table { border-collapse: separate; border-spacing: 0; font-size: .88rem; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 10rem }
th:first-child { position: sticky; left: 0; background: var(--paper) }
th small { font-weight: 400 }
thead th { vertical-align: bottom }
caption { text-align: left; padding-bottom: .3rem }
caption span { display: inline-block; position: sticky; left: 0; max-width: min(64rem, 100vw - 2rem) }
td small { color: var(--soft); display: block }
td.certain { background: var(--mark); font-weight: 600 }
figure { margin: 1rem 0 }
figure svg { display: block; width: 100%; min-width: 34rem; max-width: 52rem; height: auto; color: var(--ink) }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; margin: .3rem 0; padding: 0; font-size: .88rem }
.legend svg { width: 1.6rem; min-width: 0; height: .8rem; display: inline-block; vertical-align: baseline; margin-right: .35rem }
code { font-size: .9em; overflow-wrap: anywhere }
dt { font-weight: 600; margin-top: .5rem } dd { margin: 0 0 0 1rem }
@media print {
  @page { size: A4 landscape; margin: 12mm }
  body { max-width: none; padding: 0; font-size: .8rem }
  .scroll { overflow: visible } table { font-size: .6rem } th, td { padding: .15rem .3rem; white-space: normal }
  figure svg { min-width: 0; width: auto; max-width: 36rem; max-height: 120mm }
  figure, tr { break-inside: avoid } h2, h3, thead { break-after: avoid }
}
";

/// The longest subject of a sentence that is set off.
const MAX_SUBJECT: usize = 100;

/// Text in a page.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The whole page; `command` is what makes it again.
pub fn page(experiment: &Experiment, analysis: &Analysis, command: &str) -> String {
    let base = &experiment.variants[0].name;
    let title = if experiment.title.is_empty() { format!("Variants of {base}") } else { experiment.title.clone() };
    let mut page = Page(String::new());
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw(&format!("<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n", escape(&title)));
    page.element("h1", &title);
    page.raw(&format!("<p class=\"soft\">Made by <code>{}</code></p>\n", escape(command)));
    let players: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    page.element(
        "p",
        &format!(
            "{} variants of {base}, each played by {} on the same {} seeds; games are cut after {} turns.",
            experiment.variants.len(),
            players.join(", "),
            analysis.seeds,
            experiment.turns,
        ),
    );
    for sentence in analysis.trainings(experiment) {
        page.element("p", &sentence);
    }
    if analysis.seeds < experiment.games as usize {
        page.element(
            "p",
            &format!(
                "The run is not finished: {} of {} seeds are there for all variants and players.",
                analysis.seeds, experiment.games
            ),
        );
    }
    page.element("h2", "Verdict");
    page.raw("<ul class=\"verdict\">\n");
    for sentence in analysis.verdict(experiment) {
        // What it is about, then what was found.
        let split = sentence.split_once(": ").filter(|(subject, _)| subject.len() < MAX_SUBJECT);
        let (subject, found) = split.unwrap_or(("", &sentence));
        let mark = if subject.is_empty() { "" } else { ": " };
        page.raw(&format!("<li><strong>{}</strong>{mark}{}</li>\n", escape(subject), escape(found)));
    }
    page.raw("</ul>\n");
    page.raw(&format!(
        "<p class=\"soft\">Said only where the interval in brackets excludes “no difference”. These intervals hold for all {} \
         comparisons of this page together, with 95 %; those in the tables hold one by one.</p>\n",
        analysis.comparisons
    ));
    page.effects(analysis);
    page.table(experiment, analysis);
    page.plots(experiment, analysis);
    page.measures(experiment, analysis);
    page.raw("</main>\n</body>\n</html>\n");
    page.0
}

struct Page(String);

impl Page {
    fn raw(&mut self, text: &str) {
        self.0 += text;
    }

    fn element(&mut self, name: &str, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "<{name}>{}</{name}>", escape(text));
    }

    fn head(&mut self, first: &str, caption: &str, measures: &[Measure]) {
        self.raw("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        let _ = writeln!(self.0, "<caption class=\"soft\"><span>{}</span></caption>", escape(caption));
        let heads: String = measures.iter().map(|m| format!("<th scope=\"col\">{}</th>", escape(&m.title()))).collect();
        let _ = writeln!(self.0, "<thead><tr><th scope=\"col\">{}</th>{heads}</tr></thead>\n<tbody>", escape(first));
    }

    fn comparison(&mut self, comparison: &Comparison) {
        let text = comparison.cell();
        let (value, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let (class, mark) = if comparison.is_certain { (" class=\"certain\"", " ✓") } else { ("", "") };
        let _ = write!(self.0, "<td{class}>{}{mark}<small>{}</small></td>", escape(value), escape(rest));
    }

    fn effects(&mut self, analysis: &Analysis) {
        if analysis.effects.is_empty() {
            return;
        }
        self.element("h2", "Main effects");
        let caption = "Mean difference between variants with this value and those with the other, all other fields being \
                       equal; ✓ where it is certain after the correction.";
        self.head("field", caption, &analysis.measures);
        for effect in &analysis.effects {
            let name = format!("{} = {}", effect.field, effect.value);
            let pairs = if effect.pairs == 1 { "1 pair".into() } else { format!("{} pairs", effect.pairs) };
            let _ = write!(
                self.0,
                "<tr><th scope=\"row\">{}<br><small class=\"soft\">against {}, {pairs}</small></th>",
                escape(&name),
                escape(&effect.against)
            );
            effect.comparisons.iter().for_each(|comparison| self.comparison(comparison));
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table></div>\n");
    }

    fn table(&mut self, experiment: &Experiment, analysis: &Analysis) {
        self.element("h2", "All variants");
        self.head("variant", "Each measure with its 95 % interval.", &analysis.measures);
        for (plan, variant) in experiment.variants.iter().zip(&analysis.variants) {
            let _ = write!(self.0, "<tr><th scope=\"row\">{}</th>", escape(&plan.name));
            for (measure, estimate) in analysis.measures.iter().zip(&variant.estimates) {
                let text = estimate.text(*measure);
                let (value, rest) = text.split_once(' ').unwrap_or((&text, ""));
                let _ = write!(self.0, "<td>{}<small>{}</small></td>", escape(value), escape(rest));
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table></div>\n");
        if experiment.variants.len() > 1 {
            self.element("h3", &format!("Differences to {}", experiment.variants[0].name));
            let caption = "On the same seeds, each with its 95 % interval; ✓ where it is certain after the correction.";
            self.head("variant", caption, &analysis.measures);
            for (plan, variant) in experiment.variants.iter().zip(&analysis.variants).skip(1) {
                let _ = write!(self.0, "<tr><th scope=\"row\">{}</th>", escape(&plan.name));
                variant.differences.iter().for_each(|comparison| self.comparison(comparison));
                self.raw("</tr>\n");
            }
            self.raw("</tbody></table></div>\n");
        }
        self.players(experiment, analysis);
        if !experiment.refused.is_empty() {
            self.element("h3", "Left out");
            self.raw("<ul>\n");
            for refused in &experiment.refused {
                self.element("li", &format!("{}: {}", refused.name, refused.reason));
            }
            self.raw("</ul>\n");
        }
    }

    fn players(&mut self, experiment: &Experiment, analysis: &Analysis) {
        self.element("h3", "Players");
        self.raw("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        self.raw("<caption class=\"soft\"><span>Mean score with its 95 % interval, and below it the median number of turns; cut games count as far as they went.</span></caption>\n");
        let heads: String = experiment
            .players
            .iter()
            .map(|player| format!("<th scope=\"col\">{}</th>", escape(&player.to_string())))
            .collect();
        let _ = writeln!(self.0, "<thead><tr><th scope=\"col\">variant</th>{heads}</tr></thead>\n<tbody>");
        for (plan, variant) in experiment.variants.iter().zip(&analysis.variants) {
            let _ = write!(self.0, "<tr><th scope=\"row\">{}</th>", escape(&plan.name));
            for facts in &variant.players {
                let cut =
                    if facts.cut > 0.0 { format!(", {} % cut", digits(100.0 * facts.cut)) } else { String::new() };
                let trained = facts.training.map_or_else(String::new, |training| {
                    format!("<br>trained {} s", digits(training.cpu_us as f64 / 1e6))
                });
                let _ = write!(
                    self.0,
                    "<td>{}<small>({}–{})</small><small>{} turns{cut}{trained}</small></td>",
                    grouped(facts.mean),
                    grouped(facts.interval.0),
                    grouped(facts.interval.1),
                    digits(facts.median_turns)
                );
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table></div>\n");
    }

    fn plots(&mut self, experiment: &Experiment, analysis: &Analysis) {
        self.element("h2", "Plots");
        let shown = shown(experiment, analysis);
        if shown.len() < experiment.variants.len() {
            self.element(
                "p",
                &format!(
                    "Of {} variants, the plots show the base and the {} whose ladders differ most from the base’s.",
                    experiment.variants.len(),
                    shown.len() - 1
                ),
            );
        }
        for plot in plots::all(experiment, analysis, &shown) {
            self.element("h3", &plot.title);
            let _ = writeln!(
                self.0,
                "<figure><div class=\"scroll\" tabindex=\"0\">{}</div>\n<ul class=\"legend\">{}</ul>\n<figcaption>{}</figcaption></figure>",
                plot.svg,
                plot.legend,
                escape(&plot.alternative)
            );
        }
    }

    fn measures(&mut self, experiment: &Experiment, analysis: &Analysis) {
        self.element("h2", "What was measured");
        self.raw("<dl>\n");
        for measure in &analysis.measures {
            self.element("dt", &measure.title());
            self.element("dd", &measure.about(experiment));
        }
        self.raw("</dl>\n");
        if let Some(probe) = &experiment.probe {
            self.element(
                "p",
                &format!(
                    "Stake and close: {} was asked every {} turns in the first {} games of {}.",
                    probe.player,
                    probe.every,
                    probe.games,
                    experiment.best_player()
                ),
            );
        }
        for varied in &experiment.varied {
            let values: Vec<String> = varied.values.iter().map(value_text).collect();
            self.element("p", &format!("Varied: {} = {}.", varied.field, values.join(" | ")));
        }
    }
}
