//! What operations do to memory.

use std::fmt::Write;

use ovolo_lang::affine::{AffineExpr, Constraint, Leaf, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::{Dialect, OpCode, Trait};
use ovolo_lang::types::Type;

use super::access::{Access, Target};
use super::collect::Collector;
use super::place::FrameId;
use super::variables::{Knowledge, OWN, Variable};

/// Bytes of a subscript above which a reader is better served without it.
const LONGEST_TEXT: usize = 100;

/// Whether an access reads, writes, or both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
    Both,
}

impl Collector<'_> {
    /// Notes the accesses of an operation itself, without those in its regions.
    pub fn note_effects(&mut self, id: OpId, frame: FrameId) {
        use Touch::{Both, Read, Write};
        let op = self.module.op(id);
        let at = (id, frame);
        let Some(code) = op.code() else {
            return self.everything(at, "is not known");
        };
        match code {
            OpCode::AffineLoad | OpCode::AffineVectorLoad => self.at_map(at, 0, Read),
            OpCode::AffineStore | OpCode::AffineVectorStore => self.at_map(at, 1, Write),
            OpCode::MemRefLoad | OpCode::VectorLoad => self.at_values(at, 0, Read),
            OpCode::MemRefStore | OpCode::VectorStore => self.at_values(at, 1, Write),
            OpCode::MemRefAtomicRmw => self.at_values(at, 1, Both),
            OpCode::MemRefGenericAtomicRmw => self.at_values(at, 0, Both),
            OpCode::MemRefCopy | OpCode::AffineDmaStart | OpCode::MemRefDmaStart => {
                let memrefs = self.memrefs(op);
                for (&memref, touch) in memrefs.iter().zip([Read, Write]) {
                    self.anywhere(at, memref, touch);
                }
                // The transfer goes on after the operation, until somebody waits.
                if code != OpCode::MemRefCopy {
                    memrefs.iter().for_each(|&m| self.objects.escape(m));
                }
            }
            OpCode::VectorTransferRead
            | OpCode::VectorMaskedLoad
            | OpCode::VectorGather
            | OpCode::VectorExpandLoad => self.every_memref(at, Read),
            // The result may be the same memory.
            OpCode::BufferizationToTensor | OpCode::BufferizationClone => {
                self.every_memref(at, Read);
                self.let_escape(op);
            }
            OpCode::VectorTransferWrite
            | OpCode::VectorMaskedStore
            | OpCode::VectorScatter
            | OpCode::VectorCompressStore
            | OpCode::BufferizationMaterialize => self.every_memref(at, Write),
            OpCode::MemRefDealloc
            | OpCode::MemRefDim
            | OpCode::MemRefRank
            | OpCode::MemRefAssumeAlignment
            | OpCode::MemRefPrefetch
            | OpCode::AffinePrefetch
            | OpCode::BufferizationDealloc => {}
            _ if code.dialect() == Dialect::Linalg => self.structured(at),
            _ if self.is_free_of_effects(op, code) => self.let_escape(op),
            _ => self.everything(at, "is not followed"),
        }
    }

    /// Whether the operation itself touches no memory.
    fn is_free_of_effects(&self, op: &Op, code: OpCode) -> bool {
        let harmless = [Trait::Pure, Trait::Terminator, Trait::RecursiveEffects];
        let computes = [
            Dialect::Arith,
            Dialect::Math,
            Dialect::Tensor,
            Dialect::Ub,
            Dialect::Vector,
            Dialect::Cf,
            Dialect::Bufferization,
        ];
        harmless.into_iter().any(|t| code.has_trait(t))
            || matches!(
                code,
                OpCode::MemRefAlloc | OpCode::MemRefAlloca | OpCode::ScfExecuteRegion
            )
            || (computes.contains(&code.dialect()) && self.memrefs(op).is_empty())
    }

    /// The memrefs that go into an operation are known elsewhere, unless it only makes a view of them.
    fn let_escape(&mut self, op: &Op) {
        let is_view = |v: &ValueId| {
            let same = |source: &ValueId| match (self.objects.view(*source), self.objects.view(*v)) {
                (Some(a), Some(b)) => a.object == b.object,
                _ => false,
            };
            op.operands.first().is_some_and(same)
        };
        let mut memrefs = op.results.iter().filter(|&&r| self.is_memref(r)).peekable();
        if memrefs.peek().is_some() && memrefs.all(is_view) {
            return;
        }
        for memref in self.memrefs(op) {
            self.objects.escape(memref);
        }
    }

    fn is_memref(&self, value: ValueId) -> bool {
        matches!(self.module.ty(value), Type::MemRef(_))
    }

    fn memrefs(&self, op: &Op) -> Vec<ValueId> {
        let operands = op.operands.iter().copied();
        operands.filter(|&v| self.is_memref(v)).collect()
    }

    /// An access whose subscripts are the results of a map; `position` is that of the memref.
    fn at_map(&mut self, at: (OpId, FrameId), position: usize, touch: Touch) {
        let op = self.module.op(at.0);
        let indices = op.attribute("map").and_then(|map| {
            let operands = op.operands.get(position + 1..)?;
            self.apply(map.as_affine_map()?, operands)
        });
        self.element_access(at, position, indices, touch);
    }

    /// An access whose subscripts are values.
    fn at_values(&mut self, at: (OpId, FrameId), position: usize, touch: Touch) {
        let op = self.module.op(at.0);
        let rank = op.operands.get(position);
        let rank = rank.and_then(|&m| self.module.ty(m).as_memref()?.rank());
        let operands = rank.and_then(|rank| op.operands.get(position + 1..position + 1 + rank));
        let indices = operands.map(|operands| operands.iter().map(|&v| self.value(v)).collect());
        self.element_access(at, position, indices, touch);
    }

    fn element_access(
        &mut self,
        at: (OpId, FrameId),
        position: usize,
        indices: Option<Vec<AffineExpr>>,
        touch: Touch,
    ) {
        let op = self.module.op(at.0);
        // What is stored may itself be a memref.
        for &value in &op.operands[..position.min(op.operands.len())] {
            self.objects.escape(value);
        }
        let Some(&memref) = op.operands.get(position) else {
            return self.everything(at, "is not followed");
        };
        let Some(mut indices) = indices else {
            return self.anywhere(at, memref, touch);
        };
        let lanes = self.lanes(op, touch);
        let name = self.name(memref);
        let text = format!("{name}[{}]", self.subscripts(&indices, &lanes));
        let Some(lanes) = lanes else {
            return self.anywhere(at, memref, touch);
        };
        let first = indices.len().saturating_sub(lanes.len());
        for (index, &count) in indices[first..].iter_mut().zip(&lanes) {
            *index = &*index + self.lane(count);
        }
        let target = match self.element(memref, &indices) {
            Some((object, Some(indices))) => Target::Element(object, indices),
            Some((object, None)) => {
                Target::Anywhere(object, format!("%{name} is a view that is not followed"))
            }
            None => Target::Everything(format!("%{name} is not followed")),
        };
        self.push(at, touch, target, text);
    }

    /// The extents of the vector that is read or written; none for a scalar, `None` for a scalable one.
    fn lanes(&self, op: &Op, touch: Touch) -> Option<Vec<i64>> {
        let value = match touch {
            Touch::Read => op.results.first(),
            _ => op.operands.first(),
        };
        let vector = matches!(
            op.code(),
            Some(
                OpCode::AffineVectorLoad
                    | OpCode::AffineVectorStore
                    | OpCode::VectorLoad
                    | OpCode::VectorStore
            )
        );
        match value.and_then(|&v| self.module.ty(v).as_vector()) {
            Some(ty) if vector => ty.shape.iter().map(|d| (!d.scalable).then_some(d.size)).collect(),
            _ => Some(Vec::new()),
        }
    }

    /// Any of `count` lanes.
    fn lane(&mut self, count: i64) -> AffineExpr {
        let id = self.variables.add(Variable {
            name: "lane".to_string(),
            depth: OWN,
            domain: Vec::new(),
            knowledge: Knowledge::Exact,
        });
        let inside = vec![
            Constraint::at_least(id.expr(), constant(0)),
            Constraint::at_most(id.expr(), constant(count) - 1),
        ];
        self.variables.get_mut(id).domain = vec![vec![inside]];
        id.expr()
    }

    /// `i, 2 * j to 2 * j + 7`.
    fn subscripts(&self, indices: &[AffineExpr], lanes: &Option<Vec<i64>>) -> String {
        let lanes = lanes.as_deref().unwrap_or_default();
        let first = indices.len().saturating_sub(lanes.len());
        let texts = indices.iter().enumerate().map(|(i, index)| {
            let from = self.expr_text(index);
            match i.checked_sub(first).and_then(|i| lanes.get(i)) {
                Some(&count) if count != 1 => format!("{from} to {}", self.expr_text(&(index + (count - 1)))),
                _ => from,
            }
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    fn expr_text(&self, expr: &AffineExpr) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = expr.write(&mut text, &mut |out: &mut String, leaf| match leaf {
            Leaf::Dim(i) => out.write_str(self.variables.name_of(i)),
            Leaf::Symbol(i) => write!(out, "s{i}"),
        });
        match text.len() <= LONGEST_TEXT {
            true => text,
            false => "…".to_string(),
        }
    }

    /// An operation on whole memrefs, of which the last ones are written.
    fn structured(&mut self, at: (OpId, FrameId)) {
        let op = self.module.op(at.0);
        let sizes = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let inputs = sizes
            .and_then(|sizes| usize::try_from(*sizes.first()?).ok())
            .unwrap_or(0);
        for (i, &operand) in op.operands.iter().enumerate() {
            if self.is_memref(operand) {
                let touch = if i < inputs { Touch::Read } else { Touch::Both };
                self.anywhere(at, operand, touch);
            }
        }
    }

    fn every_memref(&mut self, at: (OpId, FrameId), touch: Touch) {
        for memref in self.memrefs(self.module.op(at.0)) {
            self.anywhere(at, memref, touch);
        }
    }

    /// An access to any elements of a memref.
    fn anywhere(&mut self, at: (OpId, FrameId), memref: ValueId, touch: Touch) {
        let name = self.name(memref);
        let why = format!("which elements `{}` touches is not followed", self.op_name(at.0));
        let target = match self.objects.view(memref) {
            Some(view) => Target::Anywhere(view.object, why),
            None => Target::Everything(why),
        };
        self.push(at, touch, target, name);
    }

    /// An access to any memory that is not private to the function.
    fn everything(&mut self, at: (OpId, FrameId), what: &str) {
        let op = self.module.op(at.0);
        for memref in self.memrefs(op) {
            self.objects.escape(memref);
        }
        let (why, text) = match op.attribute("callee").and_then(Attribute::as_symbol) {
            Some(callee) => (
                format!("what @{callee} touches is not known"),
                format!("@{callee}"),
            ),
            None => (format!("`{}` {what}", op.name.as_str()), String::new()),
        };
        self.push(at, Touch::Both, Target::Everything(why), text);
    }

    fn push(&mut self, (op, frame): (OpId, FrameId), touch: Touch, target: Target, text: String) {
        self.accesses.push(Access {
            op,
            frame,
            reads: touch != Touch::Write,
            writes: touch != Touch::Read,
            target,
            text,
        });
    }
}
