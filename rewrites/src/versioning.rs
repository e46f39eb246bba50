//! Loop versioning: a function whose arguments may overlap, or whose sizes say too little of its subscripts, gets a copy for
//! calls in which they do not, or say enough, and a test at run time that decides between the two, as LLVM's loop vectorizer
//! makes one for a loop.
//!
//! The test is a conjunction. Of sizes it compares what the lift asks for ([`wanted_conditions`]): that rows of `lda` elements have
//! the `n` that are accessed; that strides are 1, with which alone a nest is understood (`unit_steps`); and that sizes are multiples of
//! the steps with which loops run through them (`whole_steps`). Of memory it compares the bytes from the first element of an argument
//! to behind its last, for each two arguments of which one is written. It is sufficient and not necessary: extents say how much memory an argument has, not what is accessed. Where the extents
//! of a function of C are right for some sizes alone (`c.where`), those are compared too.

use std::collections::BTreeSet;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::clone::Mapping;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, NewOp, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, MemRefType, Type};

use crate::lift::{SizeCondition, WHERE, sizes_of_extents, wanted_conditions, where_attribute};
use crate::memory::written_overlaps;
use crate::unflattening::unflatten;
use crate::unit_steps::{set_to_one, unit_steps};
use crate::unwrapping::unwrap;
use crate::whole_steps::{Multiple, round, whole_steps};

/// Pairs of arguments that are compared at run time. Arbitrary: each takes about a nanosecond.
const MOST_PAIRS: usize = 64;

/// A module in which a function decides at run time whether its arguments overlap.
pub struct Versioned {
    pub module: Module,
    /// The copy that runs where the test holds: private, its arguments marked `llvm.noalias` and with what holds of its sizes.
    pub apart: OpId,
    /// How many conditions on sizes the test has.
    pub conditions: usize,
}

/// The module with a copy of the function for arguments that are apart and of which the sizes say enough; `None` where there is
/// nothing to test: no two arguments that may overlap matter, or the bytes of one of them are not known, and the sizes say enough
/// or cannot. `loops` is the module with loops for operations that stand for such.
pub fn versioned(module: &Module, loops: &Module, function: OpId, fp: FpModel) -> Option<Versioned> {
    let body = module.single_block(function, 0)?;
    let arguments = module.block(body).arguments.clone();
    let is_measured = |i: usize| {
        let ty = module.ty(arguments[i]).as_memref();
        ty.is_some_and(|ty| byte_size(ty).is_some()) && !is_endless(module.op(function), i)
    };
    let mut pairs = written_overlaps(loops, function).unwrap_or_default();
    if pairs.len() > MOST_PAIRS || !pairs.iter().all(|&(a, b)| is_measured(a) && is_measured(b)) {
        pairs.clear();
    }
    let mut fixed = loops.clone();
    let mut conditions = unflatten(&mut fixed, function, true).unwrap_or_default();
    conditions.extend(unwrap(&mut fixed, function, true).unwrap_or_default());
    let units = unit_steps(&fixed, function, fp);
    units
        .iter()
        .for_each(|&place| set_to_one(&mut fixed, function, place));
    let multiples = whole_steps(&fixed, function, fp);
    round(&mut fixed, function, &multiples);
    conditions.extend(wanted_conditions(&fixed, function, fp));
    let mut distinct: Vec<SizeCondition> = Vec::new();
    conditions.retain(|condition| {
        let is_new = !distinct.contains(condition);
        distinct.push(condition.clone());
        is_new
    });
    conditions.splice(0..0, units.iter().flat_map(|&place| is_one(place)));
    if !pairs.is_empty() {
        let of_extents = sizes_of_extents(module, function).into_iter();
        let new: Vec<SizeCondition> = of_extents
            .filter(|condition| !conditions.contains(condition))
            .collect();
        conditions.extend(new);
    }
    if pairs.is_empty() && conditions.is_empty() && multiples.is_empty() {
        return None;
    }
    let compared: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut module = module.clone();
    let [apart, original] = ["apart", "original"].map(|suffix| private_copy(&mut module, function, suffix));
    module.op_mut(apart).mark_noalias(compared.iter().copied());
    if !conditions.is_empty() {
        let holds = where_attribute(&conditions, arguments.len());
        module.op_mut(apart).set_attribute(WHERE, holds);
    }
    unflatten(&mut module, apart, false);
    unwrap(&mut module, apart, false);
    units
        .iter()
        .for_each(|&place| set_to_one(&mut module, apart, place));
    round(&mut module, apart, &multiples);

    let ops = std::mem::take(&mut module.block_mut(body).ops);
    let &end = ops.last()?;
    let mut test = Test {
        module: &mut module,
        block: body,
    };
    let spans: Vec<Option<[ValueId; 2]>> = (0..arguments.len())
        .map(|i| compared.contains(&i).then(|| test.span(arguments[i])).flatten())
        .collect();
    let mut all = Vec::new();
    for condition in &conditions {
        all.push(test.holds(condition, &arguments));
    }
    for multiple in &multiples {
        all.push(test.is_multiple(multiple, &arguments));
    }
    for (a, b) in pairs {
        let (Some(a), Some(b)) = (spans[a], spans[b]) else {
            return None;
        };
        all.push(test.is_apart(a, b));
    }
    let mut holds = *all.first()?;
    for &more in &all[1..] {
        holds = test.append(OpCode::AndI, [holds, more], Type::integer(1));
    }
    let returned = module.op(end).operands.iter();
    let types: Vec<Type> = returned.map(|v| module.ty(*v).clone()).collect();
    let mut choice = NewOp::new(OpCode::ScfIf).operands([holds]);
    choice.result_types.extend(types.iter().cloned());
    let choice = module.append(body, choice);
    for called in [apart, original] {
        let region = module.add_region(choice);
        let branch = module.add_block(region);
        let mut call = NewOp::new(OpCode::Call)
            .operands(arguments.iter().copied())
            .attribute("callee", Attribute::symbol(name_of(&module, called)));
        call.result_types.extend(types.iter().cloned());
        let call = module.append(branch, call);
        let results = module.op(call).results.clone();
        module.append(branch, NewOp::new(OpCode::ScfYield).operands(results));
    }
    module.op_mut(end).operands = module.op(choice).results.iter().copied().collect();
    module.attach(body, end);
    Some(Versioned {
        module,
        apart,
        conditions: conditions.len() + multiples.len(),
    })
}

/// That an argument is 1.
fn is_one(place: usize) -> [SizeCondition; 2] {
    [1, -1].map(|factor| SizeCondition {
        terms: vec![(place, factor)],
        constant: -factor,
    })
}

/// Bytes of an element, where the elements of the memref follow one another without gaps.
fn byte_size(ty: &MemRefType) -> Option<i64> {
    let is_plain = ty.layout.is_none() && ty.shape.is_some();
    let bytes = match &ty.element {
        Type::Index => 8,
        Type::Integer(integer) if ![8, 16, 32, 64].contains(&integer.width) => return None,
        scalar => i64::try_from(scalar.byte_size()?).ok()?,
    };
    is_plain.then_some(bytes)
}

/// Whether C says nothing of how long an argument is, so that a number stands for its extent that is more than there can be.
fn is_endless(function: &Op, argument: usize) -> bool {
    let map = function.argument_attribute(argument, "c.extents");
    let first = map
        .and_then(Attribute::as_affine_map)
        .and_then(|map| map.results.first());
    first
        .and_then(AffineExpr::as_constant)
        .is_some_and(|extent| extent >= ENDLESS)
}

/// Elements that no array has.
const ENDLESS: i64 = 1 << 48;

/// A private copy of a function at the end of the module, its name with a suffix.
fn private_copy(module: &mut Module, function: OpId, suffix: &str) -> OpId {
    let name = module.free_name(&format!("{}_{suffix}", name_of(module, function)));
    let copy = module.clone_op(function, &mut Mapping::default());
    let data = module.op_mut(copy);
    data.set_attribute("sym_name", Attribute::string(&name));
    data.set_attribute("sym_visibility", Attribute::string("private"));
    let top = module.body();
    module.attach(top, copy);
    copy
}

fn name_of(module: &Module, function: OpId) -> &str {
    let name = module.op(function).attribute("sym_name");
    name.and_then(Attribute::as_str).unwrap_or_default()
}

/// Where the test is written.
struct Test<'m> {
    module: &'m mut Module,
    block: BlockId,
}

impl Test<'_> {
    fn append(&mut self, code: OpCode, operands: impl IntoIterator<Item = ValueId>, ty: Type) -> ValueId {
        self.module
            .append_value(self.block, NewOp::new(code).operands(operands).result(ty))
    }

    fn constant(&mut self, value: i64) -> ValueId {
        let constant = NewOp::new(OpCode::Constant)
            .attribute("value", Attribute::index(value))
            .result(Type::Index);
        self.module.append_value(self.block, constant)
    }

    /// Whether a condition on sizes holds: what is added on one side, what is subtracted on the other, so that the numbers that are
    /// compared are those of the program wherever that is possible.
    fn holds(&mut self, condition: &SizeCondition, arguments: &[ValueId]) -> ValueId {
        let (more, less) = match condition.constant {
            constant @ 0.. => (constant, 0),
            constant => (0, constant.saturating_neg()),
        };
        let mut sides = [(1, more), (-1, less)].map(|(sign, constant)| {
            let terms = condition
                .terms
                .iter()
                .filter(|(_, factor)| factor.signum() == sign);
            let terms: Vec<(usize, i64)> = terms
                .map(|&(argument, factor)| (argument, factor.saturating_mul(sign)))
                .collect();
            (terms, constant)
        });
        let operands = sides
            .each_mut()
            .map(|(terms, constant)| self.sum(terms, *constant, arguments));
        self.compare(SIGNED_AT_LEAST, operands)
    }

    fn is_multiple(&mut self, Multiple { sum, of }: &Multiple, arguments: &[ValueId]) -> ValueId {
        let sum = self.sum(&sum.terms, sum.constant, arguments);
        let operands = [of, &0].map(|n| self.constant(*n));
        let rest = self.append(OpCode::RemSI, [sum, operands[0]], Type::Index);
        self.compare(EQUAL, [rest, operands[1]])
    }

    fn sum(&mut self, terms: &[(usize, i64)], constant: i64, arguments: &[ValueId]) -> ValueId {
        let mut sum = None;
        for &(argument, factor) in terms {
            let mut term = arguments[argument];
            if *self.module.ty(term) != Type::Index {
                term = self.append(OpCode::IndexCast, [term], Type::Index);
            }
            if factor != 1 {
                let factor = self.constant(factor);
                term = self.append(OpCode::MulI, [term, factor], Type::Index);
            }
            sum = Some(match sum {
                Some(others) => self.append(OpCode::AddI, [others, term], Type::Index),
                None => term,
            });
        }
        match sum {
            Some(sum) if constant == 0 => sum,
            Some(sum) => {
                let constant = self.constant(constant);
                self.append(OpCode::AddI, [sum, constant], Type::Index)
            }
            None => self.constant(constant),
        }
    }

    fn compare(&mut self, predicate: i64, operands: [ValueId; 2]) -> ValueId {
        let compare = NewOp::new(OpCode::CmpI)
            .operands(operands)
            .attribute("predicate", Attribute::integer(predicate, Type::integer(64)))
            .result(Type::integer(1));
        self.module.append_value(self.block, compare)
    }

    /// The address of the first element of a memref, and the one behind its last.
    fn span(&mut self, memref: ValueId) -> Option<[ValueId; 2]> {
        let ty = self.module.ty(memref).as_memref()?.clone();
        let mut fixed = byte_size(&ty)?;
        let start = self.append(OpCode::MemRefExtractAlignedPointer, [memref], Type::Index);
        let mut bytes = None;
        for (number, extent) in ty.shape.as_ref()?.iter().enumerate() {
            match extent {
                Dim::Fixed(extent) => fixed = fixed.checked_mul(*extent)?,
                Dim::Dynamic => {
                    let dimension = self.constant(number as i64);
                    let extent = self.append(OpCode::MemRefDim, [memref, dimension], Type::Index);
                    bytes = Some(match bytes {
                        Some(bytes) => self.append(OpCode::MulI, [bytes, extent], Type::Index),
                        None => extent,
                    });
                }
            }
        }
        let fixed = self.constant(fixed);
        let bytes = match bytes {
            Some(bytes) => self.append(OpCode::MulI, [bytes, fixed], Type::Index),
            None => fixed,
        };
        let end = self.append(OpCode::AddI, [start, bytes], Type::Index);
        Some([start, end])
    }

    /// Whether one span ends where the other begins, or before.
    fn is_apart(&mut self, a: [ValueId; 2], b: [ValueId; 2]) -> ValueId {
        let [before, after] =
            [[a[1], b[0]], [b[1], a[0]]].map(|operands| self.compare(UNSIGNED_AT_MOST, operands));
        self.append(OpCode::OrI, [before, after], Type::integer(1))
    }
}

/// The predicates `eq`, `ule` and `sge` of `arith.cmpi`.
const EQUAL: i64 = 0;
const UNSIGNED_AT_MOST: i64 = 7;
const SIGNED_AT_LEAST: i64 = 5;
