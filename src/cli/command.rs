//! Commands of the user's that are run on a program.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds that a command has where it is not said.
pub const COMMAND_SECONDS: u64 = 60;

/// How a command ended.
pub struct Ended {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub printed: String,
    /// What it wrote to the standard error.
    pub said: String,
}

/// Runs a command of the shell on a file with this text, its name for `{}` or at the end. The error is that it does not end
/// within the limit, or cannot be run.
pub fn on_file(command: &str, text: &str, limit: Duration) -> Result<Ended, String> {
    let told_of = |error: std::io::Error| error.to_string();
    let suffixed = tempfile::Builder::new()
        .prefix("ovolo-")
        .suffix(".mlir")
        .tempfile();
    let mut file = suffixed.map_err(told_of)?;
    file.write_all(text.as_bytes()).map_err(told_of)?;
    let command = match command.contains("{}") {
        true => command.replace("{}", "\"$1\""),
        false => format!("{command} \"$1\""),
    };
    // Into files: a full pipe would stop the command.
    let mut streams = [
        tempfile::tempfile().map_err(told_of)?,
        tempfile::tempfile().map_err(told_of)?,
    ];
    let stream = |file: &File| file.try_clone().map(Stdio::from).map_err(told_of);
    let mut child = Command::new("sh")
        .args(["-c", &command, "sh"])
        .arg(file.path())
        .stdin(Stdio::null())
        .stdout(stream(&streams[0])?)
        .stderr(stream(&streams[1])?)
        .process_group(0)
        .spawn()
        .map_err(told_of)?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(told_of)? {
            Some(status) => break status,
            None if begun.elapsed() > limit => {
                // The shell and all that it has started.
                let group = format!("kill -9 -{}", child.id());
                Command::new("sh")
                    .args(["-c", &group])
                    .status()
                    .map_err(told_of)?;
                child.wait().map_err(told_of)?;
                return Err(format!("no end in {} s", limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let mut texts = [String::new(), String::new()];
    for (stream, text) in streams.iter_mut().zip(&mut texts) {
        let mut bytes = Vec::new();
        stream
            .rewind()
            .and_then(|()| stream.read_to_end(&mut bytes))
            .map_err(told_of)?;
        *text = String::from_utf8_lossy(&bytes).into_owned();
    }
    let [printed, said] = texts;
    Ok(Ended {
        code: status.code(),
        signal: status.signal(),
        printed,
        said,
    })
}
