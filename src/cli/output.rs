//! Writes results: whole files or none.

use std::fs::{self, Permissions};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::Failure;

/// Where a result goes. Made before the work, so that a mistake in the path costs nothing.
pub enum Destination {
    Stdout,
    /// A file that is replaced in one step.
    File(PathBuf),
    /// A device or pipe, which is written to as it is.
    Special(PathBuf),
}

impl Destination {
    /// The standard output for `None` and `-`.
    pub fn new(path: Option<&Path>) -> Result<Destination, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Destination::Stdout);
        };
        if path.is_dir() {
            return Err(cannot_write(path, "it is a directory"));
        }
        if path.exists() && !path.is_file() {
            return Ok(Destination::Special(path.to_path_buf()));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if !folder(&path).is_dir() {
            let missing = format!("there is no folder {}", folder(&path).display());
            return Err(cannot_write(&path, &missing));
        }
        temporary(&path, 0o666).map_err(|e| cannot_write(&path, &e.to_string()))?;
        Ok(Destination::File(path))
    }

    /// Whether the bytes would end on somebody's screen.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Destination::Stdout) && io::stdout().is_terminal()
    }

    /// Writes everything, or leaves what was there.
    pub fn write(&self, bytes: &[u8], is_executable: bool) -> Result<(), Failure> {
        match self {
            Destination::Stdout => print(bytes),
            Destination::Special(path) => {
                fs::write(path, bytes).map_err(|e| cannot_write(path, &e.to_string()))
            }
            Destination::File(path) => {
                let mode = if is_executable { 0o777 } else { 0o666 };
                replace(path, bytes, mode).map_err(|e| cannot_write(path, &e.to_string()))
            }
        }
    }
}

/// Writes to the standard output. That nobody reads on, as in `ovolo rules | head`, is no mistake.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(cannot_write(Path::new("<stdout>"), &error.to_string()))
        }
        _ => Ok(()),
    }
}

fn replace(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let mut file = temporary(path, mode)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// A file beside `path` that vanishes unless it is kept.
fn temporary(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    Builder::new()
        .prefix(".ovolo-")
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn cannot_write(path: &Path, reason: &str) -> Failure {
    Failure::bad_input(format!("error: cannot write {}: {reason}", path.display()))
}
