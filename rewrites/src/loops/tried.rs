//! The pairs of loops that a rule has been tried on.
//!
//! A class of loops has one form for each order of them, and each is changed with every round. What a rule of pairs makes of
//! two loops depends on neither, so it is asked about each two once.

use rustc_hash::FxHashMap;

use super::{ForNode, sequential_loops};
use crate::egraph::EGraph;
use crate::term::Node;

/// What a rule makes of two loops.
type OfPair = fn(&mut EGraph<'_>, &ForNode, &ForNode) -> Option<Node>;

/// The pairs, outer loop first, and whether the rule applied.
#[derive(Default)]
pub struct Tried {
    pairs: FxHashMap<(ForNode, ForNode), bool>,
    /// How often something had been learned that rules of pairs look at.
    learned: usize,
}

impl Tried {
    /// What the rule makes of a loop and of each one inside that it was not tried on with it; and whether it ever made
    /// something of one that it was.
    pub fn others(&mut self, egraph: &mut EGraph<'_>, find: OfPair, outer: &ForNode) -> (Vec<Node>, bool) {
        let mut made = Vec::new();
        let mut applied_before = false;
        for inner in sequential_loops(egraph, outer.body) {
            if egraph.analysis.learned != self.learned {
                self.learned = egraph.analysis.learned;
                self.pairs.clear();
            }
            let pair = (*outer, inner);
            match self.pairs.get(&pair) {
                Some(applied) => applied_before |= applied,
                None => {
                    let other = find(egraph, outer, &inner);
                    self.pairs.insert(pair, other.is_some());
                    egraph.analysis.shapes.extend(other.iter().map(|_| inner.node()));
                    made.extend(other);
                }
            }
        }
        (made, applied_before)
    }
}

#[cfg(test)]
mod tests {
    use egg::Symbol;
    use ovolo_lang::affine::IntegerSet;
    use ovolo_lang::fp::FpModel;
    use ovolo_lang::parse::parse_module;

    use super::*;
    use crate::answer::Answer;
    use crate::dependence::Emptiness;
    use crate::egraph::of_nest;
    use crate::lift::lift_function;
    use crate::loops::order::interchange;

    /// A solver that knows nothing.
    struct Silent;

    impl Emptiness for Silent {
        fn is_empty(&self, _: &IntegerSet) -> Answer {
            Answer::Unknown
        }
    }

    const TWO_LOOPS: &str = "func.func @f(%A: memref<8x8xf32>, %x: f32) {
        affine.for %i = 0 to 8 { affine.for %j = 0 to 8 { affine.store %x, %A[%i, %j] : memref<8x8xf32> } }
        return }";

    #[test]
    fn a_pair_is_tried_once_and_again_when_more_is_known() {
        let module = parse_module(TWO_LOOPS).expect("it is well formed");
        let function = module.functions().next().expect("there is a function");
        let nest = lift_function(&module, function, FpModel::STRICT).remove(0).1;
        let (mut egraph, root) = of_nest(&nest.expect("it is understood"), &Silent);
        let outer = sequential_loops(&egraph, root)[0];
        let mut tried = Tried::default();
        let (made, before) = tried.others(&mut egraph, interchange, &outer);
        assert_eq!((made.len(), before), (1, false));
        let (made, before) = tried.others(&mut egraph, interchange, &outer);
        assert_eq!((made.len(), before), (0, true));
        // Two expressions are one: any bound may be closer by that.
        let known = egraph.analysis.learned;
        let symbol = egraph.add(Node::Var(Symbol::from("n")));
        let value = egraph.add(Node::Int(8));
        egraph.union(symbol, value);
        egraph.rebuild();
        assert!(egraph.analysis.learned > known);
        let (made, _) = tried.others(&mut egraph, interchange, &outer);
        assert_eq!(made.len(), 1);
    }
}
