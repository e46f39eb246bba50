//! The tests of the whole in one executable: what they are linked with is linked once, and the long ones run beside each other.

mod bugs;
mod c_programs;
#[path = "dependences/main.rs"]
mod dependences;
mod derivations;
mod deterministic;
mod documents;
mod examples;
mod faults;
mod forms;
mod kernels;
mod layers;
mod legality;
mod linalg;
mod mlir_simplifications;
mod mutants;
#[path = "random_programs/mutate.rs"]
mod mutate;
mod nest_derivations;
mod orders;
mod predicates;
mod products;
mod replay;
mod schedule;
mod search;
mod wrong_on_purpose;

#[test]
fn every_file_is_a_module() {
    let modules = include_str!("all.rs");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_whole = ["all", "cli"].contains(&&*name);
        if path.extension().is_some_and(|extension| extension == "rs") && !is_whole {
            assert!(
                modules.contains(&format!("\nmod {name};\n")),
                "tests/all.rs lacks {name}"
            );
        }
    }
}
