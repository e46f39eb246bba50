//! What is computed of constants alone, as constants: weights in another order, the factors of a normalisation.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::{Attribute, DenseElements, FloatValue};
use crate::clone::Mapping;
use crate::interpret::concrete::Scalar;
use crate::interpret::{Limits, Memory, Value, run};
use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::linalg::structured;
use crate::op::OpCode;
use crate::types::{FunctionType, Type};

use super::rebuild::static_shape;
use super::replace;

/// Elements of a tensor that is computed here, and operations that all may take. Arbitrary: what takes a second.
const MOST_ELEMENTS: i64 = 1 << 18;
const MOST_STEPS: u64 = 20_000_000;

/// Puts constants in the place of what operations of a block compute of constants.
pub fn fold(module: &mut Module, block: BlockId) {
    let mut known: FxHashSet<ValueId> = FxHashSet::default();
    let mut folded: Vec<OpId> = Vec::new();
    let mut results: Vec<ValueId> = Vec::new();
    for &op in &module.block(block).ops {
        let data = module.op(op);
        let is_source = matches!(data.code(), Some(OpCode::Constant | OpCode::TensorEmpty));
        let is_given = is_source && data.operands.is_empty();
        if !is_given && !is_computed(module, op, &known) {
            continue;
        }
        known.extend(data.results.iter().copied());
        folded.push(op);
        if !is_given {
            results.extend(data.results.iter().copied());
        }
    }
    results.retain(|&value| module.ty(value).element().is_float());
    if results.is_empty() {
        return;
    }
    let Some(values) = values_of(module, &folded, &results) else {
        return;
    };
    let constants: FxHashMap<ValueId, Attribute> = results
        .iter()
        .zip(values)
        .filter_map(|(&value, attribute)| Some((value, attribute?)))
        .collect();
    let mut replaced = FxHashMap::default();
    for op in std::mem::take(&mut module.block_mut(block).ops) {
        let (span, result) = (module.op(op).span, module.op(op).results.first().copied());
        let Some((result, attribute)) = result.and_then(|result| Some((result, constants.get(&result)?)))
        else {
            module.attach(block, op);
            continue;
        };
        let new = NewOp::new(OpCode::Constant).attribute("value", attribute.clone());
        let new = NewOp { span, ..new };
        let constant = module.append_value(block, new.result(module.ty(result).clone()));
        replaced.insert(result, constant);
    }
    replace(module, block, &replaced);
}

/// Whether an operation computes small tensors of what is known. What only repeats one number is as good as that number.
fn is_computed(module: &Module, op: OpId, known: &FxHashSet<ValueId>) -> bool {
    let data = module.op(op);
    let is_small = |value: &ValueId| {
        static_shape(module.ty(*value)).is_some_and(|shape| {
            let count = shape.iter().try_fold(1i64, |all, n| all.checked_mul(*n));
            count.is_some_and(|count| (1..=MOST_ELEMENTS).contains(&count))
        })
    };
    let is_shape = matches!(
        data.code(),
        Some(OpCode::TensorCollapseShape | OpCode::TensorExpandShape)
    );
    let is_structured = structured(module, op).is_some_and(|nest| {
        let inputs = nest.inputs.iter();
        inputs.clone().count() > 0 && inputs.clone().any(|v| matches!(module.ty(*v), Type::Tensor(_)))
    });
    let mut is_known = (is_shape || is_structured) && data.results.len() == 1;
    is_known = is_known
        && data
            .results
            .iter()
            .chain(&data.operands)
            .all(|v| is_small(v) || !matches!(module.ty(*v), Type::Tensor(_)));
    let mut inside = FxHashSet::default();
    module.walk(op, &mut |inner| {
        let data = module.op(inner);
        is_known &= data
            .operands
            .iter()
            .all(|v| known.contains(v) || inside.contains(v));
        inside.extend(data.results.iter().copied());
        for &region in &data.regions {
            for &block in &module.region(region).blocks {
                inside.extend(module.block(block).arguments.iter().copied());
            }
        }
    });
    is_known
}

/// What operations compute, by running them; `None` of a value that is not all defined.
fn values_of(module: &Module, ops: &[OpId], results: &[ValueId]) -> Option<Vec<Option<Attribute>>> {
    const NAME: &str = "folded";
    let mut alone = module.clone();
    let body = alone.body();
    alone.block_mut(body).ops.clear();
    let outputs = results.iter().map(|v| module.ty(*v).clone()).collect();
    let ty = FunctionType {
        inputs: Vec::new(),
        results: outputs,
    };
    let function = NewOp::new(OpCode::Func)
        .attribute("sym_name", Attribute::string(NAME))
        .attribute("function_type", Attribute::Type(Type::Function(Arc::new(ty))));
    let function = alone.append(body, function);
    let region = alone.add_region(function);
    let block = alone.add_block(region);
    let mut mapping = Mapping::default();
    for &op in ops {
        let copy = alone.clone_op(op, &mut mapping);
        alone.attach(block, copy);
    }
    let returned: Option<Vec<ValueId>> = results.iter().map(|v| mapping.get(v).copied()).collect();
    alone.append(block, NewOp::new(OpCode::Return).operands(returned?));
    let limits = Limits {
        steps: MOST_STEPS,
        ..Limits::default()
    };
    let values = run(&alone, NAME, &mut Memory::new(), &[], &limits).ok()?;
    let attributes = results.iter().zip(values).map(|(&result, value)| match value {
        Value::Tensor(tensor) => constant(module.ty(result), &tensor.cells),
        _ => None,
    });
    Some(attributes.collect())
}

fn constant(ty: &Type, cells: &[Scalar]) -> Option<Attribute> {
    let Type::Float(kind) = *ty.element() else {
        return None;
    };
    let one = |cell: &Scalar| {
        Some(Attribute::Float(FloatValue {
            bits: cell.bits()?,
            kind,
        }))
    };
    let mut elements = cells.iter().map(one).collect::<Option<Vec<Attribute>>>()?;
    if elements.windows(2).all(|pair| pair[0] == pair[1]) {
        elements.truncate(1);
    }
    Some(Attribute::DenseElements(Arc::new(DenseElements {
        ty: ty.clone(),
        elements,
    })))
}
