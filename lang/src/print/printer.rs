//! The text being written, and the pieces that every form has.

use super::aliases::Aliases;
use super::names::Names;
use super::text::Text;
use crate::attribute::NamedAttribute;
use crate::ir::{BlockId, Module, OpId, ValueId};
use std::fmt::Write;

use super::PrintOptions;

pub struct Printer<'m> {
    pub module: &'m Module,
    pub text: Text,
    pub names: Names<'m>,
    /// The dialect whose operations may be written without it where the printer is.
    pub dialect: &'static str,
    pub(super) options: PrintOptions,
    pub(super) indent: usize,
}

impl<'m> Printer<'m> {
    pub fn new(module: &'m Module, options: PrintOptions) -> Printer<'m> {
        Printer {
            module,
            text: Text {
                out: String::with_capacity(40 * module.value_count()),
                aliases: Some(Aliases::of(module)),
            },
            names: Names::new(module, !options.generic),
            dialect: "builtin",
            options,
            indent: 0,
        }
    }

    /// The whole module with the definitions of its aliases before it.
    pub fn finish(mut self) -> String {
        self.operation(self.module.top());
        let definitions = self.text.aliases.map(|a| a.definitions()).unwrap_or_default();
        let mut out = self.text.out;
        out.insert_str(0, &definitions);
        out.push('\n');
        if let Some(metadata) = &self.module.metadata {
            let _ = write!(out, "\n{metadata}\n");
        }
        out
    }

    pub fn push(&mut self, text: &str) {
        self.text.push(text);
    }

    pub fn value(&mut self, value: ValueId) {
        self.push("%");
        self.names.write(value, &mut self.text.out);
    }

    pub fn values(&mut self, values: &[ValueId]) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.value(value);
        }
    }

    pub fn types_of(&mut self, values: &[ValueId]) {
        let module = self.module;
        self.text.list(values, |text, &v| text.ty(module.ty(v)));
    }

    pub fn ty(&mut self, value: ValueId) {
        let module = self.module;
        self.text.ty(module.ty(value));
    }

    /// ` {…}` with the attributes that the custom form does not show; nothing when none is left.
    pub fn attributes_but(&mut self, op: OpId, shown: &[&str]) {
        let rest = self.rest(op, shown);
        if !rest.is_empty() {
            self.push(" ");
            self.text.dictionary(rest.into_iter());
        }
    }

    pub fn rest(&self, op: OpId, shown: &[&str]) -> Vec<&'m NamedAttribute> {
        let attributes = self.module.op(op).attributes.iter();
        attributes.filter(|(name, _)| !shown.contains(&&**name)).collect()
    }

    pub fn label(&mut self, block: BlockId) {
        let position = self.module.block(block).parent.and_then(|region| {
            let blocks = &self.module.region(region).blocks;
            blocks.iter().position(|&b| b == block)
        });
        let _ = write!(self.text.out, "^bb{}", position.unwrap_or_default());
    }

    /// Text on a line of its own, indented once more.
    pub fn indented_line(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        self.push("\n");
        self.line();
        write(self);
        self.indent -= 1;
    }

    /// ` loc(…)`, where the text gave the argument one and it is asked for.
    pub fn argument_location(&mut self, argument: ValueId) {
        if self.options.locations
            && let Some(location) = self.module.argument_locations.get(&argument)
        {
            self.push(" ");
            self.text.location(location);
        }
    }

    /// The blanks that begin a line.
    pub fn line(&mut self) {
        for _ in 0..self.indent {
            self.push("  ");
        }
    }
}
