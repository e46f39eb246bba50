//! The region of a structured operation whose text does not show it.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::attribute::{Attribute, FloatValue, NamedAttribute};
use crate::ir::{BlockId, Module, NewOp, OpName, RegionId, Span, ValueId};
use crate::op::OpCode;
use crate::types::Type;
use crate::unknown_op::PROPERTIES;

use ovolo_opdsl::{Binary, Callee, Cast, Expr, ExprKind, Function, ParameterKind, Ternary, TypeVar, Unary};

use super::definition::Definition;
use super::function::{binary_name, unary_code};

/// One block: the types of its arguments, operations of one result each, and the values it yields.
#[derive(Debug)]
pub struct Body {
    pub arguments: Vec<Type>,
    pub steps: Vec<Step>,
    pub yields: Vec<Source>,
}

/// Elements for which there is no such operation.
#[derive(Debug)]
pub struct TypeMistake {
    pub message: String,
    /// The part of the definition that has no meaning for them.
    pub span: ovolo_opdsl::Span,
}

/// An operation of one result.
#[derive(Debug)]
pub struct Step {
    pub name: OpName,
    pub operands: SmallVec<[Source; 3]>,
    pub attributes: Vec<NamedAttribute>,
    pub result: Type,
}

/// An argument of the block or the result of a step, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Argument(usize),
    Step(usize),
}

impl Body {
    /// The region of a named operation whose operands have elements of these types. The error says for
    /// which elements there is no such operation.
    pub fn of(
        definition: &Definition,
        elements: &[Type],
        attributes: &[NamedAttribute],
    ) -> Result<Body, TypeMistake> {
        let mut builder = Builder {
            definition,
            arguments: elements,
            steps: Vec::new(),
            attributes,
        };
        let value = builder.value(&definition.operation.value)?;
        Ok(Body {
            arguments: elements.to_vec(),
            steps: builder.steps,
            yields: vec![value],
        })
    }

    /// The region that yields its first argument.
    pub fn identity(elements: &[Type]) -> Body {
        Body {
            arguments: elements.to_vec(),
            steps: Vec::new(),
            yields: elements
                .first()
                .map(|_| Source::Argument(0))
                .into_iter()
                .collect(),
        }
    }

    /// The region of one operation on the arguments: in their order, or with the last one first.
    pub(crate) fn payload(
        elements: &[Type],
        name: OpName,
        attributes: Vec<NamedAttribute>,
        result: Type,
        last_first: bool,
    ) -> Body {
        let mut operands: SmallVec<[Source; 3]> = (0..elements.len()).map(Source::Argument).collect();
        if last_first && !operands.is_empty() {
            operands.rotate_right(1);
        }
        Body {
            arguments: elements.to_vec(),
            steps: vec![Step {
                name,
                operands,
                attributes,
                result,
            }],
            yields: vec![Source::Step(0)],
        }
    }

    /// Makes the region.
    pub(crate) fn build(self, module: &mut Module, span: Span) -> RegionId {
        let region = module.new_region();
        let block = module.new_block();
        module.attach_block(region, block);
        for ty in self.arguments {
            module.add_argument(block, ty, None);
        }
        let mut results: Vec<ValueId> = Vec::with_capacity(self.steps.len());
        for step in self.steps {
            let operands = values(module, block, &results, &step.operands);
            results.push(module.append_value(
                block,
                NewOp {
                    name: step.name,
                    operands,
                    result_types: smallvec![step.result],
                    attributes: step.attributes,
                    span,
                },
            ));
        }
        let operands = values(module, block, &results, &self.yields);
        let end = NewOp {
            span,
            operands,
            ..NewOp::new(OpCode::LinalgYield)
        };
        module.append(block, end);
        region
    }

    /// Whether the region is this one.
    pub fn is(&self, module: &Module, region: RegionId) -> bool {
        let [block] = module.region(region).blocks.as_slice() else {
            return false;
        };
        let found = module.block(*block);
        let Some((end, ops)) = found.ops.split_last() else {
            return false;
        };
        let end = module.op(*end);
        let same_arguments = found.arguments.len() == self.arguments.len()
            && (found.arguments.iter().zip(&self.arguments)).all(|(&v, ty)| module.ty(v) == ty);
        if !same_arguments
            || ops.len() != self.steps.len()
            || end.code() != Some(OpCode::LinalgYield)
            || !end.attributes.is_empty()
        {
            return false;
        }
        let mut results = Vec::with_capacity(ops.len());
        for (&op, step) in ops.iter().zip(&self.steps) {
            let op = module.op(op);
            let [result] = op.results.as_slice() else {
                return false;
            };
            let same = op.name == step.name
                && op.regions.is_empty()
                && op.successors.is_empty()
                && *module.ty(*result) == step.result
                && op.operands == values(module, *block, &results, &step.operands)
                && same_attributes(&op.attributes, &step.attributes);
            if !same {
                return false;
            }
            results.push(*result);
        }
        end.operands == values(module, *block, &results, &self.yields)
    }
}

/// The values of the sources; those that the block lacks are left out.
fn values(
    module: &Module,
    block: BlockId,
    results: &[ValueId],
    sources: &[Source],
) -> SmallVec<[ValueId; 3]> {
    let value = |source: &Source| match source {
        Source::Argument(number) => module.block(block).arguments.get(*number).copied(),
        Source::Step(number) => results.get(*number).copied(),
    };
    sources.iter().filter_map(value).collect()
}

/// Operations of other dialects state `fastmath<none>` in their generic form.
fn same_attributes(found: &[NamedAttribute], expected: &[NamedAttribute]) -> bool {
    let says_something = |(name, value): &&NamedAttribute| match value {
        Attribute::Dictionary(entries) if **name == *PROPERTIES => {
            let none = Attribute::Opaque("#arith.fastmath<none>".into());
            entries
                .iter()
                .any(|(name, value)| **name != *"fastmath" || *value != none)
        }
        _ => true,
    };
    let found: Vec<&NamedAttribute> = found.iter().filter(says_something).collect();
    found.len() == expected.len() && expected.iter().all(|e| found.contains(&e))
}

struct Builder<'a> {
    definition: &'a Definition,
    arguments: &'a [Type],
    steps: Vec<Step>,
    attributes: &'a [NamedAttribute],
}

impl Builder<'_> {
    fn ty(&self, source: Source) -> Type {
        let ty = match source {
            Source::Argument(number) => self.arguments.get(number),
            Source::Step(number) => self.steps.get(number).map(|s| &s.result),
        };
        ty.cloned().unwrap_or(Type::None)
    }

    fn push(
        &mut self,
        name: OpName,
        operands: &[Source],
        attributes: Vec<NamedAttribute>,
        result: Type,
    ) -> Source {
        self.steps.push(Step {
            name,
            operands: SmallVec::from_slice(operands),
            attributes,
            result,
        });
        Source::Step(self.steps.len() - 1)
    }

    fn op(&mut self, code: OpCode, operands: &[Source], result: Type) -> Source {
        self.push(OpName::Known(code), operands, Vec::new(), result)
    }

    fn unknown(&mut self, name: &str, operands: &[Source], result: Type) -> Source {
        self.push(named(name), operands, Vec::new(), result)
    }

    fn constant(&mut self, value: Attribute) -> Source {
        let ty = value.ty().unwrap_or(Type::None);
        let attributes = vec![("value".into(), value)];
        self.push(OpName::Known(OpCode::Constant), &[], attributes, ty)
    }

    fn value(&mut self, expr: &Expr) -> Result<Source, TypeMistake> {
        let mistake = |message: String| TypeMistake {
            message,
            span: expr.span,
        };
        match &expr.kind {
            // Operands are the first parameters.
            ExprKind::Operand { parameter, .. } => Ok(Source::Argument(*parameter)),
            ExprKind::Index(name) => {
                let number = self.definition.loops.iter().position(|l| l == name);
                let number = number.unwrap_or_default() as i64;
                let dim = ("dim".into(), Attribute::integer(number, Type::I64));
                let name = OpName::Known(OpCode::LinalgIndex);
                Ok(self.push(name, &[], vec![dim], Type::Index))
            }
            ExprKind::Integer(value) => Ok(self.constant(Attribute::integer(*value, Type::I64))),
            ExprKind::Float(value) => Ok(self.constant(Attribute::Float(FloatValue::f64(*value)))),
            ExprKind::Call {
                callee,
                to,
                arguments,
            } => {
                let mut sources = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    sources.push(self.value(argument)?);
                }
                let function = self.function(*callee).map_err(mistake)?;
                let to = to.as_ref().and_then(|to| self.bound(to));
                self.call(function, to.as_ref(), &sources).map_err(mistake)
            }
        }
    }

    /// The function that is called: that of the attribute, or its default where it is absent.
    fn function(&self, callee: Callee) -> Result<Function, String> {
        let number = match callee {
            Callee::Function(function) => return Ok(function),
            Callee::Attribute(number) => number,
        };
        let parameter = self.definition.operation.parameters.get(number);
        let Some((parameter, ParameterKind::Function { default })) = parameter.map(|p| (p, &p.kind)) else {
            return Err("the definition calls an attribute that is no function".to_string());
        };
        match self.chosen(&parameter.name, default.kind()) {
            None => Ok(*default),
            Some(name) => default
                .renamed(name)
                .ok_or_else(|| format!("`{name}` is no {} function", default.kind())),
        }
    }

    /// The type that a type variable stands for: a predefined one, or that of the first operand that has it.
    fn bound(&self, ty: &TypeVar) -> Option<Type> {
        if let Some(ty) = predefined(ty) {
            return Some(ty);
        }
        let mut operands = self.definition.operation.operands();
        let number = operands.position(|p| p.ty() == Some(ty))?;
        self.arguments.get(number).cloned()
    }

    fn call(
        &mut self,
        function: Function,
        to: Option<&Type>,
        arguments: &[Source],
    ) -> Result<Source, String> {
        match (function, arguments) {
            (Function::Type(cast), &[x]) => {
                let to = to.ok_or("the definition converts to a type that nothing gives")?;
                Ok(self.cast(x, to, cast == Cast::Unsigned))
            }
            (Function::Unary(f), &[x]) => self.unary(f, x),
            (Function::Binary(f), &[a, b]) => self.binary(f, a, b),
            (Function::Ternary(Ternary::Select), &[condition, a, b]) => {
                let (is_true, first, second) = (self.ty(condition), self.ty(a), self.ty(b));
                if is_true != Type::I1 || first != second {
                    return Err(format!(
                        "found a condition of type `{is_true}` and values of types `{first}` and `{second}`, expected `i1` and two of one type"
                    ));
                }
                Ok(self.op(OpCode::Select, &[condition, a, b], first))
            }
            _ => Err("the definition gives a function too many or too few arguments".to_string()),
        }
    }

    /// The word of `#linalg.kind_fn<word>` in an attribute.
    fn chosen(&self, attribute: &str, kind: &str) -> Option<&str> {
        let (_, value) = self.attributes.iter().find(|(name, _)| **name == *attribute)?;
        match value {
            Attribute::Opaque(text) => {
                let rest = text.strip_prefix("#linalg.")?.strip_prefix(kind)?;
                rest.strip_prefix("_fn<")?.strip_suffix('>').map(str::trim)
            }
            _ => None,
        }
    }

    fn unary(&mut self, function: Unary, x: Source) -> Result<Source, String> {
        let ty = self.ty(x);
        let Type::Float(kind) = ty else {
            return Err(format!(
                "found elements of type `{ty}`, expected floats: an unsupported non numeric type"
            ));
        };
        Ok(match unary_code(function) {
            Some(code) => self.op(code, &[x], ty),
            None if function == Unary::Square => self.op(OpCode::MulF, &[x, x], ty),
            None => {
                let one = self.constant(Attribute::Float(FloatValue::from_f64(1.0, kind)));
                self.op(OpCode::DivF, &[one, x], ty)
            }
        })
    }

    fn binary(&mut self, function: Binary, a: Source, b: Source) -> Result<Source, String> {
        let (first, second) = (self.ty(a), self.ty(b));
        match binary_name(function, &first).filter(|_| first == second) {
            Some(name) => Ok(self.unknown(name, &[a, b], first)),
            None => Err(format!(
                "found elements of types `{first}` and `{second}`: an unsupported operation on these types"
            )),
        }
    }

    /// The conversion of a number; a value that does not convert stays as it is.
    fn cast(&mut self, x: Source, to: &Type, is_unsigned: bool) -> Source {
        let from = self.ty(x);
        if from == *to {
            return x;
        }
        if let Type::Complex(element) = to {
            return self.cast_to_complex(x, &from, element, is_unsigned);
        }
        match cast_code(&from, to, is_unsigned) {
            Some(code) => self.op(code, &[x], to.clone()),
            None => x,
        }
    }

    fn cast_to_complex(&mut self, x: Source, from: &Type, element: &Arc<Type>, is_unsigned: bool) -> Source {
        let Type::Float(kind) = **element else { return x };
        let to = Type::Complex(element.clone());
        let (re, im) = match from {
            Type::Complex(part) if part.is_float() => {
                let narrower = part.bit_width() > element.bit_width();
                let code = if narrower { OpCode::TruncF } else { OpCode::ExtF };
                let re = self.unknown("complex.re", &[x], (**part).clone());
                let im = self.unknown("complex.im", &[x], (**part).clone());
                let re = self.op(code, &[re], (**element).clone());
                (re, self.op(code, &[im], (**element).clone()))
            }
            Type::Float(_) | Type::Integer(_) => {
                let re = match cast_code(from, element, is_unsigned) {
                    Some(code) => self.op(code, &[x], (**element).clone()),
                    None => x,
                };
                (
                    re,
                    self.constant(Attribute::Float(FloatValue::from_f64(0.0, kind))),
                )
            }
            _ => return x,
        };
        self.unknown("complex.create", &[re, im], to)
    }
}

/// I32, I64, F32 and F64.
pub(crate) fn predefined(ty: &TypeVar) -> Option<Type> {
    match ty.0.as_str() {
        "I32" => Some(Type::I32),
        "I64" => Some(Type::I64),
        "F32" => Some(Type::F32),
        "F64" => Some(Type::F64),
        _ => None,
    }
}

/// The operation that converts a number; `None` where the widths agree or nothing converts.
fn cast_code(from: &Type, to: &Type, is_unsigned: bool) -> Option<OpCode> {
    let either = |signed, unsigned| Some(if is_unsigned { unsigned } else { signed });
    match (from, to) {
        (Type::Float(_), Type::Integer(_)) => either(OpCode::FPToSI, OpCode::FPToUI),
        (Type::Index, Type::Integer(_)) => Some(OpCode::IndexCast),
        (Type::Integer(from), Type::Integer(to)) if to.width > from.width => {
            either(OpCode::ExtSI, OpCode::ExtUI)
        }
        (Type::Integer(from), Type::Integer(to)) if to.width < from.width => Some(OpCode::TruncI),
        (Type::Integer(_), Type::Float(_)) => either(OpCode::SIToFP, OpCode::UIToFP),
        (Type::Float(from), Type::Float(to)) if to.bit_width() > from.bit_width() => Some(OpCode::ExtF),
        (Type::Float(from), Type::Float(to)) if to.bit_width() < from.bit_width() => Some(OpCode::TruncF),
        _ => None,
    }
}

fn named(name: &str) -> OpName {
    match OpCode::from_name(name) {
        Some(code) => OpName::Known(code),
        None => OpName::Unknown(name.into()),
    }
}
