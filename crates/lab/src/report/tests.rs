use super::*;
use crate::experiment::Control;
use std::sync::atomic::AtomicBool;
use tilewright_players::Tables;

fn analysed() -> (Experiment, Analysis) {
    let text = "format = \"tilewright-experiment 1\"\ntitle = \"A <b> & c\"\nbase = \"merge3\"\ngames = 30\nturns = 60\n\
                players = [\"random\", \"greedy\", \"mcts:nodes=20\"]\n[vary]\nlaw = [\"sum\", \"doubling\"]\npreview = [0, 1, 2]\n\
                [[variant]]\nname = \"<script>\"\nreach = \"anywhere\"\n[probe]\nplayer = \"rollout:nodes=30\"\ngames = 4\n";
    let experiment = Experiment::parse(text).unwrap();
    let control =
        Control { threads: 2, stop: &AtomicBool::new(false), tables: &Tables::default(), progress: &mut |_| () };
    let results = experiment.run(control).unwrap();
    let analysis = Analysis::new(&experiment, &results).unwrap();
    (experiment, analysis)
}

#[test]
fn page_is_self_contained_escaped_and_has_every_part_in_order() {
    let (experiment, analysis) = analysed();
    let page = page(&experiment, &analysis, "tilewright lab run a.toml --out <dir>");
    let places: Vec<usize> = [
        "<h1>A &lt;b&gt; &amp; c</h1>",
        "--out &lt;dir&gt;",
        ">Verdict<",
        ">Main effects<",
        ">All variants<",
        ">Plots<",
    ]
    .iter()
    .map(|part| page.find(part).unwrap_or_else(|| panic!("{part}")))
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="));
    assert!(!page.contains("NaN") && !page.contains("inf"));
    // Every plot has a text alternative, and takes its ink from the page.
    assert_eq!(page.matches("<svg role=\"img\" aria-label=\"").count(), 5);
    assert!(!page.contains("#010203") && page.contains("currentColor"));
    for tag in ["table", "figure", "ul", "div", "svg", "td", "tr"] {
        let open = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn lines_have_a_row_for_each_variant() {
    let (experiment, analysis) = analysed();
    let text = lines(&experiment, &analysis);
    for variant in &experiment.variants {
        assert!(text.lines().any(|line| line.starts_with(&variant.name)), "{text}");
    }
    assert!(text.contains("rough"), "30 seeds are few: {text}");
}
