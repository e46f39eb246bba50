//! MLIR's own way from text to output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Tools that are installed, and the functions that printing becomes calls of.
pub struct Runner {
    folder: TempDir,
    library: PathBuf,
}

/// What MLIR's runner library prints, but with digits enough to tell every float from its neighbours; and the
/// copy of what has strides.
const PRINTING: &str = r#"
#include <stdint.h>
#include <stdio.h>
void printI64(int64_t x) { printf("%lld", (long long)x); }
void printU64(uint64_t x) { printf("%llu", (unsigned long long)x); }
void printF32(float x) { printf("%.9gf", x); }
void printF64(double x) { printf("%.17g", x); }
void printOpen(void) { printf("( "); }
void printClose(void) { printf(" )"); }
void printComma(void) { printf(", "); }
void printNewline(void) { printf("\n"); }
void printString(const char *x) { printf("%s", x); }

struct array { char *allocated, *data; int64_t offset, extents_and_strides[]; };
struct unranked { int64_t rank; struct array *array; };

static void copy(int64_t rank, int64_t d, int64_t width, struct array *from, struct array *to, char *x, char *y) {
    if (d == rank) { __builtin_memcpy(y, x, width); return; }
    for (int64_t i = 0; i < from->extents_and_strides[d]; i++)
        copy(rank, d + 1, width, from, to, x + i * width * from->extents_and_strides[rank + d],
             y + i * width * to->extents_and_strides[rank + d]);
}

void memrefCopy(int64_t width, struct unranked *from, struct unranked *to) {
    struct array *x = from->array, *y = to->array;
    copy(from->rank, 0, width, x, y, x->data + x->offset * width, y->data + y->offset * width);
}
"#;

/// From every dialect that the interpreter knows down to that of LLVM.
const PASSES: [&str; 22] = [
    "--convert-linalg-to-loops",
    "--expand-realloc",
    "--expand-strided-metadata",
    "--lower-affine",
    "--lower-vector-mask",
    "--test-vector-scan-lowering",
    "--lower-vector-multi-reduction",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--memref-expand",
    "--convert-math-to-funcs=convert-ctlz",
    "--arith-expand",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-vector-to-llvm",
    "--lower-affine",
    "--convert-index-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
];

impl Runner {
    /// `None`, and a word about it, where a tool is missing.
    pub fn find() -> Option<Runner> {
        for tool in ["mlir-opt-19", "mlir-cpu-runner-19", "cc"] {
            let mut command = Command::new(tool);
            command
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            if !command.status().is_ok_and(|status| status.success()) {
                eprintln!("skipped: {tool} not found");
                return None;
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("libprinting.so");
        let source = folder.path().join("printing.c");
        std::fs::write(&source, PRINTING).expect("writing a file");
        let arguments: [&Path; 5] = [
            "-shared".as_ref(),
            "-fPIC".as_ref(),
            "-o".as_ref(),
            &library,
            &source,
        ];
        output(Command::new("cc").args(arguments), "").expect("a library");
        Some(Runner { folder, library })
    }

    /// What `@main` prints; the error is what the tool that failed says.
    pub fn run(&self, text: &str) -> Result<String, String> {
        let mut lowering = Command::new("mlir-opt-19");
        // This pass refuses functions with several returns.
        if text.contains("tensor<") {
            lowering.arg("--one-shot-bufferize=bufferize-function-boundaries");
        }
        let lowered = output(lowering.args(PASSES), text)?;
        let mut library = std::ffi::OsString::from("-shared-libs=");
        library.push(&self.library);
        let mut runner = Command::new("mlir-cpu-runner-19");
        runner
            .args(["-e", "main", "-entry-point-result=void"])
            .arg(library);
        output(runner.current_dir(self.folder.path()), &lowered)
    }
}

/// What a program prints, given a text.
fn output(command: &mut Command, text: &str) -> Result<String, String> {
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("a tool that is installed starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = text.to_string();
    let writer = std::thread::spawn(move || {
        // A tool that fails early may close its input.
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("a tool that was started ends");
    writer.join().expect("the writer ends");
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}
