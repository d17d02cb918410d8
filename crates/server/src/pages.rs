//! The pages: paths, contents, and their HTTP headers.

use axum::body::Bytes;
use tilewright_core::fnv1a;

/// The files that were there when the program was built.
const BUILT: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// One file in each form in which it can be sent.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path in addresses: `/index.html`.
    pub path: String,
    /// As it is.
    pub plain: Bytes,
    /// Compressed with Brotli.
    pub brotli: Option<Bytes>,
    /// Compressed with gzip.
    pub gzip: Option<Bytes>,
    /// Names this content and no other.
    pub tag: u64,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Pages(Vec<Page>);

impl Pages {
    /// Whether this program was built with pages.
    pub fn are_built() -> bool {
        !BUILT.is_empty()
    }

    /// The pages that this program was built with; empty if it was built without.
    pub fn built() -> Self {
        Self::new(BUILT.iter().map(|&(path, content)| (path.to_owned(), Bytes::from_static(content))))
    }

    /// Files by their paths. `x.br` and `x.gz` are other forms of `x` and no pages themselves.
    pub fn new(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let files: Vec<_> = files.into_iter().collect();
        let form = |path: &str, ending: &str| {
            let name = format!("{path}{ending}");
            files.iter().find(|(path, _)| *path == name).map(|(_, content)| content.clone())
        };
        let plain = files.iter().filter(|(path, _)| !path.ends_with(".br") && !path.ends_with(".gz"));
        let page = |(path, content): &(String, Bytes)| Page {
            path: path.clone(),
            plain: content.clone(),
            brotli: form(path, ".br"),
            gzip: form(path, ".gz"),
            tag: fnv1a(content),
        };
        Self(plain.map(page).collect())
    }

    /// Whether there is nothing to serve.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The page at a path; `/` is the start.
    pub fn find(&self, path: &str) -> Option<&Page> {
        let path = if path == "/" { "/index.html" } else { path };
        self.0.iter().find(|page| page.path == path)
    }
}

impl Page {
    /// What it is.
    pub(crate) fn media_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "txt" => "text/plain; charset=utf-8",
            "woff2" => "font/woff2",
            _ => "application/octet-stream",
        }
    }

    /// How long it may be kept unasked. The names of assets change with their contents; every other name stays.
    pub(crate) fn keeping(&self) -> &'static str {
        if self.path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
    }

    /// The smallest form that an `Accept-Encoding` allows, its name, and the tag of that form.
    pub(crate) fn form(&self, accepted: &str) -> (&Bytes, Option<&'static str>, String) {
        let forms = [("br", &self.brotli), ("gzip", &self.gzip)];
        for (name, content) in forms {
            if let Some(content) = content
                && accepts(accepted, name)
            {
                return (content, Some(name), format!("\"{:016x}-{name}\"", self.tag));
            }
        }
        (&self.plain, None, format!("\"{:016x}\"", self.tag))
    }
}

/// Whether an `Accept-Encoding` names a coding, and not to refuse it with `q=0`.
fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = |part: &str| {
            let weight = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
            weight.is_some_and(|weight| weight.parse() == Ok(0.0))
        };
        named && !parts.any(refused)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_taken_at_their_word() {
        for (header, takes) in [
            ("br", true),
            ("gzip, deflate, br", true),
            ("gzip;q=1.0, BR;q=0.5", true),
            ("br;q=0", false),
            ("br; q=0.000", false),
            ("gzip", false),
            ("brotli", false),
            ("", false),
        ] {
            assert_eq!(accepts(header, "br"), takes, "{header}");
        }
    }
}
