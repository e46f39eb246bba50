//! Texts of dialects' types and attributes of which something is known, and what is wrong with them.

use crate::assembly::Enumeration;
use crate::diagnostic::counted;
use crate::lexer::{balanced, string_length};

/// Types and attributes that differ from others of their dialect only in how many arguments they take.
const ARGUMENTS: &[(&str, usize)] = &[("test.dynamic_singleton", 0), ("test.dynamic_pair", 2)];

/// The formats of `#test.custom_float<"format" : literal>` and their bits.
const FLOATS: &[(&str, usize)] = &[("float", 32), ("double", 64), ("fp80", 80)];

/// What is wrong with the text, sigil and all, of a dialect's type or attribute: what was found and what was
/// expected. `None` also where nothing is known of it.
pub(super) fn fault(text: &str) -> Option<(String, String)> {
    let name_end = text.find('<').unwrap_or(text.len());
    let (name, body) = (text.get(1..name_end)?, text[name_end..].strip_prefix('<'));
    let body = body.and_then(|body| body.strip_suffix('>'));
    if let Some((_, wanted)) = ARGUMENTS.iter().find(|(known, _)| *known == name) {
        return wrong_count(text, body.map_or(0, arguments), *wanted);
    }
    if name == "test.custom_float" {
        return wrong_float(body.unwrap_or_default());
    }
    misspelt(text)
}

fn misspelt(text: &str) -> Option<(String, String)> {
    let e = Enumeration::misspelt_in(text)?;
    let message = format!("`{text}` is of no such word: failed to parse the attribute");
    Some((message, format!("expected one of: {}", e.words.join(", "))))
}

fn wrong_count(text: &str, found: usize, wanted: usize) -> Option<(String, String)> {
    let what = if text.starts_with('!') {
        "type"
    } else {
        "attribute"
    };
    let message = format!("`{text}` has {}", counted(found, &format!("{what} argument")));
    (found != wanted).then(|| (message, format!("expected {}", counted(wanted, "argument"))))
}

/// How many arguments the text between the brackets gives.
fn arguments(body: &str) -> usize {
    let bytes = body.as_bytes();
    let (mut at, mut count) = (0, usize::from(!body.trim().is_empty()));
    while at < bytes.len() {
        at += match bytes[at] {
            b'"' => string_length(&bytes[at..]).unwrap_or(1),
            b'<' | b'(' | b'[' | b'{' => balanced(&body[at..]).unwrap_or(1),
            b',' => {
                count += 1;
                1
            }
            _ => 1,
        };
    }
    count
}

/// `"float" : 2.0`, where the literal may be the bits of the float.
fn wrong_float(body: &str) -> Option<(String, String)> {
    let expected = |found: &str, expected: &str| Some((format!("found `{found}`"), expected.to_string()));
    let (format, literal) = body.split_once(':').unwrap_or((body, ""));
    let (format, literal) = (format.trim().trim_matches('"'), literal.trim());
    let Some((_, bits)) = FLOATS.iter().find(|(name, _)| *name == format) else {
        return expected(
            format,
            "unknown float type: expected \"float\", \"double\" or \"fp80\"",
        );
    };
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    match digits.strip_prefix("0x") {
        Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            let significant = hex.trim_start_matches('0').len();
            match significant * 4 > *bits {
                true => expected(
                    literal,
                    "the hexadecimal float constant is out of range for the type",
                ),
                false => None,
            }
        }
        _ if !digits.starts_with(|c: char| c.is_ascii_digit()) => {
            expected(literal, "expected a floating point literal")
        }
        _ if digits.bytes().all(|b| b.is_ascii_digit()) => expected(
            literal,
            "unexpected decimal integer literal for a floating point value: a trailing dot makes it a float",
        ),
        _ => None,
    }
}
