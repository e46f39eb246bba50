//! The factors of a chain in a row, and which dimensions of neighbours are one.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::ir::{Module, ValueId};

use super::contraction::{Contraction, Group};
use super::{Extents, Factor, Slot, fixed_shape};

/// A dimension, under one name in all factors that have it.
pub type Label = usize;

/// A value that stands somewhere in the row: the labels of its dimensions, and those that it shares with what is to its
/// left.
pub type Entered = (ValueId, Vec<Label>, BTreeSet<Label>);

/// The row, from left to right.
#[derive(Debug, Default)]
pub struct Path {
    /// The next label.
    next: Label,
    batch: BTreeSet<Label>,
    /// The last product.
    result: Option<(ValueId, Vec<Label>)>,
    factors: Vec<Entered>,
}

/// A row whose dimensions are numbered.
#[derive(Debug)]
pub struct Laid {
    pub factors: Vec<Factor>,
    pub numbers: Vec<u32>,
    pub extents: Extents,
    pub result: Vec<Slot>,
}

impl Path {
    /// The operands of the last product, from left to right.
    pub fn begin(&mut self, product: &Contraction) -> [Entered; 2] {
        let labels: Vec<Label> = (0..product.groups.len()).collect();
        self.next = labels.len();
        let is_batch = |label: &Label| product.groups[*label] == Group::Batch;
        self.batch = labels.iter().copied().filter(is_batch).collect();
        self.result = Some((product.output, product.loops[2].clone()));
        operands(product, &labels, true)
    }

    /// The operands of a product that stands in the row, from left to right.
    pub fn through(
        &mut self,
        product: &Contraction,
        labels: &[Label],
        left: &BTreeSet<Label>,
    ) -> [Entered; 2] {
        let mut of_loops: Vec<Label> = Vec::with_capacity(product.groups.len());
        for n in 0..product.groups.len() {
            let kept = product.loops[2].iter().position(|&of_dim| of_dim == n);
            of_loops.push(match kept.and_then(|dim| labels.get(dim)) {
                Some(&label) => label,
                None => {
                    self.next += 1;
                    self.next - 1
                }
            });
        }
        let rows = product.loops[2]
            .iter()
            .filter(|&&n| product.groups[n] == Group::Left);
        let rows: BTreeSet<Label> = rows.map(|&n| of_loops[n]).collect();
        operands(product, &of_loops, rows == *left)
    }

    pub fn push(&mut self, value: ValueId, labels: Vec<Label>, left: BTreeSet<Label>) {
        self.factors.push((value, labels, left));
    }

    pub fn len(&self) -> usize {
        self.factors.len()
    }

    /// Numbers the dimensions of each factor. `None` where neighbours do not match.
    pub fn finish(self, module: &Module) -> Option<Laid> {
        let (output, result) = self.result.clone()?;
        let extents = self.label_extents(module, output, &result)?;
        let extents_of = |labels: &[Label]| labels.iter().map(|label| extents[label]).collect::<Vec<i64>>();
        let (_, first, _) = self.factors.first()?;
        let of_first = |set: &BTreeSet<Label>| {
            let labels = first.iter().copied().filter(|label| set.contains(label));
            labels.collect::<Vec<Label>>()
        };
        let batch = of_first(&self.batch);
        let mut between = vec![of_first(&self.factors.first()?.2)];
        let mut factors: Vec<Factor> = Vec::with_capacity(self.factors.len());
        for (value, labels, left) in &self.factors {
            let rows = between.last()?.clone();
            if rows.iter().copied().collect::<BTreeSet<Label>>() != *left {
                return None;
            }
            let is_column = |label: &&Label| !left.contains(label) && !self.batch.contains(label);
            between.push(labels.iter().filter(is_column).copied().collect());
            let slots = slots(labels, [&batch, &rows, between.last()?])?;
            factors.push(Factor { value: *value, slots });
        }
        let number = |factor: &Factor| factors.iter().position(|other| other == factor);
        Some(Laid {
            numbers: factors
                .iter()
                .map(|factor| number(factor).map(|n| n as u32))
                .collect::<Option<_>>()?,
            result: slots(&result, [&batch, between.first()?, between.last()?])?,
            extents: Extents {
                batch: extents_of(&batch),
                between: between.iter().map(|labels| extents_of(labels)).collect(),
            },
            factors,
        })
    }

    /// The extent of each label, on which all that have it agree.
    fn label_extents(
        &self,
        module: &Module,
        output: ValueId,
        result: &[Label],
    ) -> Option<BTreeMap<Label, i64>> {
        let mut extents = BTreeMap::new();
        let factors = self
            .factors
            .iter()
            .map(|(value, labels, _)| (*value, labels.as_slice()));
        for (value, labels) in factors.chain([(output, result)]) {
            let shape = fixed_shape(module.ty(value))?;
            if shape.len() != labels.len() {
                return None;
            }
            for (&label, extent) in labels.iter().zip(shape) {
                if *extents.entry(label).or_insert(extent) != extent {
                    return None;
                }
            }
        }
        Some(extents)
    }
}

/// The operands of a product whose loops have these labels, the one with its rows first, or the one with its columns.
fn operands(product: &Contraction, labels: &[Label], rows_first: bool) -> [Entered; 2] {
    let operand = |n: usize, left: Group| {
        let dims: Vec<Label> = product.loops[n].iter().map(|&of_dim| labels[of_dim]).collect();
        let shared = product.loops[n]
            .iter()
            .filter(|&&of_dim| product.groups[of_dim] == left);
        let shared = shared.map(|&of_dim| labels[of_dim]).collect();
        (product.inputs[n], dims, shared)
    };
    match rows_first {
        true => [operand(0, Group::Left), operand(1, Group::Inner)],
        false => [operand(1, Group::Right), operand(0, Group::Inner)],
    }
}

/// Where each label stands among those of the batch, of the rows, and of the columns.
fn slots(labels: &[Label], [batch, rows, columns]: [&Vec<Label>; 3]) -> Option<Vec<Slot>> {
    let place = |group: &Vec<Label>, label: Label| group.iter().position(|&other| other == label);
    let slot = |&label: &Label| {
        let of_rows = || place(rows, label).map(Slot::Left);
        let of_columns = || place(columns, label).map(Slot::Right);
        place(batch, label)
            .map(Slot::Batch)
            .or_else(of_rows)
            .or_else(of_columns)
    };
    labels.iter().map(slot).collect()
}
