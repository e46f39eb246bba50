//! Statements that a condition decides between.

use egg::Id;
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::term::{Comparison, Node};
use smallvec::smallvec;

use super::Model;
use super::site::{Alternative, Pick, Site, Work};
use crate::block::{BRANCH, Block};
use crate::condition::share;

impl Model<'_, '_> {
    /// How often conditions hold. Of those that no loop has to do with, as that sizes are multiples of something, each outcome is a
    /// program's usual one, however rare among all sizes.
    pub(super) fn taken(&self, conditions: &[(Comparison, Id)]) -> f64 {
        let linear: Option<Vec<(&Linear, Comparison)>> = conditions
            .iter()
            .map(|(comparison, id)| Some((self.egraph[*id].data.linear.as_ref()?, *comparison)))
            .collect();
        let Some(linear) = linear else { return 0.5 };
        let share = share(&linear, |v| self.interval(v));
        let is_of_sizes = linear.iter().all(|(expr, _)| {
            let mut is_fixed = expr.as_constant().is_none();
            expr.for_each_var(&mut |v| is_fixed &= !self.egraph.analysis.loops.contains_key(&v));
            is_fixed
        });
        if is_of_sizes { share.max(0.5) } else { share }
    }

    /// The branches of a condition, the first `taken` times of all.
    pub(super) fn condition(&self, taken: f64, parts: &[usize], n: usize, site: &mut Site<'_>) {
        let done = site.done;
        let [Some(then), Some(otherwise)] = [done.get(parts[0]), done.get(parts[1])] else {
            return;
        };
        for which in [[0, 0], [1, 0], [0, 1]] {
            let (Some((a, _)), Some((b, _))) = (then.nests.get(which[0]), otherwise.nests.get(which[1]))
            else {
                continue;
            };
            let mix = |a: f64, b: f64| taken * a + (1.0 - taken) * b;
            site.take(&a.lines);
            let lines = site.lines.iter_mut().zip(&b.lines);
            lines.for_each(|(a, b)| *a = mix(*a, *b));
            let work = Work {
                parallel: a.work.parallel || b.work.parallel,
                vectors: a.work.vectors || b.work.vectors,
                row_begins: mix(a.work.row_begins, b.work.row_begins),
                tile: if taken < 0.5 { b.work.tile } else { a.work.tile },
                ..Work::new(
                    BRANCH + mix(a.work.core, b.work.core),
                    a.work.scatter.max(b.work.scatter),
                )
            };
            site.offer(self, work, || Pick {
                node: n,
                children: which.iter().map(|&w| Alternative::Nest(w as u32)).collect(),
            });
        }
    }

    /// The same where both branches are straight-line code.
    pub(super) fn straight_condition(
        &self,
        taken: f64,
        node: &Node,
        parts: &[usize],
        n: usize,
        site: &mut Site<'_>,
    ) {
        let done = site.done;
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
                let children = smallvec![Alternative::Block(0); 2];
                site.here.blocks.push((block, Pick { node: n, children }));
            }
        }
    }
}
