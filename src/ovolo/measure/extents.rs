//! What is said of the extents of the arrays that a function is given.

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId};

/// The attribute that says how C's parameters give the extents of a memref, and the same where all of them are handed over.
pub const C_EXTENTS: &str = "c.extents";
pub const EXTENTS: &str = "ovolo.extents";

/// The places of the integers among the arguments, which are the symbols of the maps of extents.
pub fn integers(module: &Module, function: OpId) -> Vec<usize> {
    let entry = module.single_block(function, 0);
    let arguments = entry.map_or(&[][..], |entry| &module.block(entry).arguments);
    let is_integer = |at: &usize| module.ty(arguments[*at]).is_integer();
    (0..arguments.len()).filter(is_integer).collect()
}

pub fn extents_map(module: &Module, function: OpId, argument: usize) -> Option<&AffineMap> {
    let op = module.op(function);
    let mut extents = [C_EXTENTS, EXTENTS]
        .into_iter()
        .filter_map(|name| op.argument_attribute(argument, name));
    extents
        .next()
        .and_then(Attribute::as_affine_map)
        .map(|map| &**map)
}

/// The open extents of an argument by what C declares, where the integers have these values.
pub fn declared_extents(
    module: &Module,
    function: OpId,
    argument: usize,
    value: &dyn Fn(usize) -> i64,
) -> Vec<i64> {
    let symbols: Vec<i64> = integers(module, function).into_iter().map(value).collect();
    let map = extents_map(module, function, argument);
    map.and_then(|map| map.evaluate(&[], &symbols))
        .unwrap_or_default()
}
