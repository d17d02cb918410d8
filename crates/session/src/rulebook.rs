//! The rule book: one page of Markdown a family.

use tilewright_games::Family;

/// The page of a family.
pub fn rule_page(family: Family) -> &'static str {
    match family {
        Family::Slide => include_str!("../../../rules/slide.md"),
        Family::Swap => include_str!("../../../rules/swap.md"),
        Family::Strain => include_str!("../../../rules/strain.md"),
        Family::Factor => include_str!("../../../rules/factor.md"),
    }
}

/// How a family is played: the first part of its page, without the heading.
///
/// ```
/// use tilewright_games::Family;
/// assert!(tilewright_session::how_to_play(Family::Slide).contains("merge"));
/// ```
pub fn how_to_play(family: Family) -> &'static str {
    how_to_play_in(rule_page(family))
}

/// The part of a page that says how to play, for callers that have the page from elsewhere.
pub fn how_to_play_in(page: &str) -> &str {
    const HEADING: &str = "## How to play";
    let start = page.find(HEADING).map_or(0, |at| at + HEADING.len());
    let end = page[start..].find("\n## ").map_or(page.len(), |at| start + at);
    page[start..end].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_to_play_every_family_has_it_on_its_page() {
        for family in Family::ALL {
            assert!(rule_page(family).contains("\n## How to play\n"), "{family}");
            let part = how_to_play(family);
            assert!(part.len() > 200 && !part.contains("## "), "{family}: {part}");
            for word in ["crates/", ".rs", ".md", ".toml"] {
                assert!(!rule_page(family).contains(word), "{family} names a file");
            }
        }
    }

    /// A phone of 360 pixels and a terminal of 60 columns show examples whole.
    #[test]
    fn how_to_play_examples_are_at_most_40_columns_wide() {
        for family in Family::ALL {
            let mut fenced = false;
            for line in how_to_play(family).lines() {
                fenced ^= line.starts_with("```");
                if fenced || line.starts_with("    ") {
                    assert!(line.chars().count() <= 40, "{family}: {line}");
                }
            }
        }
    }
}
