//! A structured operation as a loop nest: its operands, their subscripts, the kinds of its loops.

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::ir::{Module, Op, OpId, ValueId};
use crate::op::{Dialect, OpCode};
use crate::types::Type;

use super::definition::Definition;
use super::named::definition;

/// The attribute in which mlir-opt keeps the subscripts it computed for a named operation.
pub(crate) const MEMOIZED_MAPS: &str = "linalg.memoized_indexing_maps";

/// The iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// They write different elements.
    Parallel,
    /// They accumulate into the same elements.
    Reduction,
    Window,
}

/// A structured operation by its maps and its iterators.
#[derive(Debug)]
pub struct Structured {
    pub inputs: Vec<ValueId>,
    pub outputs: Vec<ValueId>,
    /// From the loops to the indices of each operand; a scalar has none.
    pub maps: Vec<AffineMap>,
    /// The loops, outermost first.
    pub iterations: Vec<Iteration>,
}

impl Structured {
    /// The operands and their dimensions that a loop runs over: those whose subscript is the loop itself. The first of them
    /// says how often it runs, and the others have the same extent.
    pub fn places_of(&self, number: u32) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.maps.iter().enumerate().flat_map(|(operand, map)| {
            let subscripts = map.results.iter().enumerate();
            subscripts.map(move |(dimension, subscript)| (operand, dimension, subscript))
        });
        all.filter(move |(_, _, subscript)| **subscript == AffineExpr::Dim(number))
            .map(|(operand, dimension, _)| (operand, dimension))
    }
}

impl Iteration {
    /// The kind with MLIR's name.
    pub fn from_name(name: &str) -> Option<Iteration> {
        match name {
            "parallel" => Some(Iteration::Parallel),
            "reduction" => Some(Iteration::Reduction),
            "window" => Some(Iteration::Window),
            _ => None,
        }
    }

    /// MLIR's name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Iteration::Parallel => "parallel",
            Iteration::Reduction => "reduction",
            Iteration::Window => "window",
        }
    }

    /// `#linalg.iterator_type<parallel>`.
    pub fn attribute(self) -> Attribute {
        Attribute::Opaque(format!("#linalg.iterator_type<{}>", self.name()).into())
    }

    pub(crate) fn from_attribute(attribute: &Attribute) -> Option<Iteration> {
        match attribute {
            Attribute::Opaque(text) => {
                let name = text.strip_prefix("#linalg.iterator_type<")?.strip_suffix('>')?;
                Iteration::from_name(name.trim())
            }
            _ => None,
        }
    }
}

/// The loop nest that the operation stands for; `None` when it is not a structured operation of linalg, or
/// its attributes and operands do not make one.
pub fn structured(module: &Module, op: OpId) -> Option<Structured> {
    loop_nest(module, module.op(op))
}

/// As [`structured`], of an operation at hand.
pub(crate) fn loop_nest(module: &Module, o: &Op) -> Option<Structured> {
    let code = o.code()?;
    let (inputs, outputs) = operand_groups(o)?;
    let (maps, iterations) = match code {
        OpCode::LinalgGeneric => generic(o)?,
        OpCode::LinalgMap => {
            let rank = rank(module, *outputs.first()?)?;
            (
                vec![AffineMap::identity(rank); o.operands.len()],
                vec![Iteration::Parallel; rank as usize],
            )
        }
        OpCode::LinalgReduce => reduce(o, rank(module, *inputs.first()?)?, inputs.len(), outputs.len())?,
        OpCode::LinalgTranspose => transpose(o, rank(module, *outputs.first()?)?)?,
        OpCode::LinalgBroadcast => {
            let rank = rank(module, *outputs.first()?)?;
            let maps = vec![dropped(rank, &dimensions(o)?), AffineMap::identity(rank)];
            (maps, vec![Iteration::Parallel; rank as usize])
        }
        _ => named(module, o, definition(code)?)?,
    };
    Some(Structured {
        inputs,
        outputs,
        maps,
        iterations,
    })
}

/// Removes the subscripts that mlir-opt adds to a named operation when they say only what the operation
/// says anyway.
pub(crate) fn forget_memoized_maps(module: &mut Module, op: OpId) {
    let o = module.op(op);
    let is_linalg = o.code().is_some_and(|code| code.dialect() == Dialect::Linalg);
    let Some(Attribute::Array(memoized)) = o.attribute(MEMOIZED_MAPS).filter(|_| is_linalg) else {
        return;
    };
    let same = structured(module, op).is_some_and(|nest| {
        let maps = memoized.iter().map(Attribute::as_affine_map);
        nest.maps.len() == memoized.len()
            && maps
                .zip(&nest.maps)
                .all(|(memoized, map)| memoized.is_some_and(|m| **m == *map))
    });
    if same {
        let attributes = &mut module.op_mut(op).attributes;
        attributes.retain(|(name, _)| **name != *MEMOIZED_MAPS);
    }
}

/// The inputs and the outputs of a structured operation.
pub fn operand_groups(op: &Op) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
    let count = op.operands.len();
    let inputs = match op.code()? {
        OpCode::LinalgMap => count.checked_sub(1)?,
        OpCode::LinalgReduce if count.is_multiple_of(2) && count > 0 => count / 2,
        OpCode::LinalgTranspose | OpCode::LinalgBroadcast if count == 2 => 1,
        OpCode::LinalgReduce | OpCode::LinalgTranspose | OpCode::LinalgBroadcast => return None,
        _ => {
            let sizes = op.attribute("operandSegmentSizes")?.as_i64_list()?;
            let [inputs, outputs] = sizes.as_slice() else {
                return None;
            };
            let inputs = usize::try_from(*inputs).ok()?;
            if inputs.checked_add(usize::try_from(*outputs).ok()?) != Some(count) {
                return None;
            }
            inputs
        }
    };
    let (inputs, outputs) = op.operands.split_at(inputs);
    Some((inputs.to_vec(), outputs.to_vec()))
}

/// Maps for the operands, and the kinds of the loops.
pub(crate) type Loops = (Vec<AffineMap>, Vec<Iteration>);

fn generic(op: &Op) -> Option<Loops> {
    let Attribute::Array(maps) = op.attribute("indexing_maps")? else {
        return None;
    };
    let Attribute::Array(iterations) = op.attribute("iterator_types")? else {
        return None;
    };
    let maps: Option<Vec<AffineMap>> = maps
        .iter()
        .map(|m| m.as_affine_map().map(|m| (**m).clone()))
        .collect();
    let iterations: Option<Vec<Iteration>> = iterations.iter().map(Iteration::from_attribute).collect();
    Some((maps?, iterations?))
}

fn reduce(op: &Op, rank: u32, inputs: usize, outputs: usize) -> Option<Loops> {
    let dimensions = dimensions(op)?;
    let mut maps = vec![AffineMap::identity(rank); inputs];
    maps.extend(vec![dropped(rank, &dimensions); outputs]);
    let iterations = (0..i64::from(rank)).map(|dim| match dimensions.contains(&dim) {
        true => Iteration::Reduction,
        false => Iteration::Parallel,
    });
    Some((maps, iterations.collect()))
}

/// The index i of the output is the index `permutation[i]` of the input.
fn transpose(op: &Op, rank: u32) -> Option<Loops> {
    let permutation = op.attribute("permutation")?.as_i64_list()?;
    let position = |input: u32| permutation.iter().position(|&p| p == i64::from(input));
    let results: Option<Vec<AffineExpr>> = (0..rank)
        .map(|input| position(input).map(|output| AffineExpr::Dim(output as u32)))
        .collect();
    let maps = vec![AffineMap::new(rank, 0, results?), AffineMap::identity(rank)];
    (permutation.len() == rank as usize).then(|| (maps, vec![Iteration::Parallel; rank as usize]))
}

fn named(module: &Module, op: &Op, definition: &Definition) -> Option<Loops> {
    let mut constants = Vec::new();
    for parameter in &definition.parameters {
        let values = match op.attribute(&parameter.name) {
            Some(attribute) => elements(attribute, parameter.count)?,
            None => parameter.defaults.clone(),
        };
        constants.extend(values.into_iter().map(AffineExpr::Constant));
    }
    let ranks: Vec<Option<u32>> = op.operands.iter().map(|&v| rank(module, v)).collect();
    loops_of(definition, &ranks, &constants)
}

/// The loops of a definition for operands of these ranks, `None` of a scalar, and for these values of its parameters.
pub(crate) fn loops_of(
    definition: &Definition,
    ranks: &[Option<u32>],
    constants: &[AffineExpr],
) -> Option<Loops> {
    if ranks.len() != definition.operands.len() {
        return None;
    }
    if definition.is_elementwise() {
        let rank = (*ranks.last()?)?;
        let map = |operand: &Option<u32>| match operand {
            Some(r) if *r > 0 => AffineMap::identity(rank),
            _ => AffineMap::new(rank, 0, Vec::new()),
        };
        let maps = ranks.iter().map(map).collect();
        return Some((maps, vec![Iteration::Parallel; rank as usize]));
    }
    let loops = definition.loops.len() as u32;
    let map = |map: &AffineMap| {
        let results = map.results.iter().map(|e| e.replace(&[], constants));
        AffineMap::new(loops, 0, results.collect())
    };
    let operands = definition.operands.iter();
    let maps: Option<Vec<AffineMap>> = operands.map(|o| o.subscripts.as_ref().map(map)).collect();
    let iterations = definition
        .operation
        .dims
        .iter()
        .map(|dim| match dim.is_reduction {
            true => Iteration::Reduction,
            false => Iteration::Parallel,
        });
    Some((maps?, iterations.collect()))
}

fn rank(module: &Module, value: ValueId) -> Option<u32> {
    let shape = match module.ty(value) {
        Type::MemRef(m) => m.shape.as_ref()?.len(),
        Type::Tensor(t) => t.shape.as_ref()?.len(),
        _ => return None,
    };
    u32::try_from(shape).ok()
}

fn dimensions(op: &Op) -> Option<Vec<i64>> {
    op.attribute("dimensions")?.as_i64_list()
}

/// The identity without these results.
fn dropped(rank: u32, dimensions: &[i64]) -> AffineMap {
    let kept = (0..rank).filter(|&dim| !dimensions.contains(&i64::from(dim)));
    AffineMap::new(rank, 0, kept.map(AffineExpr::Dim).collect())
}

/// The integers of `dense<…>`.
fn elements(attribute: &Attribute, count: usize) -> Option<Vec<i64>> {
    let Attribute::DenseElements(dense) = attribute else {
        return None;
    };
    let values: Option<Vec<i64>> = dense.elements.iter().map(Attribute::as_i64).collect();
    match values?.as_slice() {
        [value] => Some(vec![*value; count]),
        values => (values.len() == count).then(|| values.to_vec()),
    }
}
