//! Sizes at which a block runs.
//!
//! The loops and conditions around a block say of its induction variables and of the sizes when it is entered: a set, of which
//! z3 finds a point whose sizes are small. What is not affine is left out, so that a block need not run at what is found; the run
//! shows whether it does.

use ovolo_lang::affine::{AffineExpr, AffineMap, Constraint, IntegerSet, constant, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Dim;
use rustc_hash::FxHashMap;

use super::inputs::Signature;
use super::sizes::cost;
use crate::emptiness::{Search, find_point, find_point_within};
use ovolo_certificate::{Assumed, Size};

/// Sizes beyond which nothing is looked for. Arbitrary: no run at such sizes ends.
const GREATEST: i64 = 1 << 12;

/// Steps of z3 after which it is taken that there are no smaller sizes. Arbitrary: where there are products of variables it may decide
/// nothing.
const STEPS_FOR_LESS: u32 = 200_000;

/// Definitions within definitions that an index is followed through. Arbitrary.
const MAX_DEPTH: usize = 32;

/// Sizes below which none is chosen where a block is entered with more: then most loops run, also those that begin at 1 and end
/// one earlier. Arbitrary.
const LEAST: i64 = 4;

/// When a block is entered.
pub enum Entry {
    /// At no sizes.
    Never,
    /// Perhaps at these, of which there may be none.
    At(Vec<Vec<i64>>),
}

/// A function, and which of its sizes there are.
pub struct Reach<'a> {
    pub module: &'a Module,
    pub function: OpId,
    pub signature: &'a Signature,
    pub sizes: &'a [Size],
    pub assumed: &'a [Assumed],
}

/// When a block is entered, over the sizes and then variables of loops.
pub struct Path<'a> {
    reach: &'a Reach<'a>,
    pub variables: u32,
    known: FxHashMap<ValueId, AffineExpr>,
    pub constraints: Vec<Constraint>,
}

impl Reach<'_> {
    /// The blocks inside operations of a function, with the first operation of each.
    pub fn blocks(module: &Module, function: OpId) -> Vec<(BlockId, OpId)> {
        let mut all = Vec::new();
        module.walk(function, &mut |op| {
            let regions = module.op(op).regions.iter();
            let blocks = regions.flat_map(|&region| &module.region(region).blocks);
            all.extend(blocks.filter_map(|&block| Some((block, *module.block(block).ops.first()?))));
        });
        all
    }

    /// What is known of when a block is entered. Adds the questions that were asked.
    pub fn entered(&self, block: BlockId, questions: &mut u64) -> Entry {
        let mut sizes = Vec::new();
        let mut is_never = true;
        // Of a condition that does not hold any of its parts may be what does not.
        for part in 0..MAX_PARTS {
            let Some((path, variables)) = self.path(block, part) else {
                break;
            };
            let all = self.with_ranges(&path);
            *questions += 1;
            match find_point(&IntegerSet::new(variables, 0, all.clone())) {
                Search::Empty => continue,
                Search::Found(_) | Search::Unknown => is_never = false,
            }
            sizes.extend(self.smallest(&all, variables, questions));
            if !sizes.is_empty() {
                break;
            }
        }
        match is_never {
            true => Entry::Never,
            false => Entry::At(sizes),
        }
    }

    fn path(&self, block: BlockId, part: usize) -> Option<(Vec<Constraint>, u32)> {
        let mut around = Vec::new();
        let mut block = block;
        while let Some(op) = self.module.block_parent_op(block) {
            if op == self.function {
                break;
            }
            around.push((op, block));
            block = self.module.op(op).parent?;
        }
        let mut path = Path::new(self);
        let mut has_parts = false;
        for (op, block) in around.into_iter().rev() {
            has_parts |= path.enter(op, block, part)?;
        }
        (has_parts || part == 0).then_some((path.constraints, path.variables))
    }

    /// A path with the ranges of sizes, and with what is assumed of them.
    fn with_ranges(&self, path: &[Constraint]) -> Vec<Constraint> {
        let mut all = path.to_vec();
        for (position, &size) in self.sizes.iter().enumerate() {
            let (least, _) = self.signature.range(size);
            if least > i64::MIN {
                all.push(Constraint::at_least(dim(position as u32), constant(least)));
            }
        }
        for assumed in self.assumed {
            let place = |size: &Size| self.sizes.iter().position(|known| known == size);
            let places: Option<Vec<AffineExpr>> = assumed
                .sizes
                .iter()
                .map(|size| Some(dim(place(size)? as u32)))
                .collect();
            all.extend(places.map(|places| Constraint {
                expr: assumed.constraint.expr.replace(&places, &[]),
                is_equality: assumed.constraint.is_equality,
            }));
        }
        all
    }

    /// The least sizes, each for itself, and those where all extents are alike, cheaper ones first. Loops that are not on the
    /// path are to run too: where that is possible, no size is less than some.
    fn smallest(&self, all: &[Constraint], variables: u32, questions: &mut u64) -> Vec<Vec<i64>> {
        let positions: Vec<u32> = (0..self.sizes.len() as u32).collect();
        let is_extent = |position: &u32| matches!(self.sizes[*position as usize], Size::Extent { .. });
        let (extents, integers): (Vec<u32>, Vec<u32>) = positions.iter().partition(|p| is_extent(p));
        let alike = extents
            .windows(2)
            .map(|two| Constraint::equal(dim(two[0]), dim(two[1])));
        let alike: Vec<Constraint> = all.iter().cloned().chain(alike).collect();
        let alone: Vec<Vec<u32>> = positions.iter().map(|&position| vec![position]).collect();
        let together = vec![positions.clone(), extents, integers];
        let mut found = Vec::new();
        for (constraints, groups) in [(all, alone), (&alike, together)] {
            let sizes = [LEAST, -GREATEST].iter().find_map(|&least| {
                let at_least = positions
                    .iter()
                    .map(|&p| Constraint::at_least(dim(p), constant(least)));
                let mut constraints: Vec<Constraint> = constraints.iter().cloned().chain(at_least).collect();
                let mut found = None;
                for positions in &groups {
                    let (bound, point) = least_bound(&constraints, variables, positions, questions)?;
                    constraints.extend(
                        positions
                            .iter()
                            .map(|&p| Constraint::at_most(dim(p), constant(bound))),
                    );
                    found = Some(point);
                }
                found
            });
            found.extend(sizes.map(|point| point[..self.sizes.len()].to_vec()));
        }
        found.sort_by_key(|sizes| cost(sizes));
        found.dedup();
        found
    }
}

/// The least number that these variables need not exceed, with a point of the set at which they do not.
fn least_bound(
    constraints: &[Constraint],
    variables: u32,
    positions: &[u32],
    questions: &mut u64,
) -> Option<(i64, Vec<i64>)> {
    let mut at_most = |bound: i64| {
        *questions += 1;
        let bounds = positions
            .iter()
            .map(|&p| Constraint::at_most(dim(p), constant(bound)));
        let all = constraints.iter().cloned().chain(bounds).collect();
        match find_point_within(&IntegerSet::new(variables, 0, all), STEPS_FOR_LESS) {
            Search::Found(point) => point.map(|point| point.dims),
            Search::Empty | Search::Unknown => None,
        }
    };
    let mut found = at_most(GREATEST)?;
    let greatest = |point: &[i64]| positions.iter().map(|&p| point[p as usize]).max().unwrap_or(0);
    let (mut low, mut high) = (-1, greatest(&found).max(0));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match at_most(middle) {
            Some(point) => {
                high = greatest(&point).clamp(low + 1, middle);
                found = point;
            }
            None => low = middle,
        }
    }
    Some((high, found))
}

/// Parts of a condition that are tried. Arbitrary.
const MAX_PARTS: usize = 4;

impl<'a> Path<'a> {
    /// Nothing is said of any block.
    pub fn new(reach: &'a Reach<'a>) -> Path<'a> {
        Path {
            reach,
            variables: reach.sizes.len() as u32,
            known: FxHashMap::default(),
            constraints: Vec::new(),
        }
    }

    fn fresh(&mut self) -> AffineExpr {
        self.variables += 1;
        dim(self.variables - 1)
    }

    /// Enters a block of an operation; whether this is one of several ways to. `None` where there is no such way.
    pub fn enter(&mut self, id: OpId, block: BlockId, part: usize) -> Option<bool> {
        let module = self.reach.module;
        let op = module.op(id);
        match op.code() {
            Some(OpCode::AffineFor) => {
                let variable = self.fresh();
                let segments = op
                    .attribute("operandSegmentSizes")
                    .and_then(Attribute::as_i64_list);
                let step = op.attribute("step").and_then(Attribute::as_i64).unwrap_or(1);
                let middle = segments.as_ref().map_or(0, |s| s[0] as usize);
                let end = middle + segments.as_ref().map_or(0, |s| s[1] as usize);
                let bounds = |path: &mut Self, name: &str, operands: &[ValueId]| {
                    let map = op.attribute(name).and_then(Attribute::as_affine_map).cloned();
                    map.map_or(Vec::new(), |map| path.results(&map, operands))
                };
                let lower = bounds(self, "lowerBoundMap", &op.operands[..middle]);
                let upper = bounds(self, "upperBoundMap", &op.operands[middle..end]);
                self.within(&variable, &lower, &upper, step);
                self.known
                    .extend(induction_variable(module, block).map(|v| (v, variable)));
                Some(false)
            }
            Some(OpCode::ScfFor) => {
                let variable = self.fresh();
                let [lower, upper, step] = [0, 1, 2].map(|n| {
                    let bound = op.operands.get(n).copied();
                    bound.and_then(|bound| self.index(bound, MAX_DEPTH))
                });
                let step = step.and_then(|step| step.as_constant()).unwrap_or(1);
                let [lower, upper] = [lower, upper].map(Vec::from_iter);
                self.within(&variable, &lower, &upper, step);
                self.known
                    .extend(induction_variable(module, block).map(|v| (v, variable)));
                Some(false)
            }
            Some(OpCode::AffineIf) => {
                let set = op.attribute("condition").and_then(Attribute::as_integer_set);
                let Some(set) = set.cloned() else {
                    return Some(false);
                };
                let inputs = self.inputs(&op.operands);
                let (dims, symbols) = inputs.split_at((set.num_dims as usize).min(inputs.len()));
                let constraints = set.constraints.iter().map(|constraint| Constraint {
                    expr: constraint.expr.replace(dims, symbols),
                    is_equality: constraint.is_equality,
                });
                let constraints: Vec<Constraint> = constraints.collect();
                let holds = op
                    .regions
                    .first()
                    .is_some_and(|&r| module.region(r).blocks.contains(&block));
                if holds {
                    self.constraints.extend(constraints);
                    return Some(false);
                }
                // An equality is missed from below or from above.
                let broken = constraints.iter().flat_map(|constraint| {
                    let below = Constraint::at_most(constraint.expr.clone(), constant(-1));
                    let above = Constraint::at_least(constraint.expr.clone(), constant(1));
                    [Some(below), constraint.is_equality.then_some(above)]
                });
                self.constraints.push(broken.flatten().nth(part)?);
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// A variable is at least its lower bounds, less than its upper ones, and some steps from a single lower one.
    fn within(&mut self, variable: &AffineExpr, lower: &[AffineExpr], upper: &[AffineExpr], step: i64) {
        for bound in lower {
            self.constraints
                .push(Constraint::at_least(variable.clone(), bound.clone()));
        }
        for bound in upper {
            let last = bound.clone() + constant(-1);
            self.constraints.push(Constraint::at_most(variable.clone(), last));
        }
        if let ([bound], true) = (lower, step > 1) {
            let times = self.fresh();
            let stepped = bound.clone() + times * constant(step);
            self.constraints
                .push(Constraint::equal(variable.clone(), stepped));
        }
    }

    pub fn results(&mut self, map: &AffineMap, operands: &[ValueId]) -> Vec<AffineExpr> {
        let inputs = self.inputs(operands);
        let (dims, symbols) = inputs.split_at((map.num_dims as usize).min(inputs.len()));
        map.results
            .iter()
            .map(|result| result.replace(dims, symbols))
            .collect()
    }

    /// Indices in terms of sizes and variables; one of which nothing is known is a variable.
    pub fn inputs(&mut self, operands: &[ValueId]) -> Vec<AffineExpr> {
        let known = operands
            .iter()
            .map(|&operand| match self.index(operand, MAX_DEPTH) {
                Some(expr) => expr,
                None => self.fresh(),
            });
        known.collect()
    }

    fn index(&mut self, value: ValueId, depth: usize) -> Option<AffineExpr> {
        if let Some(known) = self.known.get(&value) {
            return Some(known.clone());
        }
        let found = self.defined(value, depth.checked_sub(1)?)?;
        self.known.insert(value, found.clone());
        Some(found)
    }

    fn defined(&mut self, value: ValueId, depth: usize) -> Option<AffineExpr> {
        let reach = self.reach;
        let module = reach.module;
        let Some(id) = module.defining_op(value) else {
            let argument = argument(module, reach.function, value)?;
            return self.size(Size::Index { argument });
        };
        let op = module.op(id);
        let mut operand = |n: usize| self.index(*op.operands.get(n)?, depth);
        match op.code()? {
            OpCode::Constant => Some(constant(op.attribute("value")?.as_i64()?)),
            OpCode::IndexCast | OpCode::ExtSI => operand(0),
            OpCode::AddI => Some(operand(0)? + operand(1)?),
            OpCode::SubI => Some(operand(0)? + operand(1)? * constant(-1)),
            OpCode::MulI => {
                let (a, b) = (operand(0)?, operand(1)?);
                let is_linear = a.as_constant().is_some() || b.as_constant().is_some();
                is_linear.then(|| a * b)
            }
            OpCode::MemRefDim => {
                let dimension = usize::try_from(operand(1)?.as_constant()?).ok()?;
                let argument = argument(module, reach.function, *op.operands.first()?)?;
                let shape = reach.signature.parameters[argument]
                    .ty
                    .as_memref()?
                    .shape
                    .as_ref()?;
                match shape.get(dimension)? {
                    Dim::Fixed(n) => Some(constant(*n)),
                    Dim::Dynamic => self.size(Size::Extent { argument, dimension }),
                }
            }
            OpCode::AffineApply => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                self.results(&map, &op.operands).into_iter().next()
            }
            code @ (OpCode::AffineMin | OpCode::AffineMax) => {
                let map = op.attribute("map")?.as_affine_map()?.clone();
                let results = self.results(&map, &op.operands);
                let value = self.fresh();
                let bounds = results.into_iter().map(|result| match code {
                    OpCode::AffineMin => Constraint::at_most(value.clone(), result),
                    _ => Constraint::at_least(value.clone(), result),
                });
                self.constraints.extend(bounds);
                Some(value)
            }
            _ => None,
        }
    }

    fn size(&self, size: Size) -> Option<AffineExpr> {
        let position = self.reach.sizes.iter().position(|known| *known == size)?;
        Some(dim(position as u32))
    }
}

fn induction_variable(module: &Module, block: BlockId) -> Option<ValueId> {
    module.block(block).arguments.first().copied()
}

/// The argument of the function that a value is.
pub fn argument(module: &Module, function: OpId, value: ValueId) -> Option<usize> {
    let body = module.single_block(function, 0)?;
    module
        .block(body)
        .arguments
        .iter()
        .position(|&argument| argument == value)
}
