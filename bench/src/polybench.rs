//! Holds the kernels of PolyBench against the C programs they are after.
//!
//! The C program of a kernel runs with clang and prints every digit of its live-out arrays; the kernel runs
//! on the data of its data file, compiled and, where that is affordable, interpreted. The numbers must be the
//! same bit by bit, under the strict floating-point model.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::interpret::Limits;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::types::{FloatKind, Type};
use ovolo_lower::Options;
use tempfile::TempDir;

use crate::data_set::{DataSet, Sizes};
use crate::interpret::interpret;
use crate::kernels::Kernel;
use ovolo_timing::call::{Frame, Function};
use ovolo_timing::data::{Argument, Buffer};

/// The arrays of which PolyBench prints no more than a triangle, diagonal included.
const TRIANGLES: &[(&str, &str, Triangle)] = &[
    ("cholesky", "A", Triangle::Lower),
    ("nussinov", "table", Triangle::Upper),
];

#[derive(Clone, Copy)]
enum Triangle {
    Lower,
    Upper,
}

/// The numbers of each array that a C program printed, by the array's name.
type Dump = BTreeMap<String, Vec<f64>>;

/// The C programs of PolyBench 4.2.1.
#[derive(Debug)]
pub struct Programs {
    root: PathBuf,
    /// The folder of each kernel.
    folders: BTreeMap<String, PathBuf>,
}

impl Programs {
    /// Those below the folder that PolyBench was unpacked into.
    pub fn below(root: &Path) -> Result<Programs> {
        let list = root.join("utilities/benchmark_list");
        let list = fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
        let folders = list.lines().filter_map(|line| {
            let path = Path::new(line.trim());
            let name = path.file_stem()?.to_str()?.to_string();
            Some((name, root.join(path.parent()?)))
        });
        Ok(Programs {
            root: root.to_path_buf(),
            folders: folders.collect(),
        })
    }

    /// Compiles and runs the program of a kernel, which has these arrays, at a data set.
    fn dump(&self, name: &str, arrays: &[&str], set: &str, level: &str) -> Result<Dump> {
        let source = self
            .folders
            .get(name)
            .with_context(|| format!("PolyBench has no {name}"))?;
        let folder = TempDir::new()?;
        for ending in ["c", "h"] {
            let file = format!("{name}.{ending}");
            let text =
                fs::read_to_string(source.join(&file)).with_context(|| format!("cannot read {file}"))?;
            // Two decimals hide most differences; seventeen digits hide none.
            fs::write(
                folder.path().join(&file),
                text.replace("%0.2lf", "%.17g").replace("%0.2f", "%.17g"),
            )?;
        }
        let program = folder.path().join("program");
        let mut compiler = Command::new("clang-19");
        compiler
            .args([level, "-ffp-contract=off", "-w", "-DPOLYBENCH_DUMP_ARRAYS", "-I"])
            .arg(self.root.join("utilities"))
            .arg(format!("-D{set}_DATASET"))
            .args(data_type(name))
            .arg(folder.path().join(format!("{name}.c")))
            .arg(self.root.join("utilities/polybench.c"))
            .args(["-lm", "-o"])
            .arg(&program);
        run(&mut compiler)?;
        parse_dump(&run(&mut Command::new(&program))?, arrays)
    }
}

/// What is defined of the type of data. PolyBench computes deriche in `float` unless told otherwise.
fn data_type(name: &str) -> Option<&'static str> {
    (name == "deriche").then_some("-DDATA_TYPE_IS_DOUBLE")
}

/// What a command wrote to its standard error.
fn run(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{program} failed:\n{text}");
    Ok(text)
}

/// `begin dump: NAME`, numbers, `end dump: NAME`, any number of times. The first number may stand right after
/// the name.
fn parse_dump(text: &str, arrays: &[&str]) -> Result<Dump> {
    let mut dump = Dump::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word != "begin" || words.next() != Some("dump:") {
            continue;
        }
        let head = words.next().unwrap_or_default();
        let name = arrays
            .iter()
            .filter(|name| head.starts_with(*name))
            .max_by_key(|name| name.len());
        let name = name.with_context(|| format!("PolyBench prints `{head}`, which is no argument"))?;
        let first = Some(&head[name.len()..]).filter(|rest| !rest.is_empty());
        let others = words.by_ref().take_while(|&word| word != "end");
        let numbers = first.into_iter().chain(others).map(str::parse);
        dump.insert(name.to_string(), numbers.collect::<Result<_, _>>()?);
    }
    Ok(dump)
}

/// How our side runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Interpreter,
    Jit,
}

/// Compares a kernel with its C program at these levels of optimisation (`-O0`), and answers with the count of
/// numbers that were compared.
pub fn compare(
    programs: &Programs,
    kernel: &Kernel,
    set: &str,
    engines: &[Engine],
    levels: &[&str],
) -> Result<usize> {
    let name = kernel.name.trim_start_matches("polybench/");
    let data = DataSet::parse(kernel.data.context("the kernel has no data")?)?;
    let sizes = data.set(set).with_context(|| format!("no data set {set}"))?;
    let mut ours = Vec::new();
    for &engine in engines {
        ours.push((engine, outputs(kernel, &data, sizes, engine)?));
    }
    let arrays: Vec<&str> = data.arguments.iter().map(|shape| shape.name.as_str()).collect();
    let mut count = 0;
    for level in levels {
        let theirs = programs.dump(name, &arrays, set, level)?;
        ensure!(!theirs.is_empty(), "the C program printed no array");
        for (engine, arguments) in &ours {
            for (array, expected) in &theirs {
                let buffer = buffer_of(&data, arguments, array)?;
                let found = printed(buffer, triangle(name, array));
                let context = || format!("%{array}, {engine:?} against clang {level}");
                count += same(&found, expected).with_context(context)?;
            }
        }
    }
    Ok(count)
}

/// The arguments after the kernel ran on its data.
pub fn outputs(kernel: &Kernel, data: &DataSet, sizes: &Sizes, engine: Engine) -> Result<Vec<Argument>> {
    let module = match parse_module(kernel.text) {
        Ok(module) => module,
        Err(diagnostics) => bail!("{}", diagnostics[0]),
    };
    let function = function_name(&module)?;
    match engine {
        Engine::Interpreter => {
            let mut arguments = data.zeroed(sizes)?;
            for (module, name) in [(&data.module, &data.function), (&module, &function)] {
                interpret(module, name, &mut arguments, &Limits::default())
                    .map_err(|trap| anyhow::anyhow!("@{name}: `{}`: {}", trap.op, trap.reason))?;
            }
            Ok(arguments)
        }
        Engine::Jit => {
            let mut arguments = data.filled(sizes)?;
            let jit = ovolo_lower::compile(&module, &Options::default())?.jit()?;
            let address = jit
                .symbol(&function)
                .with_context(|| format!("@{function} is private"))?;
            let frame = Frame::new(&mut arguments)?;
            // SAFETY: the address is that of a function with the C interface of `ovolo_lower`, the code lives
            // as long as `jit`, and the data file describes the kernel's arguments.
            unsafe { Function::new(address.cast()).call(&frame) };
            Ok(arguments)
        }
    }
}

fn function_name(module: &Module) -> Result<String> {
    let function = module.functions().next().context("a kernel has a function")?;
    let name = module.op(function).attribute("sym_name");
    Ok(name.and_then(Attribute::as_str).unwrap_or_default().to_string())
}

fn buffer_of<'a>(data: &DataSet, arguments: &'a [Argument], array: &str) -> Result<&'a Buffer> {
    let place = data.arguments.iter().position(|shape| shape.name == array);
    match place.and_then(|place| arguments.get(place)) {
        Some(Argument::Buffer(buffer)) => Ok(buffer),
        _ => bail!("no argument %{array}"),
    }
}

fn triangle(kernel: &str, array: &str) -> Option<Triangle> {
    let found = TRIANGLES.iter().find(|(k, a, _)| *k == kernel && *a == array);
    found.map(|(_, _, triangle)| *triangle)
}

/// The elements that PolyBench prints, in its order.
fn printed(buffer: &Buffer, triangle: Option<Triangle>) -> Vec<f64> {
    let elements = match buffer.element {
        Type::Float(FloatKind::F64) => buffer.floats().unwrap_or_default(),
        _ => buffer.elements().map(|bits| f64::from(bits as i32)).collect(),
    };
    let columns = buffer.extents.last().map_or(1, |&n| n.max(1) as usize);
    let places = elements.iter().enumerate();
    let kept = places.filter(|(place, _)| {
        let (row, column) = (place / columns, place % columns);
        match triangle {
            None => true,
            Some(Triangle::Lower) => column <= row,
            Some(Triangle::Upper) => column >= row,
        }
    });
    kept.map(|(_, &x)| x).collect()
}

fn same(found: &[f64], expected: &[f64]) -> Result<usize> {
    ensure!(
        found.len() == expected.len(),
        "{} numbers, PolyBench prints {}",
        found.len(),
        expected.len()
    );
    let both_nan = |a: f64, b: f64| a.is_nan() && b.is_nan();
    let differs = |(_, (a, b)): &(usize, (&f64, &f64))| a.to_bits() != b.to_bits() && !both_nan(**a, **b);
    match found.iter().zip(expected).enumerate().find(differs) {
        Some((place, (a, b))) => bail!("number {place} is {a:e}, PolyBench's is {b:e}"),
        None => Ok(found.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_read() {
        let text = "==BEGIN DUMP_ARRAYS==\nbegin dump: s\n1 2.5 \n-3e-7\nend   dump: s\nbegin dump: qnan\n\
                    7 end   dump: q\n==END   DUMP_ARRAYS==\n";
        let dump = parse_dump(text, &["q", "s"]).expect("a dump");
        assert_eq!(dump["s"], [1.0, 2.5, -3e-7]);
        assert!(dump["q"][0].is_nan() && dump["q"][1] == 7.0);
        assert!(parse_dump(text, &["s"]).is_err());
    }

    #[test]
    fn a_difference_is_found() {
        assert_eq!(same(&[1.0, f64::NAN], &[1.0, f64::NAN]).ok(), Some(2));
        assert!(same(&[1.0], &[1.0, 2.0]).is_err());
        let message = same(&[1.0, 0.1 + 0.2], &[1.0, 0.3]).expect_err("another number");
        assert!(
            message
                .to_string()
                .starts_with("number 1 is 3.0000000000000004e-1")
        );
        assert!(same(&[0.0], &[-0.0]).is_err());
    }
}
