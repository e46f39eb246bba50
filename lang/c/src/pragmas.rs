//! `#pragma` lines: the parts between `scop` and `endscop`, those of OpenMP in a function, and those that belong to the loop
//! behind them.
//!
//! A file is read as it is without `-fopenmp`, where a loop that is shared out among threads is a loop. What else OpenMP says is about
//! threads that exist, of which a function that is compiled elsewhere would know nothing.

use ovolo_lang::diagnostic::{Diagnostic, Span};

/// The places between `#pragma scop` and `#pragma endscop` in a file.
pub fn scops(text: &str) -> Result<Vec<Span>, Vec<Diagnostic>> {
    let (mut found, mut open) = (Vec::new(), None);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let here = Span {
            start: start as u32,
            end: (start + line.trim_end().len()) as u32,
        };
        let words: Vec<&str> = pragma(line).unwrap_or_default().split_whitespace().collect();
        match (words.as_slice(), open) {
            (["scop", ..], None) => open = Some((end, here)),
            (["scop", ..], Some((_, first))) => {
                let mistake = Diagnostic::new(here, "a `#pragma scop` inside another");
                return Err(vec![mistake.note(first, "this one has no `#pragma endscop` yet")]);
            }
            (["endscop", ..], Some((from, _))) => {
                found.push(Span {
                    start: from as u32,
                    end: start as u32,
                });
                open = None;
            }
            (["endscop", ..], None) => {
                return Err(vec![Diagnostic::new(
                    here,
                    "a `#pragma endscop` without a `#pragma scop`",
                )]);
            }
            _ => {}
        }
        start = end;
    }
    match open {
        Some((_, here)) => Err(vec![Diagnostic::new(
            here,
            "this `#pragma scop` has no `#pragma endscop`",
        )]),
        None => Ok(found),
    }
}

/// What may stand in front of a loop that is then compiled elsewhere, as the first words behind `#pragma omp`.
const OF_LOOPS: [&str; 2] = ["parallel for", "simd"];

/// What is said of the pragmas of OpenMP in a part of a file: an error for one that is about more than a loop.
pub fn openmp(text: &str, within: Span) -> Result<Option<Diagnostic>, Diagnostic> {
    let mut first = None;
    let (start, end) = (within.start as usize, within.end as usize);
    // A pragma in front of the function, as `omp declare simd`, says nothing that its body does not.
    let Some(own) = text.get(start..end) else {
        return Ok(None);
    };
    let mut at = start;
    for line in own.split_inclusive('\n') {
        let here = Span {
            start: (at + line.len() - line.trim_start().len()) as u32,
            end: (at + line.trim_end().len()) as u32,
        };
        at += line.len();
        let in_operator = line.contains("_Pragma") && line.contains("omp");
        let Some(directive) = directive(line).or(in_operator.then(String::new)) else {
            continue;
        };
        let is_of_loop = OF_LOOPS.iter().any(|known| {
            let rest = directive.strip_prefix(known);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        if !is_of_loop {
            let message = "this pragma of OpenMP is not understood, so the function stays as it is";
            return Err(Diagnostic::new(here, message)
                .help("`parallel for` and `simd` in front of loops are left out, as without `-fopenmp`"));
        }
        if directive.starts_with("parallel") {
            first.get_or_insert(here);
        }
    }
    Ok(first.map(|here| {
        let message = "loops are not shared out as this pragma says, but as `--threads` does";
        Diagnostic::new(here, message)
    }))
}

/// What stands behind `#pragma` on a line.
fn pragma(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    rest.strip_prefix("pragma")
        .filter(|rest| rest.starts_with(char::is_whitespace))
}

/// What stands behind `#pragma omp`, with one space between words.
fn directive(line: &str) -> Option<String> {
    let mut words = pragma(line)?.split_whitespace();
    (words.next() == Some("omp")).then(|| words.collect::<Vec<_>>().join(" "))
}

/// Where the pragmas begin that stand directly in front of a statement, or the statement itself.
pub fn start_of(text: &str, statement: u32) -> u32 {
    let mut start = statement as usize;
    let mut at = start;
    while at > 0 {
        let before = text[..at].trim_end();
        let mut line = before.rfind('\n').map_or(0, |newline| newline + 1);
        // A line that ends with a backslash goes on with the next.
        while let Some(above) = text[..line]
            .strip_suffix('\n')
            .filter(|above| above.ends_with('\\'))
        {
            line = above.rfind('\n').map_or(0, |newline| newline + 1);
        }
        let own = before[line..].trim_start();
        at = line;
        let pragma = own
            .strip_prefix('#')
            .and_then(|rest| rest.trim_start().strip_prefix("pragma"));
        if pragma.is_some_and(|pragma| !pragma.trim_start().starts_with("scop")) {
            start = before.len() - own.len();
        } else if !own.starts_with("//") {
            break;
        }
    }
    start as u32
}
