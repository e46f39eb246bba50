//! Globals: arrays that both functions share where their definitions are the same.

use ovolo_lang::affine::constant;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Dim;

use super::super::Refused;
use super::super::function::Array;
use super::Reader;
use super::view::{Memory, is_plain};

impl Reader<'_> {
    /// Whether a global that may be written may be memory of so many arguments, or of another global.
    pub(super) fn shares_a_global(&self, function: OpId, arguments: usize) -> bool {
        let mut names = Vec::new();
        self.module.walk(function, &mut |id| {
            let op = self.module.op(id);
            if op.code() == Some(OpCode::MemRefGetGlobal) {
                names.push(op.attribute("name").and_then(Attribute::as_symbol));
            }
        });
        names.sort_unstable();
        names.dedup();
        let module = self.module;
        let is_written = |name: &&Option<&str>| {
            let global = name.and_then(|name| definition(module, name));
            global.is_none_or(|global| global.attribute("constant").is_none())
        };
        let written = names.iter().filter(is_written).count();
        written > 0 && written + arguments > 1
    }

    /// A global is one more argument, the same for both functions where its definition is.
    pub(super) fn global(&mut self, op: &Op) -> Refused<Memory> {
        let name = op.attribute("name").and_then(Attribute::as_symbol);
        let name = name.ok_or("a global without a name")?;
        let module = self.module;
        let global = definition(module, name).ok_or("a global that is not there")?;
        let ty = self
            .module
            .ty(op.results[0])
            .as_memref()
            .ok_or("a global without memory")?;
        is_plain(ty)?;
        let mut parts: Vec<String> = global
            .attributes
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        parts.sort();
        let definition = parts.join(", ");
        let globals = &mut self.symbols.globals;
        let position = globals.iter().position(|known| *known == definition);
        let position = position.unwrap_or_else(|| {
            globals.push(definition);
            globals.len() - 1
        });
        let number = self.arguments + position;
        if self.function.arguments.len() <= number {
            self.function.arguments.resize(number + 1, None);
        }
        let extents = ty.shape.iter().flatten().map(|extent| match extent {
            Dim::Fixed(n) => Ok(constant(*n)),
            Dim::Dynamic => Err("a global whose extents are not known".to_string()),
        });
        let is_constant = global.attribute("constant").is_some();
        self.function.arguments[number] = Some((extents.collect::<Refused<_>>()?, is_constant));
        if is_constant {
            self.constants.insert(Array::Argument(number));
        }
        Ok(Memory::whole(Array::Argument(number), Vec::new()))
    }
}

fn definition<'m>(module: &'m Module, name: &str) -> Option<&'m Op> {
    let all = &module.block(module.body()).ops;
    all.iter().map(|&id| module.op(id)).find(|op| {
        op.code() == Some(OpCode::MemRefGlobal)
            && op.attribute("sym_name").and_then(Attribute::as_str) == Some(name)
    })
}
