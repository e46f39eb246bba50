//! What a schedule makes of the loops of a function, as data: the loops from outside in, how each runs, and the tiles that are
//! copied into buffers. It speaks of the loops of the function without its schedule.

use rustc_hash::FxHashSet;

use crate::assembly::operand_groups;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, Span, ValueId};
use crate::krnl::{LoopUses, Nest, Origin, iterates_around, root, step};
use crate::op::{Dialect, OpCode};
use crate::text::Text;

use super::{is_about_loops, nests};

/// A statement of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlined {
    Loop(OutlinedLoop),
    /// What reads tiles of a memref from a copy.
    Tiles {
        memref: Text,
        span: Span,
        body: Vec<Outlined>,
    },
    /// Anything else, or what is left to whoever compiles it.
    Open(Span),
}

/// A loop of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlinedLoop {
    /// The name of the induction variable without the schedule.
    pub variable: Text,
    /// The iterations of a block that the loop steps over; one where it is no loop over blocks.
    pub tile: i64,
    pub is_unrolled: bool,
    pub is_parallel: bool,
    pub span: Span,
    pub body: Vec<Outlined>,
}

/// Gives the induction variables of a function names that no other has.
pub(super) fn name_variables(module: &mut Module, function: OpId) {
    let mut variables = Vec::new();
    module.walk(function, &mut |op| {
        if module.op(op).code() == Some(OpCode::KrnlIterate)
            && let Some((_, own)) = iterates_around_and(module, op).pop()
        {
            variables.extend(own.inputs.iter().map(|input| input.variable));
        }
    });
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for variable in variables {
        let given = module.value(variable).name.clone();
        let is_name = |name: &&str| name.starts_with(|c: char| !c.is_ascii_digit());
        let base = given.as_deref().filter(is_name).unwrap_or("i").to_string();
        let mut name = base.clone();
        let mut number = 0;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        module.value_mut(variable).name = Some(name.as_str().into());
    }
}

/// The `krnl.iterate` operations around an operation, and itself where it is one.
fn iterates_around_and(module: &Module, op: OpId) -> Vec<(OpId, crate::krnl::Iterate)> {
    let mut around = iterates_around(module, op);
    around.extend(crate::krnl::Iterate::of(module, op).map(|own| (op, own)));
    around
}

/// The outline of each outermost `krnl.iterate` of a function.
pub(super) fn outlines(module: &Module, function: OpId) -> Option<Vec<Vec<Outlined>>> {
    let uses = LoopUses::of(module, function);
    let outline = Outline {
        nests: nests(module, function, &uses)?,
        written: written_back(module, function),
        module,
        uses,
    };
    let mut found = Vec::new();
    module.walk(function, &mut |op| {
        let is_outermost =
            module.op(op).code() == Some(OpCode::KrnlIterate) && iterates_around(module, op).is_empty();
        if is_outermost {
            found.push(outline.statements(&[op]));
        }
    });
    Some(found)
}

/// The buffers that are copied to what they are tiles of.
fn written_back(module: &Module, function: OpId) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        if data.code() == Some(OpCode::KrnlCopyFromTileBuffer) {
            found.extend(data.operands.first());
        }
    });
    found
}

struct Outline<'m> {
    module: &'m Module,
    uses: LoopUses,
    nests: rustc_hash::FxHashMap<OpId, Nest>,
    written: FxHashSet<ValueId>,
}

impl Outline<'_> {
    fn block(&self, block: BlockId) -> Vec<Outlined> {
        self.statements(&self.module.block(block).ops)
    }

    fn statements(&self, ops: &[OpId]) -> Vec<Outlined> {
        let module = self.module;
        let mut found: Vec<Outlined> = Vec::new();
        for (number, &op) in ops.iter().enumerate() {
            let data = module.op(op);
            let made = match data.code() {
                Some(OpCode::KrnlIterate) => self.iterate(op),
                Some(OpCode::KrnlMatmul) => self.matmul(op),
                Some(OpCode::KrnlRegion | OpCode::KrnlMovable) => module
                    .single_block(op, 0)
                    .map_or_else(Vec::new, |inner| self.block(inner)),
                Some(OpCode::KrnlCopyToTileBuffer) if !self.written.contains(&data.operands[0]) => {
                    if let Some(memref) = module.value(data.operands[1]).name.clone() {
                        let (span, body) = (data.span, self.statements(&ops[number + 1..]));
                        found.push(Outlined::Tiles { memref, span, body });
                        return found;
                    }
                    Vec::new()
                }
                Some(code) if is_silent(code) => Vec::new(),
                _ => vec![Outlined::Open(data.span)],
            };
            for statement in made {
                let is_open = |s: &Outlined| matches!(s, Outlined::Open(_));
                if !(is_open(&statement) && found.last().is_some_and(is_open)) {
                    found.push(statement);
                }
            }
        }
        found
    }

    fn iterate(&self, op: OpId) -> Vec<Outlined> {
        let Some((nest, (_, own))) = self
            .nests
            .get(&op)
            .and_then(|nest| Some((nest, nest.around.last()?)))
        else {
            return vec![Outlined::Open(self.module.op(op).span)];
        };
        let body = self.block(own.body);
        let loops = nest.loops.iter().map(|&(value, _)| value);
        self.around(&loops.collect::<Vec<_>>(), op, body)
    }

    /// The loops of a product of tiles, where nothing says that they are vectors or unrolled.
    fn matmul(&self, op: OpId) -> Vec<Outlined> {
        let data = self.module.op(op);
        let open = vec![Outlined::Open(data.span)];
        let is_asked = |name: &str| data.attribute(name) != Some(&Attribute::Bool(false));
        if is_asked("simdize") || is_asked("unroll") {
            return open;
        }
        let Some(groups) = operand_groups(data) else {
            return open;
        };
        let first: usize = groups.iter().take(6).sum();
        let loops = data
            .operands
            .get(first..first + groups.get(6).copied().unwrap_or(0));
        loops.map_or(open.clone(), |loops| self.around(loops, op, open))
    }

    /// Loops around a body, the first outermost.
    fn around(&self, loops: &[ValueId], op: OpId, mut body: Vec<Outlined>) -> Vec<Outlined> {
        let module = self.module;
        let around = iterates_around_and(module, op);
        for &value in loops.iter().rev() {
            let root = root(module, value);
            let inputs = around.iter().flat_map(|(_, iterate)| &iterate.inputs);
            let Some(input) = inputs.into_iter().find(|input| input.input == root) else {
                continue;
            };
            let span = match module.defining_op(value) {
                Some(made) if Origin::of(module, value) != Some(Origin::Defined) => module.op(made).span,
                _ => module.op(op).span,
            };
            body = vec![Outlined::Loop(OutlinedLoop {
                variable: module
                    .value(input.variable)
                    .name
                    .clone()
                    .unwrap_or_else(|| "i".into()),
                tile: step(module, value).unwrap_or(1),
                is_unrolled: self.uses.is_unrolled(value),
                is_parallel: self.uses.is_parallel(value),
                span,
                body,
            })];
        }
        body
    }
}

/// Whether an operation says nothing of what loops do.
fn is_silent(code: OpCode) -> bool {
    let is_copy_or_end = matches!(
        code,
        OpCode::KrnlGetInductionVarValue
            | OpCode::KrnlCopyToTileBuffer
            | OpCode::KrnlCopyFromTileBuffer
            | OpCode::KrnlYield
            | OpCode::MemRefAlloc
            | OpCode::MemRefAlloca
            | OpCode::MemRefDealloc
            | OpCode::Constant
            | OpCode::MemRefDim
    );
    is_copy_or_end || is_about_loops(code) || code.dialect() == Dialect::Arith
}
