//! Other compilers of the same kernel.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use libloading::Library;
use ovolo_lang::fp::FpModel;
use tempfile::TempDir;

use crate::call::Function;

const CLANG: &str = "clang-19";

/// C source compiled to a shared library that is loaded.
#[derive(Debug)]
pub struct Peer {
    /// The command line, without file names.
    pub command: String,
    library: Library,
    _folder: TempDir,
}

/// Whether the compiler is installed.
pub fn has_clang() -> bool {
    let mut command = Command::new(CLANG);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Compiles C source with clang under the same floating-point model.
pub fn clang(source: &str, model: FpModel) -> Result<Peer> {
    let folder = TempDir::new()?;
    let (input, output) = (folder.path().join("kernel.c"), folder.path().join("kernel.so"));
    fs::write(&input, source)?;
    let flags = clang_flags(model);
    let result = Command::new(CLANG)
        .args(flags)
        .args(["-shared", "-fPIC", "-o"])
        .args([&output, &input])
        .arg("-lm")
        .output()
        .with_context(|| format!("cannot run {CLANG}"))?;
    if !result.status.success() {
        bail!("{CLANG} failed:\n{}", String::from_utf8_lossy(&result.stderr));
    }
    // SAFETY: the library was compiled from source without initialisers a moment ago.
    let library = unsafe { Library::new(&output)? };
    Ok(Peer {
        command: format!("{CLANG} {}", flags.join(" ")),
        library,
        _folder: folder,
    })
}

fn clang_flags(model: FpModel) -> &'static [&'static str] {
    match (model.contract, model.reassoc) {
        (false, false) => &["-O3", "-march=native", "-ffp-contract=off"],
        (true, false) => &["-O3", "-march=native", "-ffp-contract=fast"],
        // clang reorders only when it need not keep signed zeros and traps.
        (false, true) => &[
            "-O3",
            "-march=native",
            "-ffp-contract=off",
            "-fassociative-math",
            "-fno-signed-zeros",
            "-fno-trapping-math",
        ],
        (true, true) => &[
            "-O3",
            "-march=native",
            "-ffp-contract=fast",
            "-fassociative-math",
            "-fno-signed-zeros",
            "-fno-trapping-math",
        ],
    }
}

impl Peer {
    /// A function of the library; valid while the peer lives.
    pub fn function(&self, name: &str) -> Result<Function> {
        // SAFETY: the symbol is only used as an address here.
        let symbol = unsafe { self.library.get::<*const u8>(name.as_bytes())? };
        // SAFETY: the C printer gives its functions the interface that `ovolo_lower` documents.
        Ok(unsafe { Function::new(*symbol) })
    }
}
