//! Who else computes a kernel: compilers of its C, and libraries that have a routine for it.

pub mod library;
mod mlir;

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};
use libloading::Library;
use ovolo_lang::fp::FpModel;
use tempfile::TempDir;

use ovolo_timing::call::Function;

use library::{BLIS, ONEDNN, OPENBLAS, ProductLibrary};

pub use mlir::{has_mlir_opt, takes_no_sizes, through_mlir};

const CLANG: &str = "clang-19";
const GCC: &str = "gcc";

/// Somebody else's compiler, or somebody else's library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Clang,
    Gcc,
    /// The polyhedral optimiser of LLVM, in clang.
    Polly,
    OpenBlas,
    Blis,
    OneDnn,
}

/// How a peer comes to compute a kernel.
#[derive(Clone, Copy)]
pub enum Means {
    /// It compiles the C.
    Compiles(fn(CSource<'_>, FpModel) -> Result<Compiled>),
    /// It has a routine for products of matrices.
    Multiplies(&'static ProductLibrary),
}

impl Peer {
    pub const ALL: [Peer; 6] = [
        Peer::Clang,
        Peer::Gcc,
        Peer::Polly,
        Peer::OpenBlas,
        Peer::Blis,
        Peer::OneDnn,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Peer::Clang => "clang",
            Peer::Gcc => "gcc",
            Peer::Polly => "polly",
            Peer::OpenBlas => "openblas",
            Peer::Blis => "blis",
            Peer::OneDnn => "onednn",
        }
    }

    pub fn means(self) -> Means {
        match self {
            Peer::Clang => Means::Compiles(clang),
            Peer::Gcc => Means::Compiles(gcc),
            Peer::Polly => Means::Compiles(polly),
            Peer::OpenBlas => Means::Multiplies(&OPENBLAS),
            Peer::Blis => Means::Multiplies(&BLIS),
            Peer::OneDnn => Means::Multiplies(&ONEDNN),
        }
    }

    /// What is to be done where it is not installed; `None` where it is.
    pub fn missing(self) -> Option<String> {
        let (what, how) = match self.means() {
            Means::Compiles(_) if self == Peer::Gcc => (GCC, "`./setup.sh` installs it".to_string()),
            Means::Compiles(_) => (CLANG, "`./setup.sh --peers` installs it".to_string()),
            Means::Multiplies(library) => (
                library.file(),
                format!("Debian's package {} has it", library.package),
            ),
        };
        let is_there = match self.means() {
            Means::Compiles(_) => is_installed(what),
            Means::Multiplies(library) => library.load().is_ok(),
        };
        (!is_there).then(|| format!("{what} is not installed: {how}"))
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A shared library that another compiler made, loaded.
#[derive(Debug)]
pub struct Compiled {
    /// The command line, as far as it says how the code is.
    pub command: String,
    /// The whole command line, the folder of its files left out.
    pub line: String,
    /// What the compiler says of itself.
    pub version: String,
    library: Library,
    _folder: TempDir,
}

/// Whether the compiler is installed.
pub fn has_clang() -> bool {
    is_installed(CLANG)
}

/// The first line of what a program says of its version.
pub fn version(program: &str) -> String {
    let output = Command::new(program).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.ok().and_then(|text| text.lines().next().map(str::to_string));
    line.unwrap_or_default()
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
pub fn clang(source: CSource<'_>, model: FpModel) -> Result<Compiled> {
    c_compiler(CLANG, source, &clang_flags(model))
}

/// The same with Polly, which takes regions whose bounds and subscripts are affine through isl's scheduler.
fn polly(source: CSource<'_>, model: FpModel) -> Result<Compiled> {
    let mut flags = clang_flags(model);
    flags.extend(["-mllvm", "-polly"]);
    c_compiler(CLANG, source, &flags)
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
fn gcc(source: CSource<'_>, model: FpModel) -> Result<Compiled> {
    let mut flags = flags(model);
    flags.push("-mprefer-vector-width=512");
    c_compiler(GCC, source, &flags)
}

fn c_compiler(program: &str, source: CSource<'_>, flags: &[&str]) -> Result<Compiled> {
    let folder = TempDir::new()?;
    let input = folder.path().join("kernel.c");
    fs::write(&input, source.text)?;
    let arguments = source.arguments.iter().map(String::as_str);
    let flags: Vec<&str> = flags.iter().copied().chain(arguments).collect();
    let (library, line) = shared_library(program, &folder, &input, &flags)?;
    Ok(Compiled {
        line,
        command: format!("{program} {}", flags.join(" ")),
        version: version(program),
        library,
        _folder: folder,
    })
}

/// Compiles C or LLVM IR with a compiler that takes it and loads the library, which lies in the folder. With the command line.
fn shared_library(
    program: &str,
    folder: &TempDir,
    input: &Path,
    flags: &[&str],
) -> Result<(Library, String)> {
    let output = folder.path().join("kernel.so");
    let mut words: Vec<&OsStr> = flags.iter().map(OsStr::new).collect();
    words.extend(["-shared", "-fPIC", "-o"].map(OsStr::new));
    words.extend([output.as_os_str(), input.as_os_str(), OsStr::new("-lm")]);
    run(program, &words)?;
    // SAFETY: the library was compiled from source without initialisers a moment ago.
    let library = unsafe { Library::new(&output)? };
    Ok((library, line(program, &words, folder)))
}

/// A command line whose files lie in a folder.
fn line(program: &str, words: &[&OsStr], folder: &TempDir) -> String {
    let folder = format!("{}/", folder.path().display());
    let words = words
        .iter()
        .map(|word| word.to_string_lossy().replace(&folder, ""));
    std::iter::once(program.to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
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

impl Compiled {
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
