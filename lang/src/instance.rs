//! Instances of definitions: `matmul(tensor<64x32xf32>, tensor<32x16xf32>, tensor<64x16xf32>)` as a function with a
//! `linalg.generic`.

mod request;

use ovolo_opdsl::{Argument, Operation, Parameter, ParameterKind, TypeVar};

use crate::affine::AffineExpr;
use crate::attribute::{Attribute, NamedAttribute};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Module, OpId, ValueId};
use crate::linalg::{Body, Definition, Loops, Source, generic_operation, loops_of, predefined};
use crate::op::OpCode;
use crate::parse::parse_module;
use crate::structure::verify;
use crate::types::Type;

use request::{Given, Request};

/// Why there is no such instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceMistake {
    /// In the text that asks for it.
    Request(Diagnostic),
    /// In the file of the definition.
    Definition(Diagnostic),
}

/// A module with one function, of the operation's name, that applies it to its arguments. A result that is a tensor is the
/// function's result.
pub fn instantiate(operations: &[Operation], text: &str) -> Result<Module, InstanceMistake> {
    let request = Request::read(text).map_err(InstanceMistake::Request)?;
    let wrong = |span: Span, message: String, help: String| {
        InstanceMistake::Request(Diagnostic::new(span, message).help(help))
    };
    let Some(operation) = operations.iter().find(|o| o.name == request.name) else {
        let known: Vec<&str> = operations.iter().map(|o| o.name.as_str()).collect();
        let message = format!("no operation is called `{}`", request.name);
        return Err(wrong(
            request.name_span,
            message,
            format!("expected one of {}", known.join(", ")),
        ));
    };
    let definition = Definition::of(operation).map_err(InstanceMistake::Definition)?;
    let parameters: Vec<&Parameter> = operation.operands().collect();
    if request.operands.len() != parameters.len() {
        let message = format!("found {} types of operands", request.operands.len());
        return Err(wrong(
            request.span,
            message,
            format!("expected {}: {}", parameters.len(), signature(operation)),
        ));
    }
    operands_fit(&definition, &parameters, &request.operands).map_err(InstanceMistake::Request)?;
    let attributes = attributes(operation, &request).map_err(InstanceMistake::Request)?;
    let types: Vec<Type> = request.operands.iter().map(|o| o.ty.clone()).collect();
    let ranks: Vec<Option<u32>> = types.iter().map(rank).collect();
    let constants = constants(&definition, &request);
    let Some(loops) = loops_of(&definition, &ranks, &constants) else {
        return Err(wrong(
            request.span,
            "the operands make no loop nest".to_string(),
            signature(operation),
        ));
    };
    let elements: Vec<Type> = types.iter().map(|ty| ty.element().clone()).collect();
    let body = Body::of(&definition, &elements, &attributes).map_err(|mistake| {
        InstanceMistake::Definition(Diagnostic::new(mistake.span.into(), mistake.message).help(format!(
            "of `{text}`: expected one type of elements, or conversions such as `TypeFn.cast_signed(U, …)`"
        )))
    })?;
    yields_the_output(&definition, &body, &elements).map_err(InstanceMistake::Definition)?;
    let module = function(operation, &types, loops, body).ok_or_else(|| {
        wrong(
            request.span,
            "the operands make no operation".to_string(),
            signature(operation),
        )
    })?;
    match verify(&module) {
        Ok(()) => Ok(module),
        Err(mistakes) => {
            let first = mistakes.into_iter().next();
            let first = first.unwrap_or_else(|| Diagnostic::new(request.span, "the operation is not valid"));
            Err(InstanceMistake::Request(Diagnostic {
                span: request.span,
                notes: Vec::new(),
                ..first
            }))
        }
    }
}

/// What the operation takes, for diagnostics.
fn signature(operation: &Operation) -> String {
    let operands: Vec<String> = operation.operands().map(|p| p.to_string()).collect();
    operands.join(", ")
}

fn rank(ty: &Type) -> Option<u32> {
    let shape = match ty {
        Type::MemRef(m) => m.shape.as_ref()?.len(),
        Type::Tensor(t) => t.shape.as_ref()?.len(),
        _ => return None,
    };
    u32::try_from(shape).ok()
}

/// Scalars for scalars, tensors or memrefs of the rank for tensors, and one type for each type variable.
fn operands_fit(
    definition: &Definition,
    parameters: &[&Parameter],
    operands: &[Given],
) -> Result<(), Diagnostic> {
    let mut bound: Vec<(&TypeVar, &Type)> = Vec::new();
    for ((parameter, operand), declared) in parameters.iter().zip(operands).zip(&definition.operands) {
        let wrong = |message: String, help: &str| {
            Diagnostic::new(operand.span, message).help(format!("expected {help}"))
        };
        let name = &parameter.name;
        let found = rank(&operand.ty);
        match (&parameter.kind, found) {
            (ParameterKind::Scalar { .. }, None) if is_number(&operand.ty) => {}
            (ParameterKind::Scalar { .. }, _) => {
                return Err(wrong(format!("`{name}` is a scalar"), "a type such as `f32`"));
            }
            (_, None) => {
                return Err(wrong(
                    format!("`{name}` is a tensor"),
                    "a ranked tensor or memref",
                ));
            }
            (_, Some(found)) => {
                let expected = declared.subscripts.as_ref().map(|map| map.results.len() as u32);
                if let Some(expected) = expected.filter(|e| *e != found) {
                    let message = format!("`{name}` has rank {found}");
                    return Err(wrong(message, &format!("rank {expected}")));
                }
            }
        }
        let Some(variable) = parameter.ty() else { continue };
        let element = operand.ty.element();
        let known = predefined(variable);
        let known = known
            .as_ref()
            .or_else(|| Some(bound.iter().find(|(v, _)| *v == variable)?.1));
        if let Some(known) = known.filter(|known| *known != element) {
            let message = format!("the elements of `{name}` have the type `{element}`");
            return Err(wrong(
                message,
                &format!("`{known}`, which the type variable `{}` is", variable.0),
            ));
        }
        bound.push((variable, element));
    }
    Ok(())
}

fn is_number(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Float(_) | Type::Integer(_) | Type::Index | Type::Complex(_)
    )
}

/// The function attributes as the region sees them, once all attributes are known to be such of the operation.
fn attributes(operation: &Operation, request: &Request) -> Result<Vec<NamedAttribute>, Diagnostic> {
    let mut attributes = Vec::new();
    for (name, argument, span) in &request.attributes {
        let wrong = |message: String, help: String| Diagnostic::new(*span, message).help(help);
        let parameter = operation
            .parameters
            .iter()
            .find(|p| p.is_attribute() && p.name == *name);
        let Some(parameter) = parameter else {
            let known = operation.parameters.iter().filter(|p| p.is_attribute());
            let known: Vec<String> = known.map(|p| p.to_string()).collect();
            let help = match known.is_empty() {
                true => "expected types of operands only".to_string(),
                false => format!("expected one of {}", known.join(", ")),
            };
            return Err(wrong(
                format!("`{}` has no attribute `{name}`", operation.name),
                help,
            ));
        };
        match (&parameter.kind, argument) {
            (ParameterKind::Index { symbols, .. }, Argument::Integers(values))
                if values.len() == symbols.len() => {}
            (ParameterKind::Index { symbols, .. }, _) => {
                let help = format!("expected a list of {} integers", symbols.len());
                return Err(wrong(format!("`{name}` is an index attribute"), help));
            }
            (ParameterKind::Function { default }, Argument::Function(function))
                if function.kind() == default.kind() =>
            {
                let value = format!("#linalg.{}_fn<{}>", function.kind(), function.name());
                attributes.push((name.as_str().into(), Attribute::Opaque(value.into())));
            }
            (ParameterKind::Function { default }, _) => {
                let help = format!("expected one of `{}`", default.namespace());
                return Err(wrong(format!("`{name}` is a function attribute"), help));
            }
            _ => {}
        }
    }
    Ok(attributes)
}

/// The values of the index attributes, all of them in their order.
fn constants(definition: &Definition, request: &Request) -> Vec<AffineExpr> {
    let mut constants = Vec::new();
    for parameter in &definition.parameters {
        let given = request
            .attributes
            .iter()
            .find(|(name, ..)| *name == parameter.name);
        let values = match given {
            Some((_, Argument::Integers(values), _)) => values,
            _ => &parameter.defaults,
        };
        constants.extend(values.iter().copied().map(AffineExpr::Constant));
    }
    constants
}

fn yields_the_output(definition: &Definition, body: &Body, elements: &[Type]) -> Result<(), Diagnostic> {
    let yielded = match body.yields.first() {
        Some(Source::Argument(number)) => body.arguments.get(*number),
        Some(Source::Step(number)) => body.steps.get(*number).map(|step| &step.result),
        None => None,
    };
    match (yielded, elements.last()) {
        (Some(yielded), Some(output)) if yielded != output => {
            let message =
                format!("the value has the type `{yielded}` and the elements of the output `{output}`");
            let span = definition.operation.value.span.into();
            Err(Diagnostic::new(span, message)
                .help("expected a conversion such as `TypeFn.cast_signed(U, …)`"))
        }
        _ => Ok(()),
    }
}

/// A function of the operands; `None` where they make no operation.
fn function(operation: &Operation, types: &[Type], loops: Loops, body: Body) -> Option<Module> {
    let arguments = operation
        .operands()
        .zip(types)
        .map(|(p, ty)| format!("%{}: {ty}", p.name));
    let arguments: Vec<String> = arguments.collect();
    let output = operation.operands().position(|p| p.is_output())?;
    let (result, returned) = match types.get(output)? {
        ty @ Type::Tensor(_) => (
            format!(" -> {ty}"),
            format!(" %{} : {ty}", operation.operands().nth(output)?.name),
        ),
        _ => (String::new(), String::new()),
    };
    let name = &operation.name;
    let text = format!(
        "func.func @{name}({}){result} {{\n  return{returned}\n}}\n",
        arguments.join(", ")
    );
    let mut module = parse_module(&text).ok()?;
    let function: OpId = module.function(name)?;
    let block = module.single_block(function, 0)?;
    let values: Vec<ValueId> = module.block(block).arguments.to_vec();
    let (output, inputs) = values.split_last()?;
    let (maps, iterations) = loops;
    let op = generic_operation(
        &mut module,
        inputs,
        *output,
        &maps,
        &iterations,
        body,
        Span::default(),
    )?;
    let end = module.block(block).ops.last().copied()?;
    module.block_mut(block).ops.clear();
    module.attach(block, op);
    module.attach(block, end);
    let results = module.op(op).results.clone();
    if let (Some(result), Some(OpCode::Return)) = (results.first(), module.op(end).code()) {
        module.op_mut(end).operands = [*result].into_iter().collect();
    }
    Some(module)
}
