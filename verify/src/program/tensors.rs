//! Functions of tensors beside functions of memrefs.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::{restore_tensors, with_buffers};
use ovolo_lang::ir::{Module, Op, OpId};

/// The module with memrefs in the place of the tensors of those functions that take others in the other module; `None` where
/// there are none such. What a function of tensors is as one of memrefs is a matter of definition
/// ([`ovolo_lang::bufferize`]).
pub fn with_interface_of(module: &Module, other: &Module) -> Option<Module> {
    let (mut changed, functions) = with_buffers(module)?;
    let mut any = false;
    for bufferized in &functions {
        let function = changed.op(bufferized.original);
        let name = function.attribute("sym_name").and_then(Attribute::as_str);
        let found = name.and_then(|name| other.function(name)).map(|op| other.op(op));
        let ty = |op: &Op| op.attribute("function_type").cloned();
        match found.is_none_or(|found| ty(found) == ty(function)) {
            true => restore_tensors(&mut changed, bufferized),
            false => any = true,
        }
    }
    any.then_some(changed)
}

/// The functions with memrefs for tensors, where both have their results in the same places.
pub fn in_memory(functions: [(&Module, OpId); 2]) -> Option<[(Module, OpId); 2]> {
    let one = |(module, function): (&Module, OpId)| {
        let (changed, all) = with_buffers(module)?;
        let bufferized = all.into_iter().find(|b| b.original == function)?;
        Some((changed, bufferized))
    };
    let [(a, first), (b, second)] = [one(functions[0])?, one(functions[1])?];
    let ty = |module: &Module, op| module.op(op).attribute("function_type").cloned();
    let is_same = first.results == second.results && ty(&a, first.function) == ty(&b, second.function);
    is_same.then_some([(a, first.function), (b, second.function)])
}
