//! `cargo bench`: what `ovolo bench` does, on all kernels or on those named after `--`.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if words.is_empty() {
        words.push("all".into());
    }
    let status = Command::new(env!("CARGO_BIN_EXE_ovolo"))
        .arg("bench")
        .args(words)
        .status();
    match status.ok().and_then(|status| status.code()) {
        Some(code) => ExitCode::from(code as u8),
        None => ExitCode::FAILURE,
    }
}
