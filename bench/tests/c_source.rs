//! Prints the functions of `tests/c/*.mlir` as C and holds three implementations against one another: the
//! interpreter, LLVM through `ovolo_lower`, and the C text through clang. All three must leave the same bits, and clang
//! must warn of nothing, in the text or in the header.
//! Where a case has a `.c` file beside it, the text must be that one (`OVOLO_BLESS=1` writes it).

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use ovolo_bench::interpret::interpret;
use ovolo_bench::peer::{clang, has_clang};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::interpret::{Limits, Value};
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::Type;
use ovolo_lower::c::{c_header, c_source};
use ovolo_timing::call::{Frame, Function};
use ovolo_timing::data::{Argument, arguments, parameters};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        .collect();
    paths.sort();
    let trials = paths.into_iter().map(|path| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The first line of a case with operations that have a C form but are not lowered to LLVM.
const NOT_LOWERED: &str = "// not lowered\n";

/// Square sizes that keep every index of the cases in bounds.
const SIZE: i64 = 8;

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let module = parse_module(&text).map_err(|d| d[0].to_string())?;
    let source = c_source(&module)?;
    check_text(&path.with_extension("c"), &source)?;
    let function = module.functions().next().ok_or("no function")?;
    let attribute = module.op(function).attribute("sym_name");
    let name = attribute.and_then(Attribute::as_str).ok_or("no name")?;
    let expected = interpreted(&module, function, name)?;
    if !text.starts_with(NOT_LOWERED) && lowered(&module, function, name)? != expected {
        return Err("LLVM and the interpreter disagree".into());
    }
    if !has_clang() {
        return Ok(());
    }
    without_warnings("c", &source)?;
    for language in ["c", "c++"] {
        without_warnings(language, &c_header(&module).replace("#pragma once\n", ""))?;
    }
    let peer = clang(source.as_str().into(), FpModel::STRICT)?;
    if called(&module, function, peer.function(name)?)? != expected {
        return Err(format!("clang and the interpreter disagree on\n{source}").into());
    }
    Ok(())
}

/// Whether clang has nothing to say about the text.
fn without_warnings(language: &str, text: &str) -> Result<(), Failed> {
    let mut child = Command::new("clang-19")
        .args(["-x", language, "-fsyntax-only", "-Wall", "-Werror", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let written = child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    written.ok_or("no pipe")??;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{}\n{text}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

fn lowered(module: &Module, function: OpId, name: &str) -> Result<Outputs, Failed> {
    let jit = ovolo_lower::compile(module, &ovolo_lower::Options::default())?.jit()?;
    let address = jit.symbol(name).ok_or("no symbol")?;
    // SAFETY: the compiler follows the interface that `called` follows, and the code lives as long as `jit`.
    called(module, function, unsafe { Function::new(address.cast()) })
}

fn check_text(path: &Path, source: &str) -> Result<(), Failed> {
    if !path.exists() {
        return Ok(());
    }
    if std::env::var_os("OVOLO_BLESS").is_some() {
        fs::write(path, source)?;
    }
    if fs::read_to_string(path)? == source {
        return Ok(());
    }
    Err(format!("{} is not\n{source}", path.display()).into())
}

/// The bytes of every buffer, and the bits of a single float result.
type Outputs = (Vec<Vec<u8>>, Option<u64>);

fn called(module: &Module, function: OpId, compiled: Function) -> Result<Outputs, Failed> {
    let mut arguments = arguments(&parameters(module, function)?, SIZE, 1)?;
    let frame = Frame::new(&mut arguments)?;
    // SAFETY: the frame holds the arguments of the function's own signature.
    let result = match has_result(module, function) {
        true => Some(unsafe { compiled.call_for_float(&frame) }),
        false => {
            unsafe { compiled.call(&frame) };
            None
        }
    };
    Ok((buffers(&arguments), result))
}

fn interpreted(module: &Module, function: OpId, name: &str) -> Result<Outputs, Failed> {
    let mut arguments = arguments(&parameters(module, function)?, SIZE, 1)?;
    let results = interpret(module, name, &mut arguments, &Limits::default())
        .map_err(|trap| format!("{}: {}", trap.op, trap.reason))?;
    let result = match results.first() {
        Some(Value::Scalar(scalar)) => scalar.bits().map(|bits| bits as u64),
        _ => None,
    };
    Ok((buffers(&arguments), result))
}

fn has_result(module: &Module, function: OpId) -> bool {
    let ty = module.op(function).attribute("function_type");
    matches!(ty.and_then(Attribute::as_type), Some(Type::Function(ty)) if !ty.results.is_empty())
}

fn buffers(arguments: &[Argument]) -> Vec<Vec<u8>> {
    let buffers = arguments.iter().filter_map(|argument| match argument {
        Argument::Buffer(buffer) => Some(buffer.bytes().to_vec()),
        Argument::Scalar { .. } => None,
    });
    buffers.collect()
}
