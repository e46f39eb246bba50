//! `linalg.map`, `reduce`, `transpose`, `broadcast` and `fill`; softmax and the Winograd transforms.

use crate::diagnostic::Diagnostic;
use crate::ir::{Op, OpId, ValueId};
use crate::linalg::operand_groups;
use crate::types::Dim;

use crate::structure::operation::Checker;
use crate::structure::shapes::compatible;
use crate::structure::{Check, wrong};

impl Checker<'_> {
    pub fn linalg_map(&self, id: OpId, op: &Op) -> Check {
        let Some((inputs, outputs)) = operand_groups(op) else {
            return Err(wrong(op, "has no operands").help("expected 1 or more operands"));
        };
        let arguments = self.arguments(id);
        if arguments.len() != inputs.len() {
            let message = format!(
                "the number of operands does not match the arity of mapper: {} and {}",
                inputs.len(),
                arguments.len()
            );
            return Err(wrong(op, message));
        }
        for (&argument, &input) in arguments.iter().zip(&inputs) {
            if self.ty(argument) != self.ty(input).element() {
                let message = format!(
                    "the element type of input `{}` does not match the bbArg type `{}`",
                    self.ty(input).element(),
                    self.ty(argument)
                );
                return Err(wrong(op, message).help("expected them to match"));
            }
        }
        let output = outputs.first().and_then(|&v| self.dims(v));
        for &input in &inputs {
            if self.dims(input) != output {
                return Err(wrong(
                    op,
                    "the shape of an input does not match the shape of the output: expected the same shape",
                ));
            }
        }
        Ok(())
    }

    pub fn linalg_reduce(&self, id: OpId, op: &Op) -> Check {
        let dimensions = self.integers(op, "dimensions")?;
        if dimensions.windows(2).any(|pair| pair[0] >= pair[1]) {
            let message = "the attribute `dimensions` failed to satisfy the constraint: i64 dense array attribute should be in increasing order";
            return Err(wrong(op, message));
        }
        let Some((inputs, outputs)) = operand_groups(op) else {
            return Err(wrong(
                op,
                "has an odd number of operands, or none: expected as many outputs as inputs",
            ));
        };
        for (group, what) in [(&inputs, "inputs"), (&outputs, "outputs")] {
            let first = group.first().and_then(|&v| self.dims(v));
            if let Some(i) = group.iter().position(|&v| self.dims(v) != first) {
                let message = format!(
                    "expects all {what} to have the same shapes: the shape at index {i} is not equal to the shape at index 0"
                );
                return Err(wrong(op, message));
            }
        }
        let shape = inputs.first().and_then(|&v| self.dims(v)).unwrap_or_default();
        let rank = shape.len() as i64;
        if dimensions.iter().any(|d| !(0..rank).contains(d)) {
            let message = format!(
                "dimensions for reduction should be in the range [0, {}]",
                rank - 1
            );
            return Err(wrong(op, message));
        }
        let left: Vec<Dim> = (shape.iter().zip(0i64..))
            .filter(|(_, i)| !dimensions.contains(i))
            .map(|(d, _)| *d)
            .collect();
        let init = outputs.first().and_then(|&v| self.dims(v)).unwrap_or_default();
        if left.len() != init.len() {
            let message = format!(
                "the number of dimensions after reduction {} doesn't match the init rank {}",
                left.len(),
                init.len()
            );
            return Err(wrong(op, message));
        }
        if left != init {
            let message = "the init dimensions do not match the input dimensions after reduction";
            return Err(wrong(op, message));
        }
        let arguments = self.arguments(id);
        if arguments.len() != op.operands.len() {
            return Err(wrong(op, "a mismatching number of operands and block arguments"));
        }
        for (&argument, &operand) in arguments.iter().zip(&op.operands) {
            let element = self.ty(operand).element();
            if self.ty(argument) != element {
                let which = if inputs.contains(&operand) {
                    "input"
                } else {
                    "output"
                };
                let message = format!(
                    "the {which} element type `{element}` does not match the corresponding block argument type `{}`",
                    self.ty(argument)
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    pub fn linalg_transpose(&self, op: &Op) -> Check {
        self.count_operands(op, 2)?;
        let permutation = self.integers(op, "permutation")?;
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..sorted.len() as i64) {
            return Err(wrong(op, "the permutation is not valid"));
        }
        let (input, init) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        if input.len() != init.len() {
            let message = format!(
                "the input rank {} does not match the init rank {}",
                input.len(),
                init.len()
            );
            return Err(wrong(op, message));
        }
        if permutation.len() != input.len() {
            let message = format!(
                "the size of permutation {} does not match the argument rank {}",
                permutation.len(),
                input.len()
            );
            return Err(wrong(op, message));
        }
        for (i, (&from, dim)) in permutation.iter().zip(init).enumerate() {
            let expected = usize::try_from(from).ok().and_then(|from| input.get(from));
            if expected != Some(dim) {
                let message = format!("dim(result, {i}) doesn't match dim(input, permutation[{i}])");
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    pub fn linalg_broadcast(&self, op: &Op) -> Check {
        self.count_operands(op, 2)?;
        let added = self.integers(op, "dimensions")?;
        let (input, init) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        if input.len() + added.len() != init.len() {
            let message = format!(
                "the input rank plus added dimensions does not match the init rank: input rank {}, dimensions size {}, init rank {}",
                input.len(),
                added.len(),
                init.len()
            );
            return Err(wrong(op, message));
        }
        let rank = init.len() as i64;
        if let Some(i) = added.iter().position(|d| !(0..rank).contains(d)) {
            let message = format!(
                "dimension {i} is out of range: expected range [0, {}], got {}",
                rank - 1,
                added[i]
            );
            return Err(wrong(op, message));
        }
        let kept = init
            .iter()
            .zip(0i64..)
            .filter(|(_, i)| !added.contains(i))
            .map(|(dim, _)| dim);
        if let Some(i) = input.iter().zip(kept).position(|(a, b)| a != b) {
            return Err(wrong(op, format!("the input dim {i} should match its init dim")));
        }
        Ok(())
    }

    pub fn linalg_fill(&self, op: &Op) -> Check {
        match op.operands.first() {
            Some(&value) if self.dims(value).is_some() => {
                Err(wrong(op, format!("fills with the type `{}`", self.ty(value)))
                    .help("expected op with scalar input"))
            }
            _ => Ok(()),
        }
    }

    pub fn softmax(&self, op: &Op) -> Check {
        let (input, output) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        if !compatible(input, output) {
            return Err(wrong(op, "an incompatible output shape"));
        }
        let dimension = self.attribute(op, "dimension")?.as_i64().unwrap_or(-1);
        if !(0..input.len() as i64).contains(&dimension) {
            return Err(wrong(
                op,
                format!("an incorrect dimension specified: {dimension}"),
            ));
        }
        self.results_are_output_tensors(op, &op.operands[1..2])
    }

    /// `m x m` results of filters of `r x r`.
    fn winograd_sizes(&self, op: &Op) -> Result<(i64, i64), Diagnostic> {
        let size = |name| Ok(self.attribute(op, name)?.as_i64().unwrap_or_default());
        Ok((size("m")?, size("r")?))
    }

    pub fn winograd_filter(&self, op: &Op) -> Check {
        let (m, r) = self.winograd_sizes(op)?;
        let (filter, output) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        let &[features, height, width, channels] = filter else {
            return Ok(());
        };
        for (extent, what) in [(height, "height"), (width, "width")] {
            if extent != Dim::Fixed(r) && extent != Dim::Fixed(1) {
                return Err(wrong(
                    op,
                    format!("expect the filter {what} either equals to r or 1"),
                ));
            }
        }
        if height == Dim::Fixed(1) && width == Dim::Fixed(1) {
            return Err(wrong(op, "expect either the filter height or width equals to r"));
        }
        let tile = |extent| match extent == Dim::Fixed(r) {
            true => Dim::Fixed(m.saturating_add(r).saturating_sub(1)),
            false => Dim::Fixed(1),
        };
        self.winograd_output(op, &[tile(height), tile(width), channels, features], output)
    }

    pub fn winograd_input(&self, op: &Op) -> Check {
        let (m, r) = self.winograd_sizes(op)?;
        let (input, output) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        let &[batch, height, width, channels] = input else {
            return Ok(());
        };
        let tile = Dim::Fixed(m.saturating_add(r).saturating_sub(1));
        let tiles = |extent: Dim| match extent {
            Dim::Dynamic => (tile, Dim::Dynamic),
            Dim::Fixed(1) => (Dim::Fixed(1), Dim::Fixed(1)),
            Dim::Fixed(n) => {
                let count = n.saturating_sub(r.saturating_sub(1)).checked_div(m);
                (tile, count.map_or(Dim::Dynamic, Dim::Fixed))
            }
        };
        let ((th, nh), (tw, nw)) = (tiles(height), tiles(width));
        self.winograd_output(op, &[th, tw, nh, nw, batch, channels], output)
    }

    pub fn winograd_result(&self, op: &Op) -> Check {
        let (m, r) = self.winograd_sizes(op)?;
        let (value, output) = (self.ranked(op, 0)?, self.ranked(op, 1)?);
        let &[height, width, tiles_high, tiles_wide, batch, features] = value else {
            return Ok(());
        };
        let tile = m.saturating_add(r).saturating_sub(1);
        let extent = |size: Dim, tiles: Dim, what: &str| match (size, tiles) {
            (Dim::Fixed(1), Dim::Fixed(tiles)) => Ok(Dim::Fixed(tiles)),
            (Dim::Fixed(n), Dim::Fixed(tiles)) if n == tile => Ok(Dim::Fixed(m.saturating_mul(tiles))),
            (Dim::Fixed(_), Dim::Fixed(_)) => Err(wrong(
                op,
                format!("expect the input {what} equals to input tile size"),
            )),
            _ => Ok(Dim::Dynamic),
        };
        let height = extent(height, tiles_high, "height")?;
        let width = extent(width, tiles_wide, "width")?;
        self.winograd_output(op, &[batch, height, width, features], output)
    }

    fn winograd_output(&self, op: &Op, expected: &[Dim], found: &[Dim]) -> Check {
        match compatible(expected, found) {
            true => Ok(()),
            false => Err(wrong(op, "the output shape is not expected")),
        }
    }

    fn arguments(&self, id: OpId) -> &[ValueId] {
        match self.module.single_block(id, 0) {
            Some(block) => &self.module.block(block).arguments,
            None => &[],
        }
    }
}
