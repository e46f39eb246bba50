//! The krnl dialect as loops of `affine` or `scf`, accesses, and operations of `arith`, `math` and `memref`.
//!
//! Each `krnl.iterate` becomes the loops that it runs, in the order that the schedule gives them: a loop over blocks steps by the
//! size of a block, one inside of a block ends with the block or with the loop, unrolled loops are written out where they run a
//! known number of times, and parallel ones are `affine.parallel` where they carry nothing. Copies of tiles, products of tiles and
//! fillings become loops over the part of a tile that exists; `overcompute` and `overreadToNext` are allowed to do more, and do
//! not. What needs the runtime of onnx-mlir stays as it is.

mod builder;
mod condition;
mod fill;
mod functions;
mod memory;
mod nest;
mod outline;
mod plain;
mod tiles;
mod vectors;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::krnl::{LoopUses, Nest};
use crate::op::{Dialect, OpCode};

use builder::Builder;
use plain::{Plain, is_scheduled};
use vectors::{View, accessed_views};

pub use outline::{Outlined, OutlinedLoop};
pub(crate) use tiles::is_multiple;

/// A function whose operations of the krnl dialect became loops.
#[derive(Clone, Debug)]
pub struct Converted {
    pub function: OpId,
    /// A copy of what it was, in no block.
    original: OpId,
    /// The globals that hold its constants.
    globals: Vec<OpId>,
    plain: Option<Unscheduled>,
}

/// A function without its schedule and tile buffers.
#[derive(Clone, Debug)]
struct Unscheduled {
    /// In no block.
    function: OpId,
    globals: Vec<OpId>,
    /// What the schedule makes of the loops of each nest.
    outlines: Vec<Vec<Outlined>>,
}

impl Converted {
    /// What the schedule of the text makes of the loops that [`without_schedule`] gives, nest by nest; nothing where it has none.
    pub fn outlines(&self) -> &[Vec<Outlined>] {
        self.plain.as_ref().map_or(&[], |plain| &plain.outlines)
    }
}

/// Who goes on with the loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// This project: how many threads a text asks for, and where they run, changes no result, and nothing here follows it.
    Ovolo,
    /// Passes of onnx-mlir and MLIR: what is said of threads is a `krnl.parallel_clause`, for OpenMP, and offsets in memory that
    /// layout maps spread are left until `--normalize-memrefs` has applied the maps.
    Mlir,
}

/// Puts loops in the place of the operations of the krnl dialect in all functions. Answers with those that have changed.
pub fn convert_to_loops(module: &mut Module) -> Vec<Converted> {
    convert(module, Reader::Ovolo)
}

fn convert(module: &mut Module, reader: Reader) -> Vec<Converted> {
    let functions: Vec<OpId> = module.functions().filter(|&f| has_krnl(module, f)).collect();
    let mut converted = Vec::new();
    for function in functions {
        // A schedule that is wrong has no loops.
        if nests(module, function, &LoopUses::of(module, function)).is_none() {
            continue;
        }
        let original = module.clone_op(function, &mut Mapping::default());
        let plain = is_scheduled(module, function).then(|| {
            let copy = module.clone_op(function, &mut Mapping::default());
            outline::name_variables(module, copy);
            let outlines = outline::outlines(module, copy)?;
            let mut lowering = Lowering::of(module, copy, Reader::Ovolo, Some(Plain::default()))?;
            lowering.regions(copy);
            lowering.drop_unused();
            lowering.is_plain().then_some(Unscheduled {
                function: copy,
                globals: lowering.globals,
                outlines,
            })
        });
        let Some(mut lowering) = Lowering::of(module, function, reader, None) else {
            continue;
        };
        lowering.regions(function);
        lowering.drop_unused();
        let globals = lowering.globals;
        let place = module
            .block(module.body())
            .ops
            .iter()
            .position(|&op| op == function);
        put_globals(module, place.unwrap_or(0), &globals);
        converted.push(Converted {
            function,
            original,
            globals,
            plain: plain.flatten(),
        });
    }
    converted
}

/// The module with a function as it is without its schedule and its tile buffers, where that can be guessed: whether it computes
/// the same is to be shown.
pub fn without_schedule(module: &Module, converted: &Converted) -> Option<Module> {
    let plain = converted.plain.as_ref()?;
    let mut module = module.clone();
    take_regions(&mut module, converted, plain.function);
    let place = module
        .block(module.body())
        .ops
        .iter()
        .position(|&op| op == converted.function);
    put_globals(&mut module, place?, &plain.globals);
    Some(module)
}

fn put_globals(module: &mut Module, place: usize, globals: &[OpId]) {
    let body = module.body();
    for &global in globals {
        module.op_mut(global).parent = Some(body);
    }
    module
        .block_mut(body)
        .ops
        .splice(place..place, globals.iter().copied());
}

/// A copy of the module with loops in the place of operations of the krnl dialect; `None` where there are none.
pub fn with_loops(module: &Module, reader: Reader) -> Option<Module> {
    if !module.functions().any(|f| has_krnl(module, f)) {
        return None;
    }
    let mut module = module.clone();
    let converted = convert(&mut module, reader);
    (!converted.is_empty()).then_some(module)
}

/// Puts back what a function was.
pub fn restore(module: &mut Module, converted: &Converted) {
    take_regions(module, converted, converted.original);
}

/// Gives a function what another holds, which has no globals.
fn take_regions(module: &mut Module, converted: &Converted, from: OpId) {
    let body = module.body();
    let ops = &mut module.block_mut(body).ops;
    ops.retain(|op| !converted.globals.contains(op));
    let regions = std::mem::take(&mut module.op_mut(from).regions);
    module.op_mut(converted.function).regions.clear();
    for region in regions {
        module.attach_region(converted.function, region);
    }
}

fn has_krnl(module: &Module, function: OpId) -> bool {
    let mut found = false;
    module.walk(function, &mut |op| {
        found |= module
            .op(op)
            .code()
            .is_some_and(|code| code.dialect() == Dialect::Krnl);
    });
    found
}

/// The loops of each `krnl.iterate` below a function; `None` where one is wrong, and where a kernel that is not known stands in
/// the place of some.
fn nests(module: &Module, function: OpId, uses: &LoopUses) -> Option<FxHashMap<OpId, Nest>> {
    let mut iterates = Vec::new();
    let mut is_known = true;
    module.walk(function, &mut |op| match module.op(op).code() {
        Some(OpCode::KrnlIterate) => iterates.push(op),
        Some(OpCode::KrnlSpecializedKernel) => is_known = false,
        _ => {}
    });
    if !is_known {
        return None;
    }
    let nests = iterates
        .into_iter()
        .map(|op| Some((op, Nest::of(module, uses, op).ok()?)));
    nests.collect()
}

/// The rewriting of one function, in the order of the text.
struct Lowering<'m> {
    builder: Builder<'m>,
    uses: LoopUses,
    nests: FxHashMap<OpId, Nest>,
    /// What stands for values that are gone.
    values: Mapping,
    /// The induction variables of the loops that run.
    variables: FxHashMap<ValueId, ValueId>,
    /// The arguments of the `krnl.iterate` operations that are the induction variable of a loop.
    arguments: FxHashMap<ValueId, Vec<ValueId>>,
    /// The memrefs of vectors that may become accesses of what they are views of.
    accessed_views: FxHashSet<ValueId>,
    views: FxHashMap<ValueId, View>,
    globals: Vec<OpId>,
    reader: Reader,
    /// Where the schedule is left out.
    plain: Option<Plain>,
}

impl<'m> Lowering<'m> {
    fn of(
        module: &'m mut Module,
        function: OpId,
        reader: Reader,
        plain: Option<Plain>,
    ) -> Option<Lowering<'m>> {
        let uses = LoopUses::of(module, function);
        let nests = nests(module, function, &uses)?;
        let accessed_views = accessed_views(module, function);
        Some(Lowering {
            builder: Builder {
                span: module.op(function).span,
                module,
                function,
            },
            uses,
            nests,
            values: Mapping::default(),
            variables: FxHashMap::default(),
            arguments: FxHashMap::default(),
            accessed_views,
            views: FxHashMap::default(),
            globals: Vec::new(),
            reader,
            plain,
        })
    }
}

impl Lowering<'_> {
    /// Rewrites what an operation holds.
    fn regions(&mut self, op: OpId) {
        for region in self.builder.module.op(op).regions.clone() {
            for block in self.builder.module.region(region).blocks.clone() {
                let ops = std::mem::take(&mut self.builder.module.block_mut(block).ops);
                self.operations(&ops, block);
            }
        }
    }

    /// Moves operations to the end of a block, rewritten.
    fn operations(&mut self, ops: &[OpId], block: BlockId) {
        for &op in ops {
            self.operation(op, block);
        }
    }

    fn operation(&mut self, op: OpId, block: BlockId) {
        for operand in &mut self.builder.module.op_mut(op).operands {
            *operand = mapped(&self.values, *operand);
        }
        let span = self.builder.module.op(op).span;
        let outer = std::mem::replace(&mut self.builder.span, span);
        if !self.converted(op, block).unwrap_or(false) {
            self.regions(op);
            self.builder.module.attach(block, op);
        }
        self.builder.span = outer;
    }

    /// Writes what takes the place of an operation; `None` or false where it stays.
    fn converted(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let code = self.builder.module.op(op).code()?;
        if self.plain.is_some() && self.without_schedule(op, code, block)? {
            return Some(true);
        }
        if let Some(is_done) = self.vector_access(op, code, block) {
            return Some(is_done);
        }
        match code {
            OpCode::KrnlParallelClause if self.reader == Reader::Mlir => None,
            code if is_about_loops(code) => Some(true),
            OpCode::KrnlIterate => self.iterate(op, block),
            OpCode::KrnlGetInductionVarValue => self.induction_variables(op),
            OpCode::KrnlRegion | OpCode::KrnlMovable => self.inlined(op, block),
            OpCode::KrnlLoad
            | OpCode::KrnlStore
            | OpCode::KrnlPrefetch
            | OpCode::KrnlGetLinearOffsetIndex
            | OpCode::KrnlGetRef => self.access(op, code, block),
            OpCode::KrnlMemset | OpCode::KrnlMemcpy | OpCode::KrnlGlobal => self.fill(op, code, block),
            OpCode::KrnlCopyToTileBuffer | OpCode::KrnlCopyFromTileBuffer => self.tile_copy(op, code, block),
            OpCode::KrnlMatmul => self.matmul(op, block),
            OpCode::KrnlVectorTypeCast => self.vector_view(op),
            OpCode::ScfIf => self.condition(op, block),
            _ if code.dialect() == Dialect::Krnl => self.function(op, code, block),
            _ => None,
        }
    }

    fn inlined(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let inner = self.builder.module.single_block(op, 0)?;
        let ops = std::mem::take(&mut self.builder.module.block_mut(inner).ops);
        self.operations(&ops, block);
        Some(true)
    }

    /// Lets values stand for the results of an operation.
    fn replace(&mut self, op: OpId, values: &[ValueId]) {
        let results = self.builder.module.op(op).results.clone();
        self.values
            .extend(results.into_iter().zip(values.iter().copied()));
    }
}

/// Whether an operation says what loops there are, and nothing that they do.
fn is_about_loops(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::KrnlDefineLoops
            | OpCode::KrnlBlock
            | OpCode::KrnlPermute
            | OpCode::KrnlUnroll
            | OpCode::KrnlParallel
            | OpCode::KrnlParallelClause
            | OpCode::KrnlTerminate
    )
}
