//! Signs for terminals that show ASCII only.

use ratatui::buffer::Buffer;

/// Whether the environment describes a terminal that shows ASCII only: a locale that is not UTF-8, or a terminal of the
/// time before it. Where nothing is said, terminals of today are assumed.
pub(super) fn is_ascii_only(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    let is_utf8 = |locale: String| locale.to_ascii_lowercase().replace('-', "").contains("utf8");
    is_old(&set("TERM").unwrap_or_default()) || locale.is_some_and(|locale| !is_utf8(locale))
}

/// Whether a terminal has neither colours nor any character set but its own: `vt100` and its kin.
pub(super) fn is_old(term: &str) -> bool {
    term.strip_prefix("vt").is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// A text in ASCII: every sign that is not is replaced by one that is.
pub(crate) fn to_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_ascii() {
            true => ascii.push(c),
            false => ascii.push_str(sign(c.encode_utf8(&mut [0; 4]))),
        }
    }
    ascii
}

/// Replaces every sign that is not ASCII by one that is.
pub(super) fn replace(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let symbol = sign(cell.symbol());
            cell.set_symbol(symbol);
        }
    }
}

fn sign(symbol: &str) -> &'static str {
    match symbol {
        // Half of a line: the gap between two tiles.
        "▄" | "▀" => " ",
        "█" => "#",
        "▐" => "[",
        "▌" => "]",
        "─" | "━" | "═" | "–" | "−" => "-",
        "│" | "┃" => "|",
        "╭" | "╮" | "╰" | "╯" | "┏" | "┓" | "┗" | "┛" => "+",
        "•" | "●" => "*",
        "·" | "…" => ".",
        "×" => "x",
        "≥" => ">",
        "◆" => "#",
        "▸" | "→" | "▶" | "›" => ">",
        "◂" | "←" | "‹" => "<",
        "↑" => "^",
        "↓" | "▾" => "v",
        "↗" | "↙" => "/",
        "↘" | "↖" => "\\",
        "‖" => "=",
        "✓" => "+",
        "“" | "”" => "\"",
        "’" => "'",
        "▁" | "▂" | "▃" => "_",
        "▅" | "▆" | "▇" => "=",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_ascii_only_follows_the_locale_and_the_terminal() {
        let only = |pairs: &[(&str, &str)]| {
            is_ascii_only(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(!only(&[]));
        assert!(!only(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm-256color")]));
        assert!(!only(&[("LC_ALL", "C.utf8")]));
        assert!(only(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(only(&[("LANG", "de_DE.ISO-8859-1")]));
        assert!(only(&[("LANG", "C.UTF-8"), ("TERM", "vt100")]));
        assert!(!only(&[("TERM", "vte-direct")]));
    }
}
