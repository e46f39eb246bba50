//! What names, attributes, lists, numbers and operators stand for.

use std::collections::BTreeMap;

use ruff_python_ast::{Expr as Python, ExprBinOp, Number, Operator, UnaryOp};
use ruff_text_size::Ranged;

use crate::affine::{Affine, AffineOperator};
use crate::diagnostic::{Diagnostic, Span};
use crate::function::{Binary, Cast, Function, Ternary, Unary};
use crate::operation::{Expr, Parameter, ParameterKind, TypeVar};

use super::made::applied;
use super::value::{Namespace, Value, predefined};

/// The names in scope.
pub struct Names<'a> {
    /// The nearest first.
    scopes: Vec<&'a BTreeMap<String, Value>>,
    /// Those of the definition around.
    pub parameters: &'a [Parameter],
}

pub type Evaluated = Result<Value, Diagnostic>;

/// Parts of one affine expression: more come from aliases that double themselves.
const AFFINE_SIZE: usize = 200;

impl<'a> Names<'a> {
    /// The names of the file.
    pub fn new(scopes: &[&'a BTreeMap<String, Value>]) -> Names<'a> {
        Names {
            scopes: scopes.to_vec(),
            parameters: &[],
        }
    }

    /// The names in a definition.
    pub fn within(scopes: &[&'a BTreeMap<String, Value>], parameters: &'a [Parameter]) -> Names<'a> {
        Names {
            scopes: scopes.to_vec(),
            parameters,
        }
    }

    /// What an expression stands for.
    pub fn value(&self, python: &Python) -> Evaluated {
        let span = Span::from(python.range());
        match python {
            Python::Name(name) => self.name(name.id.as_str(), span),
            Python::Attribute(attribute) => {
                let attr = attribute.attr.id.as_str();
                match self.value(&attribute.value)? {
                    Value::Namespace(namespace) => member(namespace, attr, attribute.attr.range.into()),
                    other => {
                        let message = format!("{} has no attribute `{attr}`", other.description());
                        let mistake = Diagnostic::new(span, message);
                        Err(mistake.expected("a name with a dot after one of D, S, TV, UnaryFn, BinaryFn, TernaryFn, TypeFn, ReduceFn"))
                    }
                }
            }
            Python::Subscript(subscript) => self.subscript(subscript),
            Python::Call(call) => self.call(call),
            Python::BinOp(operation) => self.operation(operation),
            Python::UnaryOp(operation) if matches!(operation.op, UnaryOp::USub | UnaryOp::UAdd) => {
                let value = self.value(&operation.operand)?;
                let negative = operation.op == UnaryOp::USub;
                match value {
                    Value::Integer(n) if negative => Ok(Value::Integer(n.wrapping_neg())),
                    Value::Float(x) if negative => Ok(Value::Float(-x)),
                    Value::Integer(_) | Value::Float(_) => Ok(value),
                    Value::Expr(_) if negative => {
                        let mistake = Diagnostic::new(span, "OpDSL has no negation of values");
                        Err(mistake.expected("`UnaryFn.negf(…)`, or a difference"))
                    }
                    other => Err(unexpected(span, &other, "a number behind the sign")),
                }
            }
            Python::List(list) => self.list(&list.elts),
            Python::Tuple(tuple) => self.list(&tuple.elts),
            Python::NumberLiteral(number) => match &number.value {
                Number::Int(n) => n.as_i64().map(Value::Integer).ok_or_else(|| {
                    Diagnostic::new(span, "the integer has more than 64 bits").expected("a 64-bit integer")
                }),
                Number::Float(x) => Ok(Value::Float(*x)),
                Number::Complex { .. } => {
                    Err(Diagnostic::new(span, "found a complex number").expected("an integer or a float"))
                }
            },
            Python::BooleanLiteral(literal) => Ok(Value::Bool(literal.value)),
            Python::NoneLiteral(_) => Ok(Value::None),
            _ => {
                let mistake = Diagnostic::new(span, "the expression is outside of OpDSL");
                Err(mistake
                    .expected("names, subscripts, calls, numbers, lists and the operators + - * / // %"))
            }
        }
    }

    fn name(&self, name: &str, span: Span) -> Evaluated {
        let known = self.scopes.iter().find_map(|scope| scope.get(name));
        known.cloned().or_else(|| predefined(name)).ok_or_else(|| {
            let message = format!("`{name}` is the name of nothing");
            Diagnostic::new(span, message).expected(
                "a parameter, an alias, or a name of OpDSL such as `D`, `S`, `TV`, `T`, `UnaryFn`, `const`",
            )
        })
    }

    fn list(&self, items: &[Python]) -> Evaluated {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match self.value(item)? {
                list @ Value::List(_) => {
                    return Err(unexpected(item.range().into(), &list, "no list in a list"));
                }
                value => values.push(value),
            }
        }
        Ok(Value::List(values))
    }

    fn operation(&self, operation: &ExprBinOp) -> Evaluated {
        let span = Span::from(operation.range);
        let left = self.value(&operation.left)?;
        let right = self.value(&operation.right)?;
        match (left, right) {
            (Value::Integer(a), Value::Integer(b)) => integers(operation.op, a, b, span),
            (Value::Float(a), Value::Float(b)) => floats(operation.op, a, b, span),
            (Value::Affine(a), Value::Affine(b)) => affine(operation.op, a, b, span),
            (Value::Affine(a), Value::Integer(b)) => affine(operation.op, a, Affine::Constant(b), span),
            (Value::Integer(_), Value::Affine(_)) => {
                let mistake = Diagnostic::new(span, "the constant is on the left of an affine expression");
                Err(mistake.expected("it on the right, as in `D.i * 2`"))
            }
            (a, b) => {
                let a = self.scalar(a, operation.left.range().into())?;
                let b = self.scalar(b, operation.right.range().into())?;
                let function = match operation.op {
                    Operator::Add => Binary::Add,
                    Operator::Sub => Binary::Sub,
                    Operator::Mult => Binary::Mul,
                    Operator::Div => Binary::Div,
                    _ => {
                        let mistake = Diagnostic::new(span, "OpDSL has no such operator for values");
                        return Err(
                            mistake.expected("+, -, *, / or a function such as `BinaryFn.max_signed`")
                        );
                    }
                };
                applied(Function::Binary(function), vec![a, b], span).map(Value::Expr)
            }
        }
    }

    /// The value as one of the computation.
    pub fn scalar(&self, value: Value, span: Span) -> Result<Expr, Diagnostic> {
        let expected = match &value {
            Value::Expr(e) => return Ok(e.clone()),
            Value::Affine(Affine::Symbol(name)) if self.is_index_attribute(name) => {
                let message = format!(
                    "`S.{name}` belongs to an index attribute, which takes no part in the computation"
                );
                return Err(Diagnostic::new(span, message).expected("it in subscripts only"));
            }
            Value::IndexAttribute => {
                let message = "an index attribute takes no part in the computation";
                return Err(Diagnostic::new(span, message).expected("its symbols, in subscripts"));
            }
            Value::Affine(e @ Affine::Dim(_)) => format!("`index({e})` for the number of the iteration"),
            Value::Integer(n) => format!("`const({n})` for a constant"),
            Value::Float(x) => format!("`const({x})` for a constant"),
            Value::Tensor(_) => "subscripts, or `[None]`, behind the tensor".to_string(),
            Value::Reduction(_) | Value::ReduceUse(..) => {
                "reductions as the outermost function of an assignment only".to_string()
            }
            _ => "an element of an operand, a scalar, or a function of such".to_string(),
        };
        Err(unexpected(span, &value, &expected))
    }

    fn is_index_attribute(&self, symbol: &str) -> bool {
        self.parameters.iter().any(|p| match &p.kind {
            ParameterKind::Index { symbols, .. } => symbols.iter().any(|s| s == symbol),
            _ => false,
        })
    }
}

/// A mistake: something else was expected.
pub fn unexpected(span: Span, value: &Value, expected: &str) -> Diagnostic {
    Diagnostic::new(span, format!("found {}", value.description())).expected(expected)
}

fn member(namespace: Namespace, name: &str, span: Span) -> Evaluated {
    let (found, known) = match namespace {
        Namespace::Dims => return Ok(Value::Affine(Affine::Dim(name.to_string()))),
        Namespace::Symbols => return Ok(Value::Affine(Affine::Symbol(name.to_string()))),
        Namespace::Types => return Ok(Value::Type(TypeVar(name.to_string()))),
        Namespace::Unary => (
            Unary::from_name(name).map(|f| Value::Function(Function::Unary(f))),
            listed(Unary::ALL.iter().map(|f| f.name())),
        ),
        Namespace::Binary => (
            Binary::from_name(name).map(|f| Value::Function(Function::Binary(f))),
            listed(Binary::ALL.iter().map(|f| f.name())),
        ),
        Namespace::Ternary => (
            Ternary::from_name(name).map(|f| Value::Function(Function::Ternary(f))),
            listed(Ternary::ALL.iter().map(|f| f.name())),
        ),
        Namespace::Type => (
            Cast::from_name(name).map(|f| Value::Function(Function::Type(f))),
            listed(Cast::ALL.iter().map(|f| f.name())),
        ),
        Namespace::Reduce => {
            let reductions = Binary::REDUCTIONS;
            let found = Binary::from_name(name).filter(|f| reductions.contains(f));
            (
                found.map(Value::ReduceFunction),
                listed(reductions.iter().map(|f| f.name())),
            )
        }
    };
    found.ok_or_else(|| {
        Diagnostic::new(span, format!("there is no function `{name}`")).expected(format!("one of {known}"))
    })
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Python's arithmetic on integers.
fn integers(operator: Operator, a: i64, b: i64, span: Span) -> Evaluated {
    let value = match operator {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mult => a.checked_mul(b),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b);
            quotient.map(|q| q - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Operator::Mod => {
            let rest = a.checked_rem(b);
            rest.map(|r| if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
        }
        _ => None,
    };
    value.map(Value::Integer).ok_or_else(|| {
        let mistake = Diagnostic::new(span, "the constants have no such value of 64 bits");
        mistake.expected("+, -, *, // or % of integers that fit")
    })
}

fn floats(operator: Operator, a: f64, b: f64, span: Span) -> Evaluated {
    Ok(Value::Float(match operator {
        Operator::Add => a + b,
        Operator::Sub => a - b,
        Operator::Mult => a * b,
        Operator::Div if b != 0.0 => a / b,
        _ => {
            let mistake = Diagnostic::new(span, "the constants have no such value");
            return Err(mistake.expected("+, -, * or / of floats, not by zero"));
        }
    }))
}

fn affine(operator: Operator, a: Affine, b: Affine, span: Span) -> Evaluated {
    let operator = match operator {
        Operator::Add => AffineOperator::Add,
        Operator::Mult => AffineOperator::Mul,
        Operator::Mod => AffineOperator::Mod,
        Operator::FloorDiv => AffineOperator::FloorDiv,
        Operator::Div => AffineOperator::CeilDiv,
        _ => {
            let mistake = Diagnostic::new(span, "affine expressions have no such operator");
            return Err(mistake.expected("+, *, % and // (a difference is a sum with a product by -1)"));
        }
    };
    if let Some(obstacle) = Affine::obstacle(operator, &a, &b) {
        let mistake = Diagnostic::new(span, obstacle);
        return Err(mistake.expected("products and quotients by constants and symbols"));
    }
    let whole = Affine::Binary(operator, Box::new(a), Box::new(b));
    let mut size = 0;
    whole.walk(&mut |_| size += 1);
    if size > AFFINE_SIZE {
        let message = format!("the affine expression has more than {AFFINE_SIZE} parts");
        return Err(Diagnostic::new(span, message).expected("a shorter one"));
    }
    Ok(Value::Affine(whole))
}
