//! The parts of a `krnl.iterate`.

use std::sync::Arc;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::op::OpCode;

/// The parts of a `krnl.iterate`: the loops that it runs, the loops whose bounds it gives, and the values that it carries.
#[derive(Clone, Debug)]
pub struct Iterate {
    pub body: BlockId,
    /// The loops that it runs, which the schedule made.
    pub optimized: Vec<ValueId>,
    /// The loops whose bounds it gives, which `krnl.define_loops` made.
    pub inputs: Vec<Input>,
    /// The values that the first iteration gets.
    pub inits: Vec<ValueId>,
    /// The same in the body.
    pub carried: Vec<ValueId>,
    /// The same behind the last iteration.
    pub results: Vec<ValueId>,
}

/// A loop with its bounds.
#[derive(Clone, Debug)]
pub struct Input {
    pub input: ValueId,
    /// The greatest result.
    pub lower: Bound,
    /// The least result.
    pub upper: Bound,
    /// The argument of the body that is its induction variable.
    pub variable: ValueId,
}

/// A map and what it is applied to.
#[derive(Clone, Debug)]
pub struct Bound {
    pub map: Arc<AffineMap>,
    pub operands: Vec<ValueId>,
}

impl Iterate {
    /// The parts of an operation; `None` where its operands, attributes and arguments do not fit each other.
    pub fn of(module: &Module, op: OpId) -> Option<Iterate> {
        let data = module.op(op);
        if data.code() != Some(OpCode::KrnlIterate) || data.regions.len() != 1 {
            return None;
        }
        let body = module.single_block(op, 0)?;
        let arguments = module.block(body).arguments.as_slice();
        let count = data.attribute("num_optimized_loops")?.as_i64()?;
        let (optimized, mut rest) = data.operands.split_at_checked(usize::try_from(count).ok()?)?;
        let Attribute::Array(maps) = data.attribute("bounds")? else {
            return None;
        };
        let maps: Vec<&Arc<AffineMap>> = maps.iter().map(|m| m.as_affine_map()).collect::<Option<_>>()?;
        let (variables, carried) = arguments.split_at_checked(maps.len() / 2)?;
        let mut inputs = Vec::with_capacity(variables.len());
        for (pair, &variable) in maps.chunks(2).zip(variables) {
            let [lower, upper] = pair else { return None };
            let (&input, behind) = rest.split_first()?;
            let (lower, behind) = Bound::of(lower, behind)?;
            let (upper, behind) = Bound::of(upper, behind)?;
            rest = behind;
            inputs.push(Input {
                input,
                lower,
                upper,
                variable,
            });
        }
        let is_whole =
            maps.len().is_multiple_of(2) && rest.len() == carried.len() && rest.len() == data.results.len();
        is_whole.then(|| Iterate {
            body,
            optimized: optimized.to_vec(),
            inputs,
            inits: rest.to_vec(),
            carried: carried.to_vec(),
            results: data.results.to_vec(),
        })
    }
}

impl Bound {
    /// The bound and the operands behind its own.
    fn of<'v>(map: &Arc<AffineMap>, operands: &'v [ValueId]) -> Option<(Bound, &'v [ValueId])> {
        let count = usize::try_from(u64::from(map.num_dims) + u64::from(map.num_symbols)).ok()?;
        let (own, behind) = operands.split_at_checked(count)?;
        let bound = Bound {
            map: map.clone(),
            operands: own.to_vec(),
        };
        Some((bound, behind))
    }
}
