//! Structured operations on memrefs, and copies of memrefs, as the loops that they stand for.
//!
//! Every loop of the operation becomes an `affine.for` from zero, outermost first, and its body reads an element of each
//! operand, computes, and writes an element of each output: the order and the steps in which the interpreter runs the
//! operation. Where an extent is no symbol of the affine dialect (that of a memref which a loop around makes) they are
//! loops of `scf`.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::op::{Dialect, OpCode};
use crate::types::Type;

use super::copy;
use super::loop_writer::{Extent, LoopWriter};
use super::named::definition;
use super::softmax;
use super::structured::{Structured, structured};

/// An operation and what stands in its place. The operation stays in the module, in no block.
#[derive(Clone, Debug)]
pub struct Converted {
    pub op: OpId,
    /// Constants, extents and loops, in their order.
    pub replacement: Vec<OpId>,
}

/// Puts loops in the place of every operation of linalg below an operation whose operands are memrefs and scalars, and of
/// every `memref.copy`. Answers what became of which, inner operations first.
pub fn convert_to_loops(module: &mut Module, root: OpId) -> Vec<Converted> {
    converted_below(module, root, may_be_loops)
}

/// The same of operations of which a function says so.
fn converted_below(module: &mut Module, root: OpId, which: fn(&Module, OpId) -> bool) -> Vec<Converted> {
    let mut blocks: Vec<BlockId> = Vec::new();
    module.walk(root, &mut |op| {
        if which(module, op) {
            blocks.extend(module.op(op).parent);
        }
    });
    blocks.reverse();
    let mut seen = FxHashSet::default();
    blocks.retain(|block| seen.insert(*block));
    let mut all = Vec::new();
    for block in blocks {
        let ops = std::mem::take(&mut module.block_mut(block).ops);
        for op in ops {
            let replacement = match which(module, op) {
                true => converted(module, op, block),
                false => None,
            };
            match replacement {
                Some(replacement) => {
                    let here = replacement.iter().filter(|new| module.op(**new).parent.is_none());
                    let here: Vec<OpId> = here.copied().collect();
                    here.into_iter().for_each(|new| module.attach(block, new));
                    module.op_mut(op).parent = None;
                    all.push(Converted { op, replacement });
                }
                None => module.attach(block, op),
            }
        }
    }
    all
}

/// A copy of the module with loops in the place of operations of linalg; `None` where there are none to replace.
pub fn with_loops(module: &Module) -> Option<Module> {
    with_converted(module, is_linalg)
}

/// The same in the place of copies of memrefs too.
pub fn with_loops_for_copies(module: &Module) -> Option<Module> {
    with_converted(module, may_be_loops)
}

fn with_converted(module: &Module, which: fn(&Module, OpId) -> bool) -> Option<Module> {
    let mut any = false;
    module.walk(module.top(), &mut |op| any |= which(module, op));
    if !any {
        return None;
    }
    let mut module = module.clone();
    let top = module.top();
    let converted = converted_below(&mut module, top, which);
    (!converted.is_empty()).then_some(module)
}

fn may_be_loops(module: &Module, op: OpId) -> bool {
    is_linalg(module, op) || module.op(op).code() == Some(OpCode::MemRefCopy)
}

fn is_linalg(module: &Module, op: OpId) -> bool {
    let code = module.op(op).code();
    code.is_some_and(|code| code.dialect() == Dialect::Linalg)
}

/// What an operation of a block becomes; `None` for one that stays as it is.
fn converted(module: &mut Module, op: OpId, block: BlockId) -> Option<Vec<OpId>> {
    let data = module.op(op);
    let code = data.code()?;
    if code == OpCode::MemRefCopy {
        return copy::loops(module, op, block);
    }
    let is_tensor = |v: &ValueId| matches!(module.ty(*v), Type::Tensor(_));
    if !data.results.is_empty() || data.operands.iter().any(is_tensor) {
        return None;
    }
    if code == OpCode::LinalgSoftmax {
        return softmax::loops(module, op, block);
    }
    let nest = structured(module, op)?;
    let body = Body::of(module, op, &nest)?;
    let names = definition(code).map(|d| d.loops.as_slice()).unwrap_or_default();
    let name = |number: usize| match names.get(number) {
        Some(name) => name.to_string(),
        None => format!("i{number}"),
    };
    let extents = extents(module, &nest, block)?;
    let mut writer = LoopWriter::new(module, op, &extents);
    let top = writer.top();
    let mut loops = Vec::with_capacity(extents.len());
    for (number, extent) in extents.into_iter().enumerate() {
        loops.push(writer.bounded(name(number), extent));
    }
    let (inside, ivs) = writer.nest(top, &loops);
    body.write(&mut writer, &nest, inside, &ivs);
    writer.end(inside);
    Some(writer.finish())
}

/// The extent of each loop: one that is known where an operand of the loop has such, for they are all equal.
fn extents(module: &Module, nest: &Structured, block: BlockId) -> Option<Vec<Extent>> {
    let extent = |number: usize| {
        let places = nest.places_of(number as u32);
        let extents = places.filter_map(|(operand, dimension)| {
            let memref = *nest.inputs.iter().chain(&nest.outputs).nth(operand)?;
            Extent::of(module, memref, dimension, block)
        });
        extents.min_by_key(|extent| extent.uncertainty())
    };
    (0..nest.iterations.len()).map(extent).collect()
}

/// The body of an operation: one block, whose arguments are elements.
struct Body {
    block: BlockId,
    /// For each operand the argument that is its element, if anything uses it.
    arguments: Vec<Option<ValueId>>,
}

impl Body {
    /// `None` where it does not fit the operands, and where an operation of linalg in it stays one.
    fn of(module: &Module, op: OpId, nest: &Structured) -> Option<Body> {
        let block = module.single_block(op, 0)?;
        let mut used = FxHashSet::default();
        let mut stays = false;
        for &part in &module.block(block).ops {
            module.walk(part, &mut |inner| {
                used.extend(module.op(inner).operands.iter().copied());
                stays |= is_linalg(module, inner) && inner != part;
            });
            let code = module.op(part).code();
            let is_own = matches!(code, Some(OpCode::LinalgIndex | OpCode::LinalgYield));
            stays |= is_linalg(module, part) && !is_own;
        }
        let end = module.op(module.block(block).ops.last().copied()?);
        let count = nest.inputs.len() + nest.outputs.len();
        let is_whole = end.code() == Some(OpCode::LinalgYield)
            && end.operands.len() == nest.outputs.len()
            && nest.maps.len() == count;
        let arguments = &module.block(block).arguments;
        let argument = |number: usize| arguments.get(number).copied().filter(|v| used.contains(v));
        (is_whole && !stays).then(|| Body {
            block,
            arguments: (0..count).map(argument).collect(),
        })
    }

    /// Writes one iteration.
    fn write(self, writer: &mut LoopWriter<'_>, nest: &Structured, inside: BlockId, ivs: &[ValueId]) {
        let mut mapping = Mapping::default();
        let operands = nest.inputs.iter().chain(&nest.outputs);
        for ((&operand, map), argument) in operands.zip(&nest.maps).zip(&self.arguments) {
            let Some(argument) = *argument else { continue };
            let element = match writer.module.ty(operand) {
                Type::MemRef(_) => writer.load(inside, operand, map, ivs),
                _ => operand,
            };
            mapping.insert(argument, element);
        }
        let yielded = self.copy(writer.module, inside, &mut mapping, ivs);
        let outputs = nest.outputs.iter().zip(&nest.maps[nest.inputs.len()..]);
        for ((&output, map), value) in outputs.zip(yielded) {
            writer.store(inside, value, output, map, ivs);
        }
    }

    /// Copies what the body computes; answers what it yields.
    fn copy(
        &self,
        module: &mut Module,
        inside: BlockId,
        mapping: &mut Mapping,
        ivs: &[ValueId],
    ) -> SmallVec<[ValueId; 3]> {
        let ops = module.block(self.block).ops.clone();
        let Some((&end, ops)) = ops.split_last() else {
            return SmallVec::new();
        };
        for &op in ops {
            if let Some(iv) = loop_of(module, op, ivs) {
                mapping.insert(module.op(op).results[0], iv);
                continue;
            }
            let copy = module.clone_op(op, mapping);
            module.attach(inside, copy);
        }
        let yielded = module.op(end).operands.iter();
        yielded.map(|&value| mapped(mapping, value)).collect()
    }
}

/// The induction variable that a `linalg.index` is.
fn loop_of(module: &Module, op: OpId, ivs: &[ValueId]) -> Option<ValueId> {
    let data = module.op(op);
    let number = match data.code() {
        Some(OpCode::LinalgIndex) => data.attribute("dim")?.as_i64()?,
        _ => return None,
    };
    ivs.get(usize::try_from(number).ok()?).copied()
}
