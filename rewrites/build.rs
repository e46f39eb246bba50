//! Generates the parser of rule files from its grammar.

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .process()
        .unwrap_or_else(|error| panic!("rules.lalrpop: {error}"));
}
