//! Loops of one iteration are dropped, and loops that walk through memory one after the other become one.
//!
//! An operation then works on tensors of fewer dimensions, which are the same elements in the same order: `tensor.collapse_shape`
//! in front of it and `tensor.expand_shape` behind it, of which those that meet vanish.
//!
//! Which loops become one is decided by the operations that reduce, as products do; the operations around them, which only
//! compute element by element, follow, so that their loops can be fused with those of the products.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::Attribute;
use crate::clone::Mapping;
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::linalg::{Iteration, Structured, structured};
use crate::op::OpCode;
use crate::types::Type;

use super::rebuild::{copy_region, element_argument, generic, is_plain, reshaped, static_shape, yields};

/// Of each dimension of a tensor whether it is one with the next.
type Joined = Vec<bool>;

/// Makes the operations of a block on tensors of static shapes ones of fewer loops.
pub fn flatten(module: &mut Module, block: BlockId) {
    let ops = module.block(block).ops.clone();
    let mut wanted: FxHashMap<ValueId, Joined> = FxHashMap::default();
    for &op in &ops {
        decide(module, op, &mut wanted);
    }
    let mut flat = Flat {
        module,
        ops: Vec::new(),
        expanded: FxHashMap::default(),
    };
    for op in ops {
        let data = flat.module.op(op);
        let is_done = match data.code() {
            Some(OpCode::TensorPad) => flat.pad(op).is_some(),
            _ => flat.structured(op, &wanted).is_some(),
        };
        if !is_done {
            flat.ops.push(op);
        }
    }
    let ops = flat.ops;
    let replaced = flat
        .expanded
        .iter()
        .map(|(&old, expanded)| (old, expanded.whole))
        .collect();
    module.block_mut(block).ops.clear();
    ops.into_iter().for_each(|op| module.attach(block, op));
    super::replace(module, block, &replaced);
}

/// Notes what an operation that reduces wants of its output, before and after it; what others want follows from that.
fn decide(module: &Module, op: OpId, wanted: &mut FxHashMap<ValueId, Joined>) {
    let Some(mut nest) = structured(module, op) else {
        return;
    };
    if nest.iterations.iter().all(|i| *i == Iteration::Parallel) || !is_plain(module, op, &nest) {
        return;
    }
    let Some(extents) = extents(module, &nest) else {
        return;
    };
    shorten(&mut nest, &extents);
    let loops = can_join(module, op, &nest, &extents);
    for (output, &result) in module.op(op).results.iter().enumerate() {
        let map = &nest.maps[nest.inputs.len() + output];
        let joined: Joined = joined_places(map, &loops, &extents);
        wanted.insert(nest.outputs[output], joined.clone());
        wanted.insert(result, joined);
    }
}

/// The number of iterations of each loop.
fn extents(module: &Module, nest: &Structured) -> Option<Vec<i64>> {
    let operands: Vec<ValueId> = nest.inputs.iter().chain(&nest.outputs).copied().collect();
    let of = |number: usize| {
        let (operand, dimension) = nest.places_of(number as u32).next()?;
        static_shape(module.ty(operands[operand]))?
            .get(dimension)
            .copied()
    };
    (0..nest.iterations.len()).map(of).collect()
}

/// For each loop the next one, of more than one iteration, that can be one with it.
fn can_join(module: &Module, op: OpId, nest: &Structured, extents: &[i64]) -> Vec<Option<usize>> {
    let counted = counted_loops(module, op);
    let long: Vec<usize> = (0..extents.len()).filter(|&n| extents[n] != 1).collect();
    let mut found = vec![None; extents.len()];
    for pair in long.windows(2) {
        let &[a, b] = pair else { continue };
        let is_alike = nest.iterations[a] == nest.iterations[b];
        let is_free = !counted.contains(&a) && !counted.contains(&b);
        if is_alike && is_free && nest.maps.iter().all(|map| are_neighbours(map, a, b, extents)) {
            found[a] = Some(b);
        }
    }
    found
}

/// The loops whose numbers the region asks for.
fn counted_loops(module: &Module, op: OpId) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    module.walk(op, &mut |inner| {
        let data = module.op(inner);
        if data.code() == Some(OpCode::LinalgIndex) {
            let number = data.attribute("dim").and_then(Attribute::as_i64);
            found.extend(number.and_then(|n| usize::try_from(n).ok()));
        }
    });
    found
}

/// Whether a map has both loops, the one right after the other but for dimensions of one element, or neither.
fn are_neighbours(map: &AffineMap, a: usize, b: usize, extents: &[i64]) -> bool {
    let [a, b] = [a, b].map(|n| n as u32);
    let places = |n: u32| -> Vec<usize> {
        (0..map.results.len())
            .filter(|&p| map.results[p].uses_dim(n))
            .collect()
    };
    match (places(a).as_slice(), places(b).as_slice()) {
        ([], []) => true,
        (&[p], &[q]) => {
            let is_plain = map.results[p] == AffineExpr::Dim(a) && map.results[q] == AffineExpr::Dim(b);
            is_plain && p < q && (p + 1..q).all(|between| is_first(&map.results[between], extents))
        }
        _ => false,
    }
}

/// Whether a subscript is always zero: of loops of one iteration alone.
fn is_first(subscript: &AffineExpr, extents: &[i64]) -> bool {
    without_short(subscript, extents) == AffineExpr::Constant(0)
}

/// Leaves loops of one iteration out of all subscripts.
fn shorten(nest: &mut Structured, extents: &[i64]) {
    for subscript in nest.maps.iter_mut().flat_map(|map| &mut map.results) {
        *subscript = without_short(subscript, extents);
    }
}

fn without_short(subscript: &AffineExpr, extents: &[i64]) -> AffineExpr {
    let dims: Vec<AffineExpr> = (0..extents.len())
        .map(|n| match extents[n] {
            1 => AffineExpr::Constant(0),
            _ => AffineExpr::Dim(n as u32),
        })
        .collect();
    subscript.replace(&dims, &[]).simplified()
}

/// Where an operand has loops that are one.
fn joined_places(map: &AffineMap, loops: &[Option<usize>], extents: &[i64]) -> Joined {
    let next = |place: usize| (place + 1..map.results.len()).find(|&p| !is_first(&map.results[p], extents));
    let is_joined = |place: usize| match (&map.results[place], next(place)) {
        (AffineExpr::Dim(a), Some(next)) => {
            let b = loops.get(*a as usize).copied().flatten();
            b.is_some_and(|b| map.results[next] == AffineExpr::Dim(b as u32))
        }
        _ => false,
    };
    (0..map.results.len()).map(is_joined).collect()
}

/// A tensor that is another one with more dimensions.
struct Expanded {
    whole: ValueId,
    flat: ValueId,
    groups: Groups,
}

/// The dimensions that are one, in order.
type Groups = Vec<Vec<i64>>;

/// A block while it is made flat.
struct Flat<'m> {
    module: &'m mut Module,
    ops: Vec<OpId>,
    expanded: FxHashMap<ValueId, Expanded>,
}

impl Flat<'_> {
    /// `None` for an operation that stays as it is.
    fn structured(&mut self, op: OpId, wanted: &FxHashMap<ValueId, Joined>) -> Option<()> {
        let mut nest = structured(self.module, op)?;
        if !is_plain(self.module, op, &nest) {
            return None;
        }
        let extents = extents(self.module, &nest)?;
        shorten(&mut nest, &extents);
        let operands: Vec<ValueId> = nest.inputs.iter().chain(&nest.outputs).copied().collect();
        let shapes: Option<Vec<Option<Vec<i64>>>> = operands
            .iter()
            .map(|&v| match self.module.ty(v) {
                ty @ Type::Tensor(_) => static_shape(ty).map(Some),
                _ => Some(None),
            })
            .collect();
        let shapes = shapes?;
        let loops = self.joined_loops(op, &nest, &extents, wanted);
        let short = extents.contains(&1);
        if !short && loops.iter().all(Option::is_none) {
            return None;
        }
        // Of each loop what it is in the new operation: those that are one with another are that.
        let followers: FxHashSet<usize> = loops.iter().flatten().copied().collect();
        let mut numbers = vec![AffineExpr::Constant(0); extents.len()];
        let mut iterations = Vec::new();
        for n in 0..extents.len() {
            if extents[n] == 1 || followers.contains(&n) {
                continue;
            }
            numbers[n] = AffineExpr::Dim(iterations.len() as u32);
            iterations.push(nest.iterations[n]);
        }
        let count = iterations.len() as u32;
        let mut maps = Vec::new();
        let mut groups = Vec::new();
        for (map, shape) in nest.maps.iter().zip(&shapes) {
            let Some(shape) = shape else {
                maps.push(AffineMap::new(count, 0, Vec::new()));
                groups.push(None);
                continue;
            };
            let joined = joined_places(map, &loops, &extents);
            let is_unit = |p: usize| shape[p] == 1 && is_first(&map.results[p], &extents);
            let own = grouped(&joined, &is_unit);
            let lead = |group: &Vec<i64>| {
                let first = group.iter().find(|&&p| !is_unit(p as usize));
                first.map(|&p| without_short(&map.results[p as usize], &extents).replace(&numbers, &[]))
            };
            let results = own
                .iter()
                .map(|group| lead(group).unwrap_or(AffineExpr::Constant(0)));
            maps.push(AffineMap::new(count, 0, results.collect()));
            groups.push(Some(own));
        }
        // A loop that no subscript names has no extent.
        let named = |n: u32| maps.iter().any(|map| map.results.contains(&AffineExpr::Dim(n)));
        if !(0..count).all(named) {
            return None;
        }
        let span = self.module.op(op).span;
        let mut flat = Vec::new();
        for (&operand, group) in operands.iter().zip(&groups) {
            flat.push(match group {
                Some(group) => self.collapsed(operand, group, span),
                None => operand,
            });
        }
        let (inputs, outputs) = flat.split_at(nest.inputs.len());
        let (new, block) = generic(self.module, [inputs, outputs], maps, &iterations, span);
        let arguments = self.module.block(block).arguments.clone();
        let mut mapping = Mapping::default();
        for (n, &argument) in arguments.iter().enumerate() {
            if let Some(old) = element_argument(self.module, op, n) {
                mapping.insert(old, argument);
            }
        }
        let yielded = copy_region(self.module, op, block, &mut mapping, &numbers)?;
        yields(self.module, block, yielded, span);
        self.ops.push(new);
        let olds = self.module.op(op).results.clone();
        let news = self.module.op(new).results.clone();
        for (n, (old, new)) in olds.into_iter().zip(news).enumerate() {
            let group = groups[nest.inputs.len() + n].clone()?;
            self.expand(old, new, group, span);
        }
        Some(())
    }

    /// The loops that are one: of an operation that reduces all that can be, of another those that are so in what it reads or in
    /// what reads it.
    fn joined_loops(
        &mut self,
        op: OpId,
        nest: &Structured,
        extents: &[i64],
        wanted: &FxHashMap<ValueId, Joined>,
    ) -> Vec<Option<usize>> {
        let mut loops = can_join(self.module, op, nest, extents);
        if !nest.iterations.iter().all(|i| *i == Iteration::Parallel) {
            return loops;
        }
        let results = self.module.op(op).results.clone();
        let outer = nest.inputs.len();
        let of_result = results
            .iter()
            .enumerate()
            .find_map(|(n, v)| Some((outer + n, wanted.get(v)?.clone())));
        let of_input = || {
            let longest = (0..outer).max_by_key(|&n| nest.maps[n].results.len())?;
            let own = self.expanded.get(&nest.inputs[longest]);
            let rank = nest.maps[longest].results.len();
            let groups = own.map_or_else(
                || (0..rank as i64).map(|d| vec![d]).collect(),
                |own| own.groups.clone(),
            );
            let shape = static_shape(self.module.ty(nest.inputs[longest]))?;
            Some((longest, joined_of(&groups, &shape)))
        };
        let Some((operand, joined)) = of_result.or_else(of_input) else {
            return vec![None; loops.len()];
        };
        let map = &nest.maps[operand];
        for (a, next) in loops.iter_mut().enumerate() {
            let place = map.result_position(&AffineExpr::Dim(a as u32));
            if place.is_none_or(|place| joined.get(place) != Some(&true)) {
                *next = None;
            }
        }
        loops
    }

    /// Borders of the dimensions of more than one element alone.
    fn pad(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        let (span, source, result) = (data.span, *data.operands.first()?, data.results[0]);
        let list = |name: &str| data.attribute(name).and_then(Attribute::as_i64_list);
        let (low, high) = (list("static_low")?, list("static_high")?);
        let shape = static_shape(self.module.ty(source))?;
        let whole = static_shape(self.module.ty(result))?;
        if data.operands.len() != 1 || low.iter().chain(&high).any(|n| *n < 0) {
            return None;
        }
        let is_unit = |p: usize| shape[p] == 1 && whole[p] == 1;
        let groups = grouped(&vec![false; shape.len()], &is_unit);
        if groups.len() == shape.len() || groups.is_empty() {
            return None;
        }
        let lead = |group: &Vec<i64>| {
            group
                .iter()
                .map(|&p| p as usize)
                .find(|&p| !is_unit(p))
                .unwrap_or(group[0] as usize)
        };
        let leads: Vec<usize> = groups.iter().map(lead).collect();
        // The region names the indices that it is given.
        let inner = self.module.single_block(op, 0)?;
        let numbers = self.module.block(inner).arguments.clone();
        let mut names_them = false;
        self.module.walk(op, &mut |inner| {
            names_them |= self.module.op(inner).operands.iter().any(|v| numbers.contains(v));
        });
        if names_them {
            return None;
        }
        let flat = self.collapsed(source, &groups, span);
        let mut mapping = Mapping::default();
        let new = self.module.clone_op(op, &mut mapping);
        let kept = |list: &[i64]| {
            let items: Vec<i64> = leads.iter().map(|&p| list[p]).collect();
            Attribute::i64_array(&items)
        };
        let (low, high) = (kept(&low), kept(&high));
        let extents: Vec<i64> = leads.iter().map(|&p| whole[p]).collect();
        let ty = reshaped(self.module.ty(result), &extents);
        let data = self.module.op_mut(new);
        data.operands[0] = flat;
        data.set_attribute("static_low", low);
        data.set_attribute("static_high", high);
        let value = data.results[0];
        self.module.value_mut(value).ty = ty;
        let block = self.module.single_block(new, 0)?;
        self.module.block_mut(block).arguments.truncate(leads.len());
        self.ops.push(new);
        self.expand(result, value, groups, span);
        Some(())
    }

    /// A tensor with the dimensions of each group as one.
    fn collapsed(&mut self, value: ValueId, groups: &Groups, span: Span) -> ValueId {
        let whole = match self.expanded.get(&value) {
            Some(own) if own.groups == *groups => return own.flat,
            Some(own) => own.whole,
            None => value,
        };
        let Some(shape) = static_shape(self.module.ty(whole)) else {
            return whole;
        };
        if groups.len() == shape.len() {
            return whole;
        }
        let extents: Vec<i64> = groups
            .iter()
            .map(|group| group.iter().map(|&p| shape[p as usize]).product())
            .collect();
        let ty = reshaped(self.module.ty(whole), &extents);
        let maker = self.module.defining_op(whole).map(|op| self.module.op(op));
        let new = match maker.map(|op| (op.code(), op.attribute("value"))) {
            Some((Some(OpCode::TensorEmpty), _)) => NewOp::new(OpCode::TensorEmpty),
            Some((Some(OpCode::Constant), Some(Attribute::DenseElements(dense)))) => {
                let mut dense = (**dense).clone();
                dense.ty = ty.clone();
                NewOp::new(OpCode::Constant).attribute("value", Attribute::DenseElements(dense.into()))
            }
            _ => NewOp::new(OpCode::TensorCollapseShape)
                .operands([whole])
                .attribute("reassociation", lists(groups)),
        };
        let op = self.module.create(NewOp { span, ..new }.result(ty));
        self.ops.push(op);
        self.module.op(op).results[0]
    }

    /// Notes that a value of a tensor is this one with more dimensions.
    fn expand(&mut self, old: ValueId, flat: ValueId, groups: Groups, span: Span) {
        let ty = self.module.ty(old).clone();
        let shape = static_shape(&ty).unwrap_or_default();
        let whole = match groups.len() == shape.len() {
            true => flat,
            false => {
                let new = NewOp::new(OpCode::TensorExpandShape)
                    .operands([flat])
                    .attribute("reassociation", lists(&groups))
                    .attribute("static_output_shape", Attribute::i64_array(&shape));
                let op = self.module.create(NewOp { span, ..new }.result(ty));
                self.ops.push(op);
                self.module.op(op).results[0]
            }
        };
        self.expanded.insert(old, Expanded { whole, flat, groups });
    }
}

fn lists(groups: &Groups) -> Attribute {
    let list = |group: &Vec<i64>| {
        let items = group.iter().map(|&n| Attribute::integer(n, Type::I64));
        Attribute::array(items.collect())
    };
    Attribute::array(groups.iter().map(list).collect())
}

/// Of each dimension whether it is one with the next of more than one element.
fn joined_of(groups: &Groups, shape: &[i64]) -> Joined {
    let mut joined = vec![false; shape.len()];
    for group in groups {
        let long: Vec<usize> = group
            .iter()
            .map(|&p| p as usize)
            .filter(|&p| shape[p] != 1)
            .collect();
        for pair in long.windows(2) {
            joined[pair[0]] = true;
        }
    }
    joined
}

/// The dimensions that are one: those that are joined, and each of one element with its neighbour.
fn grouped(joined: &Joined, is_unit: &dyn Fn(usize) -> bool) -> Groups {
    let mut groups: Groups = Vec::new();
    // Whether the last group has a dimension of more than one element, and takes the next one too.
    let (mut has_long, mut takes_next) = (false, false);
    for (place, &is_joined) in joined.iter().enumerate() {
        let goes_on = is_unit(place) || !has_long || takes_next;
        match groups.last_mut().filter(|_| goes_on) {
            Some(group) => group.push(place as i64),
            None => {
                groups.push(vec![place as i64]);
                has_long = false;
            }
        }
        if !is_unit(place) {
            has_long = true;
            takes_next = is_joined;
        }
    }
    match has_long {
        true => groups,
        // All are of one element: a tensor without dimensions.
        false => Vec::new(),
    }
}
