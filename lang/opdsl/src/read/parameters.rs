//! The parameters of a definition: `A=TensorDef(T1, S.M, S.K)`.

use ruff_python_ast::{Arguments, Expr as Python, ExprCall, Keyword, Parameters};
use ruff_text_size::Ranged;

use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, Span};
use crate::operation::{Parameter, ParameterKind, TypeVar};

use super::names::{Names, unexpected};
use super::value::{Builtin, Value};

/// Names of methods that MLIR's classes have, which no attribute may have.
const METHODS: &[&str] = &[
    "inputs",
    "outputs",
    "result_tensors",
    "region",
    "iterator_types",
    "indexing_maps",
    "getRegionBuilder",
    "getLibraryCallName",
];

/// A parameter, and the dimensions that index it where its declaration says so.
pub struct Declared {
    pub parameter: Parameter,
    pub index_dims: Option<Vec<String>>,
}

/// All parameters, in an order that MLIR accepts.
pub fn parameters(python: &Parameters, names: &Names<'_>) -> Result<Vec<Declared>, Diagnostic> {
    let others = [&python.vararg, &python.kwarg];
    if let Some(other) = others.into_iter().flatten().next() {
        let mistake = Diagnostic::new(other.range, "found a parameter for any number of arguments");
        return Err(mistake.expected("parameters such as `A=TensorDef(T1, S.M)`"));
    }
    let mut declared: Vec<Declared> = Vec::new();
    let all = python
        .posonlyargs
        .iter()
        .chain(&python.args)
        .chain(&python.kwonlyargs);
    for one in all {
        let span = Span::from(one.range());
        let name = one.parameter.name.id.to_string();
        let Some(Python::Call(call)) = one.default.as_deref() else {
            let mistake = Diagnostic::new(span, format!("the parameter `{name}` has no definition"));
            return Err(
                mistake.expected("`=TensorDef(…)`, `=ScalarDef(…)` or the definition of an attribute")
            );
        };
        let (kind, index_dims) = kind(call, names)?;
        let parameter = Parameter { name, kind, span };
        let order = |p: &Parameter| (p.is_attribute(), p.is_output());
        if let Some(last) = declared.last()
            && order(&last.parameter) > order(&parameter)
        {
            let message = format!("`{}` stands behind `{}`", parameter.name, last.parameter.name);
            let mistake = Diagnostic::new(span, message);
            return Err(mistake.expected("inputs and scalars first, then the output, then attributes"));
        }
        if parameter.is_attribute() && METHODS.contains(&parameter.name.as_str()) {
            let message = format!("MLIR's classes have a method `{}`", parameter.name);
            return Err(Diagnostic::new(span, message).expected("another name for the attribute"));
        }
        declared.push(Declared {
            parameter,
            index_dims,
        });
    }
    let outputs: Vec<&Parameter> = declared
        .iter()
        .map(|d| &d.parameter)
        .filter(|p| p.is_output())
        .collect();
    match outputs.as_slice() {
        [_] => Ok(declared),
        [] => {
            let mistake = Diagnostic::new(python.range, "there is no output");
            Err(mistake.expected("a tensor with `output=True`"))
        }
        [_, second, ..] => {
            let message = format!("`{}` is a second output", second.name);
            Err(Diagnostic::new(second.span, message).expected("one output"))
        }
    }
}

fn kind(call: &ExprCall, names: &Names<'_>) -> Result<(ParameterKind, Option<Vec<String>>), Diagnostic> {
    let span = Span::from(call.range());
    let callee = names.value(&call.func)?;
    let Value::Builtin(builtin) = callee else {
        return Err(unexpected(
            span,
            &callee,
            "`TensorDef`, `ScalarDef` or the definition of an attribute",
        ));
    };
    let arguments = &call.arguments;
    match builtin {
        Builtin::TensorDef => tensor(arguments, span, names),
        Builtin::ScalarDef => {
            allow(arguments, &[])?;
            match &*arguments.args {
                [one] => Ok((
                    ParameterKind::Scalar {
                        ty: type_variable(one, names)?,
                    },
                    None,
                )),
                _ => {
                    Err(Diagnostic::new(span, "the scalar has no type, or several")
                        .expected("one type variable"))
                }
            }
        }
        Builtin::IndexAttrDef => Ok((index(arguments, span, names)?, None)),
        _ => Ok((function(builtin, arguments, span, names)?, None)),
    }
}

/// `TensorDef(T1, S.M, S.K, index_dims=[D.m, D.k], output=True)`.
fn tensor(
    arguments: &Arguments,
    span: Span,
    names: &Names<'_>,
) -> Result<(ParameterKind, Option<Vec<String>>), Diagnostic> {
    allow(arguments, &["index_dims", "output"])?;
    let Some((first, sizes)) = arguments.args.split_first() else {
        return Err(Diagnostic::new(span, "the tensor has no type").expected("a type variable such as `T1`"));
    };
    let ty = type_variable(first, names)?;
    let mut shape = Vec::with_capacity(sizes.len());
    for size in sizes {
        let place = Span::from(size.range());
        match names.value(size)? {
            Value::Affine(e) if e.dims().is_empty() => shape.push(e),
            other => {
                return Err(unexpected(
                    place,
                    &other,
                    "a symbol such as `S.M`, or an affine expression of symbols",
                ));
            }
        }
    }
    let is_output = match keyword(arguments, "output") {
        None => false,
        Some(given) => match names.value(&given.value)? {
            Value::Bool(is_output) => is_output,
            other => return Err(unexpected(given.range().into(), &other, "`True` or `False`")),
        },
    };
    let index_dims = match keyword(arguments, "index_dims") {
        None => None,
        Some(given) => {
            let place = Span::from(given.value.range());
            if !matches!(given.value, Python::List(_) | Python::Tuple(_)) {
                return Err(Diagnostic::new(place, "found no list").expected("a list of dimensions"));
            }
            let dims = names.dims(&given.value)?;
            if dims.len() != shape.len() {
                let message = format!(
                    "there are {} dimensions for a shape of rank {}",
                    dims.len(),
                    shape.len()
                );
                return Err(Diagnostic::new(place, message).expected("one for each"));
            }
            Some(dims)
        }
    };
    let kind = ParameterKind::Tensor {
        ty,
        shape,
        subscripts: Vec::new(),
        is_output,
    };
    Ok((kind, index_dims))
}

/// `IndexAttrDef(S.SH, S.SW, default=[1, 1])`.
fn index(arguments: &Arguments, span: Span, names: &Names<'_>) -> Result<ParameterKind, Diagnostic> {
    allow(arguments, &["default"])?;
    let mut symbols: Vec<String> = Vec::new();
    for argument in &arguments.args {
        match names.value(argument)? {
            Value::Affine(Affine::Symbol(name)) if !symbols.contains(&name) => symbols.push(name),
            other => {
                return Err(unexpected(
                    argument.range().into(),
                    &other,
                    "different symbols such as `S.SH`",
                ));
            }
        }
    }
    if symbols.is_empty() {
        return Err(
            Diagnostic::new(span, "the attribute has no symbols").expected("one or more, such as `S.SH`")
        );
    }
    let default = required_default(arguments, span)?;
    let place = Span::from(default.value.range());
    let integer = |value: &Value| match value {
        Value::Integer(n) => Some(*n),
        _ => None,
    };
    let defaults: Option<Vec<i64>> = match names.value(&default.value)? {
        Value::List(items) => items.iter().map(integer).collect(),
        _ => None,
    };
    match defaults {
        Some(defaults) if defaults.len() == symbols.len() => Ok(ParameterKind::Index { symbols, defaults }),
        Some(defaults) => {
            let mistake = Diagnostic::new(place, format!("found {} default values", defaults.len()));
            Err(mistake.expected(format!("{}, one for each symbol", symbols.len())))
        }
        None => {
            Err(Diagnostic::new(place, "the default values are no integers").expected("a list of integers"))
        }
    }
}

/// `BinaryFnAttrDef(default=BinaryFn.add)`.
fn function(
    builtin: Builtin,
    arguments: &Arguments,
    span: Span,
    names: &Names<'_>,
) -> Result<ParameterKind, Diagnostic> {
    allow(arguments, &["default"])?;
    if let Some(first) = arguments.args.first() {
        let mistake = Diagnostic::new(first.range(), "found an argument without a name");
        return Err(mistake.expected("`default=…`"));
    }
    let default = required_default(arguments, span)?;
    let value = names.value(&default.value)?;
    let namespace = match builtin {
        Builtin::UnaryFnAttrDef => "UnaryFn",
        Builtin::BinaryFnAttrDef => "BinaryFn",
        Builtin::TernaryFnAttrDef => "TernaryFn",
        Builtin::TypeFnAttrDef => "TypeFn",
        _ => {
            let mistake = Diagnostic::new(span, "the call declares no parameter");
            return Err(mistake.expected("`TensorDef`, `ScalarDef` or the definition of an attribute"));
        }
    };
    match value {
        Value::Function(default) if default.namespace() == namespace => {
            Ok(ParameterKind::Function { default })
        }
        other => {
            let place = default.value.range().into();
            Err(unexpected(
                place,
                &other,
                &format!("one of the functions of `{namespace}`"),
            ))
        }
    }
}

fn type_variable(python: &Python, names: &Names<'_>) -> Result<TypeVar, Diagnostic> {
    match names.value(python)? {
        Value::Type(ty) => Ok(ty),
        other => Err(unexpected(
            python.range().into(),
            &other,
            "a type variable such as `T1` or `TV.T1`",
        )),
    }
}

fn required_default(arguments: &Arguments, span: Span) -> Result<&Keyword, Diagnostic> {
    keyword(arguments, "default")
        .ok_or_else(|| Diagnostic::new(span, "the attribute has no default").expected("`default=…`"))
}

fn keyword<'p>(arguments: &'p Arguments, name: &str) -> Option<&'p Keyword> {
    let is_it = |k: &&Keyword| k.arg.as_ref().is_some_and(|arg| arg.id.as_str() == name);
    arguments.keywords.iter().find(is_it)
}

/// No other arguments with names than these.
fn allow(arguments: &Arguments, names: &[&str]) -> Result<(), Diagnostic> {
    let is_other = |k: &&Keyword| !k.arg.as_ref().is_some_and(|arg| names.contains(&arg.id.as_str()));
    match arguments.keywords.iter().find(is_other) {
        None => Ok(()),
        Some(other) => {
            let mistake = Diagnostic::new(other.range, "there is no such argument");
            Err(mistake.expected(match names {
                [] => "no arguments with names".to_string(),
                names => format!("`{}`", names.join("`, `")),
            }))
        }
    }
}
