//! Kernels of C whose arrays are global variables: parameters for us, variables for C's compilers.

use anyhow::Result;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};
use ovolo_timing::globals::{Global, without_attributes};

use crate::peer::Peer;

/// The arguments of a function that C does not pass: their places, the names of the variables, and whether those are pointers.
pub fn of(function: OpId, arguments: usize, module: &Module) -> Vec<(usize, String, bool)> {
    let named = |at: usize| {
        let of = |name: &str| module.op(function).argument_attribute(at, name);
        let name = |name: &str| of(name).and_then(Attribute::as_str).map(str::to_string);
        let array = name("c.global").map(|name| (at, name, false));
        array.or_else(|| name("c.pointer").map(|name| (at, name, true)))
    };
    (0..arguments).filter_map(named).collect()
}

/// The module whose functions are passed what lies in global variables.
pub fn as_parameters(module: &Module) -> Module {
    without_attributes(module.clone(), |name| ["c.global", "c.pointer"].contains(&name))
}

/// Functions of C behind a kernel that tell where its variables lie.
pub fn accessors(variables: &[(usize, String, bool)]) -> String {
    let accessor = |(number, (_, name, _)): (usize, &(usize, String, bool))| {
        format!("\nvoid *ovolo_global_{number}(void) {{ return (void *)&{name}; }}\n")
    };
    variables.iter().enumerate().map(accessor).collect()
}

/// Where the variables lie in what a compiler made of the kernel and the accessors.
pub fn addresses(variables: &[(usize, String, bool)], peer: &Peer) -> Result<Vec<Global>> {
    let numbered = variables.iter().enumerate();
    let found = numbered.map(|(number, (argument, _, is_pointer))| {
        Ok(Global {
            argument: *argument,
            address: peer.address(&format!("ovolo_global_{number}"))?,
            is_pointer: *is_pointer,
        })
    });
    found.collect()
}
