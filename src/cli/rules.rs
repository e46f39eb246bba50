//! `ovolo rules`.

mod check;
mod list;
mod prove;
pub mod user_rules;

use clap::{Args, Subcommand, ValueEnum};

use super::{Exit, Failure};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    list: list::Listing,
}

#[derive(Subcommand)]
enum Action {
    /// Prove the rules of a file, or show values on which they are false and a condition that would make them true
    Check(check::Arguments),
}

/// How the answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, as wide as the terminal
    Table,
    /// Lines: `name: verdict`, and what belongs to it indented below
    Text,
}

impl Format {
    /// What is asked for, or what suits the standard output.
    fn or_fitting(asked: Option<Format>) -> Format {
        use std::io::IsTerminal;
        match asked {
            Some(format) => format,
            None if std::io::stdout().is_terminal() => Format::Table,
            None => Format::Text,
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    match &arguments.action {
        Some(Action::Check(check)) => check::run(check),
        None => list::run(&arguments.list),
    }
}
