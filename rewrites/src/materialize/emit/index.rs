//! Index arithmetic: bounds, steps and the maps of operations.

use super::*;
use crate::linear::combine;

impl Emitter<'_> {
    pub(super) fn step(&self, step: Step) -> Result<i64> {
        let value = match step {
            Step::Fixed(n) => Some(n),
            Step::Tile(name) => self.choice.tiles.get(&name).copied(),
        };
        match value {
            Some(n) if n > 0 => Ok(n),
            _ => refuse(format!("no positive size is chosen for {step}")),
        }
    }

    pub(super) fn index(&self, id: Id) -> Result<Linear> {
        match self.bound(id, IndexOp::Min)?.as_slice() {
            [one] => Ok(one.clone()),
            _ => refuse("a minimum in a subscript"),
        }
    }

    /// The expressions whose least (`fold` is `Min`) or greatest (`Max`) is the value of a bound.
    pub(super) fn bound(&self, id: Id, fold: IndexOp) -> Result<Vec<Linear>> {
        let overflow = || refuse("index arithmetic that is not affine or overflows");
        let mut list = match self.node(id) {
            Node::Int(n) => vec![Linear::constant(*n)],
            Node::Var(name) => vec![match (self.bindings.get(name), self.choice.tiles.get(name)) {
                (Some(bound), _) => bound.clone(),
                (None, Some(size)) => Linear::constant(*size),
                (None, None) => Linear::var(*name),
            }],
            Node::Index(op, [a, b]) if *op == fold => {
                let mut list = self.bound(*a, fold)?;
                list.extend(self.bound(*b, fold)?);
                list
            }
            Node::Index(IndexOp::Min | IndexOp::Max, [a, b]) => {
                match (self.index(*a)?.as_constant(), self.index(*b)?.as_constant()) {
                    (Some(a), Some(b)) => vec![Linear::constant(match fold {
                        IndexOp::Min => a.max(b),
                        _ => a.min(b),
                    })],
                    _ => return refuse("a minimum inside a maximum"),
                }
            }
            Node::Index(op, [a, b]) => {
                let (left, right) = (self.bound(*a, fold)?, self.bound(*b, fold)?);
                let mut list = Vec::new();
                for x in &left {
                    for y in &right {
                        // Each of these is monotone in x and y, so it may be taken member by member.
                        let monotone = left.len() * right.len() == 1
                            || match op {
                                IndexOp::Add => true,
                                IndexOp::Mul | IndexOp::FloorDiv | IndexOp::CeilDiv => {
                                    right.len() == 1 && y.as_constant().is_some_and(|c| c > 0)
                                }
                                _ => false,
                            };
                        if !monotone {
                            return refuse("a bound that is not monotone in its parts");
                        }
                        match combine(*op, x, y) {
                            Some(value) => list.push(value),
                            None => return overflow(),
                        }
                    }
                }
                list
            }
            _ => return overflow(),
        };
        let constants: Vec<i64> = list.iter().filter_map(Linear::as_constant).collect();
        if constants.len() > 1 {
            let best = if fold == IndexOp::Min {
                constants.iter().min()
            } else {
                constants.iter().max()
            };
            let best = Linear::constant(*best.expect("there are constants"));
            list.retain(|l| l.as_constant().is_none());
            list.push(best);
        }
        list.dedup();
        Ok(list)
    }

    /// A map over the variables that occur, with their values.
    pub(super) fn map(&self, results: &[Linear]) -> Result<(AffineMap, Vec<ValueId>)> {
        let mut operands: Vec<ValueId> = Vec::new();
        let mut missing = None;
        let mut dim = |name: Symbol| {
            let Some(&value) = self.index_values.get(&name) else {
                missing = Some(name);
                return AffineExpr::Constant(0);
            };
            let place = operands.iter().position(|&v| v == value).unwrap_or_else(|| {
                operands.push(value);
                operands.len() - 1
            });
            AffineExpr::Dim(place as u32)
        };
        let results: Vec<AffineExpr> = results.iter().map(|l| l.to_affine(&mut dim)).collect();
        match missing {
            Some(name) => refuse(format!("the variable {name} is not in scope")),
            None => Ok((AffineMap::new(operands.len() as u32, 0, results), operands)),
        }
    }
}
