//! Some cells of programs whose runs are too long.
//!
//! Of loops around affine accesses only those iterations are kept that the cells of a *window* depend on: backward slicing (Weiser,
//! ICSE 1981) with an interval for each induction variable. Intervals are those of bounds propagation, so that an iteration
//! that writes a cell of the window, or one that such an iteration reads, is among them; what others write is in no cell
//! that is looked at.

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, Constraint, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::{Path, Reach};

/// The least and the greatest number of something.
pub type Range = [i64; 2];

/// Of memory the cells that are looked at, in each dimension.
pub type Cells = Vec<Range>;

const FAR: i64 = 1 << 40;
const ANYWHERE: Range = [-FAR, FAR];

/// Rounds after which what cells depend on is given up. Arbitrary.
const MAX_ROUNDS: usize = 16;

/// Rounds of the propagation of bounds. More make intervals smaller, and none wrong. Arbitrary.
const MAX_NARROWINGS: usize = 8;

/// An access of a function that has affine ones alone.
struct Access {
    op: OpId,
    is_store: bool,
    buffer: ValueId,
    subscripts: Vec<AffineExpr>,
    lanes: i64,
    place: Place,
}

/// Where something stands.
#[derive(Clone)]
struct Place {
    /// The loops around it with their variables.
    loops: Vec<(OpId, u32)>,
    constraints: Vec<Constraint>,
}

/// Something that a stored value depends on.
struct Feed {
    place: Place,
    /// The access that loads it; none of a loop that carries a value.
    load: Option<usize>,
    /// The outermost loop through which it is carried: it is of any iteration of that.
    carried: Option<OpId>,
}

/// The accesses of a function, at sizes that are known.
pub struct Sliced<'a> {
    module: &'a Module,
    accesses: Vec<Access>,
    bodies: FxHashMap<OpId, Place>,
    feeds: FxHashMap<usize, Vec<Feed>>,
    sizes: &'a [i64],
    variables: usize,
}

impl<'a> Sliced<'a> {
    /// `None` of a function that has anything but affine loops, conditions and accesses.
    pub fn of(reach: &'a Reach<'a>, sizes: &'a [i64]) -> Option<Sliced<'a>> {
        let mut sliced = Sliced {
            module: reach.module,
            accesses: Vec::new(),
            bodies: FxHashMap::default(),
            feeds: FxHashMap::default(),
            sizes,
            variables: 0,
        };
        let mut path = Path::new(reach);
        let body = reach.module.single_block(reach.function, 0)?;
        sliced.read(&mut path, body, &mut Vec::new(), MAX_DEPTH)?;
        sliced.variables = path.variables as usize;
        let by_op: FxHashMap<OpId, usize> = sliced
            .accesses
            .iter()
            .enumerate()
            .map(|(n, a)| (a.op, n))
            .collect();
        let stores = (0..sliced.accesses.len()).filter(|&n| sliced.accesses[n].is_store);
        sliced.feeds = stores.map(|n| (n, sliced.feeds_of(n, &by_op))).collect();
        Some(sliced)
    }

    fn read(
        &mut self,
        path: &mut Path,
        block: BlockId,
        loops: &mut Vec<(OpId, u32)>,
        depth: usize,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        for &id in &self.module.block(block).ops {
            let op = self.module.op(id);
            let code = op.code()?;
            match code {
                OpCode::AffineFor => {
                    let body = self.module.single_block(id, 0)?;
                    let before = path.constraints.len();
                    let variable = path.variables;
                    path.enter(id, body, 0)?;
                    loops.push((id, variable));
                    let place = Place {
                        loops: loops.clone(),
                        constraints: path.constraints.clone(),
                    };
                    self.bodies.insert(id, place);
                    self.read(path, body, loops, depth)?;
                    loops.pop();
                    path.constraints.truncate(before);
                }
                OpCode::AffineIf => {
                    let before = path.constraints.len();
                    for (n, &region) in op.regions.iter().enumerate() {
                        for &inner in &self.module.region(region).blocks {
                            if n == 0 {
                                path.enter(id, inner, 0)?;
                            }
                            self.read(path, inner, loops, depth)?;
                        }
                        path.constraints.truncate(before);
                    }
                }
                OpCode::AffineLoad
                | OpCode::AffineVectorLoad
                | OpCode::MemRefLoad
                | OpCode::VectorMaskedLoad => {
                    let lanes = op.results.first().map(|&r| lanes(self.module.ty(r)))?;
                    self.access(path, id, false, 0, lanes, loops)?;
                }
                OpCode::AffineStore | OpCode::AffineVectorStore | OpCode::MemRefStore => {
                    let lanes = op.operands.first().map(|&v| lanes(self.module.ty(v)))?;
                    self.access(path, id, true, 1, lanes, loops)?;
                }
                OpCode::VectorMaskedStore => {
                    let lanes = op.operands.last().map(|&v| lanes(self.module.ty(v)))?;
                    self.access(path, id, true, 0, lanes, loops)?;
                }
                OpCode::Return if op.operands.is_empty() => {}
                OpCode::AffineYield | OpCode::MemRefAlloc | OpCode::MemRefAlloca | OpCode::MemRefDealloc => {}
                OpCode::MemRefDim => {}
                // Parts of a program do not compute the data that an index would be made of.
                OpCode::IndexCast | OpCode::IndexCastUI => return None,
                _ if code.has_trait(Trait::Pure) && op.regions.is_empty() => {
                    let is_view = |&result: &ValueId| matches!(self.module.ty(result), Type::MemRef(_));
                    if op.results.iter().any(is_view) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Reads an access whose buffer is the operand of this number.
    fn access(
        &mut self,
        path: &mut Path,
        id: OpId,
        is_store: bool,
        buffer: usize,
        lanes: i64,
        loops: &[(OpId, u32)],
    ) -> Option<()> {
        let op = self.module.op(id);
        let buffer_value = *op.operands.get(buffer)?;
        let rank = self.module.ty(buffer_value).as_memref()?.shape.as_ref()?.len();
        let indices = &op.operands[buffer + 1..];
        let subscripts = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => path.results(map, indices),
            None => path.inputs(indices.get(..rank)?),
        };
        self.accesses.push(Access {
            op: id,
            is_store,
            buffer: buffer_value,
            subscripts,
            lanes,
            place: Place {
                loops: loops.to_vec(),
                constraints: path.constraints.clone(),
            },
        });
        Some(())
    }

    /// What the value that is stored depends on.
    fn feeds_of(&self, store: usize, by_op: &FxHashMap<OpId, usize>) -> Vec<Feed> {
        let module = self.module;
        let mut feeds = Vec::new();
        let mut seen: FxHashSet<(ValueId, Option<OpId>)> = FxHashSet::default();
        let operands = &module.op(self.accesses[store].op).operands;
        let mut pending: Vec<(ValueId, Option<OpId>)> = operands.iter().map(|&v| (v, None)).collect();
        // The outer of two loops, one of which is around the other.
        let outer = |a: Option<OpId>, b: OpId| {
            let depth = |l: OpId| self.bodies.get(&l).map_or(0, |place| place.loops.len());
            match a {
                Some(a) if depth(a) <= depth(b) => Some(a),
                _ => Some(b),
            }
        };
        while let Some((value, carried)) = pending.pop() {
            if !seen.insert((value, carried)) {
                continue;
            }
            let mut through = |loop_op: OpId, number: usize, carried: Option<OpId>, pending: &mut Vec<_>| {
                let op = module.op(loop_op);
                let first = op.operands.len() - op.results.len();
                pending.extend(op.operands.get(first + number).map(|&init| (init, carried)));
                let yields = module
                    .single_block(loop_op, 0)
                    .and_then(|b| module.block(b).ops.last().copied());
                let yielded = yields.and_then(|y| module.op(y).operands.get(number).copied());
                let carried = outer(carried, loop_op);
                pending.extend(yielded.map(|value| (value, carried)));
                feeds.extend(self.bodies.get(&loop_op).map(|place| Feed {
                    place: place.clone(),
                    load: None,
                    carried,
                }));
            };
            match module.defining_op(value) {
                Some(id) => {
                    let op = module.op(id);
                    let number = op.results.iter().position(|&r| r == value).unwrap_or(0);
                    match op.code() {
                        Some(OpCode::AffineFor) => through(id, number, carried, &mut pending),
                        Some(OpCode::AffineIf) => {
                            let blocks = op.regions.iter().flat_map(|&r| &module.region(r).blocks);
                            let yields = blocks.filter_map(|&b| module.block(b).ops.last().copied());
                            let values = yields.filter_map(|y| module.op(y).operands.get(number).copied());
                            pending.extend(values.map(|value| (value, carried)));
                        }
                        _ => {
                            pending.extend(op.operands.iter().map(|&operand| (operand, carried)));
                            feeds.extend(by_op.get(&id).map(|&load| Feed {
                                place: self.accesses[load].place.clone(),
                                load: Some(load),
                                carried,
                            }));
                        }
                    }
                }
                None => {
                    let carrier = self.bodies.keys().find_map(|&loop_op| {
                        let body = module.single_block(loop_op, 0)?;
                        let arguments = &module.block(body).arguments;
                        let at = arguments.iter().position(|&argument| argument == value)?;
                        Some((loop_op, at.checked_sub(1)?))
                    });
                    if let Some((loop_op, number)) = carrier {
                        through(loop_op, number, carried, &mut pending);
                    }
                }
            }
        }
        feeds
    }

    /// The memory that is stored to.
    pub fn stored(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.accesses.iter().filter(|a| a.is_store).map(|a| a.buffer)
    }

    /// Whether all accesses are seen to be within extents.
    pub fn is_within(&self, extents: impl Fn(ValueId) -> Option<Vec<i64>>) -> bool {
        self.accesses.iter().all(|access| {
            let Some(ranges) = self.narrowed(&access.place, &[], &FxHashMap::default()) else {
                return true;
            };
            let cells = self.cells(access, &ranges);
            let Some(extents) = extents(access.buffer) else {
                return false;
            };
            cells
                .iter()
                .zip(extents)
                .all(|(&[low, high], n)| low >= 0 && high < n)
        })
    }

    /// The module with those iterations alone that the cells depend on; `None` where that is not found out.
    pub fn only(&self, cells: FxHashMap<ValueId, Cells>) -> Option<Module> {
        let mut wanted = cells;
        let mut kept: FxHashMap<OpId, Range> = FxHashMap::default();
        for round in 0.. {
            if round == MAX_ROUNDS {
                return None;
            }
            let mut has_changed = false;
            let mut keep = |place: &Place, ranges: &[Range]| {
                for &(loop_op, variable) in &place.loops {
                    let range = ranges[variable as usize];
                    match kept.get_mut(&loop_op) {
                        Some(known) => has_changed |= widen(known, range),
                        None => {
                            has_changed = true;
                            kept.insert(loop_op, range);
                        }
                    }
                }
            };
            let mut more: Vec<(ValueId, Cells)> = Vec::new();
            for (n, feeds) in &self.feeds {
                let access = &self.accesses[*n];
                let Some(cells) = wanted.get(&access.buffer) else {
                    continue;
                };
                let window = within_cells(access, cells);
                let Some(ranges) = self.narrowed(&access.place, &window, &FxHashMap::default()) else {
                    continue;
                };
                keep(&access.place, &ranges);
                for feed in feeds {
                    let until = feed
                        .carried
                        .and_then(|l| access.place.loops.iter().position(|&(op, _)| op == l));
                    let common = access.place.loops.iter().take(until.unwrap_or(usize::MAX));
                    let common: FxHashMap<u32, Range> = common
                        .map(|&(_, variable)| (variable, ranges[variable as usize]))
                        .collect();
                    let Some(ranges) = self.narrowed(&feed.place, &[], &common) else {
                        continue;
                    };
                    keep(&feed.place, &ranges);
                    if let Some(load) = feed.load {
                        let load = &self.accesses[load];
                        more.push((load.buffer, self.cells(load, &ranges)));
                    }
                }
            }
            for (buffer, cells) in more {
                match wanted.get_mut(&buffer) {
                    Some(known) => {
                        for (known, range) in known.iter_mut().zip(cells) {
                            has_changed |= widen(known, range);
                        }
                    }
                    None => {
                        has_changed = true;
                        wanted.insert(buffer, cells);
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
        let mut module = self.module.clone();
        for &loop_op in self.bodies.keys() {
            clamp(&mut module, loop_op, kept.get(&loop_op).copied());
        }
        Some(module)
    }

    /// The cells that an access touches.
    fn cells(&self, access: &Access, ranges: &[Range]) -> Cells {
        let last = access.subscripts.len().saturating_sub(1);
        let cells = access.subscripts.iter().enumerate().map(|(n, subscript)| {
            let [low, high] = extremes(subscript, ranges);
            [low, if n == last { high + access.lanes - 1 } else { high }]
        });
        cells.collect()
    }

    /// What all variables may be at a place, with more constraints and known ranges; `None` where nothing runs.
    fn narrowed(
        &self,
        place: &Place,
        more: &[Constraint],
        known: &FxHashMap<u32, Range>,
    ) -> Option<Vec<Range>> {
        let mut ranges = vec![ANYWHERE; self.variables];
        for (range, &size) in ranges.iter_mut().zip(self.sizes) {
            *range = [size, size];
        }
        for (&variable, range) in known {
            ranges[variable as usize] = *range;
        }
        for _ in 0..MAX_NARROWINGS {
            let before = ranges.clone();
            for constraint in place.constraints.iter().chain(more) {
                narrow(&constraint.expr, &mut ranges)?;
                if constraint.is_equality {
                    narrow(&(constraint.expr.clone() * constant(-1)), &mut ranges)?;
                }
            }
            if ranges == before {
                break;
            }
        }
        Some(ranges)
    }
}

/// Operations inside one another. Arbitrary.
const MAX_DEPTH: usize = 64;

fn lanes(ty: &Type) -> i64 {
    match ty {
        Type::Vector(vector) => vector.shape.iter().map(|dim| dim.size).product(),
        _ => 1,
    }
}

fn widen(known: &mut Range, range: Range) -> bool {
    let wider = [known[0].min(range[0]), known[1].max(range[1])];
    std::mem::replace(known, wider) != wider
}

/// That an access touches some of the cells.
fn within_cells(access: &Access, cells: &Cells) -> Vec<Constraint> {
    let last = access.subscripts.len().saturating_sub(1);
    let of = |(n, (subscript, &[low, high])): (usize, (&AffineExpr, &Range))| {
        let low = if n == last { low - access.lanes + 1 } else { low };
        // A quotient is within a range where its dividend is within a multiple of that.
        let (inner, low, high) = match subscript.operands_of(AffineOp::FloorDiv) {
            Some((dividend, divisor)) => match divisor.as_constant() {
                Some(c) if c > 0 => (
                    dividend,
                    low.saturating_mul(c),
                    high.saturating_mul(c).saturating_add(c - 1),
                ),
                _ => (subscript, low, high),
            },
            None => (subscript, low, high),
        };
        [
            Constraint::at_least(inner.clone(), constant(low)),
            Constraint::at_most(inner.clone(), constant(high)),
        ]
    };
    access
        .subscripts
        .iter()
        .zip(cells)
        .enumerate()
        .flat_map(of)
        .collect()
}

/// An expression as a sum of multiples of variables and of what is in a range.
fn sum(expr: &AffineExpr, factor: i64, ranges: &[Range], terms: &mut Vec<(u32, i64)>, rest: &mut [i128; 2]) {
    let mut add = |[low, high]: Range| {
        let ends = [low, high].map(|end| i128::from(end) * i128::from(factor));
        rest[0] += ends[0].min(ends[1]);
        rest[1] += ends[0].max(ends[1]);
    };
    match expr {
        AffineExpr::Constant(c) => add([*c, *c]),
        AffineExpr::Dim(d) => match terms.iter_mut().find(|(known, _)| known == d) {
            Some((_, known)) => *known = known.saturating_add(factor),
            None => terms.push((*d, factor)),
        },
        AffineExpr::Symbol(_) => add(ANYWHERE),
        AffineExpr::Binary(op, ab) => match (op, ab.0.as_constant(), ab.1.as_constant()) {
            (AffineOp::Add, ..) => {
                sum(&ab.0, factor, ranges, terms, rest);
                sum(&ab.1, factor, ranges, terms, rest);
            }
            (AffineOp::Mul, _, Some(c)) => sum(&ab.0, factor.saturating_mul(c), ranges, terms, rest),
            (AffineOp::Mul, Some(c), _) => sum(&ab.1, factor.saturating_mul(c), ranges, terms, rest),
            (op, _, Some(c)) if c > 0 => {
                let [low, high] = extremes(&ab.0, ranges);
                add(match op {
                    AffineOp::FloorDiv => [low.div_euclid(c), high.div_euclid(c)],
                    AffineOp::CeilDiv => [-(-low).div_euclid(c), -(-high).div_euclid(c)],
                    _ if low.div_euclid(c) == high.div_euclid(c) => [low.rem_euclid(c), high.rem_euclid(c)],
                    _ => [0, c - 1],
                });
            }
            _ => add(ANYWHERE),
        },
    }
}

fn extremes(expr: &AffineExpr, ranges: &[Range]) -> Range {
    let (mut terms, mut rest) = (Vec::new(), [0; 2]);
    sum(expr, 1, ranges, &mut terms, &mut rest);
    for (variable, factor) in terms {
        let ends = scaled(ranges.get(variable as usize).copied().unwrap_or(ANYWHERE), factor);
        rest = [rest[0] + ends[0], rest[1] + ends[1]];
    }
    rest.map(|end| end.clamp(i128::from(-FAR), i128::from(FAR)) as i64)
}

fn scaled(range: Range, factor: i64) -> [i128; 2] {
    let ends = range.map(|end| i128::from(end) * i128::from(factor));
    [ends[0].min(ends[1]), ends[0].max(ends[1])]
}

/// Leaves of the ranges what may make the expression at least zero; `None` where nothing does.
fn narrow(expr: &AffineExpr, ranges: &mut [Range]) -> Option<()> {
    let (mut terms, mut rest) = (Vec::new(), [0; 2]);
    sum(expr, 1, ranges, &mut terms, &mut rest);
    let greatest: i128 = terms
        .iter()
        .map(|&(v, factor)| scaled(ranges[v as usize], factor)[1])
        .sum();
    let greatest = greatest + rest[1];
    if greatest < 0 {
        return None;
    }
    for (variable, factor) in terms {
        let range = ranges[variable as usize];
        // What the others leave to this one: factor * x >= least.
        let least = scaled(range, factor)[1] - greatest;
        let factor = i128::from(factor);
        let limit = |value: i128| value.clamp(i128::from(-FAR), i128::from(FAR)) as i64;
        let range = &mut ranges[variable as usize];
        match factor {
            0 => {}
            1.. => range[0] = range[0].max(limit(-(-least).div_euclid(factor))),
            _ => range[1] = range[1].min(limit((-least).div_euclid(-factor))),
        }
        if range[0] > range[1] {
            return None;
        }
    }
    Some(())
}

/// Takes iterations outside of a range from a loop; all where there is no range.
fn clamp(module: &mut Module, loop_op: OpId, range: Option<Range>) {
    let bound = |module: &Module, name: &str| {
        module
            .op(loop_op)
            .attribute(name)
            .and_then(Attribute::as_affine_map)
            .cloned()
    };
    let (Some(lower), Some(upper)) = (bound(module, "lowerBoundMap"), bound(module, "upperBoundMap")) else {
        return;
    };
    let with = |map: &AffineMap, bound: i64| {
        let results = map.results.iter().cloned().chain([constant(bound)]).collect();
        Attribute::affine_map(AffineMap::new(map.num_dims, map.num_symbols, results))
    };
    let [low, high] = range.unwrap_or([-FAR, -FAR]);
    let step = module
        .op(loop_op)
        .attribute("step")
        .and_then(Attribute::as_i64)
        .unwrap_or(1);
    let first = lower.single_constant();
    let op = module.op_mut(loop_op);
    op.set_attribute("upperBoundMap", with(&upper, high.saturating_add(1)));
    match first {
        _ if low <= -FAR => {}
        Some(first) if low > first && step > 0 => {
            let skipped = (low - first).div_euclid(step) * step;
            op.set_attribute("lowerBoundMap", with(&lower, first + skipped));
        }
        None if step == 1 => op.set_attribute("lowerBoundMap", with(&lower, low)),
        _ => {}
    }
}
