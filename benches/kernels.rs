//! `cargo bench`: what `ovolo bench` does, on all kernels or on those named after `--`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if words.is_empty() {
        words.push("all".into());
    }
    let command = ["ovolo".into(), "bench".into()].into_iter().chain(words);
    ExitCode::from(ovolo::cli::run(command) as u8)
}
