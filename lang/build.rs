//! Generates the parser of operation signatures from `src/assembly/grammar.lalrpop`.

fn main() {
    println!("cargo::rerun-if-changed=src/assembly/grammar.lalrpop");
    if let Err(error) = lalrpop::process_src() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
