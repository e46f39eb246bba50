//! What a definition says.

use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Function;

/// A structured operation.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: String,
    /// The name of MLIR's class.
    pub class_name: String,
    /// The docstring without the indentation that its lines share.
    pub documentation: Option<String>,
    pub interfaces: Vec<Interface>,
    pub methods: Vec<Method>,
    /// Inputs and scalars, then the output, then attributes.
    pub parameters: Vec<Parameter>,
    /// The iteration space, outermost dimension first.
    pub dims: Vec<Dim>,
    /// The symbols of shapes and index attributes, in the order in which the parameters mention them.
    pub symbols: Vec<String>,
    /// What an element of the output becomes.
    pub value: Expr,
    /// What is odd about the definition and changes nothing.
    pub warnings: Vec<Diagnostic>,
    /// The name in the file.
    pub span: Span,
}

/// A dimension of the iteration space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dim {
    pub name: String,
    pub is_reduction: bool,
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
    /// Where it is declared.
    pub span: Span,
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub enum ParameterKind {
    /// A scalar that every iteration reads.
    Scalar { ty: TypeVar },
    /// A tensor; without a shape in an operation without dimensions it is of whatever rank.
    Tensor {
        ty: TypeVar,
        shape: Vec<Affine>,
        /// What indexes it, one expression for each dimension of the shape.
        subscripts: Vec<Affine>,
        is_output: bool,
    },
    /// Constants for symbols of the subscripts.
    Index {
        symbols: Vec<String>,
        defaults: Vec<i64>,
    },
    /// A function of the default's kind.
    Function { default: Function },
}

/// The name of a type that the operands of an instance give, or of one of the predefined types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeVar(pub String);

/// An interface of MLIR that the operation implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    Contraction,
    Convolution,
    Fill,
}

/// A method that MLIR's class defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Canonicalizer,
}

/// What is computed of one element, and where it stands in the file.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// The element of an operand.
    Operand {
        /// The number of the parameter.
        parameter: usize,
        /// What indexes it here, which is what indexes it everywhere; nothing for a scalar.
        subscripts: Vec<Affine>,
    },
    /// The number of the iteration in a dimension.
    Index(String),
    /// A constant of 64 bits.
    Integer(i64),
    /// A constant of 64 bits.
    Float(f64),
    Call {
        callee: Callee,
        /// The type that a conversion gives.
        to: Option<TypeVar>,
        arguments: Vec<Expr>,
    },
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Function(Function),
    /// What an attribute names, by the number of the parameter.
    Attribute(usize),
}

impl Expr {
    /// Calls `visit` with each part, left to right.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        if let ExprKind::Call { arguments, .. } = &self.kind {
            for argument in arguments {
                argument.walk(visit);
            }
        }
    }

    /// How many parts it has.
    pub(crate) fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }
}

impl Operation {
    /// The parameters that are operands: all but the attributes.
    pub fn operands(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|p| !p.is_attribute())
    }

    /// Whether the operands are scalars and tensors of one rank, whichever it is.
    pub fn is_rank_polymorphic(&self) -> bool {
        self.dims.is_empty()
    }

    /// The function that a call calls where the attributes have their defaults.
    pub fn default_function(&self, callee: Callee) -> Option<Function> {
        match callee {
            Callee::Function(function) => Some(function),
            Callee::Attribute(number) => match self.parameters.get(number)?.kind {
                ParameterKind::Function { default } => Some(default),
                _ => None,
            },
        }
    }
}

impl Parameter {
    pub fn is_attribute(&self) -> bool {
        matches!(
            self.kind,
            ParameterKind::Index { .. } | ParameterKind::Function { .. }
        )
    }

    pub fn is_output(&self) -> bool {
        matches!(self.kind, ParameterKind::Tensor { is_output: true, .. })
    }

    /// The type of an element; attributes have none.
    pub fn ty(&self) -> Option<&TypeVar> {
        match &self.kind {
            ParameterKind::Scalar { ty } | ParameterKind::Tensor { ty, .. } => Some(ty),
            _ => None,
        }
    }

    /// What MLIR's listing calls the kind: `input_tensor`, `index_attr`.
    pub fn kind_name(&self) -> String {
        match &self.kind {
            ParameterKind::Scalar { .. } => "scalar".to_string(),
            ParameterKind::Tensor { is_output: false, .. } => "input_tensor".to_string(),
            ParameterKind::Tensor { is_output: true, .. } => "output_tensor".to_string(),
            ParameterKind::Index { .. } => "index_attr".to_string(),
            ParameterKind::Function { default } => format!("{}_fn_attr", default.kind()),
        }
    }
}

impl TypeVar {
    /// The types that need no operand.
    pub const PREDEFINED: &[&str] = &["I32", "I64", "F32", "F64"];

    pub fn is_predefined(&self) -> bool {
        TypeVar::PREDEFINED.contains(&self.0.as_str())
    }
}

impl Interface {
    /// The name in the DSL.
    pub fn name(self) -> &'static str {
        match self {
            Interface::Contraction => "ContractionOpInterface",
            Interface::Convolution => "ConvolutionOpInterface",
            Interface::Fill => "FillOpInterface",
        }
    }

    /// The name of MLIR's class.
    pub fn class_name(self) -> &'static str {
        match self {
            Interface::Contraction => "LinalgContractionOpInterface",
            Interface::Convolution => "LinalgConvolutionOpInterface",
            Interface::Fill => "LinalgFillOpInterface",
        }
    }
}

impl Method {
    /// The flag of MLIR's class.
    pub fn flag(self) -> &'static str {
        match self {
            Method::Canonicalizer => "hasCanonicalizer",
        }
    }
}
