//! Arguments that are typically small: windows, orders, margins.

use std::collections::BTreeSet;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::specialize::argument_behind;
use ovolo_lang::types::Type;

use super::extents::{extents_map, integers};

/// The arguments of a function that are subtracted from others in a bound of a loop, or in what one is made of, as
/// `ovolo_rewrites::typical_sizes` has it of nests; that are added there more than once; at which loops begin; and by which indices are
/// divided.
pub struct Windows<'m> {
    module: &'m Module,
    function: OpId,
    places: BTreeSet<usize>,
}

impl<'m> Windows<'m> {
    pub fn of(module: &'m Module, function: OpId) -> Windows<'m> {
        let mut windows = Windows {
            module,
            function,
            places: BTreeSet::new(),
        };
        let mut places = BTreeSet::new();
        module.walk(function, &mut |op| windows.subtracted(op, &mut places));
        windows.places = places;
        windows
    }

    /// Whether the argument at a place is one.
    pub fn has(&self, place: usize) -> bool {
        self.places.contains(&place)
    }

    /// Whether a value is such an argument.
    pub fn is_one(&self, value: ValueId) -> bool {
        self.behind(value).is_some_and(|place| self.has(place))
    }

    /// The argument that a value is, or that says how long the dimension of an array is which it is.
    fn behind(&self, value: ValueId) -> Option<usize> {
        argument_behind(self.module, self.function, value).or_else(|| {
            let dim = self.module.op(self.module.defining_op(value)?);
            let (Some(OpCode::MemRefDim), &[memref, number]) = (dim.code(), dim.operands.as_slice()) else {
                return None;
            };
            let argument = argument_behind(self.module, self.function, memref)?;
            let shape = self.module.ty(memref).as_memref()?.shape.as_ref()?;
            let number = usize::try_from(self.module.as_constant(number)?).ok()?;
            let open = shape
                .iter()
                .take(number)
                .filter(|dim| dim.fixed().is_none())
                .count();
            match extents_map(self.module, self.function, argument)?
                .results
                .get(open)?
            {
                AffineExpr::Symbol(symbol) => {
                    let integers = integers(self.module, self.function);
                    integers.get(*symbol as usize).copied()
                }
                _ => None,
            }
        })
    }

    fn subtracted(&self, op: OpId, found: &mut BTreeSet<usize>) {
        let op = self.module.op(op);
        let behind = |value: ValueId| self.behind(value);
        if let (Some(OpCode::DivSI), &[dividend, divisor]) = (op.code(), op.operands.as_slice()) {
            let is_size = behind(dividend).is_some() || *self.module.ty(dividend) == Type::Index;
            found.extend(behind(divisor).filter(|_| is_size));
        }
        let maps = match op.code() {
            Some(OpCode::AffineApply) => ["map"].as_slice(),
            Some(OpCode::AffineFor) => &["lowerBoundMap", "upperBoundMap"],
            _ => &[],
        };
        let mut operands = op.operands.as_slice();
        let named =
            |name: &&'static str| Some((*name, op.attribute(name).and_then(Attribute::as_affine_map)?));
        for (name, map) in maps.iter().filter_map(named) {
            let (own, rest) = operands.split_at(map.num_inputs().min(operands.len()));
            operands = rest;
            for expr in &map.results {
                let at = |one: Option<usize>| {
                    let inputs: Vec<i64> = (0..own.len()).map(|n| i64::from(one == Some(n))).collect();
                    let (dims, symbols) = inputs.split_at((map.num_dims as usize).min(inputs.len()));
                    expr.evaluate(dims, symbols)
                };
                // The arguments whose coefficients are such.
                let those = |is_such: fn(i64) -> bool| -> Vec<usize> {
                    let coefficient = |n: usize| at(Some(n))?.checked_sub(at(None)?);
                    let found = (0..own.len()).filter(|&n| coefficient(n).is_some_and(is_such));
                    found.filter_map(|n| behind(own[n])).collect()
                };
                let (rising, falling) = (those(|c| c > 0), those(|c| c < 0));
                if name == "lowerBoundMap" {
                    found.extend(&rising);
                }
                if !rising.is_empty() && !falling.is_empty() {
                    // Of `h + 2 * p - k` the margin counts at both ends.
                    let margins = those(|c| c > 1).into_iter().filter(|_| rising.len() > 1);
                    found.extend(margins.chain(falling));
                }
            }
        }
    }
}
