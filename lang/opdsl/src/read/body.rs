//! The statements of a definition: its docstring, `domain`, `implements`, `defines`, local names and the assignment.

use std::collections::BTreeMap;

use ruff_python_ast::{Expr as Python, ExprCall, Operator, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;

use crate::affine::Affine;
use crate::check::{Assignment, Sketch, operation as checked};
use crate::diagnostic::{Diagnostic, Span};
use crate::docstring;
use crate::function::{Binary, Function};
use crate::operation::{Callee, Expr, ExprKind, Interface, Method, Operation, Parameter, ParameterKind};

use super::made::call_of;
use super::names::{Names, unexpected};
use super::parameters::parameters;
use super::value::{Builtin, Value};
use super::{first_word, string_statement};

/// Reads a definition and checks it.
pub fn operation(
    function: &StmtFunctionDef,
    name: String,
    class_name: String,
    aliases: &BTreeMap<String, Value>,
) -> Result<Operation, Diagnostic> {
    let declared = parameters(&function.parameters, &Names::new(&[aliases]))?;
    let index_dims = declared.iter().map(|d| d.index_dims.clone()).collect();
    let parameters: Vec<Parameter> = declared.into_iter().map(|d| d.parameter).collect();
    let mut locals = BTreeMap::new();
    for (number, parameter) in parameters.iter().enumerate() {
        let value = match &parameter.kind {
            ParameterKind::Tensor { .. } => Value::Tensor(number),
            ParameterKind::Scalar { .. } => Value::Expr(Expr {
                kind: ExprKind::Operand {
                    parameter: number,
                    subscripts: Vec::new(),
                },
                span: parameter.span,
            }),
            ParameterKind::Index { .. } => Value::IndexAttribute,
            ParameterKind::Function { .. } => Value::FunctionAttribute(number),
        };
        locals.insert(parameter.name.clone(), value);
    }
    let mut body = Body {
        aliases,
        parameters: &parameters,
        locals,
        domain: Vec::new(),
        interfaces: Vec::new(),
        methods: Vec::new(),
        assignment: None,
    };
    let documentation = function.body.first().and_then(string_statement);
    let statements = function.body.iter().skip(usize::from(documentation.is_some()));
    for statement in statements {
        body.statement(statement)?;
    }
    let span = Span::from(function.name.range);
    let Some(assignment) = body.assignment else {
        let mistake = Diagnostic::new(span, "the definition assigns nothing to its output");
        return Err(mistake.expected("an assignment such as `O[D.m] = I[D.m]`"));
    };
    let sketch = Sketch {
        index_dims,
        domain: body.domain,
        assignment,
    };
    checked(
        Operation {
            name,
            class_name,
            documentation: documentation.map(|text| docstring::cleaned(&text)),
            interfaces: body.interfaces,
            methods: body.methods,
            dims: Vec::new(),
            symbols: Vec::new(),
            value: sketch.assignment.value.clone(),
            warnings: Vec::new(),
            span,
            parameters,
        },
        sketch,
    )
}

struct Body<'a> {
    aliases: &'a BTreeMap<String, Value>,
    parameters: &'a [Parameter],
    locals: BTreeMap<String, Value>,
    /// The dimensions that `domain` lists, each with its place.
    domain: Vec<(String, Span)>,
    interfaces: Vec<Interface>,
    methods: Vec<Method>,
    assignment: Option<Assignment>,
}

impl Body<'_> {
    fn names(&self) -> Names<'_> {
        Names::within(&[&self.locals, self.aliases], self.parameters)
    }

    fn statement(&mut self, statement: &Stmt) -> Result<(), Diagnostic> {
        match statement {
            Stmt::Pass(_) => Ok(()),
            Stmt::Expr(e) => match &*e.value {
                Python::StringLiteral(_) => Ok(()),
                Python::Call(call) => self.directive(call),
                other => {
                    let mistake = Diagnostic::new(other.range(), "the expression has no effect");
                    Err(mistake.expected("`domain(…)`, `implements(…)`, `defines(…)` or an assignment"))
                }
            },
            Stmt::Assign(assign) => match assign.targets.as_slice() {
                [Python::Name(name)] => {
                    if self.parameters.iter().any(|p| p.name == name.id.as_str()) {
                        let mistake = Diagnostic::new(name.range, format!("`{}` is a parameter", name.id));
                        return Err(mistake
                            .expected("another name, or subscripts such as `[None]` behind the output"));
                    }
                    let value = self.names().value(&assign.value)?;
                    self.locals.insert(name.id.to_string(), value);
                    Ok(())
                }
                [target] => {
                    let output = self.target(target)?;
                    let value = self.names().value(&assign.value)?;
                    let (value, reduced) = match value {
                        Value::Reduction(reduction) => {
                            let value = self.reduced(&output, reduction.callee, reduction.argument)?;
                            (value, reduction.dims)
                        }
                        value => (
                            self.names().scalar(value, assign.value.range().into())?,
                            Vec::new(),
                        ),
                    };
                    self.assign(output, value, Some(reduced))
                }
                _ => Err(Diagnostic::new(assign.range, "found several targets").expected("one")),
            },
            Stmt::AugAssign(assign) => {
                let output = self.target(&assign.target)?;
                if assign.op != Operator::Add {
                    let mistake = Diagnostic::new(assign.range, "the reduction has no sign in OpDSL");
                    return Err(mistake.expected("`+=`, or a reduction such as `ReduceFn.mul[D.k](…)`"));
                }
                let value = self.names().value(&assign.value)?;
                let value = self.names().scalar(value, assign.value.range().into())?;
                let sum = Callee::Function(Function::Binary(Binary::Add));
                let value = self.reduced(&output, sum, value)?;
                self.assign(output, value, None)
            }
            other => {
                let mistake = Diagnostic::new(first_word(other), "the statement is outside of OpDSL");
                Err(mistake.expected("`domain(…)`, `implements(…)`, `defines(…)` or an assignment"))
            }
        }
    }

    /// `domain(D.m, D.n)`, `implements(ContractionOpInterface)`, `defines(Canonicalizer)`.
    fn directive(&mut self, call: &ExprCall) -> Result<(), Diagnostic> {
        let place = Span::from(call.func.range());
        let callee = self.names().value(&call.func)?;
        if let Some(keyword) = call.arguments.keywords.first() {
            return Err(Diagnostic::new(keyword.range, "found an argument with a name").expected("none"));
        }
        for argument in &call.arguments.args {
            let span = Span::from(argument.range());
            let value = self.names().value(argument)?;
            match (&callee, value) {
                (Value::Builtin(Builtin::Domain), Value::Affine(Affine::Dim(name))) => {
                    if self.domain.iter().any(|(other, _)| *other == name) {
                        let mistake =
                            Diagnostic::new(span, format!("the dimension `D.{name}` is there twice"));
                        return Err(mistake.expected("each dimension once"));
                    }
                    self.domain.push((name, span));
                }
                (Value::Builtin(Builtin::Implements), Value::Interface(i)) => self.interfaces.push(i),
                (Value::Builtin(Builtin::Defines), Value::Method(m)) => self.methods.push(m),
                (Value::Builtin(Builtin::Domain), other) => {
                    return Err(unexpected(span, &other, "a dimension such as `D.m`"));
                }
                (Value::Builtin(Builtin::Implements), other) => {
                    let expected = "`ContractionOpInterface`, `ConvolutionOpInterface` or `FillOpInterface`";
                    return Err(unexpected(span, &other, expected));
                }
                (Value::Builtin(Builtin::Defines), other) => {
                    return Err(unexpected(span, &other, "`Canonicalizer`"));
                }
                _ => break,
            }
        }
        match callee {
            Value::Builtin(Builtin::Domain | Builtin::Implements | Builtin::Defines) => Ok(()),
            other => Err(unexpected(
                place,
                &other,
                "`domain(…)`, `implements(…)` or `defines(…)`",
            )),
        }
    }

    /// The output with its subscripts.
    fn target(&self, target: &Python) -> Result<Expr, Diagnostic> {
        let span = Span::from(target.range());
        let value = match target {
            Python::Subscript(subscript) => self.names().subscript(subscript)?,
            other => self.names().value(other)?,
        };
        match &value {
            Value::Expr(e) => match e.kind {
                ExprKind::Operand { parameter, .. } if self.is_output(parameter) => Ok(e.clone()),
                ExprKind::Operand { .. } => {
                    let mistake = Diagnostic::new(span, "the operand is no output");
                    Err(mistake.expected("a tensor with `output=True`"))
                }
                _ => Err(unexpected(span, &value, "the output with its subscripts")),
            },
            other => Err(unexpected(
                span,
                other,
                "the output with its subscripts, or a name",
            )),
        }
    }

    fn is_output(&self, parameter: usize) -> bool {
        self.parameters.get(parameter).is_some_and(Parameter::is_output)
    }

    /// The output's element combined with another value.
    fn reduced(&self, output: &Expr, callee: Callee, value: Expr) -> Result<Expr, Diagnostic> {
        let span = value.span;
        call_of(callee, None, vec![output.clone(), value], span)
    }

    fn assign(&mut self, output: Expr, value: Expr, reduced: Option<Vec<String>>) -> Result<(), Diagnostic> {
        if self.assignment.is_some() {
            let mistake = Diagnostic::new(output.span, "the definition assigns to its output twice");
            return Err(mistake.expected("one assignment; local names hold what is computed on the way"));
        }
        self.assignment = Some(Assignment {
            output,
            value,
            reduced,
        });
        Ok(())
    }
}
