//! The loops of a nest that stand inside of each other one by one.

use rustc_hash::FxHashSet;

use crate::affine::{AffineExpr, AffineMap};
use crate::ir::{BlockId, Module, OpId, Span, ValueId};
use crate::op::OpCode;

use super::defined_below;
use super::step::Step;
use super::tile::TileCopy;

/// Loops that one set of scheduled loops may have. The number is arbitrary; it bounds the work.
const LONGEST: usize = 32;

/// The loops of a nest, outermost first.
pub(super) struct Path {
    pub steps: Vec<Step>,
    /// The loops that are no part of a block of another, by their numbers.
    pub roots: Vec<usize>,
    pub span: Span,
}

impl Path {
    pub fn of(module: &Module, op: OpId) -> Path {
        let inner = defined_below(module, op);
        let mut path = Path {
            steps: Vec::new(),
            roots: Vec::new(),
            span: module.op(op).span,
        };
        let mut next = Some(op);
        while let Some(step) = next
            .and_then(|op| Step::of(module, op))
            .filter(|_| path.steps.len() < LONGEST)
        {
            let Some(step) = path.placed(step, &inner) else {
                break;
            };
            next = only_loop(module, step.body).filter(|&op| TileCopy::of(module, op).is_none());
            path.steps.push(step);
        }
        path
    }

    /// The step as one of the path; `None` where its bounds depend on the loops around in another way than that of a block.
    fn placed(&mut self, mut step: Step, inner: &FxHashSet<ValueId>) -> Option<Step> {
        let taken: Vec<usize> = self.steps.iter().filter_map(|s| s.block).collect();
        let around = (0..self.steps.len()).find(|n| !taken.contains(n) && self.is_local(&step, *n));
        if let Some(around) = around {
            step.block = Some(around);
            return Some(step);
        }
        let operands = step.lower.1.iter().chain(&step.upper.1);
        let is_free = operands.clone().all(|v| !inner.contains(v));
        if !self.steps.is_empty() && (!is_free || !step.inits.is_empty()) {
            return None;
        }
        step.root = Some(self.roots.len());
        self.roots.push(self.steps.len());
        Some(step)
    }

    /// Whether a loop runs from the induction variable of another to the end of its step, or of the loop.
    fn is_local(&self, step: &Step, number: usize) -> bool {
        let around = &self.steps[number];
        if around.step == 1 || step.step >= around.step || around.step % step.step != 0 {
            return false;
        }
        let variable = around.variable;
        let is_start =
            matches!(bounds(&step.lower).as_slice(), [(AffineExpr::Dim(0), of)] if *of == [variable]);
        let root = self.root_of(number);
        let ends = bounds(&step.upper);
        let end = (crate::affine::dim(0) + around.step, vec![variable]);
        let mut others: Vec<_> = ends.iter().filter(|bound| **bound != end).cloned().collect();
        let mut wanted = bounds(&root.upper);
        others.sort_by_key(|(expr, _)| expr.to_string());
        wanted.sort_by_key(|(expr, _)| expr.to_string());
        let is_even = match (bounds(&root.lower).as_slice(), wanted.as_slice()) {
            ([(AffineExpr::Constant(first), _)], [(AffineExpr::Constant(end), _)]) => end
                .checked_sub(*first)
                .is_some_and(|extent| extent % around.step == 0),
            _ => false,
        };
        is_start && others.len() < ends.len() && (others == wanted || others.is_empty() && is_even)
    }

    /// The loop whose bounds bound a loop inside of blocks.
    fn root_of(&self, mut number: usize) -> &Step {
        while let Some(around) = self.steps[number].block {
            number = around;
        }
        &self.steps[number]
    }

    /// The innermost loop that a root is made of.
    pub fn innermost(&self, mut number: usize) -> usize {
        while let Some(local) = (0..self.steps.len()).find(|&n| self.steps[n].block == Some(number)) {
            number = local;
        }
        number
    }

    /// Whether a loop is all that the one around it holds, and neither carries values.
    pub fn is_perfect(&self, module: &Module, number: usize) -> bool {
        let (Some(around), Some(own)) = (self.steps.get(number.wrapping_sub(1)), self.steps.get(number))
        else {
            return false;
        };
        let is_alone = module.block(around.body).ops.len() == 2;
        is_alone && around.inits.is_empty() && own.inits.is_empty()
    }
}

/// The only loop directly in a block.
fn only_loop(module: &Module, block: BlockId) -> Option<OpId> {
    let is_loop = |op: &&OpId| {
        matches!(
            module.op(**op).code(),
            Some(OpCode::AffineFor | OpCode::AffineParallel)
        )
    };
    let mut loops = module.block(block).ops.iter().filter(is_loop);
    match (loops.next(), loops.next()) {
        (Some(&op), None) => Some(op),
        _ => None,
    }
}

/// Each result of a bound with the operands that it uses, which are its dimensions in the order of their first use.
fn bounds((map, operands): &(AffineMap, Vec<ValueId>)) -> Vec<(AffineExpr, Vec<ValueId>)> {
    let results = map.results.iter();
    let bound = |result: &AffineExpr| {
        let mut used: Vec<ValueId> = Vec::new();
        result.walk_leaves(&mut |leaf| {
            let number = match leaf {
                AffineExpr::Dim(n) => *n,
                AffineExpr::Symbol(n) => *n + map.num_dims,
                _ => return,
            };
            if let Some(&value) = operands.get(number as usize)
                && !used.contains(&value)
            {
                used.push(value);
            }
        });
        let place = |value: Option<&ValueId>| {
            let place = used.iter().position(|other| Some(other) == value);
            crate::affine::dim(place.unwrap_or(0) as u32)
        };
        let dims: Vec<AffineExpr> = (0..map.num_dims as usize)
            .map(|n| place(operands.get(n)))
            .collect();
        let symbols = map.num_dims as usize..operands.len();
        let symbols: Vec<AffineExpr> = symbols.map(|n| place(operands.get(n))).collect();
        (result.replace(&dims, &symbols), used)
    };
    results.map(bound).collect()
}
