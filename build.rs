//! Binaries and tests that link z3 find the library of `.deps/z3` at run time without any
//! environment variable: its folder is written into them as a run path.

use std::path::Path;

pub fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let Some(folder) = std::env::var_os("PKG_CONFIG_PATH") else {
        return;
    };
    let library = Path::new(&folder).join("lib");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", library.display());
}
