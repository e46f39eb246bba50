//! What computing a term may go wrong at: reading a cell that is not there or holds nothing yet, and dividing.
//!
//! A class of the algebra holds terms of one value, and `0` has the value of `t[] ^ t[]` whatever `t` holds. Where `t`
//! was never written, or lies outside its buffer, the one can be computed and the other cannot. So a term may stand for
//! another only where each of its statements reads and divides no more than that of the other.

use std::collections::BTreeSet;

use egg::{Id, Language, RecExpr};
use ovolo_lang::op::Trait;

use crate::egraph::EGraph;
use crate::term::{IndexOp, Node};

/// Whether some statement of `after` reads or divides where the same statement of `before` does not. Both are terms of
/// one class of the e-graph; so they are where one of them is no term of it.
pub fn takes_more_risks(egraph: &EGraph<'_>, before: &RecExpr<Node>, after: &RecExpr<Node>) -> bool {
    let terms = [before, after].map(|term| Some((term, egraph.lookup_expr_ids(term)?)));
    let [Some(before), Some(after)] = terms else {
        return true;
    };
    let last = |term: &RecExpr<Node>| Id::from(term.len() - 1);
    let pair = Pair {
        before: Known::new(egraph, before),
        after: Known::new(egraph, after),
    };
    !pair.is_no_riskier(last(pair.before.term), last(pair.after.term))
}

/// A node whose children are classes.
type Risk = Node;

/// A term and the class of each of its nodes.
struct Known<'t, 'a> {
    egraph: &'t EGraph<'a>,
    term: &'t RecExpr<Node>,
    classes: Vec<Id>,
}

struct Pair<'t, 'a> {
    before: Known<'t, 'a>,
    after: Known<'t, 'a>,
}

impl Pair<'_, '_> {
    /// Statements of one shape are compared part by part, others as wholes.
    fn is_no_riskier(&self, before: Id, after: Id) -> bool {
        let [a, b] = [&self.before.term[before], &self.after.term[after]];
        let is_alike = match (a, b) {
            (Node::For(..), Node::For(..)) => true,
            (Node::Seq(_) | Node::If(..) | Node::Panels(..), _) => a.matches(b),
            _ => false,
        };
        if !is_alike {
            return self.after.risks(after).is_subset(&self.before.risks(before));
        }
        let mut pairs = a.children().iter().zip(b.children());
        pairs.all(|(&a, &b)| self.is_no_riskier(a, b))
    }
}

impl<'t, 'a> Known<'t, 'a> {
    fn new(egraph: &'t EGraph<'a>, (term, classes): (&'t RecExpr<Node>, Vec<Id>)) -> Known<'t, 'a> {
        Known {
            egraph,
            term,
            classes,
        }
    }

    fn risks(&self, root: Id) -> BTreeSet<Risk> {
        let mut risks = BTreeSet::new();
        let mut seen = BTreeSet::from([root]);
        let mut pending = vec![root];
        while let Some(id) = pending.pop() {
            let node = &self.term[id];
            if self.is_risky(node) {
                let class = |child| self.egraph.find(self.classes[usize::from(child)]);
                risks.insert(node.clone().map_children(class));
            }
            let children = node.children().iter().copied();
            pending.extend(children.filter(|child| seen.insert(*child)));
        }
        risks
    }

    fn is_risky(&self, node: &Node) -> bool {
        match node {
            Node::Load(..) => true,
            Node::Op(op, _) => op.code.has_trait(Trait::Partial),
            Node::Index(IndexOp::FloorDiv | IndexOp::CeilDiv | IndexOp::Mod, [_, divisor]) => {
                !matches!(self.term[*divisor], Node::Int(n) if n != 0)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use ovolo_lang::affine::IntegerSet;
    use ovolo_lang::fp::FpModel;
    use ovolo_lang::parse::parse_module;

    use super::*;
    use crate::answer::Answer;
    use crate::dependence::Emptiness;
    use crate::egraph::of_nest;
    use crate::lift::lift_function;
    use crate::nest::Nest;
    use crate::rule::builtin;
    use crate::saturate::{Limits, saturate};

    struct NeverKnows;

    impl Emptiness for NeverKnows {
        fn is_empty(&self, _: &IntegerSet) -> Answer {
            Answer::Unknown
        }
    }

    /// `B[i] = b; C[i] = c`, where `%x` is `A[i] ^ A[i]` and `%zero` the same value without a read.
    fn nest(b: &str, c: &str) -> Nest {
        let text = format!(
            "func.func @zeros(%A: memref<?xi32> {{llvm.noalias}}, %B: memref<?xi32> {{llvm.noalias}},
                 %C: memref<?xi32> {{llvm.noalias}}, %n: index) {{
               %zero = arith.constant 0 : i32
               affine.for %i = 0 to %n {{
                 %a = affine.load %A[%i] : memref<?xi32>
                 %x = arith.xori %a, %a : i32
                 affine.store {b}, %B[%i] : memref<?xi32>
                 affine.store {c}, %C[%i] : memref<?xi32>
               }}
               return
             }}"
        );
        let module = parse_module(&text).unwrap();
        let function = module.functions().next().unwrap();
        let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
        nest.unwrap()
    }

    #[test]
    fn a_zero_is_no_read() {
        let source = nest("%zero", "%x");
        let (mut egraph, _) = of_nest(&source, &NeverKnows);
        saturate(&mut egraph, builtin(), &Limits::default());
        let is_riskier = |b, c| takes_more_risks(&egraph, &source.term, &nest(b, c).term);
        assert!(!is_riskier("%zero", "%x"));
        assert!(!is_riskier("%zero", "%zero"));
        assert!(is_riskier("%x", "%x"), "A is read where B is written");
        assert!(
            is_riskier("%x", "%zero"),
            "the read of another statement is no excuse"
        );
    }
}
