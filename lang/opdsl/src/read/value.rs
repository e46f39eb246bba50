//! What the expressions of a file stand for.

use crate::affine::Affine;
use crate::function::{Binary, Function};
use crate::operation::{Callee, Expr, ExprKind, Interface, Method, TypeVar};

/// What an expression of the file stands for.
#[derive(Clone, Debug)]
pub enum Value {
    Affine(Affine),
    Type(TypeVar),
    Integer(i64),
    Float(f64),
    Bool(bool),
    None,
    /// A list or a tuple.
    List(Vec<Value>),
    Namespace(Namespace),
    Function(Function),
    /// `ReduceFn.add`.
    ReduceFunction(Binary),
    /// A tensor, by the number of the parameter.
    Tensor(usize),
    IndexAttribute,
    FunctionAttribute(usize),
    /// `ReduceFn.add[D.k]`.
    ReduceUse(Callee, Vec<String>),
    /// `ReduceFn.add[D.k](x)`.
    Reduction(Box<Reduction>),
    Expr(Expr),
    Builtin(Builtin),
    Interface(Interface),
    Method(Method),
}

/// A reduction that was applied.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub callee: Callee,
    pub dims: Vec<String>,
    pub argument: Expr,
}

/// Names with a dot behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    Dims,
    Symbols,
    Types,
    Unary,
    Binary,
    Ternary,
    Type,
    Reduce,
}

/// Names that are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Const,
    Index,
    Domain,
    Implements,
    Defines,
    TensorDef,
    ScalarDef,
    IndexAttrDef,
    UnaryFnAttrDef,
    BinaryFnAttrDef,
    TernaryFnAttrDef,
    TypeFnAttrDef,
}

/// The predefined names.
const PREDEFINED: &[(&str, Value)] = &[
    ("D", Value::Namespace(Namespace::Dims)),
    ("S", Value::Namespace(Namespace::Symbols)),
    ("TV", Value::Namespace(Namespace::Types)),
    ("UnaryFn", Value::Namespace(Namespace::Unary)),
    ("BinaryFn", Value::Namespace(Namespace::Binary)),
    ("TernaryFn", Value::Namespace(Namespace::Ternary)),
    ("TypeFn", Value::Namespace(Namespace::Type)),
    ("ReduceFn", Value::Namespace(Namespace::Reduce)),
    ("const", Value::Builtin(Builtin::Const)),
    ("index", Value::Builtin(Builtin::Index)),
    ("domain", Value::Builtin(Builtin::Domain)),
    ("implements", Value::Builtin(Builtin::Implements)),
    ("defines", Value::Builtin(Builtin::Defines)),
    ("TensorDef", Value::Builtin(Builtin::TensorDef)),
    ("ScalarDef", Value::Builtin(Builtin::ScalarDef)),
    ("IndexAttrDef", Value::Builtin(Builtin::IndexAttrDef)),
    ("UnaryFnAttrDef", Value::Builtin(Builtin::UnaryFnAttrDef)),
    ("BinaryFnAttrDef", Value::Builtin(Builtin::BinaryFnAttrDef)),
    ("TernaryFnAttrDef", Value::Builtin(Builtin::TernaryFnAttrDef)),
    ("TypeFnAttrDef", Value::Builtin(Builtin::TypeFnAttrDef)),
    ("ContractionOpInterface", Value::Interface(Interface::Contraction)),
    ("ConvolutionOpInterface", Value::Interface(Interface::Convolution)),
    ("FillOpInterface", Value::Interface(Interface::Fill)),
    ("Canonicalizer", Value::Method(Method::Canonicalizer)),
];

/// The type variables that need no `TV.`.
const TYPES: &[&str] = &["I32", "I64", "F32", "F64", "T", "U", "V"];

/// What a name stands for that no file defines.
pub fn predefined(name: &str) -> Option<Value> {
    if TYPES.contains(&name) {
        return Some(Value::Type(TypeVar(name.to_string())));
    }
    let (_, value) = PREDEFINED.iter().find(|(n, _)| *n == name)?;
    Some(value.clone())
}

impl Value {
    /// The value with its article, for diagnostics.
    pub fn description(&self) -> String {
        match self {
            Value::Affine(Affine::Dim(name)) => format!("the dimension `D.{name}`"),
            Value::Affine(Affine::Symbol(name)) => format!("the symbol `S.{name}`"),
            Value::Affine(e) => format!("the affine expression `{e}`"),
            Value::Type(ty) => format!("the type variable `{}`", ty.0),
            Value::Integer(n) => format!("the integer {n}"),
            Value::Float(x) => format!("the float {x}"),
            Value::Bool(_) => "a truth value".to_string(),
            Value::None => "`None`".to_string(),
            Value::List(_) => "a list".to_string(),
            Value::Namespace(_) => "a namespace".to_string(),
            Value::Function(f) => format!("the function `{}.{}`", f.namespace(), f.name()),
            Value::ReduceFunction(f) => format!("the reduction `ReduceFn.{}`", f.name()),
            Value::Tensor(_) => "a tensor without subscripts".to_string(),
            Value::IndexAttribute => "an index attribute".to_string(),
            Value::FunctionAttribute(_) => "a function attribute".to_string(),
            Value::ReduceUse(..) => "a reduction of nothing".to_string(),
            Value::Reduction(_) => "a reduction".to_string(),
            Value::Expr(e) => match e.kind {
                ExprKind::Operand { .. } => "an operand's element".to_string(),
                _ => "a computed value".to_string(),
            },
            Value::Builtin(_) => "a name that is called".to_string(),
            Value::Interface(i) => format!("the interface `{}`", i.name()),
            Value::Method(_) => "the definition `Canonicalizer`".to_string(),
        }
    }
}
