//! The functions that C calls where the IR of a function comes from C: with the parameters of the C file.
//!
//! Attributes of arguments say what C does not pass:
//!
//! | attribute | of an argument that |
//! |---|---|
//! | `c.extents = affine_map<()[s0, …] -> (…)>` | is a memref whose open extents are these sums, products and quotients of the integer arguments, in order; C passes its pointer alone |
//! | `c.first = affine_map<()[s0, …] -> (…)>` | is a memref whose first element is at this first subscript of C's pointer |
//! | `c.global = "name"` | is the address of a global variable |
//! | `c.pointer = "name"` | is the pointer that a global variable holds |
//! | `c.unsigned` | is an integer that is never negative |

use inkwell::IntPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Linkage;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue};
use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::Op;
use ovolo_lang::types::{Dim, Type};

use crate::abi::{Component, Signature};
use crate::emit::{Emitter, function_type};
use crate::error::{LowerError, Result};

/// Whether C passes something else than the arguments of the function.
pub(crate) fn has_own_interface(function: &Op, arguments: usize) -> bool {
    let names = ["c.extents", "c.first", "c.global", "c.pointer"];
    (0..arguments).any(|at| {
        names
            .iter()
            .any(|name| function.argument_attribute(at, name).is_some())
    })
}

/// Makes the function internal, and one in its place that C calls.
pub(crate) fn define<'c>(
    emit: &Emitter<'c>,
    op: &Op,
    signature: &Signature,
    function: FunctionValue<'c>,
) -> Result<()> {
    let name = &signature.name;
    function.as_global_value().set_name(&format!("{name}.extents"));
    function.set_linkage(Linkage::Internal);
    let is_passed = |at: usize| {
        ["c.global", "c.pointer"]
            .iter()
            .all(|n| op.argument_attribute(at, n).is_none())
    };
    let mut parameters = Vec::new();
    for (at, ty) in signature.parameters.iter().enumerate() {
        if is_passed(at) {
            let parts = Component::of_type(ty)?;
            let count = if op.argument_attribute(at, "c.extents").is_some() {
                1
            } else {
                parts.len()
            };
            for part in &parts[..count] {
                parameters.push(part.llvm_type(emit)?);
            }
        }
    }
    let outs = signature.out_components()?.len();
    let out = inkwell::types::BasicTypeEnum::from(emit.pointer_type());
    parameters.resize(parameters.len() + outs, out);
    let result = signature.returned().map(|ty| emit.value_type(ty)).transpose()?;
    let entry = emit
        .module
        .add_function(name, function_type(result, &parameters, emit.context), None);
    for attribute in function.attributes(AttributeLoc::Function) {
        entry.add_attribute(AttributeLoc::Function, attribute);
    }
    if signature.returned() == Some(&Type::I1) {
        entry.add_attribute(AttributeLoc::Return, emit.enum_attribute("zeroext", 0));
    }
    let block = emit.context.append_basic_block(entry, "entry");
    emit.builder.position_at_end(block);

    let mut given = entry.get_params().into_iter();
    let missing = || LowerError::internal("a parameter is missing");
    let mut parts: Vec<Vec<BasicValueEnum<'c>>> = Vec::new();
    let mut integers = Vec::new();
    for (at, ty) in signature.parameters.iter().enumerate() {
        if let Some(pointer) = global(emit, op, at)? {
            parts.push(vec![pointer]);
            continue;
        }
        let count = match op.argument_attribute(at, "c.extents") {
            Some(_) => 1,
            None => Component::of_type(ty)?.len(),
        };
        let own = (0..count)
            .map(|_| given.next().ok_or_else(missing))
            .collect::<Result<Vec<_>>>()?;
        if let (Type::Integer(_), BasicValueEnum::IntValue(value)) = (ty, own[0]) {
            let wide = match op.argument_attribute(at, "c.unsigned") {
                Some(_) => emit
                    .builder
                    .build_int_z_extend_or_bit_cast(value, emit.index_type(), ""),
                None => emit
                    .builder
                    .build_int_s_extend_or_bit_cast(value, emit.index_type(), ""),
            };
            integers.push(wide?);
        }
        parts.push(own);
    }
    for (at, own) in parts.iter_mut().enumerate() {
        if let Some(map) = op
            .argument_attribute(at, "c.extents")
            .and_then(Attribute::as_affine_map)
        {
            for extent in &map.results {
                own.push(value_of(emit, extent, &integers)?.into());
            }
        }
        if let Some(first) = op
            .argument_attribute(at, "c.first")
            .and_then(Attribute::as_affine_map)
        {
            own[0] = first_element(emit, &signature.parameters[at], own, first, &integers)?;
        }
    }
    parts.push(given.collect());
    let arguments: Vec<BasicMetadataValueEnum<'c>> = parts.into_iter().flatten().map(Into::into).collect();
    if arguments.len() != function.count_params() as usize {
        return Err(LowerError::new(
            "the attributes of the arguments do not give all their extents",
        ));
    }
    let call = emit.builder.build_call(function, &arguments, "")?;
    match call.try_as_basic_value().basic() {
        Some(value) => emit.builder.build_return(Some(&value))?,
        None => emit.builder.build_return(None)?,
    };
    Ok(())
}

/// The address of the first element of a memref, which has the first subscript `first` of the pointer that C passes.
fn first_element<'c>(
    emit: &Emitter<'c>,
    ty: &Type,
    parts: &[BasicValueEnum<'c>],
    first: &AffineMap,
    integers: &[IntValue<'c>],
) -> Result<BasicValueEnum<'c>> {
    let given = || LowerError::new("`c.first` is of no memref with a pointer and extents of its own");
    let memref = ty.as_memref().ok_or_else(given)?;
    let (Some(BasicValueEnum::PointerValue(pointer)), Some(first)) = (parts.first(), first.results.first())
    else {
        return Err(given());
    };
    let mut elements = value_of(emit, first, integers)?;
    let mut open = parts[1..].iter();
    for (number, extent) in memref.shape.as_ref().ok_or_else(given)?.iter().enumerate() {
        let extent = match extent {
            Dim::Fixed(extent) => emit.index(*extent),
            Dim::Dynamic => open.next().ok_or_else(given)?.into_int_value(),
        };
        if number > 0 {
            elements = emit.builder.build_int_mul(elements, extent, "")?;
        }
    }
    let element = emit.value_type(&memref.element)?;
    // SAFETY: without `inbounds` any address may be computed.
    let address = unsafe { emit.builder.build_gep(element, *pointer, &[elements], "") }?;
    Ok(address.into())
}

/// The pointer of an argument that C does not pass.
fn global<'c>(emit: &Emitter<'c>, op: &Op, at: usize) -> Result<Option<BasicValueEnum<'c>>> {
    let named = |key: &str| op.argument_attribute(at, key).and_then(Attribute::as_str);
    let symbol = |name: &str| {
        let known = emit.module.get_global(name);
        known
            .unwrap_or_else(|| emit.module.add_global(emit.pointer_type(), None, name))
            .as_pointer_value()
    };
    if let Some(name) = named("c.global") {
        return Ok(Some(symbol(name).into()));
    }
    let Some(name) = named("c.pointer") else {
        return Ok(None);
    };
    Ok(Some(emit.builder.build_load(
        emit.pointer_type(),
        symbol(name),
        "",
    )?))
}

fn value_of<'c>(emit: &Emitter<'c>, e: &AffineExpr, integers: &[IntValue<'c>]) -> Result<IntValue<'c>> {
    match e {
        AffineExpr::Constant(c) => Ok(emit.index(*c)),
        AffineExpr::Symbol(s) if (*s as usize) < integers.len() => Ok(integers[*s as usize]),
        AffineExpr::Binary(op @ (AffineOp::Add | AffineOp::Mul), parts) => {
            let (a, b) = (
                value_of(emit, &parts.0, integers)?,
                value_of(emit, &parts.1, integers)?,
            );
            Ok(match op {
                AffineOp::Add => emit.builder.build_int_add(a, b, "")?,
                _ => emit.builder.build_int_mul(a, b, "")?,
            })
        }
        AffineExpr::Binary(AffineOp::FloorDiv, parts) if parts.1.as_constant().is_none_or(|c| c > 0) => {
            let (a, mut b) = (
                value_of(emit, &parts.0, integers)?,
                value_of(emit, &parts.1, integers)?,
            );
            // By an argument that is not positive the extents say nothing, but nothing may end the program.
            if parts.1.as_constant().is_none() {
                let one = emit.index(1);
                let is_positive = emit.builder.build_int_compare(IntPredicate::SGE, b, one, "")?;
                b = emit
                    .builder
                    .build_select(is_positive, b, one, "")?
                    .into_int_value();
            }
            // The remainder of a negative number is none or negative.
            let rest = emit.builder.build_int_signed_rem(a, b, "")?;
            let rest = emit
                .builder
                .build_int_signed_rem(emit.builder.build_int_add(rest, b, "")?, b, "")?;
            let whole = emit.builder.build_int_sub(a, rest, "")?;
            Ok(emit.builder.build_int_signed_div(whole, b, "")?)
        }
        _ => Err(LowerError::new(
            "an extent is not made of sums, products and quotients of the integer parameters",
        )),
    }
}
