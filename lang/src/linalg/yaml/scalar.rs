//! Strings in YAML, in the styles that PyYAML chooses and with its line breaks.

/// Columns after which a line is broken at its next space.
const WIDTH: usize = 80;

/// A string that starts at a column of its line; the lines behind the first are indented.
pub fn scalar(text: &str, column: usize, indentation: usize) -> String {
    let is_printable = |c: char| c == '\n' || (' '..='~').contains(&c);
    let lines: Vec<&str> = text.split('\n').collect();
    let ends_in_space = lines.iter().any(|line| line.ends_with(' '));
    match text {
        "" => "''".to_string(),
        _ if !text.chars().all(is_printable) || ends_in_space => double_quoted(text, column, indentation),
        _ if lines.len() > 1 => literal(text, &lines, indentation),
        _ if is_plain(text) => folded(text, column, indentation, false),
        _ => format!(
            "'{}'",
            folded(&text.replace('\'', "''"), column + 1, indentation, true)
        ),
    }
}

/// Whether a line stands for itself: it is no number, word or sign of YAML.
fn is_plain(text: &str) -> bool {
    const WORDS: &[&str] = &["null", "true", "false", "yes", "no", "on", "off"];
    let capitalized = |word: &str| word[..1].to_uppercase() + &word[1..];
    let is_word = WORDS
        .iter()
        .any(|w| text == *w || text == w.to_uppercase() || text == capitalized(w));
    let starts = |c: char| text.starts_with(c);
    let starts_alone = |c: char| text == c.to_string() || text.starts_with(&format!("{c} "));
    let is_indicator = "#,[]{}&*!|>'\"%@`".chars().any(starts) || "?:-".chars().any(starts_alone);
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-._:".contains(c));
    let is_special =
        ["~", "=", "<<"].contains(&text) || starts(' ') || text.starts_with("---") || text.starts_with("...");
    let has_sign = text.contains(": ") || text.ends_with(':') || text.contains(" #");
    !(is_word || is_indicator || is_number || is_special || has_sign)
}

/// Broken at single spaces behind the width; in quotes not at the ends.
fn folded(text: &str, column: usize, indentation: usize, quoted: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = column;
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(' ').unwrap_or(rest.len());
        out.push_str(&rest[..word]);
        column += word;
        rest = &rest[word..];
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let is_inside = !quoted || (!out.is_empty() && spaces < rest.len());
        match spaces {
            1 if column > WIDTH && is_inside => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indentation));
                column = indentation;
            }
            _ => {
                out.extend(std::iter::repeat_n(' ', spaces));
                column += spaces;
            }
        }
        rest = &rest[spaces..];
    }
    out
}

/// Lines as they are.
fn literal(text: &str, lines: &[&str], indentation: usize) -> String {
    let hint = if text.starts_with([' ', '\n']) { "2" } else { "" };
    let ending = match (text.ends_with('\n'), text.ends_with("\n\n")) {
        (false, _) => "-",
        (true, false) => "",
        (true, true) => "+",
    };
    let mut out = format!("|{hint}{ending}");
    let lines = if text.ends_with('\n') {
        &lines[..lines.len() - 1]
    } else {
        lines
    };
    for line in lines {
        out.push('\n');
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indentation));
            out.push_str(line);
        }
    }
    out
}

/// With escapes, broken behind the width with a backslash.
fn double_quoted(text: &str, column: usize, indentation: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::from("\"");
    let mut column = column + 1;
    let (mut start, mut end) = (0, 0);
    let write = |out: &mut String, column: &mut usize, part: &str| {
        out.push_str(part);
        *column += part.chars().count();
    };
    while end <= chars.len() {
        let here = chars.get(end).copied();
        let is_escaped = here.is_none_or(|c| c == '"' || c == '\\' || !(' '..='~').contains(&c));
        if is_escaped {
            if start < end {
                let part: String = chars[start..end].iter().collect();
                write(&mut out, &mut column, &part);
                start = end;
            }
            if let Some(c) = here {
                write(&mut out, &mut column, &escape(c));
                start = end + 1;
            }
        }
        let is_inside = end > 0 && end + 1 < chars.len();
        if is_inside && (here == Some(' ') || start >= end) && (column + end).saturating_sub(start) > WIDTH {
            let part: String = chars.get(start..end).unwrap_or_default().iter().collect();
            write(&mut out, &mut column, &part);
            start = start.max(end);
            out.push_str("\\\n");
            out.extend(std::iter::repeat_n(' ', indentation));
            column = indentation;
            if chars.get(start) == Some(&' ') {
                write(&mut out, &mut column, "\\");
            }
        }
        end += 1;
    }
    out.push('"');
    out
}

fn escape(c: char) -> String {
    let short = match c {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            return match u32::from(c) {
                n @ 0..=0xff => format!("\\x{n:02X}"),
                n @ 0x100..=0xffff => format!("\\u{n:04X}"),
                n => format!("\\U{n:08X}"),
            };
        }
    };
    format!("\\{short}")
}

#[cfg(test)]
mod tests {
    use super::scalar;

    /// What PyYAML prints of the same strings.
    #[test]
    fn strings_have_the_styles_of_pyyaml() {
        let long = "word ".repeat(20).trim_end().to_string();
        for (text, expected) in [
            ("plain", "plain"),
            ("12 : i64", "'12 : i64'"),
            ("no", "'no'"),
            ("- a", "'- a'"),
            ("it's", "it's"),
            ("'it", "'''it'"),
            ("a\n\n  b", "|-\n    a\n\n      b"),
            ("a \nb", "\"a \\nb\""),
            ("é", "\"\\xE9\""),
            (
                long.as_str(),
                &format!("{}word\n    word word word word word", "word ".repeat(14)),
            ),
        ] {
            assert_eq!(scalar(text, 7, 4), expected);
        }
    }
}
