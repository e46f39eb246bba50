use std::process::ExitCode;

fn main() -> ExitCode {
    ovolo::cli::main()
}
