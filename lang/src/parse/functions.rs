//! Functions read in parallel.
//!
//! A function sees no SSA value of its surroundings, so a run of functions is cut into parts that rayon's
//! threads read, each into a module of its own; the parts are joined in the order of the text. The result,
//! and the first mistake, are those of reading one after the other.

use rayon::prelude::*;

use crate::ir::{BlockId, Module};

use super::parser::Parser;
use super::scope::Blocks;
use super::state::Parsed;

/// Bytes of functions below which threads cost more than they save.
const WORTHWHILE: usize = 1 << 18;

/// Parts for each thread, so that a slow part is made up for.
const PARTS_PER_THREAD: usize = 4;

impl<'s> Parser<'s> {
    /// Reads the run of functions that begins at the current token, when it is long enough; `false` when
    /// nothing was read.
    pub(super) fn functions_in_parallel(&mut self, block: BlockId) -> Parsed<bool> {
        let threads = rayon::current_num_threads();
        let start = self.cursor.start() as usize;
        let source = self.cursor.source();
        if self.is_part || threads < 2 || source.len() - start < WORTHWHILE || start < self.sequential_until {
            return Ok(false);
        }
        let starts = run_of_functions(source.as_bytes(), start);
        let end = starts.last().copied().unwrap_or(start);
        if end - start < WORTHWHILE {
            self.sequential_until = end.max(start + 1);
            return Ok(false);
        }
        let parts = cut(&starts, (end - start) / (threads * PARTS_PER_THREAD) + 1);
        let modules: Vec<Parsed<Module>> = parts
            .par_iter()
            .map(|&(start, end)| self.part(&source[..end], start))
            .collect();
        for module in modules {
            self.module.absorb(block, module?);
        }
        self.cursor.go_to(end as u32);
        Ok(true)
    }

    /// Reads what begins at `start` up to the end of the text.
    fn part(&self, source: &'s str, start: usize) -> Parsed<Module> {
        let mut parser = Parser::new(source);
        parser.is_part = true;
        parser.attribute_aliases = self.attribute_aliases.clone();
        parser.type_aliases = self.type_aliases.clone();
        parser.dialects = self.dialects.clone();
        parser.module.reserve_for_text(source.len() - start);
        parser.cursor.go_to(start as u32);
        let body = parser.module.body();
        parser.depth = self.depth;
        parser.open_scope(true);
        parser.blocks.push(Blocks::default());
        parser.block_until_end(body)?;
        parser.labels_are_defined()?;
        parser.close_scope(true)?;
        Ok(parser.module)
    }
}

/// Where the functions of a run begin, and last where it ends. Every part of it begins on a line of its own
/// with no bracket open; anything else between two functions ends the run before the first of them.
fn run_of_functions(bytes: &[u8], start: usize) -> Vec<usize> {
    let mut starts = vec![start];
    let mut depth = 0usize;
    let mut at = start + 1;
    let mut line_begins = false;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'\n' => line_begins = true,
            b' ' | b'\t' | b'\r' => {}
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at + 1 < bytes.len() && bytes[at + 1] != b'\n' {
                    at += 1;
                }
            }
            _ => {
                if line_begins && depth == 0 {
                    match byte {
                        b'f' if bytes[at..].starts_with(b"func.func ") => starts.push(at),
                        b'}' => {
                            starts.push(at);
                            return starts;
                        }
                        _ => return starts,
                    }
                }
                line_begins = false;
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => match depth.checked_sub(1) {
                        Some(less) => depth = less,
                        None => return starts,
                    },
                    b'"' => {
                        at += 1;
                        while at < bytes.len() && !matches!(bytes[at], b'"' | b'\n') {
                            at += if bytes[at] == b'\\' { 2 } else { 1 };
                        }
                    }
                    _ => {}
                }
            }
        }
        at += 1;
    }
    if depth == 0 {
        starts.push(bytes.len());
    }
    starts
}

/// Consecutive stretches of at least `size` bytes between the given positions.
fn cut(positions: &[usize], size: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let Some((&first, rest)) = positions.split_first() else {
        return parts;
    };
    let mut start = first;
    for (i, &end) in rest.iter().enumerate() {
        if end - start >= size || i + 1 == rest.len() {
            parts.push((start, end));
            start = end;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_where_something_else_begins() {
        let text =
            "func.func @a() {\n  \"}\"\n}\n// }\nfunc.func private @b(i32)\n\nfunc.func @c() {}\n#m = 1\n";
        let starts = run_of_functions(text.as_bytes(), 0);
        let words: Vec<&str> = starts
            .iter()
            .map(|&at| &text[at..at + 12.min(text.len() - at)])
            .collect();
        assert_eq!(words, ["func.func @a", "func.func pr", "func.func @c"]);
    }

    #[test]
    fn a_run_ends_with_the_module() {
        let text = "func.func @a() {\n}\n  func.func @b(%x: i32,\n    %y: i32) {\n}\n}\n";
        let starts = run_of_functions(text.as_bytes(), 0);
        assert_eq!(&text[starts[2]..], "}\n");
        assert_eq!(starts.len(), 3);
    }

    #[test]
    fn parts_cover_the_run() {
        assert_eq!(cut(&[0, 10, 20, 30, 35], 15), [(0, 20), (20, 35)]);
        assert_eq!(cut(&[5, 9], 100), [(5, 9)]);
    }
}
