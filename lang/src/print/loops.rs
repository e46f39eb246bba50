//! Custom forms of the affine dialect.

use std::fmt::Write;
use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap, Leaf};
use crate::ir::{OpId, RegionId, ValueId};
use crate::op::OpCode;

use super::printer::Printer;

impl Printer<'_> {
    pub fn affine_for(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let operands = o.operands.clone();
        let results = o.results.clone();
        let block = self.module.single_block(op, 0)?;
        let region = o.regions[0];
        let lower = o.attribute("lowerBoundMap")?.as_affine_map()?.clone();
        let upper = o.attribute("upperBoundMap")?.as_affine_map()?.clone();
        let step = o.attribute("step")?.as_i64().filter(|&s| s > 0)?;
        let segments = o.attribute("operandSegmentSizes")?.as_i64_list()?;
        let [n_lower, n_upper, n_inits] = segments.as_slice() else {
            return None;
        };
        let sizes = [*n_lower, *n_upper, *n_inits].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let total = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n))?;
        let arguments = self.module.block(block).arguments.clone();
        if total != operands.len()
            || o.regions.len() != 1
            || arguments.len() != 1 + sizes[2]
            || results.len() != sizes[2]
        {
            return None;
        }
        let (lower_operands, rest) = operands.split_at(sizes[0]);
        let (upper_operands, inits) = rest.split_at(sizes[1]);
        let carried = inits.iter().zip(&arguments[1..]).zip(&results);
        let ty = |v: ValueId| self.module.ty(v);
        let same = carried
            .clone()
            .all(|((&i, &a), &r)| ty(i) == ty(r) && ty(a) == ty(r));
        if !same
            || !self.all_index(lower_operands)
            || !self.all_index(upper_operands)
            || !self.all_index(&arguments[..1])
        {
            return None;
        }
        self.push("affine.for ");
        self.value(arguments[0]);
        self.argument_location(arguments[0]);
        self.push(" = ");
        self.bound(&lower, lower_operands, "max")?;
        self.push(" to ");
        self.bound(&upper, upper_operands, "min")?;
        if step != 1 {
            let _ = write!(self.text.out, " step {step}");
        }
        if !inits.is_empty() {
            self.push(" iter_args(");
            for (i, (&init, &argument)) in inits.iter().zip(&arguments[1..]).enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.value(argument);
                self.push(" = ");
                self.value(init);
            }
            self.push(") -> (");
            self.types_of(&results);
            self.push(")");
        }
        self.push(" ");
        self.body(region, results.is_empty().then_some(OpCode::AffineYield));
        self.attributes_but(
            op,
            &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"],
        );
        Some(())
    }

    pub(super) fn bound(&mut self, map: &Arc<AffineMap>, operands: &[ValueId], keyword: &str) -> Option<()> {
        if let ([value], 0) = (map.results.as_slice(), map.num_dims) {
            match (value, operands) {
                (AffineExpr::Constant(c), []) if map.num_symbols == 0 => {
                    let _ = write!(self.text.out, "{c}");
                    return Some(());
                }
                (AffineExpr::Symbol(0), [operand]) if map.num_symbols == 1 => {
                    self.value(*operand);
                    return Some(());
                }
                _ => {}
            }
        }
        if map.results.len() != 1 {
            self.push(keyword);
            self.push(" ");
        }
        self.text.map(map);
        self.map_operands(map.num_dims, map.num_symbols, operands)
    }

    /// `(dims)[symbols]`.
    pub(super) fn map_operands(&mut self, dims: u32, symbols: u32, operands: &[ValueId]) -> Option<()> {
        if operands.len() as u64 != u64::from(dims) + u64::from(symbols) || !self.all_index(operands) {
            return None;
        }
        let (dims, symbols) = operands.split_at(dims as usize);
        self.push("(");
        self.values(dims);
        self.push(")");
        if !symbols.is_empty() {
            self.push("[");
            self.values(symbols);
            self.push("]");
        }
        Some(())
    }

    /// A region without the label of its first block and, if it is implied, without an empty terminator.
    pub(super) fn body(&mut self, region: RegionId, implied: Option<OpCode>) {
        let hidden = implied.is_some_and(|code| self.ends_in_empty(region, code));
        self.custom_region(region, "", usize::from(hidden));
    }

    /// Whether the only block ends in this operation with nothing to say.
    pub(super) fn ends_in_empty(&self, region: RegionId, code: OpCode) -> bool {
        let last = match self.module.region(region).blocks.as_slice() {
            [block] => self.module.block(*block).ops.last(),
            _ => None,
        };
        last.is_some_and(|&op| {
            let o = self.module.op(op);
            o.code() == Some(code)
                && o.operands.is_empty()
                && o.attributes.is_empty()
                && o.results.is_empty()
                && o.regions.iter().all(|&region| self.is_blank(region))
        })
    }

    /// Whether the region has one block without arguments and operations.
    fn is_blank(&self, region: RegionId) -> bool {
        match self.module.region(region).blocks.as_slice() {
            [block] => {
                let block = self.module.block(*block);
                block.arguments.is_empty() && block.ops.is_empty()
            }
            _ => false,
        }
    }

    pub fn affine_if(&mut self, op: OpId) -> Option<()> {
        let o = self.module.op(op);
        let [then, otherwise] = o.regions.as_slice() else {
            return None;
        };
        let set = o.attribute("condition")?.as_integer_set()?.clone();
        let (operands, results) = (o.operands.clone(), o.results.clone());
        for (region, required) in [(then, true), (otherwise, false)] {
            match self.module.region(*region).blocks.as_slice() {
                [block] if self.module.block(*block).arguments.is_empty() => {}
                [] if !required => {}
                _ => return None,
            }
        }
        self.push("affine.if ");
        self.text.set(&set);
        self.map_operands(set.num_dims, set.num_symbols, &operands)?;
        if !results.is_empty() {
            self.push(" -> ");
            let types: Vec<_> = results.iter().map(|&r| self.module.ty(r).clone()).collect();
            self.text.result_types(&types);
        }
        self.push(" ");
        let implied = results.is_empty().then_some(OpCode::AffineYield);
        self.body(*then, implied);
        if !self.module.region(*otherwise).blocks.is_empty() {
            self.push(" else ");
            self.body(*otherwise, implied);
        }
        self.attributes_but(op, &["condition"]);
        Some(())
    }

    pub fn affine_apply(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let o = self.plain(op, operands.len(), 1)?;
        let map = o.attribute("map")?.as_affine_map()?.clone();
        if !self.all_index(&o.results) {
            return None;
        }
        self.head(code);
        self.text.map(&map);
        self.map_operands(map.num_dims, map.num_symbols, &operands)?;
        self.attributes_but(op, &["map"]);
        Some(())
    }

    pub fn affine_load(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&memref, indices) = operands.split_first()?;
        let o = self.plain(op, operands.len(), 1)?;
        let result = o.results[0];
        let map = o.attribute("map")?.as_affine_map()?.clone();
        let scalar = code == OpCode::AffineLoad;
        if scalar && *self.module.ty(result) != self.module.ty(memref).as_memref()?.element {
            return None;
        }
        self.head(code);
        self.value(memref);
        self.subscripts(&map, indices)?;
        self.attributes_but(op, &["map"]);
        self.push(" : ");
        self.ty(memref);
        if !scalar {
            self.push(", ");
            self.ty(result);
        }
        Some(())
    }

    pub fn affine_store(&mut self, op: OpId, code: OpCode) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let [value, memref, indices @ ..] = operands.as_slice() else {
            return None;
        };
        let o = self.plain(op, operands.len(), 0)?;
        let map = o.attribute("map")?.as_affine_map()?.clone();
        let scalar = code == OpCode::AffineStore;
        if scalar && *self.module.ty(*value) != self.module.ty(*memref).as_memref()?.element {
            return None;
        }
        self.head(code);
        self.values(&operands[..2]);
        self.subscripts(&map, indices)?;
        self.attributes_but(op, &["map"]);
        self.push(" : ");
        self.ty(*memref);
        if !scalar {
            self.push(", ");
            self.ty(*value);
        }
        Some(())
    }

    /// `[%i + 3, symbol(%n)]`. The text can only say maps whose operands are all used and distinct, in
    /// the order of their first use.
    pub(super) fn subscripts(&mut self, map: &AffineMap, operands: &[ValueId]) -> Option<()> {
        if !self.all_index(operands) || !is_said_by_subscripts(map, operands) {
            return None;
        }
        self.push("[");
        self.results_of(&map.results, map.num_dims, operands);
        self.push("]");
        Some(())
    }

    /// Expressions over the operands, dimensions before symbols.
    pub(super) fn results_of(&mut self, results: &[AffineExpr], num_dims: u32, operands: &[ValueId]) {
        let dims = num_dims as usize;
        let mut out = std::mem::take(&mut self.text.out);
        let name = |out: &mut String, i: usize| match operands.get(i) {
            Some(&value) => self.names.write(value, out),
            None => out.push_str("undefined"),
        };
        let mut leaf = |out: &mut String, leaf: Leaf| {
            match leaf {
                Leaf::Dim(i) => {
                    out.push('%');
                    name(out, i as usize);
                }
                Leaf::Symbol(i) => {
                    out.push_str("symbol(%");
                    name(out, i as usize + dims);
                    out.push(')');
                }
            }
            Ok(())
        };
        for (i, result) in results.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            let _ = result.write(&mut out, &mut leaf);
        }
        self.text.out = out;
    }
}

/// Whether reading the subscripts gives this map and these operands back.
pub(super) fn is_said_by_subscripts(map: &AffineMap, operands: &[ValueId]) -> bool {
    let count = map.num_dims as usize + map.num_symbols as usize;
    if operands.len() != count {
        return false;
    }
    let distinct = operands
        .iter()
        .enumerate()
        .all(|(i, value)| !operands[..i].contains(value));
    if !distinct || map.is_identity() {
        return distinct;
    }
    let (mut dims, mut symbols) = (0, 0);
    let mut in_order = true;
    for result in &map.results {
        result.walk_leaves(&mut |leaf| match leaf {
            AffineExpr::Dim(i) => {
                in_order &= *i <= dims;
                dims += u32::from(*i == dims);
            }
            AffineExpr::Symbol(i) => {
                in_order &= *i <= symbols;
                symbols += u32::from(*i == symbols);
            }
            _ => {}
        });
    }
    in_order && dims == map.num_dims && symbols == map.num_symbols
}
