//! Runs the files of `tests/filetests`. A line `// test: KIND OPTIONS` says how:
//!
//! - `agree`: every function is compiled, at O0 and at O3, there with vectors of straight-line code and with whole lines too, and interpreted; all
//!   must agree on the same data, and where there are parallel loops on 3 threads too. A line `// run: @f(3x5, 7, _)` gives the shape or the value of each argument, `_` being any;
//!   without one all functions run on any.
//! - `ir` and `asm`: the optimised LLVM IR or assembly contains the texts of the `// check:` lines, in
//!   their order, and none of the `// not:` lines.
//! - `error`: the file is refused with the error of its `// error:` line, at the line above that.
//!
//! The options are `cpu=NAME`, `level=O2`, `fp=MODEL` and `openmp=THREADS`.

mod common;

use std::path::{Path, PathBuf};

use common::{Data, Numbers, agrees, buffer, compiled, interpreted, with_superwords, with_whole_lines};
use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_lang::ir::{Module, Span};
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::{Dim, Type};
use ovolo_lower::{OptLevel, Options, Parallel, Signature, Target, compile};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        Trial::test(name, move || check_file(&path).map_err(Failed::from))
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|e| e == "mlir") => files.push(path),
            false => {}
        }
    }
}

fn check_file(path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let module = parse_module(&source).map_err(|d| format!("does not parse: {d:?}"))?;
    let header = lines(&source, "test:").next().ok_or("no `// test:` line")?;
    let mut words = header.split_whitespace();
    let kind = words.next().ok_or("no kind of test")?;
    let options = options(words)?;
    match kind {
        "agree" => check_agreement(&source, &module, &options),
        "ir" => check_text(&source, &compiled_text(&module, &options, false)?),
        "asm" => check_text(&source, &compiled_text(&module, &options, true)?),
        "error" => check_error(&source, &module, &options),
        other => Err(format!("unknown kind of test `{other}`")),
    }
}

fn lines<'a>(source: &'a str, directive: &'a str) -> impl Iterator<Item = &'a str> {
    source
        .lines()
        .filter_map(move |line| Some(line.trim().strip_prefix("// ")?.strip_prefix(directive)?.trim()))
}

fn options<'a>(words: impl Iterator<Item = &'a str>) -> Result<Options, String> {
    let mut options = Options::default();
    for word in words {
        match word.split_once('=') {
            Some(("cpu", name)) => options.target = Target::Cpu(name.to_string()),
            Some(("fp", model)) => options.fp = model.parse().map_err(|e| format!("{e}"))?,
            Some(("openmp", threads)) => options.parallel = Parallel::linked(integer(threads)? as u32),
            Some(("level", "O0")) => options.level = OptLevel::O0,
            Some(("level", "O1")) => options.level = OptLevel::O1,
            Some(("level", "O2")) => options.level = OptLevel::O2,
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(options)
}

fn check_agreement(source: &str, module: &Module, options: &Options) -> Result<(), String> {
    let threads = if source.contains("affine.parallel") { 3 } else { 1 };
    let superwords = with_superwords(module);
    let whole_lines = with_whole_lines(module);
    for (level, threads, module) in [
        (OptLevel::O0, threads, module),
        (OptLevel::O3, threads, module),
        (OptLevel::O3, 1, module),
        (OptLevel::O3, 1, &superwords),
        (OptLevel::O3, 1, &whole_lines),
    ] {
        let options = Options {
            level,
            parallel: Parallel::in_process(threads),
            ..options.clone()
        };
        let compiled_module = compile(module, &options).map_err(|e| e.to_string())?;
        let jit = compiled_module.jit().map_err(|e| e.to_string())?;
        let runs: Vec<&str> = lines(source, "run:").collect();
        for signature in compiled_module.functions() {
            let calls: Vec<&str> = match runs.is_empty() {
                true => vec![""],
                false => runs
                    .iter()
                    .filter_map(|r| arguments_for(r, &signature.name))
                    .collect(),
            };
            for call in calls {
                let data = data(signature, call)?;
                let name = &signature.name;
                let expected = interpreted(module, name, &data, &signature.results)
                    .map_err(|e| format!("@{name}({call}) interpreted: {e}"))?;
                agrees(&expected, &compiled(&jit, name, &data), 0.0)
                    .map_err(|e| format!("@{name}({call}) at {level:?} with {threads} threads: {e}"))?;
            }
        }
    }
    Ok(())
}

/// The text between the parentheses of `@name(…)`.
fn arguments_for<'a>(run: &'a str, name: &str) -> Option<&'a str> {
    run.strip_prefix('@')?
        .strip_prefix(name)?
        .strip_prefix('(')?
        .strip_suffix(')')
}

fn data(signature: &Signature, call: &str) -> Result<Vec<Data>, String> {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut texts = call.split(',').map(str::trim).filter(|t| !t.is_empty());
    let mut data = Vec::new();
    for ty in &signature.parameters {
        let text = texts.next().unwrap_or("_");
        data.push(match ty.as_memref() {
            None if text == "_" => Data::Scalar(ty.clone(), numbers.value(ty)),
            None => Data::Scalar(ty.clone(), integer(text)? as u128 & common::mask(ty)),
            Some(memref) => {
                let shape = match text {
                    "_" => memref.shape.iter().flatten().map(|d| d.fixed()).collect(),
                    text => text
                        .split('x')
                        .map(|n| integer(n).ok())
                        .collect::<Option<Vec<i64>>>(),
                };
                let shape = shape.ok_or_else(|| format!("no shape for an argument: `{text}`"))?;
                let open = |(dim, n): (&Dim, &i64)| dim.fixed().is_none_or(|d| d == *n);
                if !memref.shape.iter().flatten().zip(&shape).all(open) {
                    return Err(format!("the shape `{text}` is not one of the type"));
                }
                let count = shape.iter().product::<i64>();
                let cells: Vec<u128> = (0..count)
                    .map(|_| number(&mut numbers, &memref.element))
                    .collect();
                Data::Buffer(buffer(&memref.element, &shape, &cells))
            }
        });
    }
    Ok(data)
}

/// A value whose sums, products and quotients are of use: neither special nor zero.
fn number(numbers: &mut Numbers, ty: &Type) -> u128 {
    let value = numbers.below(40) as i64 - 20;
    match ty {
        Type::Float(kind) => {
            let value = (value as f64 + 0.5) / 4.0;
            ovolo_lang::interpret::float::encode(*kind, value).unwrap_or(0)
        }
        _ => (if value == 0 { 21 } else { value }) as u128 & common::mask(ty),
    }
}

fn integer(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("`{text}` is not an integer"))
}

fn compiled_text(module: &Module, options: &Options, assembly: bool) -> Result<String, String> {
    let compiled = compile(module, options).map_err(|e| e.to_string())?;
    match assembly {
        true => compiled.assembly().map_err(|e| e.to_string()),
        false => Ok(compiled.llvm_ir()),
    }
}

fn check_text(source: &str, text: &str) -> Result<(), String> {
    let mut rest = text;
    for wanted in lines(source, "check:") {
        match rest.split_once(wanted) {
            Some((_, after)) => rest = after,
            None => return Err(format!("`{wanted}` is not in\n{rest}")),
        }
    }
    match lines(source, "not:").find(|unwanted| text.contains(unwanted)) {
        Some(unwanted) => Err(format!("`{unwanted}` is in\n{text}")),
        None => Ok(()),
    }
}

fn check_error(source: &str, module: &Module, options: &Options) -> Result<(), String> {
    let marker = source.find("// error:").ok_or("no `// error:` line")?;
    let expected = lines(source, "error:").next().unwrap_or_default();
    let Err(error) = compile(module, options) else {
        return Err("compiles".to_string());
    };
    if error.message != expected {
        return Err(format!("another error: {}", error.message));
    }
    let line_of = |at: usize| source[..at].lines().count();
    let Span { start, .. } = error.span.ok_or("the error has no span")?;
    // The marker's own line has begun, so the line above it has the same count as it.
    match line_of(start as usize + 1) + 1 == line_of(marker + 1) {
        true => Ok(()),
        false => Err(format!("the error is at line {}", line_of(start as usize + 1))),
    }
}
