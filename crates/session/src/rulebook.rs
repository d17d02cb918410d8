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
    const HEADING: &str = "## How to play";
    let page = rule_page(family);
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
        }
    }
}
