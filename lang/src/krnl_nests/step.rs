//! A loop of a nest.

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::op::OpCode;

/// The attribute of a loop that is to be unrolled.
pub(super) const UNROLLED: &str = "unrolled";

/// A loop.
#[derive(Clone)]
pub(super) struct Step {
    pub op: OpId,
    pub body: BlockId,
    pub variable: ValueId,
    pub lower: (AffineMap, Vec<ValueId>),
    pub upper: (AffineMap, Vec<ValueId>),
    pub step: i64,
    pub is_parallel: bool,
    pub is_unrolled: bool,
    pub inits: Vec<ValueId>,
    pub carried: Vec<ValueId>,
    /// The loop over the blocks inside of one of which it runs.
    pub block: Option<usize>,
    /// Which of the roots it is.
    pub root: Option<usize>,
}

impl Step {
    pub fn of(module: &Module, op: OpId) -> Option<Step> {
        let data = module.op(op);
        let body = module.single_block(op, 0)?;
        let (names, step, is_parallel) = match data.code()? {
            OpCode::AffineFor => (
                ["lowerBoundMap", "upperBoundMap"],
                data.attribute("step")?.as_i64()?,
                false,
            ),
            OpCode::AffineParallel => {
                let steps = data.attribute("steps")?.as_i64_list()?;
                (["lowerBoundsMap", "upperBoundsMap"], *steps.first()?, true)
            }
            _ => return None,
        };
        let [lower, upper] = names.map(|name| data.attribute(name).and_then(Attribute::as_affine_map));
        let (lower, upper) = (lower?, upper?);
        let (first, rest) = data.operands.split_at_checked(lower.num_inputs())?;
        let (second, inits) = rest.split_at_checked(upper.num_inputs())?;
        let (&variable, carried) = module.block(body).arguments.split_first()?;
        Some(Step {
            op,
            body,
            variable,
            lower: ((**lower).clone(), first.to_vec()),
            upper: ((**upper).clone(), second.to_vec()),
            step,
            is_parallel,
            is_unrolled: data.attribute(UNROLLED).is_some(),
            inits: inits.to_vec(),
            carried: carried.to_vec(),
            block: None,
            root: None,
        })
    }
}
