//! The text being written, and the aliases that stand for maps and sets in it.

use super::aliases::Aliases;

/// Without aliases every map and set is written out.
#[derive(Default)]
pub struct Text {
    pub out: String,
    pub aliases: Option<Aliases>,
}

impl Text {
    pub fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes the items with `, ` between them.
    pub fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Text, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            write(self, item);
        }
    }

    /// `"…"`, with quotes, backslashes and all but printable ASCII escaped.
    pub fn quoted(&mut self, text: &str) {
        self.push("\"");
        for byte in text.bytes() {
            match byte {
                b'\\' => self.push("\\\\"),
                b'"' | 0..=31 | 127.. => {
                    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                    self.out.push('\\');
                    self.out.push(DIGITS[usize::from(byte >> 4)] as char);
                    self.out.push(DIGITS[usize::from(byte & 15)] as char);
                }
                _ => self.out.push(byte as char),
            }
        }
        self.push("\"");
    }

    /// `@name`, quoted where need be.
    pub fn symbol(&mut self, name: &str) {
        self.push("@");
        if is_bare(name) {
            self.push(name);
        } else {
            self.quoted(name);
        }
    }
}

/// Whether the text is a bare identifier.
pub fn is_bare(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}
