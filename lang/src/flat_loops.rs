//! Loops over all pairs, triples and so on of indices that are counted with one variable:
//!
//! ```text
//! for p in 0..h * w { … p floordiv w … p mod w … }
//! ```
//!
//! A *digit* of the variable is what it is by `floordiv` and `mod` of products that divide one another: `(p floordiv w) mod h`, say. So
//! the loop is the loops over its digits inside one another (the inverse of loop coalescing: Polychronopoulos, "Loop coalescing: a
//! compiler transformation for parallel machines", ICPP 1987), where the extents of all but the outermost are not negative.

use std::collections::HashMap;

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::attribute::Attribute;
use crate::ir::{Module, Op, OpId, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::Type;

/// Digits of one variable. Arbitrary.
const MOST_DIGITS: usize = 8;

/// Operations that a product of sizes is made of. Arbitrary.
const MOST_FACTORS: usize = 16;

/// How many values a digit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Fixed(i64),
    Value(ValueId),
}

/// A number times values, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    factor: i64,
    values: Vec<ValueId>,
}

impl Product {
    /// A number.
    pub fn constant(factor: i64) -> Product {
        Product {
            factor,
            values: Vec::new(),
        }
    }

    /// The product that an index is: of constants, and of values that are no products.
    pub fn of(module: &Module, value: ValueId) -> Option<Product> {
        Product::of_few(module, value, &mut MOST_FACTORS.clone())
    }

    fn of_few(module: &Module, value: ValueId, left: &mut usize) -> Option<Product> {
        *left = left.checked_sub(1)?;
        if *module.ty(value) != Type::Index {
            return None;
        }
        let Some(op) = module.defining_op(value).map(|op| module.op(op)) else {
            return Some(Product::value(module, value));
        };
        match op.code() {
            Some(OpCode::Constant) => op.attribute("value")?.as_i64().map(Product::constant),
            Some(OpCode::MulI) => {
                let a = Product::of_few(module, op.operands[0], left)?;
                a.times(&Product::of_few(module, op.operands[1], left)?)
            }
            Some(OpCode::AffineApply) => {
                let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
                let product = match map.results.as_slice() {
                    [expr] => Product::of_few_in(module, expr, (map, &op.operands), left),
                    _ => None,
                };
                Some(product.unwrap_or_else(|| Product::value(module, value)))
            }
            _ => Some(Product::value(module, value)),
        }
    }

    /// The product that an expression in the inputs of a map is; `None` for a sum.
    pub fn of_expr(
        module: &Module,
        expr: &AffineExpr,
        map: &AffineMap,
        operands: &[ValueId],
    ) -> Option<Product> {
        Product::of_few_in(module, expr, (map, operands), &mut MOST_FACTORS.clone())
    }

    fn of_few_in(
        module: &Module,
        expr: &AffineExpr,
        (map, operands): (&AffineMap, &[ValueId]),
        left: &mut usize,
    ) -> Option<Product> {
        match expr {
            AffineExpr::Constant(factor) => Some(Product::constant(*factor)),
            AffineExpr::Binary(AffineOp::Mul, parts) => {
                let a = Product::of_few_in(module, &parts.0, (map, operands), left)?;
                a.times(&Product::of_few_in(module, &parts.1, (map, operands), left)?)
            }
            AffineExpr::Binary(..) => None,
            leaf => Product::of_few(module, operand(leaf, map, operands)?, left),
        }
    }

    /// A value as a factor: the first that is computed alike in its block.
    fn value(module: &Module, value: ValueId) -> Product {
        let alike = module.defining_op(value).and_then(|op| {
            let own = module.op(op);
            let is_pure =
                own.code().is_some_and(|code| code.has_trait(Trait::Pure)) && own.results.len() == 1;
            let block = own.parent.filter(|_| is_pure)?;
            let mut before = module.block(block).ops.iter().map(|&other| module.op(other));
            before.find(|other| {
                let is_same = other.name == own.name && other.operands == own.operands;
                is_same && other.attributes == own.attributes
            })
        });
        Product {
            factor: 1,
            values: vec![alike.map_or(value, |op| op.results[0])],
        }
    }

    /// The product of two; `None` where its constant is beyond 64 bits.
    pub fn times(&self, other: &Product) -> Option<Product> {
        let mut values = [&self.values[..], &other.values[..]].concat();
        values.sort_unstable();
        Some(Product {
            factor: self.factor.checked_mul(other.factor)?,
            values,
        })
    }

    /// The quotient by a product of which this is a multiple.
    fn over(&self, other: &Product) -> Option<Product> {
        let mut values = self.values.clone();
        for value in &other.values {
            let place = values.iter().position(|own| own == value)?;
            values.remove(place);
        }
        let is_multiple = other.factor > 0 && self.factor > 0 && self.factor % other.factor == 0;
        is_multiple.then(|| Product {
            factor: self.factor / other.factor,
            values,
        })
    }
}

/// The expressions of an operation in its last operands: those of a map, or of the constraints of a set.
pub fn exprs_of(op: &Op) -> Option<AffineMap> {
    if let Some(set) = op.attribute("condition").and_then(Attribute::as_integer_set) {
        let exprs = set.constraints.iter().map(|constraint| constraint.expr.clone());
        return Some(AffineMap::new(set.num_dims, set.num_symbols, exprs.collect()));
    }
    let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
    Some((**map).clone())
}

/// The value that a map takes for a dimension or symbol.
pub fn operand(leaf: &AffineExpr, map: &AffineMap, operands: &[ValueId]) -> Option<ValueId> {
    match leaf {
        AffineExpr::Dim(number) => operands.get(*number as usize).copied(),
        AffineExpr::Symbol(number) => operands.get((map.num_dims + *number) as usize).copied(),
        _ => None,
    }
}

impl Extent {
    pub fn product(self, module: &Module) -> Product {
        match self {
            Extent::Fixed(n) => Product::constant(n),
            Extent::Value(value) => Product::value(module, value),
        }
    }
}

/// A part of a variable: `(p floordiv from) mod (to / from)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub from: Product,
    pub to: Product,
}

/// The digits of the variable of a loop.
pub struct Digits {
    /// How many values each has, the outermost first.
    pub extents: Vec<Extent>,
    /// The variable, and values in the body that are parts of it.
    pub parts: HashMap<ValueId, Part>,
}

/// What the body of a loop uses of its variable.
struct Parts<'m> {
    module: &'m Module,
    known: HashMap<ValueId, Part>,
    /// Where digits begin.
    begins: Vec<Product>,
}

/// The digits of the variable of a loop that counts from zero by one; `None` where the body does not divide by such, or by others too.
pub fn digits(module: &Module, op: OpId) -> Option<Digits> {
    if !divides(module, op) {
        return None;
    }
    let (variable, whole) = counted(module, op)?;
    let mut parts = Parts {
        module,
        known: HashMap::new(),
        begins: Vec::new(),
    };
    let part = Part {
        from: Product::constant(1),
        to: whole.clone(),
    };
    parts.known.insert(variable, part);
    module.walk(op, &mut |inner| {
        if inner != op {
            parts.note(inner);
        }
    });
    let mut begins = parts.begins;
    begins.retain(|begin| *begin != Product::constant(1) && *begin != whole);
    begins.sort_by_key(|begin| (begin.values.len(), begin.factor));
    begins.dedup();
    if begins.is_empty() {
        return None;
    }
    let mut extents = Vec::new();
    let mut begin = Product::constant(1);
    for end in begins.into_iter().chain([whole]) {
        let Product { factor, values } = end.over(&begin)?;
        // Which of several is the outer one does not matter to who asks for none of them.
        extents.extend((factor != 1).then_some(Extent::Fixed(factor)));
        extents.extend(values.into_iter().map(Extent::Value));
        begin = end;
    }
    extents.reverse();
    (2..=MOST_DIGITS).contains(&extents.len()).then_some(Digits {
        extents,
        parts: parts.known,
    })
}

/// Whether something is divided in a loop.
fn divides(module: &Module, op: OpId) -> bool {
    let mut found = false;
    module.walk(op, &mut |inner| {
        let data = module.op(inner);
        found |= match data.code() {
            Some(OpCode::DivSI | OpCode::DivUI | OpCode::FloorDivSI | OpCode::RemSI | OpCode::RemUI) => true,
            _ => {
                let mut is_division = false;
                let mut note = |part: &AffineExpr| {
                    is_division |= matches!(part, AffineExpr::Binary(op, _) if op.is_division());
                };
                let set = data.attribute("condition").and_then(Attribute::as_integer_set);
                let constraints = set.iter().flat_map(|set| &set.constraints);
                constraints.for_each(|constraint| constraint.expr.walk(&mut note));
                let map = data.attribute("map").and_then(Attribute::as_affine_map);
                let results = map.iter().flat_map(|map| &map.results);
                results.for_each(|expr| expr.walk(&mut note));
                is_division
            }
        };
    });
    found
}

/// The variable of a loop that counts from zero by one, and where it ends.
fn counted(module: &Module, op: OpId) -> Option<(ValueId, Product)> {
    let data = module.op(op);
    let body = module.single_block(op, 0)?;
    let variable = *module.block(body).arguments.first()?;
    let whole = match data.code()? {
        OpCode::AffineFor => {
            let map = |name: &str| data.attribute(name).and_then(Attribute::as_affine_map);
            let (lower, upper) = (map("lowerBoundMap")?, map("upperBoundMap")?);
            let step = data.attribute("step").map_or(Some(1), Attribute::as_i64);
            let [end] = upper.results.as_slice() else {
                return None;
            };
            if lower.single_constant() != Some(0) || step != Some(1) {
                return None;
            }
            let operands = data.operands.get(lower.num_inputs()..)?;
            Product::of_expr(module, end, upper, operands)?
        }
        OpCode::ScfFor => {
            let &[lower, upper, step, ..] = data.operands.as_slice() else {
                return None;
            };
            if module.as_constant(lower) != Some(0) || module.as_constant(step) != Some(1) {
                return None;
            }
            Product::of(module, upper)?
        }
        _ => return None,
    };
    Some((variable, whole))
}

impl Parts<'_> {
    /// Notes what an operation divides, and what of the variable it gives.
    fn note(&mut self, op: OpId) {
        let data = self.module.op(op);
        if let Some(map) = exprs_of(data) {
            let Some(first) = data.operands.len().checked_sub(map.num_inputs()) else {
                return;
            };
            let operands = &data.operands[first..];
            let parts: Vec<Option<Part>> = map
                .results
                .iter()
                .map(|expr| self.of_expr(expr, &map, operands))
                .collect();
            if let (Some(OpCode::AffineApply), [Some(part)]) = (data.code(), parts.as_slice()) {
                self.known.insert(data.results[0], part.clone());
            }
            return;
        }
        let &[a, b] = data.operands.as_slice() else { return };
        let is_quotient = match data.code() {
            Some(OpCode::DivSI | OpCode::DivUI | OpCode::FloorDivSI) => true,
            Some(OpCode::RemSI | OpCode::RemUI) => false,
            Some(OpCode::SubI) => {
                if let Some(part) = self.rest(a, b) {
                    self.known.insert(data.results[0], part);
                }
                return;
            }
            _ => return,
        };
        if let (Some(part), Some(by)) = (self.known.get(&a).cloned(), Product::of(self.module, b))
            && let Some(part) = self.divided(&part, &by, is_quotient)
        {
            self.known.insert(data.results[0], part);
        }
    }

    /// The remainder that is left of a part without its quotient times the divisor: `p - p floordiv w * w`.
    fn rest(&mut self, a: ValueId, b: ValueId) -> Option<Part> {
        let part = self.known.get(&a)?.clone();
        let product = Product::of(self.module, b)?;
        let quotient = product
            .values
            .iter()
            .find_map(|value| Some((*value, self.known.get(value)?)));
        let (value, quotient) = quotient?;
        let by = product.over(&Product::value(self.module, value))?;
        let is_own = quotient.to == part.to && part.from.times(&by)? == quotient.from;
        is_own.then(|| Part {
            from: part.from,
            to: quotient.from.clone(),
        })
    }

    /// What of the variable an expression is, where it is a part of it; notes what it divides.
    fn of_expr(&mut self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) -> Option<Part> {
        let AffineExpr::Binary(op, ab) = expr else {
            return self.known.get(&operand(expr, map, operands)?).cloned();
        };
        let part = self.of_expr(&ab.0, map, operands);
        if !matches!(op, AffineOp::FloorDiv | AffineOp::Mod) {
            self.of_expr(&ab.1, map, operands);
            return None;
        }
        let by = Product::of_expr(self.module, &ab.1, map, operands)?;
        self.divided(&part?, &by, *op == AffineOp::FloorDiv)
    }

    fn divided(&mut self, part: &Part, by: &Product, is_quotient: bool) -> Option<Part> {
        let middle = part.from.times(by)?;
        self.begins.push(middle.clone());
        part.to.over(&middle)?;
        Some(match is_quotient {
            true => Part {
                from: middle,
                to: part.to.clone(),
            },
            false => Part {
                from: part.from.clone(),
                to: middle,
            },
        })
    }
}
