//! Generic forms that differ in the names of their aliases alone are the same.

use std::collections::HashMap;

/// The text with every alias that it defines before its first operation replaced by what it stands for, and
/// without the definitions.
pub fn expanded(text: &str) -> String {
    let mut aliases = HashMap::new();
    let mut rest = text;
    while let Some((name, value, after)) = definition(rest) {
        let value = replaced(value, &aliases);
        aliases.insert(name, value);
        rest = after;
    }
    replaced(rest, &aliases)
}

/// The name and the value of the definition that a text begins with, and the text after it.
fn definition(text: &str) -> Option<(&str, &str, &str)> {
    let (line, after) = text.split_once('\n').unwrap_or((text, ""));
    let (name, value) = line.split_once(" = ")?;
    let is_name = name.len() > 1 && name.starts_with(['#', '!']) && name[1..].chars().all(is_name_char);
    is_name.then_some((name, value, after))
}

fn replaced(text: &str, aliases: &HashMap<&str, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['#', '!', '"']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let token = if rest.starts_with('"') {
            &rest[..string_length(rest)]
        } else {
            let end = rest[1..]
                .find(|c| !is_name_char(c))
                .map_or(rest.len(), |end| end + 1);
            &rest[..end]
        };
        out.push_str(aliases.get(token).map_or(token, String::as_str));
        rest = &rest[token.len()..];
    }
    out.push_str(rest);
    out
}

/// The bytes of the string literal that a text begins with.
pub fn string_length(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_order_of_aliases_do_not_count() {
        let a = "#map = affine_map<() -> (0)>\n#map1 = affine_map<() -> (1)>\n\"x\"() {a = #map, b = #map1}";
        let b = "#m = affine_map<() -> (1)>\n#n = affine_map<() -> (0)>\n\"x\"() {a = #n, b = #m}";
        assert_eq!(expanded(a), expanded(b));
        assert_eq!(
            expanded(a),
            "\"x\"() {a = affine_map<() -> (0)>, b = affine_map<() -> (1)>}"
        );
    }

    #[test]
    fn aliases_of_aliases_are_followed() {
        let text = "!t = i32\n#a = dense<0> : tensor<4x!t>\n\"x\"() {a = #a} : () -> !t";
        assert_eq!(
            expanded(text),
            "\"x\"() {a = dense<0> : tensor<4xi32>} : () -> i32"
        );
    }

    #[test]
    fn strings_and_what_is_no_alias_stay() {
        let text = "#a = 1\n\"x\"() {a = \"#a \\\" #a\", b = #a.b, c = #a} : () -> !d.t<#a>";
        assert_eq!(
            expanded(text),
            "\"x\"() {a = \"#a \\\" #a\", b = #a.b, c = 1} : () -> !d.t<1>"
        );
    }

    #[test]
    fn another_value_is_a_difference() {
        let text = |value| format!("#a = {value}\n\"x\"() {{a = #a}}");
        assert_ne!(expanded(&text(1)), expanded(&text(2)));
    }
}
