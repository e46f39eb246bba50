//! The pieces that a test file is made of.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::options::Options;

/// The folders that are measured, as they are named below `mlir/test`.
pub const FOLDERS: &[&str] = &[
    "Dialect/Affine",
    "IR",
    "Dialect/Arith",
    "Dialect/MemRef",
    "Dialect/Func",
    "Dialect/Linalg",
    "Dialect/Vector",
    "Dialect/SCF",
    "Dialect/ControlFlow",
];

/// What separates two chunks, where no further dash follows.
pub const MARKER: &str = "// -----";

/// A piece of a test file, which stands for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub folder: &'static str,
    /// The file, below the folder of tests.
    pub file: String,
    /// The line of the file at which the chunk begins, counted from 1.
    pub line: usize,
    pub text: String,
}

impl Chunk {
    /// The file, and the line within it of a line of the chunk.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{}", self.file, self.line + line.max(1) - 1)
    }

    /// The file and the line at which the chunk begins.
    pub fn name(&self) -> String {
        self.place(1)
    }
}

/// The chunks of all folders that the options select.
pub fn collect(options: &Options) -> Result<Vec<Chunk>> {
    let mut chunks = Vec::new();
    for &folder in FOLDERS.iter().filter(|folder| options.selects(folder)) {
        let path = options.tests.join(folder);
        ensure!(path.is_dir(), "no folder {}", path.display());
        for file in mlir_files(&path)? {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            let name = file
                .strip_prefix(&options.tests)
                .unwrap_or(&file)
                .display()
                .to_string();
            chunks.extend(split(&text).map(|(line, text)| Chunk {
                folder,
                file: name.clone(),
                line,
                text: text.to_string(),
            }));
        }
    }
    chunks.retain(|chunk| {
        options
            .only
            .as_ref()
            .is_none_or(|only| chunk.name().contains(only))
    });
    Ok(chunks)
}

/// Each chunk of a text with the line, counted from 1, at which it begins.
///
/// A marker counts wherever it stands in its line, as `mlir-opt` has it: the text before it ends one chunk and
/// what is left of its line begins the next.
pub fn split(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let markers = text.match_indices(MARKER).map(|(at, _)| at);
    let markers = markers.filter(|at| !text[at + MARKER.len()..].starts_with('-'));
    let ends = markers.chain([text.len()]);
    let (mut start, mut line) = (0, 1);
    ends.map(move |end| {
        let piece = (line, &text[start..end]);
        line += piece.1.matches('\n').count();
        start = (end + MARKER.len()).min(text.len());
        piece
    })
}

/// All `.mlir` files below a folder, in alphabetical order.
fn mlir_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "mlir") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_split_wherever_they_stand() {
        let chunks: Vec<_> = split("a\n// -----\nb\n  // -----\nc\n\"d// -----\ne").collect();
        assert_eq!(chunks, [(1, "a\n"), (2, "\nb\n  "), (4, "\nc\n\"d"), (6, "\ne")]);
    }

    #[test]
    fn longer_rules_do_not_split() {
        assert_eq!(split("a\n// ------\nb\n//-----\n").count(), 1);
    }

    #[test]
    fn a_marker_at_the_end_begins_an_empty_chunk() {
        assert_eq!(split("a\n// -----").collect::<Vec<_>>(), [(1, "a\n"), (2, "")]);
    }

    #[test]
    fn lines_of_a_chunk_are_lines_of_the_file() {
        let text = "a\n// -----\nb\nc";
        let (line, text) = split(text).nth(1).unwrap();
        let chunk = Chunk {
            folder: "IR",
            file: "IR/x.mlir".to_string(),
            line,
            text: text.to_string(),
        };
        assert_eq!(chunk.name(), "IR/x.mlir:2");
        assert_eq!(chunk.place(3), "IR/x.mlir:4");
    }
}
