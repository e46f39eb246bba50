//! What the command line asks for.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, bail};

/// What `--help` prints.
pub const HELP: &str = "\
Reads MLIR's own tests with Ovolo and compares with what mlir-opt-19 makes of them.

Usage: mlir-tests DIR [options]       DIR is the folder mlir/test of MLIR's sources

  --folder NAME      only this folder, as Dialect/Affine or Affine (may be repeated)
  --only TEXT        only chunks whose name, as IR/parser.mlir:12, contains this
  --list-failures    each failure: kind, file and line, operation, first message
  --group            failures by kind, operation and pattern of message, with their number
  --kind NAME        only failures of this kind in both lists and in what is dumped (may be repeated)
  --limit N          at most N lines of each list
  --dump DIR         a folder for each failure: the chunk, what was printed, both generic forms
  --json FILE        the counts and the names of the failures
  --check            exit with 1 where a target is missed
  --cache DIR        where verdicts of mlir-opt-19 are kept; several processes may share it
  --threads N        workers; as many as there are cores where it is not given";

/// The options of one run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder `mlir/test`.
    pub tests: PathBuf,
    pub cache: PathBuf,
    /// Names of folders; all of them where there is none.
    pub folders: Vec<String>,
    pub only: Option<String>,
    pub list_failures: bool,
    pub group: bool,
    /// Names of kinds of failures; all of them where there is none.
    pub kinds: Vec<String>,
    pub limit: Option<usize>,
    pub dump: Option<PathBuf>,
    pub json: Option<PathBuf>,
    pub check: bool,
    pub threads: usize,
}

impl Options {
    /// The options of a command line, without the name of the program.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Options> {
        let mut options = Options {
            cache: default_cache(),
            ..Options::default()
        };
        let mut tests = None;
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--folder" => options.folders.push(value(&argument, arguments.next())?),
                "--only" => options.only = Some(value(&argument, arguments.next())?),
                "--list-failures" => options.list_failures = true,
                "--group" => options.group = true,
                "--kind" => options.kinds.push(value(&argument, arguments.next())?),
                "--limit" => options.limit = Some(value(&argument, arguments.next())?),
                "--dump" => options.dump = Some(value(&argument, arguments.next())?),
                "--json" => options.json = Some(value(&argument, arguments.next())?),
                "--check" => options.check = true,
                "--cache" => options.cache = value(&argument, arguments.next())?,
                "--threads" => options.threads = value(&argument, arguments.next())?,
                option if option.starts_with('-') => bail!("unknown option {option}"),
                _ if tests.is_some() => bail!("a second folder: {argument}"),
                _ => tests = Some(PathBuf::from(argument)),
            }
        }
        options.tests = tests.context("no folder of tests is given")?;
        Ok(options)
    }

    /// Whether a folder is asked for, by its whole name or by the last part of it.
    pub fn selects(&self, folder: &str) -> bool {
        let named = |name: &String| {
            let name = name.trim_end_matches('/');
            folder.eq_ignore_ascii_case(name)
                || folder
                    .rsplit('/')
                    .next()
                    .is_some_and(|last| last.eq_ignore_ascii_case(name))
        };
        self.folders.is_empty() || self.folders.iter().any(named)
    }

    /// Whether failures of a kind are to be shown.
    pub fn shows(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.iter().any(|k| k == kind)
    }
}

fn value<T: FromStr>(option: &str, value: Option<String>) -> Result<T> {
    let value = value.with_context(|| format!("{option} needs a value"))?;
    value
        .parse()
        .ok()
        .with_context(|| format!("{option}: unexpected value {value}"))
}

/// A folder below `target/`, which git ignores.
fn default_cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/mlir-tests")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options> {
        Options::parse(line.split(' ').map(str::to_string))
    }

    #[test]
    fn folders_are_selected_by_either_name() {
        let options = parsed("tests --folder affine --folder IR").unwrap();
        assert!(options.selects("Dialect/Affine") && options.selects("IR"));
        assert!(!options.selects("Dialect/Arith"));
        assert!(parsed("tests").unwrap().selects("Dialect/Arith"));
    }

    #[test]
    fn mistakes_are_named() {
        let message = |line| parsed(line).unwrap_err().to_string();
        assert_eq!(message("tests --nonsense"), "unknown option --nonsense");
        assert_eq!(message("tests --limit"), "--limit needs a value");
        assert_eq!(message("tests --limit many"), "--limit: unexpected value many");
        assert_eq!(message("--check"), "no folder of tests is given");
        assert_eq!(message("a b"), "a second folder: b");
    }
}
