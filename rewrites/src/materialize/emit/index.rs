//! Index arithmetic: bounds, steps and the maps of operations.

use super::*;
use crate::dependence::Addressing;
use crate::linear::combine;

impl<'a> Emitter<'a> {
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
        let mut operands = Operands::of(&self.index_values);
        let results: Vec<AffineExpr> = results.iter().map(|l| operands.expr(l)).collect();
        operands.map(results)
    }

    /// The map of a place in a memref, with its operands: as many results as the memref has subscripts.
    pub(super) fn place(
        &self,
        memref: ValueId,
        buffer: Symbol,
        indices: &[Linear],
    ) -> Result<(AffineMap, Vec<ValueId>)> {
        let strides = match self.addressing(memref, buffer) {
            Addressing::Same | Addressing::Collapsed(_) => return self.map(indices),
            Addressing::Scattered => return self.map(&indices[..indices.len() - 1]),
            Addressing::Linear(strides) => strides,
        };
        let mut operands = Operands::of(&self.index_values);
        let terms = indices.iter().zip(strides).map(|(index, stride)| {
            let index = operands.expr(index) * AffineExpr::Constant(stride.factor);
            let sizes = stride.sizes.iter();
            sizes.fold(index, |product, &size| product * operands.symbol(size))
        });
        let terms: Vec<AffineExpr> = terms.collect();
        let sum = terms.into_iter().reduce(|sum, term| sum + term);
        operands.map(sum.into_iter().collect())
    }

    /// How the subscripts of a buffer become those of a memref, where that is its own and no copy.
    pub(super) fn addressing(&self, memref: ValueId, buffer: Symbol) -> &'a Addressing {
        match self.nest.buffers.get(&buffer) {
            Some((buffer, BufferSource::Memref(own))) if *own == memref => &buffer.addressing,
            _ => &Addressing::Same,
        }
    }
}

/// The operands of a map while it is made.
struct Operands<'v> {
    values: &'v FxHashMap<Symbol, ValueId>,
    dims: Vec<ValueId>,
    symbols: Vec<ValueId>,
    missing: Option<Symbol>,
}

impl<'v> Operands<'v> {
    fn of(values: &'v FxHashMap<Symbol, ValueId>) -> Operands<'v> {
        Operands {
            values,
            dims: Vec::new(),
            symbols: Vec::new(),
            missing: None,
        }
    }

    /// The number of a variable in one of the two lists.
    fn place(&mut self, name: Symbol, is_symbol: bool) -> Option<u32> {
        let Some(&value) = self.values.get(&name) else {
            self.missing = Some(name);
            return None;
        };
        let list = if is_symbol {
            &mut self.symbols
        } else {
            &mut self.dims
        };
        let place = list.iter().position(|&v| v == value).unwrap_or_else(|| {
            list.push(value);
            list.len() - 1
        });
        Some(place as u32)
    }

    fn expr(&mut self, linear: &Linear) -> AffineExpr {
        linear.to_affine(&mut |name| {
            self.place(name, false)
                .map_or(AffineExpr::Constant(0), AffineExpr::Dim)
        })
    }

    fn symbol(&mut self, name: Symbol) -> AffineExpr {
        self.place(name, true)
            .map_or(AffineExpr::Constant(0), AffineExpr::Symbol)
    }

    fn map(self, results: Vec<AffineExpr>) -> Result<(AffineMap, Vec<ValueId>)> {
        match self.missing {
            Some(name) => refuse(format!("the variable {name} is not in scope")),
            None => {
                let map = AffineMap::new(self.dims.len() as u32, self.symbols.len() as u32, results);
                Ok((map, [self.dims, self.symbols].concat()))
            }
        }
    }
}
