//! What the C interface of a function says beyond its type, as attributes of its arguments.
//!
//! | attribute | of an argument that |
//! |---|---|
//! | `llvm.noalias` | shares memory with no other |
//! | `c.extents = affine_map<()[s0, …] -> (…)>` | is a memref whose open extents are these functions of the integer arguments, in order; C passes its pointer alone |
//! | `c.first = affine_map<()[s0, …] -> (…)>` | is a memref whose first element is so many before the one that C's pointer points to, the number negative |
//! | `c.unsigned` | is an integer of an unsigned type |
//! | `c.global = "name"` | C does not pass: the address of a global variable |
//! | `c.pointer = "name"` | C does not pass: the pointer that a global variable holds |
//!
//! A function may have the attribute `c.where = affine_set<(d0, …) : (…)>`, of its arguments: where it does not hold more may be accessed
//! than the extents say.
//!
//! Every function has `c.strict_aliasing`: memory is accessed as what it is (C17 6.5p7), so that elements of different types share none,
//! other than with bytes, which are `char`.
//!
//! `ovolo_lower` makes from them the function that C calls.

use std::sync::Arc;

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;

pub(crate) const EXTENTS: &str = "c.extents";
pub(crate) const FIRST: &str = "c.first";
pub(crate) const WHERE: &str = "c.where";

/// The attributes of the arguments, by their positions.
#[derive(Debug, Default)]
pub struct Entry {
    entries: Vec<(usize, &'static str, Attribute)>,
    /// Memrefs that are arrays of their own.
    pub objects: Vec<usize>,
}

impl Entry {
    /// Adds an attribute to an argument.
    pub fn add(&mut self, argument: usize, name: &'static str, value: Attribute) {
        self.entries.push((argument, name, value));
    }

    /// The open extents of a memref that is an argument.
    pub fn extents(&mut self, argument: usize, map: AffineMap) {
        self.add(argument, EXTENTS, Attribute::affine_map(map));
    }

    /// Marks arrays that are variables, which share memory with no other, where every memref among the arguments is one or is
    /// marked already.
    pub fn separate_globals(&mut self, memrefs: &[usize]) {
        let has = |at: usize, names: &[&str]| self.entries.iter().any(|e| e.0 == at && names.contains(&e.1));
        let is_apart = |at: usize| self.objects.contains(&at) || has(at, &["c.global", "llvm.noalias"]);
        if memrefs.iter().all(|&at| is_apart(at)) {
            let unmarked: Vec<usize> = memrefs
                .iter()
                .copied()
                .filter(|&at| !has(at, &["llvm.noalias"]))
                .collect();
            unmarked
                .into_iter()
                .for_each(|at| self.add(at, "llvm.noalias", Attribute::Unit));
        }
    }

    /// The value of `arg_attrs` for so many arguments; `None` where no argument has any.
    pub fn attributes(&self, arguments: usize) -> Option<Attribute> {
        if self.entries.is_empty() {
            return None;
        }
        let of = |argument: usize| {
            let own = self.entries.iter().filter(|(at, ..)| *at == argument);
            let mut own: Vec<_> = own
                .map(|(_, name, value)| (Arc::from(*name), value.clone()))
                .collect();
            own.sort_by(|a: &(Arc<str>, Attribute), b| a.0.cmp(&b.0));
            Attribute::Dictionary(own.into())
        };
        Some(Attribute::array((0..arguments).map(of).collect()))
    }
}
