//! Global variables in which a function of another compiler finds arguments.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};

use crate::data::Argument;

/// The module whose functions are called with arguments that lack some attributes, as `c.global`, for which C passes nothing.
pub fn without_attributes(module: Module, is_left_out: impl Fn(&str) -> bool) -> Module {
    with_attributes(module, |name| (!is_left_out(name)).then(|| name.into()))
}

/// The module whose arguments have attributes under other names; they lack those for which there is none.
pub fn with_attributes(mut module: Module, renamed: impl Fn(&str) -> Option<String>) -> Module {
    let functions: Vec<OpId> = module.functions().collect();
    for function in functions {
        let Some(Attribute::Array(attributes)) = module.op(function).attribute("arg_attrs") else {
            continue;
        };
        let attributes = attributes.iter().map(|attributes| match attributes {
            Attribute::Dictionary(entries) => {
                let kept = entries
                    .iter()
                    .filter_map(|(name, value)| Some((renamed(name)?.into(), value.clone())));
                Attribute::Dictionary(kept.collect())
            }
            other => other.clone(),
        });
        let attributes = Attribute::array(attributes.collect());
        module.op_mut(function).set_attribute("arg_attrs", attributes);
    }
    module
}

/// A global variable that holds an argument, which the function does not take.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// The place of the argument among all.
    pub argument: usize,
    /// Where the variable lies.
    pub address: usize,
    /// Whether it is a pointer to the elements, and not the array of them.
    pub is_pointer: bool,
}

impl Global {
    /// Puts the argument into the variable.
    ///
    /// # Safety
    /// The variable lies at the address and has room for the elements, or for a pointer.
    pub(crate) unsafe fn enter(&self, arguments: &mut [Argument]) {
        let Some(Argument::Buffer(buffer)) = arguments.get_mut(self.argument) else {
            return;
        };
        let (from, length) = (buffer.pointer(), buffer.bytes().len());
        // SAFETY: as the caller promises.
        unsafe {
            match self.is_pointer {
                true => (self.address as *mut *mut u8).write(from),
                false => (self.address as *mut u8).copy_from_nonoverlapping(from, length),
            }
        }
    }

    /// Puts what the variable holds into the argument.
    ///
    /// # Safety
    /// As for [`Global::enter`].
    pub(crate) unsafe fn leave(&self, arguments: &mut [Argument]) {
        if let (Some(Argument::Buffer(buffer)), false) = (arguments.get_mut(self.argument), self.is_pointer) {
            let length = buffer.bytes().len();
            // SAFETY: as the caller promises.
            unsafe { (self.address as *const u8).copy_to_nonoverlapping(buffer.pointer(), length) };
        }
    }
}
