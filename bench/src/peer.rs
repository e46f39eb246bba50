//! Other compilers of the same kernel.

mod mlir;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};
use libloading::Library;
use ovolo_lang::fp::FpModel;
use tempfile::TempDir;

use ovolo_timing::call::Function;

pub use mlir::{has_mlir_opt, takes_no_sizes, through_mlir};

const CLANG: &str = "clang-19";
const GCC: &str = "gcc";

/// A shared library that another compiler made, loaded.
#[derive(Debug)]
pub struct Peer {
    /// The command line, without file names.
    pub command: String,
    library: Library,
    _folder: TempDir,
}

/// Whether the compiler is installed.
pub fn has_clang() -> bool {
    is_installed(CLANG)
}

/// Whether the compiler is installed.
pub fn has_gcc() -> bool {
    is_installed(GCC)
}

/// Whether a program can be started that says its version.
pub fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Source in C, and what its compilers are told to find its headers and macros.
#[derive(Clone, Copy, Debug)]
pub struct CSource<'a> {
    pub text: &'a str,
    pub arguments: &'a [String],
}

impl<'a> From<&'a str> for CSource<'a> {
    fn from(text: &'a str) -> CSource<'a> {
        CSource { text, arguments: &[] }
    }
}

/// Compiles C source with clang under the same floating-point model.
pub fn clang(source: CSource<'_>, model: FpModel) -> Result<Peer> {
    c_compiler(CLANG, source, &clang_flags(model))
}

fn clang_flags(model: FpModel) -> Vec<&'static str> {
    let mut flags = flags(model);
    if model.afn {
        flags.extend(["-fapprox-func", "-fveclib=libmvec"]);
    }
    flags
}

/// Compiles C source with gcc under the same floating-point model. Its approximations of functions come only with
/// what lets infinities and NaN be ignored, so it has none.
pub fn gcc(source: CSource<'_>, model: FpModel) -> Result<Peer> {
    let mut flags = flags(model);
    flags.push("-mprefer-vector-width=512");
    c_compiler(GCC, source, &flags)
}

fn c_compiler(program: &str, source: CSource<'_>, flags: &[&str]) -> Result<Peer> {
    let folder = TempDir::new()?;
    let input = folder.path().join("kernel.c");
    fs::write(&input, source.text)?;
    let arguments = source.arguments.iter().map(String::as_str);
    let flags: Vec<&str> = flags.iter().copied().chain(arguments).collect();
    let library = shared_library(program, &folder, &input, &flags)?;
    Ok(Peer {
        command: format!("{program} {}", flags.join(" ")),
        library,
        _folder: folder,
    })
}

/// Compiles C or LLVM IR with a compiler that takes it and loads the library, which lies in the folder.
fn shared_library(program: &str, folder: &TempDir, input: &Path, flags: &[&str]) -> Result<Library> {
    let output = folder.path().join("kernel.so");
    let mut words: Vec<&OsStr> = flags.iter().map(OsStr::new).collect();
    words.extend(["-shared", "-fPIC", "-o"].map(OsStr::new));
    words.extend([output.as_os_str(), input.as_os_str(), OsStr::new("-lm")]);
    run(program, &words)?;
    // SAFETY: the library was compiled from source without initialisers a moment ago.
    Ok(unsafe { Library::new(&output)? })
}

/// Runs a program; what it says becomes the error where it fails.
fn run(program: &str, words: &[&OsStr]) -> Result<Output> {
    let result = Command::new(program)
        .args(words)
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    if !result.status.success() {
        bail!("{program} failed:\n{}", String::from_utf8_lossy(&result.stderr));
    }
    Ok(result)
}

/// What both C compilers are told. No function of Ovolo's sets `errno`, so theirs need not.
fn flags(model: FpModel) -> Vec<&'static str> {
    let contract = match model.contract {
        true => "-ffp-contract=fast",
        false => "-ffp-contract=off",
    };
    let mut flags = vec!["-O3", "-march=native", "-fno-math-errno", contract];
    // They reorder only when they need not keep signed zeros and traps.
    if model.reassoc {
        flags.extend(["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"]);
    }
    flags
}

impl Peer {
    /// What a function of the library returns that takes nothing and returns an address.
    pub fn address(&self, accessor: &str) -> Result<usize> {
        // SAFETY: the accessors that the comparison adds to a kernel are of this type.
        let function = unsafe {
            self.library
                .get::<unsafe extern "C" fn() -> usize>(accessor.as_bytes())?
        };
        // SAFETY: they only compute an address.
        Ok(unsafe { function() })
    }

    /// A function of the library; valid while the peer lives.
    pub fn function(&self, name: &str) -> Result<Function> {
        // SAFETY: the symbol is only used as an address here.
        let symbol = unsafe { self.library.get::<*const u8>(name.as_bytes())? };
        // SAFETY: the C printer gives its functions the interface that `ovolo_lower` documents.
        Ok(unsafe { Function::new(*symbol) })
    }
}
