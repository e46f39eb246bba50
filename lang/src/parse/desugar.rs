//! Custom forms of `builtin`, `func`, `arith` and `memref` rewritten to generic ones.

use std::sync::Arc;

use crate::algebra::{FastMath, FloatPredicate, IntPredicate};
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Span;
use crate::op::{OpCode, Trait, fast_math_attribute};
use crate::types::{FunctionType, Type};

use super::context::Context;
use super::generic::overflow_attribute;
use super::syntax::{BlockArgument, Operation, RegionSyntax, Use};

/// `fastmath<…>` or `overflow<…>`.
#[derive(Clone, Debug)]
pub struct Flags<'a> {
    pub is_overflow: bool,
    pub words: Vec<&'a str>,
    pub span: Span,
}

/// A parameter or a result of a function.
#[derive(Clone, Debug)]
pub struct Parameter<'a> {
    pub name: Option<(&'a str, Span)>,
    pub ty: Type,
    pub attributes: Vec<NamedAttribute>,
    pub span: Span,
}

/// What precedes the body of a function.
#[derive(Debug)]
pub struct Signature<'a> {
    pub visibility: Option<&'static str>,
    pub name: String,
    pub parameters: Vec<Parameter<'a>>,
    pub results: Vec<Parameter<'a>>,
    pub attributes: Option<Vec<NamedAttribute>>,
}

type Attributes = Option<Vec<NamedAttribute>>;

impl<'a> Context<'a> {
    /// Pairs operands with their types; their numbers must be the same.
    pub fn zip(&mut self, uses: Vec<Use<'a>>, types: Vec<Type>, span: Span) -> Vec<(Use<'a>, Type)> {
        if uses.len() != types.len() {
            self.report(
                Diagnostic::new(
                    span,
                    format!(
                        "found {} and {}",
                        counted(uses.len(), "operand"),
                        counted(types.len(), "type")
                    ),
                )
                .help("expected one type for each operand"),
            );
        }
        uses.into_iter().zip(types).collect()
    }

    /// An operation whose operands and result have one type.
    pub fn uniform(
        &mut self,
        code: OpCode,
        operands: Vec<Use<'a>>,
        flags: Option<Flags<'a>>,
        attributes: Attributes,
        ty: Type,
        span: Span,
    ) -> Operation<'a> {
        let operation = Operation::of(code, span)
            .operands(operands.into_iter().map(|u| (u, ty.clone())))
            .attributes(attributes)
            .result(ty);
        self.with_flags(code, operation, flags)
    }

    #[allow(clippy::too_many_arguments)]
    pub fn compare(
        &mut self,
        code: OpCode,
        predicate: (&'a str, Span),
        operands: [Use<'a>; 2],
        flags: Option<Flags<'a>>,
        attributes: Attributes,
        ty: Type,
        span: Span,
    ) -> Operation<'a> {
        let (word, at) = predicate;
        let is_float = code.has_trait(Trait::FloatLike);
        let value = if is_float {
            FloatPredicate::from_name(word).map(FloatPredicate::code)
        } else {
            IntPredicate::from_name(word).map(IntPredicate::code)
        };
        let value = value.unwrap_or_else(|| {
            let names: Vec<&str> = if is_float {
                FloatPredicate::ALL.iter().map(|p| p.as_str()).collect()
            } else {
                IntPredicate::ALL.iter().map(|p| p.as_str()).collect()
            };
            self.report(
                Diagnostic::new(at, format!("`{word}` is no predicate of `{}`", code.name()))
                    .help(format!("expected one of {}", names.join(", "))),
            );
            0
        });
        let operation = Operation::of(code, span)
            .operands(operands.into_iter().map(|u| (u, ty.clone())))
            .attribute("predicate", Attribute::integer(value, Type::I64))
            .attributes(attributes)
            .result(ty.with_element(Type::I1));
        self.with_flags(code, operation, flags)
    }

    pub fn with_flags(
        &mut self,
        code: OpCode,
        operation: Operation<'a>,
        flags: Option<Flags<'a>>,
    ) -> Operation<'a> {
        let Some(Flags {
            is_overflow,
            words,
            span,
        }) = flags
        else {
            return operation;
        };
        let (keyword, wanted) = match is_overflow {
            true => ("overflow", Trait::Overflow),
            false => ("fastmath", Trait::FastMath),
        };
        if !code.has_trait(wanted) {
            self.report(Diagnostic::new(
                span,
                format!("`{}` bears no `{keyword}<…>`", code.name()),
            ));
            return operation;
        }
        if is_overflow {
            return match overflow_attribute(&words.join(",")) {
                Ok(Some(attribute)) => operation.attribute("overflowFlags", attribute),
                Ok(None) => operation,
                Err(word) => {
                    self.report(
                        Diagnostic::new(span, format!("`{word}` is no overflow flag"))
                            .help("expected `nsw`, `nuw` or `none`"),
                    );
                    operation
                }
            };
        }
        match FastMath::parse(&words.join(",")) {
            Some(flags) => match fast_math_attribute(flags) {
                Some(attribute) => operation.attribute("fastmath", attribute),
                None => operation,
            },
            None => {
                self.report(Diagnostic::new(span, "found an unknown fast-math flag").help(
                    "expected `fast`, `none` or some of reassoc, nnan, ninf, nsz, arcp, contract, afn",
                ));
                operation
            }
        }
    }

    pub fn select(
        &mut self,
        operands: [Use<'a>; 3],
        attributes: Attributes,
        types: (Type, Option<Type>),
        span: Span,
    ) -> Operation<'a> {
        let (condition, ty) = match types {
            (condition, Some(ty)) => (condition, ty),
            (ty, None) => (Type::I1, ty),
        };
        let [c, a, b] = operands;
        Operation::of(OpCode::Select, span)
            .operand(c, condition)
            .operands([(a, ty.clone()), (b, ty.clone())])
            .attributes(attributes)
            .result(ty)
    }

    pub fn constant(&mut self, attributes: Attributes, value: Attribute, span: Span) -> Operation<'a> {
        let ty = value.ty().unwrap_or_else(|| {
            if self.diagnostics.is_empty() {
                self.report(
                    Diagnostic::new(span, "the value of the constant has no type")
                        .help("expected an integer, a float, a boolean or dense elements"),
                );
            }
            Type::None
        });
        Operation::of(OpCode::Constant, span)
            .attributes(attributes)
            .attribute("value", value)
            .result(ty)
    }

    pub fn function(
        &mut self,
        signature: Signature<'a>,
        body: Option<RegionSyntax<'a>>,
        span: Span,
    ) -> Operation<'a> {
        let Signature {
            visibility,
            name,
            parameters,
            results,
            attributes,
        } = signature;
        let ty = Type::Function(Arc::new(FunctionType {
            inputs: parameters.iter().map(|p| p.ty.clone()).collect(),
            results: results.iter().map(|p| p.ty.clone()).collect(),
        }));
        let mut operation = Operation::of(OpCode::Func, span)
            .attribute("sym_name", Attribute::string(&name))
            .attribute("function_type", Attribute::Type(ty));
        if let Some(visibility) = visibility {
            operation = operation.attribute("sym_visibility", Attribute::string(visibility));
        }
        for (name, list) in [("arg_attrs", &parameters), ("res_attrs", &results)] {
            if let Some(dictionaries) = dictionaries(list) {
                operation = operation.attribute(name, dictionaries);
            }
        }
        let named = parameters.iter().filter(|p| p.name.is_some()).count();
        if let Some(p) = parameters.iter().find(|p| p.name.is_none())
            && (named > 0 || body.is_some())
        {
            let message = "the argument has no name";
            self.report(Diagnostic::new(p.span, message).help("expected `%name : type`"));
        }
        let region = match body {
            Some(region) => {
                let arguments: Vec<BlockArgument<'a>> = parameters
                    .into_iter()
                    .filter_map(|p| {
                        let (name, span) = p.name?;
                        Some(BlockArgument { name, span, ty: p.ty })
                    })
                    .collect();
                self.entry_block(region, arguments)
            }
            None => RegionSyntax {
                blocks: Vec::new(),
                implicit_terminator: None,
                span,
            },
        };
        operation.attributes(attributes).region(region)
    }

    /// Gives the entry block the arguments that the operation declares.
    pub fn entry_block(
        &mut self,
        region: RegionSyntax<'a>,
        arguments: Vec<BlockArgument<'a>>,
    ) -> RegionSyntax<'a> {
        if let Some(block) = region.blocks.first()
            && let Some((label, span)) = block.label
            && !(arguments.is_empty() && block.arguments.is_empty())
        {
            self.report(
                Diagnostic::new(span, format!("the first block `^{label}` has a label"))
                    .help("its arguments are those that the operation declares; leave the label out"),
            );
        }
        region.entry(arguments)
    }

    pub fn call(
        &mut self,
        callee: Attribute,
        operands: Vec<Use<'a>>,
        attributes: Attributes,
        ty: FunctionType,
        span: Span,
    ) -> Operation<'a> {
        let operands = self.zip(operands, ty.inputs, span);
        Operation::of(OpCode::Call, span)
            .attribute("callee", callee)
            .operands(operands)
            .attributes(attributes)
            .results(ty.results)
    }

    pub fn terminator(
        &mut self,
        code: OpCode,
        attributes: Attributes,
        operands: Option<(Vec<Use<'a>>, Vec<Type>)>,
        span: Span,
    ) -> Operation<'a> {
        let (uses, types) = operands.unwrap_or_default();
        let operands = self.zip(uses, types, span);
        Operation::of(code, span)
            .operands(operands)
            .attributes(attributes)
    }

    pub fn allocation(
        &mut self,
        code: OpCode,
        sizes: Vec<Use<'a>>,
        symbols: Vec<Use<'a>>,
        attributes: Attributes,
        ty: Type,
        span: Span,
    ) -> Operation<'a> {
        let segments = Attribute::i32_array(&[sizes.len() as i64, symbols.len() as i64]);
        Operation::of(code, span)
            .indices(sizes.into_iter().chain(symbols))
            .attributes(attributes)
            .attribute("operandSegmentSizes", segments)
            .result(ty)
    }
}

/// The attribute that lists one dictionary for each parameter; `None` when all are empty.
fn dictionaries(parameters: &[Parameter<'_>]) -> Option<Attribute> {
    parameters.iter().any(|p| !p.attributes.is_empty()).then(|| {
        let dictionary = |p: &Parameter<'_>| Attribute::Dictionary(p.attributes.as_slice().into());
        Attribute::array(parameters.iter().map(dictionary).collect())
    })
}
