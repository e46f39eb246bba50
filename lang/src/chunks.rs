//! Texts of several modules in one file.

/// What separates two texts, where no further dash follows.
pub const MARKER: &str = "// -----";

/// A part of a file that stands for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'t> {
    /// The byte of the file at which the chunk begins.
    pub start: usize,
    pub text: &'t str,
}

/// The chunks of a text, in order. The text before a marker ends one chunk and what is left of its line
/// begins the next, so every text has one chunk at least.
pub fn split(text: &str) -> impl Iterator<Item = Chunk<'_>> {
    let markers = text.match_indices(MARKER).map(|(at, _)| at);
    let markers = markers.filter(|at| !text[at + MARKER.len()..].starts_with('-'));
    let ends = markers.chain([text.len()]);
    let mut next = 0;
    ends.map(move |end| {
        let start = std::mem::replace(&mut next, (end + MARKER.len()).min(text.len()));
        Chunk {
            start,
            text: &text[start..end],
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        split(text).map(|chunk| chunk.text).collect()
    }

    #[test]
    fn a_marker_separates() {
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("a\n"), ["a\n"]);
        assert_eq!(texts("a\n// -----\nb\n"), ["a\n", "\nb\n"]);
        assert_eq!(texts("a\n// -----\n// -----"), ["a\n", "\n", ""]);
    }

    #[test]
    fn a_longer_rule_does_not() {
        assert_eq!(texts("a\n// ------\nb\n//-----\n").len(), 1);
    }

    #[test]
    fn a_chunk_knows_where_it_begins() {
        let text = "é\n// -----\nb";
        for chunk in split(text) {
            assert!(text[chunk.start..].starts_with(chunk.text));
        }
    }
}
