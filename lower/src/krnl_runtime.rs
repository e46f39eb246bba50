//! The runtime for operations of krnl, which is C: the code of a library holds it, and that of a [`crate::Jit`] finds it in this process.

use std::process::Command;
use std::sync::Mutex;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use crate::error::{LowerError, Result};

/// The header that describes and implements the runtime.
pub const HEADER: &str = include_str!("krnl_runtime.h");

/// The same as a source file.
pub(crate) const SOURCE: &str = concat!(
    "#define OVOLO_KRNL_RUNTIME_IMPLEMENTATION\n",
    include_str!("krnl_runtime.h")
);

/// The library, which stays for as long as the process does.
static LOADED: Mutex<Option<Library>> = Mutex::new(None);

/// Makes the functions of the runtime known in this process, compiled by the system's C compiler (`$CC`, else `cc`).
pub(crate) fn load() -> Result<()> {
    let failed = |error: &dyn std::fmt::Display| {
        LowerError::new(format!(
            "the runtime for operations of krnl is not compiled: {error}"
        ))
    };
    let mut loaded = LOADED.lock().map_err(|e| failed(&e))?;
    if loaded.is_some() {
        return Ok(());
    }
    let work = tempfile::tempdir().map_err(|e| failed(&e))?;
    let (source, library) = (work.path().join("runtime.c"), work.path().join("runtime.so"));
    std::fs::write(&source, SOURCE).map_err(|e| failed(&e))?;
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(&compiler)
        .args(["-shared", "-fPIC", "-O2", "-o"])
        .args([&library, &source])
        .arg("-lm")
        .output()
        .map_err(|e| failed(&e))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr).trim()));
    }
    // SAFETY: nothing of the library runs when it is loaded.
    let library = unsafe { Library::open(Some(&library), RTLD_NOW | RTLD_GLOBAL) };
    *loaded = Some(library.map_err(|e| failed(&e))?);
    Ok(())
}
