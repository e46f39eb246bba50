//! Says where z3 is linked from, in crates outside of this workspace too.

use std::path::{Path, PathBuf};

/// `libz3.a` as `setup.sh` made it, in the checkout or, where that has none, where it is installed.
fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=XDG_DATA_HOME");
    let installed = || -> Option<PathBuf> {
        let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
        let data = data.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".local/share")))?;
        Some(data.join("ovolo/z3-5.4.0.0/link"))
    };
    let checkout =
        Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../.deps/z3/link");
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
