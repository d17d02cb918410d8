//! Plots as SVG, drawn by plotters. Colours of the page and of both themes come in by name afterwards.

use super::html::escape;
use crate::{
    experiment::Experiment,
    measure::{Analysis, Measure, digits},
};
use plotters::{coord::Shift, prelude::*};
use std::error::Error;

/// A plot, ready for the page.
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) svg: String,
    /// List items.
    pub(super) legend: String,
    /// What a reader who does not see it should know.
    pub(super) alternative: String,
}

/// Stands for the text colour of the page.
const INK: RGBColor = RGBColor(1, 2, 3);
/// Stands for the colour of grid lines.
const GRID: RGBColor = RGBColor(4, 5, 6);
/// Okabe and Ito's colours, which all kinds of colour vision tell apart; in place of black, the text colour.
const COLOURS: [RGBColor; 6] = [
    INK,
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
];
const WIDTH: u32 = 760;
const HEIGHT: u32 = 340;

fn colour(at: usize) -> RGBColor {
    COLOURS[at % COLOURS.len()]
}

fn css(colour: RGBColor) -> String {
    if colour == INK { "currentColor".into() } else { format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2) }
}

/// All plots of an experiment.
pub(super) fn all(experiment: &Experiment, analysis: &Analysis, shown: &[usize]) -> Vec<Plot> {
    let mut plots = vec![scores(experiment, analysis, shown)];
    if experiment.players.len() > 1 {
        plots.push(ladder(experiment, analysis, shown));
    }
    plots.push(survival(experiment, analysis, shown));
    plots.push(hazard(experiment, analysis, shown));
    plots.push(choices(experiment, analysis));
    plots
}

type Drawing<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws, and makes the SVG fit the page. Drawing to memory fails only on sizes that are never asked for.
fn draw(size: (u32, u32), alternative: &str, paint: impl FnOnce(&Drawing<'_>) -> Result<(), Box<dyn Error>>) -> String {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        if let Err(error) = paint(&root).and_then(|()| Ok(root.present()?)) {
            return format!("<p>{}</p>", escape(&error.to_string()));
        }
    }
    let role = format!("<svg role=\"img\" aria-label=\"{}\" ", escape(alternative));
    text.replace("#010203", "currentColor")
        .replace("#040506", "var(--grid)")
        .replace(&format!("width=\"{}\" height=\"{}\" viewBox", size.0, size.1), "viewBox")
        .replacen("<svg ", &role, 1)
}

/// Lines with their names.
fn legend(entries: impl Iterator<Item = (usize, String)>) -> String {
    entries
        .map(|(at, name)| {
            let line = format!(
                "<svg viewBox=\"0 0 20 8\" aria-hidden=\"true\"><path d=\"M0 4H20\" stroke=\"{}\" stroke-width=\"3\"/></svg>",
                css(colour(at))
            );
            format!("<li>{line}{}</li>", escape(&name))
        })
        .collect()
}

fn names(experiment: &Experiment, shown: &[usize]) -> String {
    legend(shown.iter().enumerate().map(|(at, variant)| (at, experiment.variants[*variant].name.clone())))
}

fn label() -> TextStyle<'static> {
    ("sans-serif", 15).into_font().color(&INK)
}

/// The scores that 5 to 95 and 25 to 75 % of games have, and the median, of each player in each variant.
fn scores(experiment: &Experiment, analysis: &Analysis, shown: &[usize]) -> Plot {
    let players = experiment.players.len();
    let rows = shown.len() * (players + 1);
    let log = |score: f64| score.max(1.0).log10();
    let facts = |variant: usize, player: usize| analysis.variants[variant].players[player].quantiles;
    let all = || shown.iter().flat_map(|variant| (0..players).map(move |player| facts(*variant, player)));
    let low = all().map(|q| log(q[0])).fold(f64::INFINITY, f64::min).floor();
    let high = all().map(|q| log(q[4])).fold(0.0, f64::max).ceil().max(low + 1.0);
    let best = experiment.best_player();
    let parts: Vec<String> = shown
        .iter()
        .map(|variant| {
            let median = facts(*variant, players - 1)[2];
            format!("{} {}", experiment.variants[*variant].name, grouped(median))
        })
        .collect();
    let alternative = format!(
        "Scores by variant and player on a logarithmic scale: thin line 5 to 95 % of games, thick line 25 to 75 %, dot the \
         median. Medians of {best}: {}.",
        parts.join("; ")
    );
    let svg = draw((WIDTH, 70 + 20 * rows as u32), &alternative, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(40)
            .x_label_area_size(44)
            .y_label_area_size(220)
            .build_cartesian_2d(low..high, -0.5..rows as f64 - 0.5)?;
        // Rows from the top; a free row below each variant.
        let row = |index: usize, player: usize| (rows - 1 - (index * (players + 1) + player)) as f64;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_labels((high - low) as usize + 1)
            .y_labels(0)
            .x_label_formatter(&|exponent| {
                if exponent.fract().abs() < 1e-6 { group(10_f64.powf(*exponent)) } else { String::new() }
            })
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(GRID)
            .label_style(label())
            .x_desc("score")
            .draw()?;
        for (index, variant) in shown.iter().enumerate() {
            let name = clipped(&experiment.variants[*variant].name);
            let middle = row(index, 0) - (players as f64 - 1.0) / 2.0;
            let (_, y) = chart.backend_coord(&(low, middle));
            root.draw_text(&name, &label(), (8, y - 7))?;
            for player in 0..players {
                let [least, lower, median, upper, most] = facts(*variant, player).map(log);
                let at = row(index, player);
                let ink = colour(player);
                chart.draw_series([PathElement::new(vec![(least, at), (most, at)], ink.stroke_width(2))])?;
                chart.draw_series([PathElement::new(vec![(lower, at), (upper, at)], ink.stroke_width(7))])?;
                chart.draw_series([Circle::new((median, at), 5, ink.filled())])?;
            }
        }
        Ok(())
    });
    let legend = legend(experiment.players.iter().enumerate().map(|(at, player)| (at, player.to_string())));
    Plot { title: "Scores".into(), svg, legend, alternative }
}

/// A name that fits beside a plot. Names of a grid's variants differ at their ends, so the middle is left out.
fn clipped(name: &str) -> String {
    const MAX: usize = 30;
    const HEAD: usize = 10;
    let count = name.chars().count();
    if count <= MAX {
        return name.into();
    }
    name.chars().take(HEAD).chain(['…']).chain(name.chars().skip(count - (MAX - HEAD - 1))).collect()
}

/// A score: three digits, or a whole number with spaces between thousands.
pub(super) fn grouped(value: f64) -> String {
    if value.abs() >= 9_999.5 { group(value) } else { digits(value) }
}

/// A whole number with spaces between thousands.
fn group(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The probability that the stronger player scores more, by step.
fn ladder(experiment: &Experiment, analysis: &Analysis, shown: &[usize]) -> Plot {
    let steps = experiment.players.len() - 1;
    let places: Vec<usize> = (0..steps).filter_map(|step| analysis.place(Measure::Step(step))).collect();
    let parts: Vec<String> = shown
        .iter()
        .map(|variant| {
            let values = places.iter().map(|at| digits(100.0 * analysis.variants[*variant].estimates[*at].value));
            format!("{} {} %", experiment.variants[*variant].name, values.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let alternative = format!(
        "How often the stronger player of each step scores more on the same seed, with 95 % intervals; 50 % is no step. {}.",
        parts.join("; ")
    );
    let svg = draw((WIDTH, HEIGHT), &alternative, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.4..steps as f64 - 0.6, 0.0..100.0)?;
        let name = |at: &f64| {
            let step = at.round();
            if (at - step).abs() > 1e-6 || step < 0.0 || step as usize >= steps {
                return String::new();
            }
            format!("step {}", step as usize + 1)
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * steps + 1)
            .y_labels(5)
            .x_label_formatter(&name)
            .y_label_formatter(&|value| format!("{value:.0} %"))
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(GRID)
            .label_style(label())
            .draw()?;
        chart.draw_series([PathElement::new(vec![(-0.4, 50.0), (steps as f64 - 0.6, 50.0)], INK.stroke_width(1))])?;
        for (index, variant) in shown.iter().enumerate() {
            let ink = colour(index);
            let shift = (index as f64 - (shown.len() - 1) as f64 / 2.0) * 0.06;
            let estimates: Vec<_> = places.iter().map(|at| analysis.variants[*variant].estimates[*at]).collect();
            let at = |step: usize| step as f64 + shift;
            let line = estimates.iter().enumerate().map(|(step, e)| (at(step), 100.0 * e.value));
            chart.draw_series(LineSeries::new(line.clone(), ink.stroke_width(1)))?;
            chart.draw_series(line.map(|point| Circle::new(point, 4, ink.filled())))?;
            for (step, e) in estimates.iter().enumerate() {
                let bar = vec![(at(step), 100.0 * e.low), (at(step), 100.0 * e.high)];
                chart.draw_series([PathElement::new(bar, ink.stroke_width(3))])?;
            }
        }
        Ok(())
    });
    Plot { title: "Ladder".into(), svg, legend: names(experiment, shown), alternative }
}

/// The part of the best player's games that are longer.
fn survival(experiment: &Experiment, analysis: &Analysis, shown: &[usize]) -> Plot {
    let parts: Vec<String> = shown
        .iter()
        .map(|variant| {
            let curve = &analysis.variants[*variant].curve;
            let last = curve.points.last().map_or(1.0, |point| point.alive);
            let median = analysis.variants[*variant].estimates[0].text(Measure::Length);
            format!("{} median {median}, {} % never ended", experiment.variants[*variant].name, digits(100.0 * last))
        })
        .collect();
    let alternative = format!(
        "Part of the games of {} that last longer than a turn. {}.",
        experiment.best_player(),
        parts.join("; ")
    );
    let longest = longest(analysis, shown);
    let svg = draw((WIDTH, HEIGHT), &alternative, |root| {
        let mut chart = axes(root, longest, 100.0)?;
        mesh(&mut chart, &|value| format!("{value:.0} %"))?;
        for (index, variant) in shown.iter().enumerate() {
            let points = analysis.variants[*variant].curve.points.iter().map(|point| (point.turn, 100.0 * point.alive));
            let line = std::iter::once((0.0, 100.0)).chain(points);
            chart.draw_series(LineSeries::new(line, colour(index).stroke_width(2)))?;
        }
        Ok(())
    });
    Plot { title: "Survival".into(), svg, legend: names(experiment, shown), alternative }
}

fn longest(analysis: &Analysis, shown: &[usize]) -> f64 {
    let last = |variant: &usize| analysis.variants[*variant].curve.points.last().map_or(1.0, |point| point.turn);
    shown.iter().map(last).fold(1.0, f64::max)
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn axes<'a, 'b>(root: &'a Drawing<'b>, x: f64, y: f64) -> Result<Chart<'a, 'b>, Box<dyn Error>> {
    let mut builder = ChartBuilder::on(root);
    builder.margin(8).margin_right(24).x_label_area_size(44).y_label_area_size(64);
    builder.build_cartesian_2d(0.0..x, 0.0..y).map_err(|error| error.to_string().into())
}

/// The lines and labels of a chart by turn.
fn mesh(chart: &mut Chart<'_, '_>, value: &dyn Fn(&f64) -> String) -> Result<(), Box<dyn Error>> {
    let mut mesh = chart.configure_mesh();
    mesh.y_label_formatter(value)
        .y_labels(5)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(GRID)
        .label_style(label())
        .x_label_formatter(&|turn| format!("{turn:.0}"))
        .x_desc("turn");
    mesh.draw().map_err(|error| error.to_string().into())
}

/// The probability of getting stuck in a turn, by turn.
fn hazard(experiment: &Experiment, analysis: &Analysis, shown: &[usize]) -> Plot {
    // Where few games are left, a step says nothing.
    let points = |variant: usize| {
        let curve = &analysis.variants[variant].curve;
        let most = curve.points.first().map_or(0, |point| point.games);
        curve.points.iter().filter(move |point| point.games * 20 >= most.max(1))
    };
    let highest = shown.iter().flat_map(|variant| points(*variant)).map(|point| point.hazard).fold(0.0, f64::max);
    let alternative = format!(
        "Chance of {} of getting stuck in one turn, by turn, while at least a twentieth of the games go on; the band is the \
         95 % interval of {}. The highest is {} %.",
        experiment.best_player(),
        experiment.variants[0].name,
        digits(100.0 * highest)
    );
    let (x, y) = (longest(analysis, shown), (120.0 * highest).max(0.01));
    let svg = draw((WIDTH, HEIGHT), &alternative, |root| {
        let mut chart = axes(root, x, y)?;
        mesh(&mut chart, &|value| format!("{} %", digits(*value)))?;
        let upper = points(0).map(|point| (point.turn, 100.0 * point.interval.1.min(y / 100.0)));
        let lower = points(0).map(|point| (point.turn, 100.0 * point.interval.0));
        let mut band: Vec<(f64, f64)> = upper.collect();
        band.extend(lower.collect::<Vec<_>>().into_iter().rev());
        chart.draw_series([Polygon::new(band, INK.mix(0.15))])?;
        for (index, variant) in shown.iter().enumerate() {
            let line = points(*variant).map(|point| (point.turn, 100.0 * point.hazard));
            chart.draw_series(LineSeries::new(line, colour(index).stroke_width(2)))?;
        }
        Ok(())
    });
    Plot { title: "Hazard: when games end".into(), svg, legend: names(experiment, shown), alternative }
}

/// Mean legal actions of every variant, with their intervals.
fn choices(experiment: &Experiment, analysis: &Analysis) -> Plot {
    const MAX_ROWS: usize = 40;
    let at = analysis.place(Measure::Choices).unwrap_or(0);
    let forced = analysis.place(Measure::Forced).unwrap_or(0);
    let rows = experiment.variants.len().min(MAX_ROWS);
    let estimate = |variant: usize| analysis.variants[variant].estimates[at];
    let most = (0..rows).map(|variant| estimate(variant).high).fold(1.0, f64::max) * 1.15;
    let parts: Vec<String> = (0..rows)
        .take(8)
        .map(|variant| {
            let share = analysis.variants[variant].estimates[forced].value;
            let name = &experiment.variants[variant].name;
            format!("{name} {}, {} % forced", digits(estimate(variant).value), digits(100.0 * share))
        })
        .collect();
    let alternative =
        format!("Mean number of legal actions in a turn of {}. {}.", experiment.best_player(), parts.join("; "));
    let svg = draw((WIDTH, 70 + 20 * rows as u32), &alternative, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin(8)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(240)
            .build_cartesian_2d(0.0..most, -0.5..rows as f64 - 0.5)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_labels(6)
            .y_labels(0)
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(GRID)
            .label_style(label())
            .x_desc("legal actions")
            .draw()?;
        for variant in 0..rows {
            let row = (rows - 1 - variant) as f64;
            let (_, y) = chart.backend_coord(&(0.0, row));
            root.draw_text(&clipped(&experiment.variants[variant].name), &label(), (8, y - 7))?;
            let found = estimate(variant);
            let ink = colour(1);
            chart.draw_series([PathElement::new(vec![(found.low, row), (found.high, row)], ink.stroke_width(3))])?;
            chart.draw_series([Circle::new((found.value, row), 5, ink.filled())])?;
        }
        Ok(())
    });
    Plot { title: "Choices".into(), svg, legend: String::new(), alternative }
}
