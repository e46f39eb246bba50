//! The tests of the whole in one executable: what they are linked with is linked once, and the long ones run beside each other. Those
//! that draw samples from an e-graph have executables of their own: what is drawn depends on the names that the process met before.

use std::fs;
use std::path::Path;

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
mod judged_forms;
mod kernels;
mod layers;
mod linalg;
mod mlir_simplifications;
mod mutants;
mod nest_derivations;
mod orders;
mod predicates;
mod products;
mod replay;
mod schedule;
mod search;

#[test]
fn every_file_is_a_module() {
    for folder in ["", "lower", "verify"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a readable file");
        let (modules, manifest) = (read("tests/all.rs"), read("Cargo.toml"));
        for entry in fs::read_dir(folder.join("tests")).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let is_there = modules.contains(&format!("\nmod {name};\n"))
                || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(
                is_there || path.extension().is_none_or(|extension| extension != "rs"),
                "{} is no module of tests/all.rs",
                path.display()
            );
        }
    }
}
