//! Subscripts and calls: elements of tensors, functions, reductions.

use ruff_python_ast::{Expr as Python, ExprCall, ExprSubscript};
use ruff_text_size::Ranged;

use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Function;
use crate::operation::{Callee, Expr, ExprKind, ParameterKind};

use super::made::{call_of, constant};
use super::names::{Evaluated, Names, unexpected};
use super::value::{Builtin, Reduction, Value};

impl Names<'_> {
    /// `A[D.m, D.k]`, `O[None]`, `ReduceFn.add[D.k]`.
    pub fn subscript(&self, subscript: &ExprSubscript) -> Evaluated {
        let span = Span::from(subscript.range);
        let inside = Span::from(subscript.slice.range());
        match self.value(&subscript.value)? {
            Value::Tensor(number) => {
                let subscripts = self.subscripts(&subscript.slice)?;
                let kind = ExprKind::Operand {
                    parameter: number,
                    subscripts,
                };
                Ok(Value::Expr(Expr { kind, span }))
            }
            Value::ReduceFunction(function) => {
                let callee = Callee::Function(Function::Binary(function));
                Ok(Value::ReduceUse(callee, self.dims(&subscript.slice)?))
            }
            Value::FunctionAttribute(number) => {
                let is_binary = self.parameters.get(number).is_some_and(|p| {
                    matches!(
                        p.kind,
                        ParameterKind::Function {
                            default: Function::Binary(_)
                        }
                    )
                });
                if !is_binary {
                    let mistake = Diagnostic::new(span, "the attribute is no function of two values");
                    return Err(mistake.expected("a `BinaryFnAttrDef`, or one of `ReduceFn`"));
                }
                Ok(Value::ReduceUse(
                    Callee::Attribute(number),
                    self.dims(&subscript.slice)?,
                ))
            }
            Value::Expr(_) => {
                let mistake = Diagnostic::new(inside, "found subscripts of something that is no tensor");
                Err(mistake.expected("scalars without subscripts, tensors with one list of them"))
            }
            other => Err(unexpected(
                span,
                &other,
                "a tensor or a reduction before the brackets",
            )),
        }
    }

    /// The affine expressions of `[D.m, D.k + 1]`; none for `[None]`.
    pub fn subscripts(&self, slice: &Python) -> Result<Vec<Affine>, Diagnostic> {
        let items = match slice {
            Python::Tuple(tuple) => tuple.elts.as_slice(),
            other => std::slice::from_ref(other),
        };
        if let [item] = items
            && matches!(self.value(item)?, Value::None)
        {
            return Ok(Vec::new());
        }
        let mut subscripts = Vec::with_capacity(items.len());
        for item in items {
            let span = Span::from(item.range());
            match self.value(item)? {
                Value::Affine(e) => subscripts.push(e),
                other => {
                    return Err(unexpected(
                        span,
                        &other,
                        "an affine expression of dimensions, or `None` alone",
                    ));
                }
            }
        }
        Ok(subscripts)
    }

    /// The names of `[D.kh, D.kw]`, `[[D.kw]]`, `[D.kw]`.
    pub fn dims(&self, slice: &Python) -> Result<Vec<String>, Diagnostic> {
        let span = Span::from(slice.range());
        let items = match self.value(slice)? {
            Value::List(items) => items,
            one => vec![one],
        };
        let mut dims: Vec<String> = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Value::Affine(Affine::Dim(name)) if dims.contains(&name) => {
                    let message = format!("the dimension `D.{name}` is there twice");
                    return Err(Diagnostic::new(span, message).expected("each dimension once"));
                }
                Value::Affine(Affine::Dim(name)) => dims.push(name),
                other => return Err(unexpected(span, &other, "dimensions such as `D.k`")),
            }
        }
        Ok(dims)
    }

    /// `UnaryFn.exp(x)`, `TypeFn.cast_signed(U, x)`, `fun(a, b)`, `const(1)`, `index(D.m)`.
    pub fn call(&self, call: &ExprCall) -> Evaluated {
        let span = Span::from(call.range());
        let callee = self.value(&call.func)?;
        if let Some(keyword) = call.arguments.keywords.first() {
            let mistake = Diagnostic::new(keyword.range, "found an argument with a name");
            return Err(mistake.expected("arguments by their positions"));
        }
        let arguments = &call.arguments.args;
        match callee {
            Value::Function(function) => self.applied(Callee::Function(function), function, arguments, span),
            Value::FunctionAttribute(number) => match self.parameters.get(number).map(|p| &p.kind) {
                Some(ParameterKind::Function { default }) => {
                    self.applied(Callee::Attribute(number), *default, arguments, span)
                }
                _ => Err(Diagnostic::new(span, "the attribute is no function")),
            },
            Value::ReduceUse(callee, dims) => {
                let [argument] = counted(arguments, 1, span)? else {
                    return Err(Diagnostic::new(span, "found several arguments").expected("one"));
                };
                let value = self.value(argument)?;
                let argument = self.scalar(value, argument.range().into())?;
                let reduction = Reduction {
                    callee,
                    dims,
                    argument,
                };
                Ok(Value::Reduction(Box::new(reduction)))
            }
            Value::Builtin(Builtin::Const) => {
                let argument = counted(arguments, 1, span)?.first();
                let value = argument
                    .map(|a| self.value(a))
                    .transpose()?
                    .unwrap_or(Value::None);
                let value = constant(&value, span)
                    .ok_or_else(|| unexpected(span, &value, "an integer or a finite float in `const(…)`"))?;
                Ok(Value::Expr(value))
            }
            Value::Builtin(Builtin::Index) => {
                let argument = counted(arguments, 1, span)?.first();
                match argument.map(|a| self.value(a)).transpose()? {
                    Some(Value::Affine(Affine::Dim(name))) => {
                        let kind = ExprKind::Index(name);
                        Ok(Value::Expr(Expr { kind, span }))
                    }
                    other => Err(unexpected(
                        span,
                        &other.unwrap_or(Value::None),
                        "a dimension such as `D.m` in `index(…)`",
                    )),
                }
            }
            Value::Builtin(builtin) => {
                let place = match builtin {
                    Builtin::Domain | Builtin::Implements | Builtin::Defines => "as a statement of its own",
                    _ => "as the default of a parameter",
                };
                let mistake = Diagnostic::new(span, "the call has no value");
                Err(mistake.expected(format!("it {place}")))
            }
            Value::ReduceFunction(_) => {
                let mistake = Diagnostic::new(span, "the reduction has no dimensions");
                Err(mistake.expected("them in brackets, as in `ReduceFn.add[D.k](…)`"))
            }
            other => Err(unexpected(call.func.range().into(), &other, "a function")),
        }
    }

    /// A function of these arguments; a conversion has a type in front of its value.
    fn applied(&self, callee: Callee, function: Function, arguments: &[Python], span: Span) -> Evaluated {
        let (to, arguments) = match function {
            Function::Type(_) => {
                let [to, value] = counted(arguments, 2, span)? else {
                    return Err(Diagnostic::new(span, "found no value").expected("a type and a value"));
                };
                match self.value(to)? {
                    Value::Type(ty) => (Some(ty), std::slice::from_ref(value)),
                    other => {
                        let expected = "a type variable such as `U` as the first argument of a conversion";
                        return Err(unexpected(to.range().into(), &other, expected));
                    }
                }
            }
            _ => (None, counted(arguments, function.arity(), span)?),
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(argument)?;
            values.push(self.scalar(value, argument.range().into())?);
        }
        call_of(callee, to, values, span).map(Value::Expr)
    }
}

/// The arguments, of which there are as many as there should be.
fn counted(arguments: &[Python], count: usize, span: Span) -> Result<&[Python], Diagnostic> {
    if arguments.len() == count {
        return Ok(arguments);
    }
    let mistake = Diagnostic::new(
        span,
        match arguments.len() {
            1 => "found 1 argument".to_string(),
            n => format!("found {n} arguments"),
        },
    );
    Err(mistake.expected(count.to_string()))
}
