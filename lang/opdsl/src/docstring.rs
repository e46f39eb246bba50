//! Docstrings as Python's `inspect.getdoc` gives them.

/// The text without the indentation that its lines after the first share, and without empty lines around it.
pub fn cleaned(text: &str) -> String {
    let text = expand_tabs(text);
    let lines: Vec<&str> = text.split('\n').collect();
    let indentation = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let margin = margin.map(indentation).min().unwrap_or(0);
    let mut cleaned: Vec<&str> = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        cleaned.push(match number {
            0 => line.trim_start(),
            _ => line.get(margin..).unwrap_or_default(),
        });
    }
    let is_empty = |line: &&str| line.is_empty();
    let start = cleaned.iter().take_while(|line| is_empty(line)).count();
    let end = cleaned.len() - cleaned.iter().rev().take_while(|line| is_empty(line)).count();
    cleaned.get(start..end).unwrap_or_default().join("\n")
}

/// Tabs reach to the next multiple of eight columns.
fn expand_tabs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        match c {
            '\t' => {
                let width = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', width));
                column += width;
            }
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            _ => {
                out.push(c);
                column += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::cleaned;

    #[test]
    fn the_margin_goes_and_the_rest_stays() {
        assert_eq!(cleaned("One line."), "One line.");
        assert_eq!(cleaned("\n    A.\n\n      * b\n    "), "A.\n\n  * b");
        assert_eq!(cleaned("  A.\n\tB."), "A.\nB.");
        assert_eq!(cleaned(""), "");
    }
}
