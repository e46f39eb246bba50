//! Says where z3 is linked from, in crates outside of this workspace too. And the proofs of rules are remembered for
//! the code that found them, so that code gets a name.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    link_z3();
    let mut hasher = DefaultHasher::new();
    for folder in ["../lang/src", "../rewrites/src", "src"] {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        collect(Path::new(folder), &mut files);
        files.sort();
        for file in files {
            fs::read(&file).unwrap_or_default().hash(&mut hasher);
        }
    }
    println!("cargo:rustc-env=OVOLO_PROVER={:016x}", hasher.finish());
}

/// `libz3.a` as `setup.sh` made it, in the checkout or, where that has none, where it is installed.
fn link_z3() {
    println!("cargo:rerun-if-env-changed=XDG_DATA_HOME");
    let installed = || -> Option<PathBuf> {
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let data = data.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".local/share")))?;
        Some(data.join("ovolo/z3-5.4.0.0/link"))
    };
    let checkout =
        Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../.deps/z3/link");
    let folders = [Some(checkout.clone()), installed()];
    match folders.iter().flatten().find(|f| f.join("libz3.a").exists()) {
        Some(folder) => {
            println!("cargo:rerun-if-changed={}", folder.join("libz3.a").display());
            println!("cargo:rustc-link-search=native={}", folder.display());
        }
        None => {
            let setup = checkout.join("../../../setup.sh");
            eprintln!("error: libz3.a is missing: run {}", setup.display());
            std::process::exit(1);
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}
