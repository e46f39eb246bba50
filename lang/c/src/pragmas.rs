//! `#pragma` lines: the parts between `scop` and `endscop`, those of OpenMP in a function, and those that belong to the loop
//! behind them.
//!
//! A file is read as it is without `-fopenmp`: one thread does what a parallel region says. What stands in no parallel region of its
//! function is about threads of a caller, of which a function that is compiled elsewhere would know nothing.

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

/// What stands for itself, or for the loop or the block behind it, as the first words behind `#pragma omp`.
const OWN: [&str; 3] = ["parallel", "simd", "declare simd"];

/// What is about the threads of a parallel region around it.
const OF_REGIONS: [&str; 12] = [
    "for", "sections", "section", "single", "master", "masked", "critical", "atomic", "barrier", "flush",
    "ordered", "task",
];

/// What is said of the pragmas of OpenMP in a part of a file.
#[derive(Debug, Default)]
pub struct OpenMp {
    /// The blocks that several threads run.
    pub regions: Vec<Span>,
    /// The first pragma that shares work out.
    pub shared: Option<Span>,
    /// The first pragma that is not about the part alone.
    pub other: Option<Diagnostic>,
}

/// Reads the pragmas of OpenMP in a part of a file.
pub fn openmp(text: &str, within: Span) -> OpenMp {
    let (start, end) = (within.start as usize, within.end as usize);
    let mut found = OpenMp::default();
    // A pragma in front of the function, as `omp declare simd`, says nothing that its body does not.
    let Some(own) = text.get(start..end) else {
        return found;
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
        let begins = |known: &&str| {
            let rest = directive.strip_prefix(*known);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let is_of_region = OF_REGIONS.iter().any(begins);
        let is_understood = OWN.iter().any(begins) || is_of_region && found.is_parallel(here);
        if begins(&"parallel") {
            found.shared.get_or_insert(here);
            found.regions.extend(block_behind(text, at, end));
        }
        if !is_understood {
            found.other.get_or_insert_with(|| {
                let message = match is_of_region {
                    true => "this is about threads that run the function, so it stays as it is",
                    false => "this pragma of OpenMP is not understood, so the function stays as it is",
                };
                Diagnostic::new(here, message)
                    .help("parallel regions, with what stands in them, are read as without `-fopenmp`")
            });
        }
    }
    found
}

impl OpenMp {
    /// What a user is told where work is shared out.
    pub fn left(&self) -> Option<Diagnostic> {
        let message = "loops are not shared out as this pragma says, but as `--threads` does";
        self.shared.map(|here| Diagnostic::new(here, message))
    }

    /// Whether several threads run a place.
    pub fn is_parallel(&self, place: Span) -> bool {
        let holds = |region: &Span| region.start <= place.start && place.end <= region.end;
        self.regions.iter().any(holds)
    }
}

/// The block that begins behind a place, where nothing but other pragmas, comments and blank space is before it.
fn block_behind(text: &str, from: usize, end: usize) -> Option<Span> {
    let mut at = from;
    // The pragma goes on behind a backslash.
    while text[..at].trim_end_matches('\n').ends_with('\\') {
        at = at + text[at..end].find('\n')? + 1;
    }
    let mut depth = 0;
    let mut start = None;
    while at < end {
        let rest = &text[at..end];
        let step = match rest.as_bytes()[0] {
            b'/' if rest.starts_with("/*") => rest.find("*/")? + 2,
            b'/' if rest.starts_with("//") => rest.find('\n')?,
            b'#' if start.is_none() => rest.find('\n')?,
            quote @ (b'"' | b'\'') => 1 + end_of_literal(&rest[1..], quote)?,
            b'{' => {
                start.get_or_insert(at);
                depth += 1;
                1
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(Span {
                        start: start? as u32,
                        end: at as u32 + 1,
                    });
                }
                1
            }
            byte if start.is_none() && !byte.is_ascii_whitespace() => return None,
            _ => rest.chars().next()?.len_utf8(),
        };
        at += step;
    }
    None
}

/// How far a literal goes, its last quote included.
fn end_of_literal(rest: &str, quote: u8) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            byte if byte == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
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
