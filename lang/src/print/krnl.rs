//! Custom forms of the krnl dialect.

use std::fmt::Write;

use crate::attribute::Attribute;
use crate::ir::OpId;
use crate::krnl::{Iterate, loop_type};
use crate::op::OpCode;

use super::printer::Printer;

impl Printer<'_> {
    pub fn krnl_define_loops(&mut self, op: OpId) -> Option<()> {
        let count = self.module.op(op).attribute("num_loops")?.as_i64()?;
        let o = self.plain(op, 0, usize::try_from(count).ok()?)?;
        if o.results.iter().any(|&v| *self.module.ty(v) != loop_type()) {
            return None;
        }
        self.head(OpCode::KrnlDefineLoops);
        let _ = write!(self.text.out, "{count}");
        self.attributes_but(op, &["num_loops"]);
        Some(())
    }

    pub fn krnl_iterate(&mut self, op: OpId) -> Option<()> {
        let iterate = Iterate::of(self.module, op)?;
        let is_loop = |v| *self.module.ty(v) == loop_type();
        let inputs = iterate.inputs.iter();
        let mut loops = iterate.optimized.iter().copied().chain(inputs.map(|i| i.input));
        let variables: Vec<_> = iterate.inputs.iter().map(|input| input.variable).collect();
        let ty = |v| self.module.ty(v);
        let mut carried = iterate.inits.iter().zip(&iterate.carried).zip(&iterate.results);
        let is_same = carried.all(|((&i, &a), &r)| ty(i) == ty(r) && ty(a) == ty(r));
        if !loops.all(is_loop) || !self.all_index(&variables) || !is_same {
            return None;
        }
        self.push("krnl.iterate(");
        self.values(&iterate.optimized);
        self.push(") with (");
        for (number, input) in iterate.inputs.iter().enumerate() {
            if number > 0 {
                self.push(", ");
            }
            self.value(input.input);
            self.push(" -> ");
            self.value(input.variable);
            self.argument_location(input.variable);
            self.push(" = ");
            self.bound(&input.lower.map, &input.lower.operands, "max")?;
            self.push(" to ");
            self.bound(&input.upper.map, &input.upper.operands, "min")?;
        }
        self.push(")");
        if !iterate.inits.is_empty() {
            self.push(" iter_args(");
            for (number, (&init, &argument)) in iterate.inits.iter().zip(&iterate.carried).enumerate() {
                if number > 0 {
                    self.push(", ");
                }
                self.value(argument);
                self.push(" = ");
                self.value(init);
            }
            self.push(") -> (");
            self.types_of(&iterate.results);
            self.push(")");
        }
        self.push(" ");
        let region = *self.module.op(op).regions.first()?;
        self.body(region, iterate.results.is_empty().then_some(OpCode::KrnlYield));
        self.attributes_but(op, &["bounds", "num_optimized_loops"]);
        Some(())
    }

    pub fn krnl_linear_offset(&mut self, op: OpId) -> Option<()> {
        let operands = self.module.op(op).operands.clone();
        let (&memref, indices) = operands.split_first()?;
        let o = self.plain(op, operands.len(), 1)?;
        let Some(Attribute::AffineMap(map)) = o.attribute("map").cloned() else {
            return None;
        };
        if !self.all_index(&o.results) {
            return None;
        }
        self.head(OpCode::KrnlGetLinearOffsetIndex);
        self.value(memref);
        self.push(" at ");
        self.subscripts(&map, indices)?;
        self.attributes_but(op, &["map"]);
        self.push(" : ");
        self.ty(memref);
        Some(())
    }
}
