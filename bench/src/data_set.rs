//! The data of a kernel: sets of sizes, the arguments at each of them, and the function that fills them.
//!
//! A data file is MLIR with one function, which takes the arguments of the kernel. A comment before it says
//! the rest: the sizes of each set, and for each argument in its order the extents of a memref, the value of
//! a float (a number or a size), or the size that an `index` is.
//!
//! ```
//! use ovolo_timing::data::Argument;
//! use ovolo_bench::data_set::DataSet;
//!
//! let data = DataSet::parse(
//!     "// MINI       n = 2, steps = 20
//!      // LARGE      n = 500, steps = 20
//!      // ARGUMENTS  steps, alpha = 0.5, x[n]
//!      func.func @init(%steps: index, %alpha: f64, %x: memref<?xf64>) {
//!        affine.store %alpha, %x[1] : memref<?xf64>
//!        return
//!      }",
//! )
//! .unwrap();
//! let arguments = data.filled(data.set("MINI").unwrap()).unwrap();
//! assert!(matches!(&arguments[2], Argument::Buffer(x) if x.floats() == Some(vec![0.0, 0.5])));
//! ```

use anyhow::{Context, Result, bail, ensure};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::Module;
use ovolo_lang::parse::parse_module;
use ovolo_lang::specialize::Known;
use ovolo_lang::types::{FloatKind, Type};
use ovolo_lower::Options;

use ovolo_timing::call::{Frame, Function};
use ovolo_timing::data::{Argument, Buffer, Parameter, parameters};

/// A data file that was read.
#[derive(Debug)]
pub struct DataSet {
    pub sets: Vec<Sizes>,
    pub arguments: Vec<Shape>,
    /// The module with the function that fills the arguments.
    pub module: Module,
    /// The name of that function.
    pub function: String,
}

/// A named choice of all sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub name: String,
    pub values: Vec<(String, i64)>,
}

/// What the comment says of one argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub name: String,
    /// Of a float.
    value: Option<String>,
    /// Of a memref.
    extents: Vec<String>,
}

/// The line of the comment that is no set.
const ARGUMENTS: &str = "ARGUMENTS";

impl DataSet {
    pub fn parse(text: &str) -> Result<DataSet> {
        let module = match parse_module(text) {
            Ok(module) => module,
            Err(diagnostics) => bail!("{}", diagnostics[0]),
        };
        let function = module.functions().next().context("a data file has a function")?;
        let name = module.op(function).attribute("sym_name");
        let name = name.and_then(Attribute::as_str).unwrap_or_default().to_string();
        let mut data = DataSet {
            sets: Vec::new(),
            arguments: Vec::new(),
            module,
            function: name,
        };
        for line in text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("// "))
        {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == ARGUMENTS {
                data.arguments = rest.split(',').map(shape).collect::<Result<_>>()?;
            } else if !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) {
                data.sets.push(sizes(word, rest)?);
            }
        }
        Ok(data)
    }

    /// The sizes of the set of this name.
    pub fn set(&self, name: &str) -> Option<&Sizes> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// The arguments at these sizes, every cell zero.
    pub fn zeroed(&self, sizes: &Sizes) -> Result<Vec<Argument>> {
        let function = self.module.function(&self.function).context("a function")?;
        let parameters = parameters(&self.module, function)?;
        ensure!(
            parameters.len() == self.arguments.len(),
            "{} arguments are described, @{} has {}",
            self.arguments.len(),
            self.function,
            parameters.len()
        );
        let pairs = parameters.iter().zip(&self.arguments);
        pairs
            .map(|(parameter, shape)| argument(parameter, shape, sizes))
            .collect()
    }

    /// What these sizes say of each argument.
    pub fn known(&self, sizes: &Sizes) -> Result<Vec<Known>> {
        let arguments = self.zeroed(sizes)?;
        let known = arguments.iter().map(|argument| match argument {
            Argument::Buffer(buffer) => Known::Extents(buffer.extents.clone()),
            Argument::Scalar {
                ty: Type::Index,
                bits,
            } => Known::Index(*bits as i64),
            Argument::Scalar { .. } => Known::Nothing,
        });
        Ok(known.collect())
    }

    /// The arguments at these sizes, as the compiled function fills them.
    pub fn filled(&self, sizes: &Sizes) -> Result<Vec<Argument>> {
        let mut arguments = self.zeroed(sizes)?;
        let jit = ovolo_lower::compile(&self.module, &Options::default())?.jit()?;
        let address = jit
            .symbol(&self.function)
            .with_context(|| format!("@{} is private", self.function))?;
        let frame = Frame::new(&mut arguments)?;
        // SAFETY: the address is that of a function with the C interface of `ovolo_lower`, the code lives as
        // long as `jit`, and the frame holds the arguments of the function's own signature.
        unsafe { Function::new(address.cast()).call(&frame) };
        for argument in &mut arguments {
            if let Argument::Buffer(buffer) = argument {
                buffer.keep();
            }
        }
        Ok(arguments)
    }
}

impl Sizes {
    fn get(&self, name: &str) -> Result<i64> {
        let found = self.values.iter().find(|(given, _)| given == name);
        found
            .map(|(_, value)| *value)
            .with_context(|| format!("the set {} has no size `{name}`", self.name))
    }
}

fn argument(parameter: &Parameter, shape: &Shape, sizes: &Sizes) -> Result<Argument> {
    let bits = match parameter {
        Parameter::Buffer { element, extents } => {
            ensure!(
                extents.len() == shape.extents.len(),
                "%{} has {} extents",
                shape.name,
                extents.len()
            );
            let given: Vec<i64> = shape
                .extents
                .iter()
                .map(|name| sizes.get(name))
                .collect::<Result<_>>()?;
            return Ok(Argument::Buffer(Buffer::zeroed(element, extents, &given)?));
        }
        Parameter::Scalar(Type::Index) => sizes.get(&shape.name)? as u64,
        Parameter::Scalar(Type::Float(FloatKind::F64)) => float(shape, sizes)?.to_bits(),
        Parameter::Scalar(Type::Float(FloatKind::F32)) => u64::from((float(shape, sizes)? as f32).to_bits()),
        Parameter::Scalar(ty) => bail!("%{} is of type {ty}, for which there is no data", shape.name),
    };
    let Parameter::Scalar(ty) = parameter else {
        bail!("%{} is no scalar", shape.name);
    };
    Ok(Argument::Scalar { ty: ty.clone(), bits })
}

fn float(shape: &Shape, sizes: &Sizes) -> Result<f64> {
    let text = shape
        .value
        .as_deref()
        .with_context(|| format!("%{} has no value", shape.name))?;
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) => Ok(sizes.get(text)? as f64),
    }
}

/// `n = 40, steps = 20`.
fn sizes(name: &str, text: &str) -> Result<Sizes> {
    let values = text.split(',').map(|item| {
        let (size, value) = item
            .split_once('=')
            .with_context(|| format!("`{item}` is no size"))?;
        Ok((size.trim().to_string(), value.trim().parse()?))
    });
    Ok(Sizes {
        name: name.to_string(),
        values: values.collect::<Result<_>>()?,
    })
}

/// `alpha = 1.5`, `A[n][m]` or `steps`.
fn shape(text: &str) -> Result<Shape> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_string())),
        None => (text, None),
    };
    let mut parts = name.trim().split('[');
    let name = parts.next().unwrap_or_default().to_string();
    let extents = parts.map(|part| {
        let extent = part.strip_suffix(']').map(str::to_string);
        extent.with_context(|| format!("`{}` lacks a bracket", text.trim()))
    });
    Ok(Shape {
        name,
        value,
        extents: extents.collect::<Result<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(comment: &str) -> Result<Vec<Argument>> {
        let text = format!("{comment}\nfunc.func @init(%n: index, %a: f32, %x: memref<?x3xi8>) {{ return }}");
        let data = DataSet::parse(&text)?;
        data.filled(data.set("MINI").context("no set MINI")?)
    }

    fn message(comment: &str) -> String {
        filled(comment).expect_err("a mistake").to_string()
    }

    #[test]
    fn sizes_and_values_arrive() {
        let arguments = filled("// MINI n = 4, k = 3\n// ARGUMENTS n, a = k, x[n][k]").expect("arguments");
        assert!(matches!(arguments[0], Argument::Scalar { bits: 4, .. }));
        let three = u64::from(3f32.to_bits());
        assert!(matches!(arguments[1], Argument::Scalar { bits, .. } if bits == three));
        assert!(matches!(&arguments[2], Argument::Buffer(x) if x.extents == [4, 3] && x.bytes() == [0; 12]));
    }

    #[test]
    fn mistakes_are_named() {
        let sizes = "// MINI n = 4, k = 3\n";
        assert_eq!(
            message(&format!("{sizes}// ARGUMENTS n, a = 1.5, x[n]")),
            "%x has 2 extents"
        );
        assert_eq!(
            message(&format!("{sizes}// ARGUMENTS n, a = 1.5, x[n][m]")),
            "the set MINI has no size `m`"
        );
        assert_eq!(
            message(&format!("{sizes}// ARGUMENTS n, a, x[n][k]")),
            "%a has no value"
        );
        assert_eq!(
            message(&format!("{sizes}// ARGUMENTS n, x[n][k]")),
            "2 arguments are described, @init has 3"
        );
        assert_eq!(
            message(&format!("{sizes}// ARGUMENTS n, a = 1.5, x[n][k")),
            "`x[n][k` lacks a bracket"
        );
        assert_eq!(message("// MINI n\n"), "`n` is no size");
    }
}
