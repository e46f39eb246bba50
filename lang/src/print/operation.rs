//! Operations, blocks and regions in generic form.

use std::fmt::Write;

use super::declarative;
use super::printer::Printer;
use crate::ir::{OpId, OpName, RegionId, ValueId};
use crate::op::OpCode;
use crate::types::FunctionType;
use crate::unknown_op::{ASSEMBLY, Hole, PROPERTIES};

use crate::text::push_number;

/// Whether the first block of a region shows its label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryLabel {
    Always,
    /// When there are arguments, or nothing else.
    IfNeeded,
    Never,
}

impl<'m> Printer<'m> {
    pub fn operation(&mut self, op: OpId) {
        self.results(op);
        self.without_results(op);
    }

    /// The operation without the names of its results.
    pub fn without_results(&mut self, op: OpId) {
        self.assembly(op);
        if self.options.locations
            && let Some(location) = self.module.op_locations.get(&op)
        {
            self.push(" ");
            self.text.location(location);
        }
    }

    fn assembly(&mut self, op: OpId) {
        if let Some(template) = self.module.op(op).attribute(ASSEMBLY).and_then(|a| a.as_str()) {
            return self.template(op, template);
        }
        if !self.options.generic {
            let start = self.text.out.len();
            let code = self.module.op(op).code();
            if code.and_then(|code| declarative::write(self, op, code)).is_some() {
                return;
            }
            self.text.out.truncate(start);
        }
        self.generic(op);
    }

    /// The text of an operation of unknown assembly, its holes filled.
    fn template(&mut self, op: OpId, template: &str) {
        let o = self.module.op(op);
        self.push(o.name.as_str());
        let mut operands = o.operands.iter();
        let mut successors = o.successors.iter();
        let mut regions = o.regions.iter().peekable();
        let mut argument = 0;
        for c in template.chars() {
            let Some(hole) = Hole::of(c) else {
                self.text.out.push(c);
                continue;
            };
            match hole {
                Hole::Operand => operands.next().into_iter().for_each(|&v| self.value(v)),
                Hole::Successor => successors.next().into_iter().for_each(|&b| self.label(b)),
                Hole::Region | Hole::LabelledRegion => {
                    argument = 0;
                    let label = match hole {
                        Hole::Region => EntryLabel::Never,
                        _ => EntryLabel::Always,
                    };
                    if let Some(&region) = regions.next() {
                        let around = std::mem::take(&mut self.dialect);
                        self.region(region, label, 0);
                        self.dialect = around;
                    }
                }
                Hole::Argument => {
                    let entry = regions
                        .peek()
                        .and_then(|&&r| self.module.region(r).blocks.first());
                    let value = entry.and_then(|&b| self.module.block(b).arguments.get(argument));
                    value.into_iter().for_each(|&v| self.value(v));
                    argument += 1;
                }
            }
        }
    }

    fn results(&mut self, op: OpId) {
        let results = &self.module.op(op).results;
        let mut rest = results.as_slice();
        while let Some(&first) = rest.first() {
            let length = self.names.group_length(rest);
            self.push(if rest.len() < results.len() { ", %" } else { "%" });
            self.names.write_group(first, &mut self.text.out);
            if length > 1 {
                self.push(":");
                push_number(&mut self.text.out, length as u64);
            }
            rest = &rest[length..];
        }
        if !results.is_empty() {
            self.push(" = ");
        }
    }

    fn generic(&mut self, op: OpId) {
        let o = self.module.op(op);
        self.text.quoted(o.name.as_str());
        self.push("(");
        self.values(&o.operands);
        self.push(")");
        if !o.successors.is_empty() {
            self.push("[");
            for (i, &block) in o.successors.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.label(block);
            }
            self.push("]");
        }
        if let (OpName::Unknown(_), Some(properties)) = (&o.name, o.attribute(PROPERTIES)) {
            self.push(" <");
            self.text.attribute(properties);
            self.push(">");
        }
        if !o.regions.is_empty() {
            self.push(" (");
            for (i, &region) in o.regions.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.region(region, EntryLabel::IfNeeded, 0);
            }
            self.push(")");
        }
        self.attributes_but(op, &[PROPERTIES]);
        self.push(" : ");
        let types = |values: &[ValueId]| values.iter().map(|&v| self.module.ty(v).clone()).collect();
        let ty = FunctionType {
            inputs: types(&o.operands),
            results: types(&o.results),
        };
        self.text.function_type(&ty);
    }

    /// `{…}`. `hidden` operations at the end of the only block are left out.
    fn region(&mut self, region: RegionId, entry: EntryLabel, hidden: usize) {
        let blocks = &self.module.region(region).blocks;
        self.push("{\n");
        for (i, &id) in blocks.iter().enumerate() {
            let block = self.module.block(id);
            let needs_label = match entry {
                _ if i > 0 => true,
                EntryLabel::Always => true,
                EntryLabel::IfNeeded => !block.arguments.is_empty() || block.ops.is_empty(),
                EntryLabel::Never => false,
            };
            if needs_label {
                self.line();
                self.block_label(i, &block.arguments);
            }
            self.indent += 1;
            let shown = block.ops.len().saturating_sub(hidden);
            for &op in &block.ops[..shown] {
                self.line();
                self.operation(op);
                self.push("\n");
            }
            self.indent -= 1;
        }
        self.line();
        self.push("}");
    }

    /// The region of an operation of this code. `label`: whether the first block may show its label.
    pub fn signature_region(&mut self, region: RegionId, code: OpCode, label: bool, hidden: usize) {
        let inside = match code {
            OpCode::Module => "builtin",
            OpCode::Func => "func",
            _ => "",
        };
        let around = std::mem::replace(&mut self.dialect, inside);
        let entry = if label {
            EntryLabel::IfNeeded
        } else {
            EntryLabel::Never
        };
        self.region(region, entry, hidden);
        self.dialect = around;
    }

    /// The region of a custom form, in which `dialect` is the default one.
    pub fn custom_region(&mut self, region: RegionId, dialect: &'static str, hidden: usize) {
        let around = std::mem::replace(&mut self.dialect, dialect);
        self.region(region, EntryLabel::Never, hidden);
        self.dialect = around;
    }

    /// The same, with the label of the first block when it has arguments.
    pub fn labelled_region(&mut self, region: RegionId, hidden: usize) {
        let around = std::mem::take(&mut self.dialect);
        self.region(region, EntryLabel::IfNeeded, hidden);
        self.dialect = around;
    }

    fn block_label(&mut self, number: usize, arguments: &[ValueId]) {
        let _ = write!(self.text.out, "^bb{number}");
        if !arguments.is_empty() {
            self.push("(");
            for (i, &argument) in arguments.iter().enumerate() {
                if i > 0 {
                    self.push(", ");
                }
                self.value(argument);
                self.push(": ");
                self.ty(argument);
                self.argument_location(argument);
            }
            self.push(")");
        }
        self.push(":\n");
    }
}
