//! How often the statements of a nest run, about.

use std::collections::HashMap;

use egg::{Id, Symbol};

use crate::linear::{Atom, Linear};
use crate::nest::Nest;
use crate::term::Node;

/// How often the statements run if every loop is as long as it is in the middle of those around it: for triangles
/// exactly so, for other bounds near it. Loops with unknown bounds are taken to run once.
///
/// ```
/// # use ovolo_lang::{fp::FpModel, parse::parse_module};
/// # use ovolo_rewrites::{instances::typical_instances, lift::lift_function};
/// let text = "func.func @f(%x: memref<100x100xf32>, %v: f32) {
///   affine.for %i = 0 to 100 { affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
///     affine.store %v, %x[%i, %j] : memref<100x100xf32> } }
///   return }";
/// let module = parse_module(text).unwrap();
/// let function = module.functions().next().unwrap();
/// let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
/// assert_eq!(typical_instances(&nest.unwrap()), 5_000);
/// ```
pub fn typical_instances(nest: &Nest) -> i64 {
    let mut middles = Middles {
        nest,
        known: HashMap::new(),
    };
    let mut each: Vec<i64> = Vec::new();
    for node in nest.term.as_ref() {
        let inside = |id: &Id| each[usize::from(*id)];
        each.push(match node {
            Node::Store(..) => 1,
            Node::Seq(statements) => statements.iter().map(inside).fold(0, i64::saturating_add),
            Node::If(_, children) => children.iter().map(inside).fold(0, i64::saturating_add),
            Node::For(head, [_, _, body]) => inside(body).saturating_mul(middles.trip(head.iv)),
            _ => 0,
        });
    }
    each.last().copied().unwrap_or(0)
}

/// The values of induction variables in the middle of their loops.
struct Middles<'n> {
    nest: &'n Nest,
    /// `None` where a bound is not known, or depends on itself.
    known: HashMap<Symbol, Option<i64>>,
}

impl Middles<'_> {
    fn trip(&mut self, iv: Symbol) -> i64 {
        let step = self.nest.domains.get(&iv).map_or(1, |domain| domain.step.max(1));
        let extent = self.ends(iv).map_or(1, |(low, high)| high.saturating_sub(low));
        (extent / step).max(1)
    }

    fn middle(&mut self, iv: Symbol) -> Option<i64> {
        if let Some(known) = self.known.get(&iv) {
            return *known;
        }
        self.known.insert(iv, None);
        let middle = self.ends(iv).map(|(low, high)| low.midpoint(high.max(low)));
        self.known.insert(iv, middle);
        middle
    }

    fn ends(&mut self, iv: Symbol) -> Option<(i64, i64)> {
        let domain = self.nest.domains.get(&iv)?;
        let mut values = |bounds: &[Linear]| -> Vec<i64> {
            let bounds = bounds.iter();
            bounds.filter_map(|bound| self.value(bound)).collect()
        };
        let low = values(&domain.lower).into_iter().max()?;
        let high = values(&domain.upper).into_iter().min()?;
        Some((low, high))
    }

    fn value(&mut self, linear: &Linear) -> Option<i64> {
        let mut sum = linear.constant;
        for (atom, c) in &linear.terms {
            let Atom::Var(v) = atom else { return None };
            sum = sum.saturating_add(self.middle(*v)?.saturating_mul(*c));
        }
        Some(sum)
    }
}
