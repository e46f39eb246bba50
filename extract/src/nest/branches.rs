//! Statements that a condition decides between.

use std::sync::Arc;

use egg::Id;
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::term::{Comparison, Node};

use super::{Alternative, Evaluated, Model, Nest, Pick};
use crate::block::{BRANCH, Block};
use crate::condition::share;

impl Model<'_, '_> {
    /// How often conditions hold.
    pub(super) fn taken(&self, conditions: &[(Comparison, Id)]) -> f64 {
        let linear: Option<Vec<(&Linear, Comparison)>> = conditions
            .iter()
            .map(|(comparison, id)| Some((self.egraph[*id].data.linear.as_ref()?, *comparison)))
            .collect();
        linear.map_or(0.5, |conditions| share(&conditions, |v| self.interval(v)))
    }

    /// The branches of a condition, the first `taken` times of all.
    pub(super) fn condition(
        &self,
        taken: f64,
        parts: &[usize],
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let [Some(then), Some(otherwise)] = [done.get(parts[0]), done.get(parts[1])] else {
            return;
        };
        for which in [[0, 0], [1, 0], [0, 1]] {
            let (Some((a, _)), Some((b, _))) = (then.nests.get(which[0]), otherwise.nests.get(which[1]))
            else {
                continue;
            };
            let mix = |a: f64, b: f64| taken * a + (1.0 - taken) * b;
            let lines = a.lines.iter().zip(&b.lines);
            let lines = lines.map(|(a, b)| a.iter().zip(b).map(|(a, b)| mix(*a, *b)).collect());
            let scatter = a.scatter.max(b.scatter);
            let nest = Nest {
                parallel: a.parallel || b.parallel,
                ..self.nest(BRANCH + mix(a.core, b.core), lines.collect(), scatter)
            };
            let children = which.map(Alternative::Nest).to_vec();
            here.nests.push((nest, Pick { node: n, children }));
        }
    }

    /// The same where both branches are straight-line code.
    pub(super) fn straight_condition(
        &self,
        taken: f64,
        node: &Node,
        parts: &[usize],
        n: usize,
        done: &[Arc<Evaluated>],
        here: &mut Evaluated,
    ) {
        let Node::If(comparisons, children) = node else {
            return;
        };
        let [Some(then), Some(otherwise)] = [done.get(parts[0]), done.get(parts[1])] else {
            return;
        };
        if let (Some((a, _)), Some((b, _))) = (then.blocks.first(), otherwise.blocks.first()) {
            let conditions = children.iter().take(comparisons.len());
            let variables = conditions.flat_map(|&condition| self.variables(condition));
            let roots = variables.map(|v| self.egraph.analysis.root(*v)).collect();
            let block = Block::either(taken, [a, b], roots);
            if !block.is_too_long() {
                let children = vec![Alternative::Block(0); 2];
                here.blocks.push((block, Pick { node: n, children }));
            }
        }
    }
}
