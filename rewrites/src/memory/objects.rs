//! The memory that memrefs stand for, and which of it may overlap.

use std::collections::BTreeSet;

use ovolo_lang::affine::AffineExpr;
use ovolo_lang::ir::ValueId;
use rustc_hash::FxHashMap;

/// A piece of memory by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ObjectId(u32);

impl ObjectId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub(super) struct Object {
    pub name: String,
    pub root: Root,
    /// How many levels decide which memory it is, as for a variable.
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    Argument {
        is_noalias: bool,
    },
    Allocation,
    Global(String),
    /// A memref from a call, a block argument, a choice, …
    Unknown,
}

/// What a memref is: an object, seen through subscripts of its own.
#[derive(Clone)]
pub(super) struct View {
    pub object: ObjectId,
    pub window: Window,
}

#[derive(Clone)]
pub(super) enum Window {
    /// The same subscripts.
    Same,
    /// `offset + stride * subscript`, dimension by dimension.
    Strided(Vec<(AffineExpr, AffineExpr)>),
    /// Some elements of it.
    Obscure,
}

/// Whether two objects are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Overlap {
    Same,
    Disjoint,
    /// They may overlap; the text says why.
    Possible(String),
}

#[derive(Default)]
pub(super) struct Objects {
    list: Vec<Object>,
    views: FxHashMap<ValueId, View>,
    /// Allocations whose address goes where it is not followed.
    escaped: BTreeSet<ObjectId>,
}

impl Objects {
    pub fn add(&mut self, value: ValueId, object: Object) {
        let known = match &object.root {
            Root::Global(_) => self.list.iter().position(|o| o.root == object.root),
            _ => None,
        };
        let index = known.unwrap_or(self.list.len());
        if known.is_none() {
            self.list.push(object);
        }
        let view = View {
            object: ObjectId(index as u32),
            window: Window::Same,
        };
        self.views.insert(value, view);
    }

    pub fn set_view(&mut self, value: ValueId, view: View) {
        self.views.insert(value, view);
    }

    pub fn view(&self, value: ValueId) -> Option<&View> {
        self.views.get(&value)
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.list[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.list.len() as u32).map(ObjectId)
    }

    /// Every memref with the object that it is, whole or in part.
    pub fn of_values(&self) -> impl Iterator<Item = (ValueId, ObjectId)> {
        self.views.iter().map(|(value, view)| (*value, view.object))
    }

    /// Notes that the address of the memref becomes known elsewhere.
    pub fn escape(&mut self, value: ValueId) {
        if let Some(view) = self.views.get(&value) {
            self.escaped.insert(view.object);
        }
    }

    /// Whether only accesses that name the object touch it.
    pub fn is_private(&self, id: ObjectId) -> bool {
        self.get(id).root == Root::Allocation && !self.escaped.contains(&id)
    }

    /// Compares objects of two instances whose iterations of the `equal` outermost levels are the same.
    pub fn overlap(&self, a: ObjectId, b: ObjectId, equal: usize) -> Overlap {
        let (first, second) = (self.get(a), self.get(b));
        if a == b {
            return match (&first.root, first.depth <= equal) {
                (Root::Argument { .. } | Root::Global(_), _) | (_, true) => Overlap::Same,
                (Root::Allocation, false) => Overlap::Disjoint,
                (Root::Unknown, false) => Overlap::Possible(format!(
                    "%{} need not be one memref in all iterations",
                    first.name
                )),
            };
        }
        match self.are_disjoint(a, b) {
            true => Overlap::Disjoint,
            false => Overlap::Possible(format!("%{} and %{} may overlap", first.name, second.name)),
        }
    }

    /// Whether two different objects never overlap.
    pub fn are_disjoint(&self, a: ObjectId, b: ObjectId) -> bool {
        let (first, second) = (self.get(a), self.get(b));
        match (&first.root, &second.root) {
            (Root::Unknown, _) => self.is_private(b),
            (_, Root::Unknown) => self.is_private(a),
            (Root::Allocation, _) | (_, Root::Allocation) => true,
            (Root::Global(_), Root::Global(_)) => true,
            (Root::Argument { is_noalias }, Root::Argument { is_noalias: other }) => *is_noalias || *other,
            (Root::Argument { is_noalias }, Root::Global(_))
            | (Root::Global(_), Root::Argument { is_noalias }) => *is_noalias,
        }
    }
}
