//! Generates the parser from `src/grammar.lalrpop`.

fn main() {
    println!("cargo::rerun-if-changed=src/grammar.lalrpop");
    println!("cargo::rerun-if-changed=src/assembly/grammar.lalrpop");
    if let Err(error) = lalrpop::process_src() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
