//! Kernels of C whose arrays are global variables: parameters for us, variables for C's compilers.

use anyhow::Result;
use ovolo_lang::ir::{Module, OpId};
use ovolo_timing::globals::{Global, without_attributes};

use crate::peer::Compiled;

/// A global variable of C that an argument is found in.
#[derive(Clone, Debug)]
pub struct Variable {
    argument: usize,
    name: String,
    is_pointer: bool,
}

/// The variables in which C finds arguments of a function.
pub fn of(function: OpId, arguments: usize, module: &Module) -> Vec<Variable> {
    let named = |argument: usize| {
        let variable = |attribute: &str, is_pointer: bool| {
            let name = module.op(function).argument_attribute(argument, attribute)?;
            Some(Variable {
                argument,
                name: name.as_str()?.to_string(),
                is_pointer,
            })
        };
        variable("c.global", false).or_else(|| variable("c.pointer", true))
    };
    (0..arguments).filter_map(named).collect()
}

/// The module whose functions are passed what lies in global variables.
pub fn as_parameters(module: &Module) -> Module {
    without_attributes(module.clone(), |name| ["c.global", "c.pointer"].contains(&name))
}

/// Functions of C behind a kernel that tell where its variables lie.
pub fn accessors(variables: &[Variable]) -> String {
    let accessor = |(number, variable): (usize, &Variable)| {
        let name = &variable.name;
        format!("\nvoid *ovolo_global_{number}(void) {{ return (void *)&{name}; }}\n")
    };
    variables.iter().enumerate().map(accessor).collect()
}

/// Where the variables lie in what a compiler made of the kernel and the accessors.
pub fn addresses(variables: &[Variable], compiled: &Compiled) -> Result<Vec<Global>> {
    let numbered = variables.iter().enumerate();
    let found = numbered.map(|(number, variable)| {
        Ok(Global {
            argument: variable.argument,
            address: compiled.address(&format!("ovolo_global_{number}"))?,
            is_pointer: variable.is_pointer,
        })
    });
    found.collect()
}
