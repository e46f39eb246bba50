//! Which buffers of a chain are its own, and which of its factors are still what they were when the last product runs.

use std::collections::BTreeSet;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::linalg::operand_groups;
use ovolo_lang::op::{Dialect, OpCode, Trait};
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use super::Chain;

/// Buffers and the order of operations.
pub struct Memory<'m> {
    module: &'m Module,
    /// The place of each operation in its block.
    place: FxHashMap<OpId, usize>,
    /// Memrefs that overlap no other one.
    distinct: BTreeSet<ValueId>,
}

/// What a temporary is used by, beside the product that computes it.
pub struct Helpers {
    /// The operation that reads it.
    pub consumer: OpId,
    pub others: Vec<OpId>,
}

impl<'m> Memory<'m> {
    pub fn new(module: &'m Module, function: OpId) -> Memory<'m> {
        let mut place = FxHashMap::default();
        let mut distinct = BTreeSet::new();
        let mut is_simple = true;
        module.walk(function, &mut |op| {
            let data = module.op(op);
            let block = data.parent.map(|block| &module.block(block).ops);
            // The first operation of a block tells all of them their places.
            if let Some(ops) = block.filter(|ops| ops.first() == Some(&op)) {
                place.extend(ops.iter().enumerate().map(|(n, &op)| (op, n)));
            }
            let is_memref = |v: &&ValueId| matches!(module.ty(**v), Type::MemRef(_));
            // So may what a block is handed, but for the arguments of the function.
            let blocks = data
                .regions
                .iter()
                .flat_map(|&region| &module.region(region).blocks);
            let handed = blocks
                .skip(usize::from(op == function))
                .flat_map(|&block| &module.block(block).arguments);
            is_simple &= handed.filter(is_memref).count() == 0;
            let results = data.results.iter().filter(is_memref);
            match data.code() {
                Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) => distinct.extend(results),
                _ => is_simple &= results.count() == 0,
            }
        });
        match is_simple {
            true => distinct.extend(marked_arguments(module, function)),
            // A memref of unknown origin may be a view of any other.
            false => distinct.clear(),
        }
        Memory {
            module,
            place,
            distinct,
        }
    }

    /// What uses a buffer that the function allocates for one product, of the block that allocates it: filled with
    /// zeros, accumulated into, read once, and freed.
    pub fn temporary(
        &self,
        buffer: ValueId,
        product: OpId,
        users: &[OpId],
        fills_with_zero: impl Fn(OpId) -> bool,
    ) -> Result<Helpers, String> {
        let name = self.name(buffer);
        let not_own = || format!("{name} is no buffer that the function allocates for it");
        let alloc = self.module.defining_op(buffer).ok_or_else(not_own)?;
        let data = self.module.op(alloc);
        let is_alloc = matches!(data.code(), Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca));
        let is_own = self.distinct.contains(&buffer) && data.operands.is_empty();
        let has_layout = self
            .module
            .ty(buffer)
            .as_memref()
            .is_none_or(|ty| ty.layout.is_some());
        if !is_alloc || !is_own || has_layout {
            return Err(not_own());
        }
        let mut users = users.to_vec();
        let block = self.module.op(product).parent;
        if users.iter().any(|&user| self.module.op(user).parent != block) || data.parent != block {
            return Err(format!("{name} is used in another block"));
        }
        users.sort_by_key(|user| self.place[user]);
        let writes_it = |op: OpId| self.module.op(op).operands.last() == Some(&buffer);
        let (fill, rest) = match users.split_first() {
            Some((fill, rest)) if fills_with_zero(*fill) && writes_it(*fill) => (fill, rest),
            _ => return Err(format!("it is added to {name}, which is not known to be zero")),
        };
        match rest {
            [first, consumer] if *first == product => Ok(Helpers {
                consumer: *consumer,
                others: vec![alloc, *fill],
            }),
            [first, consumer, free] if *first == product && self.is_dealloc(*free) => Ok(Helpers {
                consumer: *consumer,
                others: vec![alloc, *fill, *free],
            }),
            _ => Err(format!("{name} is used elsewhere, too")),
        }
    }

    /// The place of an operation in its block.
    pub fn place(&self, op: OpId) -> usize {
        self.place[&op]
    }

    fn is_dealloc(&self, op: OpId) -> bool {
        self.module.op(op).code() == Some(OpCode::MemRefDealloc)
    }

    /// Why the products cannot all run where the last one does.
    pub fn obstacle(&self, chain: &Chain, output: ValueId, reads: &[(ValueId, OpId)]) -> Option<String> {
        let name = |v: ValueId| self.name(v);
        if let Some(&factor) = chain
            .factors
            .iter()
            .map(|f| &f.value)
            .find(|&&f| self.may_overlap(f, output))
        {
            let (factor, output) = (name(factor), name(output));
            return Some(format!(
                "the product in {output} may overwrite {factor}, which is a factor of it"
            ));
        }
        let block = self.module.op(chain.root).parent?;
        let ops = &self.module.block(block).ops;
        for &(factor, reader) in reads {
            let between = self.place[&reader] + 1..self.place[&chain.root];
            let between = between.map(|n| ops[n]).filter(|op| !chain.inner.contains(op));
            if between.into_iter().any(|op| self.may_write(op, factor)) {
                let factor = name(factor);
                return Some(format!(
                    "{factor}, a factor, may be written before the last product"
                ));
            }
        }
        None
    }

    fn name(&self, value: ValueId) -> String {
        match &self.module.value(value).name {
            Some(name) => format!("%{name}"),
            None => "a buffer".to_string(),
        }
    }

    fn may_overlap(&self, a: ValueId, b: ValueId) -> bool {
        a == b || !(self.distinct.contains(&a) || self.distinct.contains(&b))
    }

    /// Whether an operation, or one inside it, may change or free what a buffer holds.
    fn may_write(&self, op: OpId, buffer: ValueId) -> bool {
        let mut writes = false;
        self.module
            .walk(op, &mut |inner| writes |= self.writes(inner, buffer));
        writes
    }

    fn writes(&self, op: OpId, buffer: ValueId) -> bool {
        let data = self.module.op(op);
        let Some(code) = data.code() else {
            return true;
        };
        let targets: Vec<ValueId> = match code {
            OpCode::MemRefAlloc | OpCode::MemRefAlloca | OpCode::MemRefDim => return false,
            OpCode::AffineLoad | OpCode::MemRefLoad => return false,
            OpCode::AffineStore | OpCode::MemRefStore => data.operands.get(1).copied().into_iter().collect(),
            OpCode::MemRefDealloc => data.operands.to_vec(),
            OpCode::MemRefCopy => data.operands.get(1).copied().into_iter().collect(),
            _ if code.dialect() == Dialect::Linalg => match operand_groups(data) {
                Some((_, outputs)) => outputs,
                None => data.operands.to_vec(),
            },
            _ if [Trait::Pure, Trait::Terminator, Trait::RecursiveEffects]
                .into_iter()
                .any(|t| code.has_trait(t)) =>
            {
                return false;
            }
            // Division, say, is no operation of memory either.
            _ if matches!(code.dialect(), Dialect::Arith | Dialect::Math) => return false,
            _ => return true,
        };
        let is_memref = |v: &ValueId| matches!(self.module.ty(*v), Type::MemRef(_));
        targets
            .iter()
            .any(|&target| is_memref(&target) && self.may_overlap(target, buffer))
    }
}

/// The memref arguments of a function that overlap no other.
fn marked_arguments(module: &Module, function: OpId) -> Vec<ValueId> {
    let Some(body) = module.single_block(function, 0) else {
        return Vec::new();
    };
    let Some(Attribute::Array(attributes)) = module.op(function).attribute("arg_attrs") else {
        return Vec::new();
    };
    let is_marked = |attribute: &Attribute| match attribute {
        Attribute::Dictionary(entries) => entries.iter().any(|(name, _)| &**name == "llvm.noalias"),
        _ => false,
    };
    let arguments = module.block(body).arguments.iter().zip(attributes.iter());
    let marked = arguments.filter(|(_, attribute)| is_marked(attribute));
    marked.map(|(value, _)| *value).collect()
}
