//! Generates the parsers of rule files and schedules from their grammars.

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .process()
        .unwrap_or_else(|error| panic!("{error}"));
}
