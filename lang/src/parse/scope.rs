//! The names in scope while a text is read: values and labels of blocks.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ir::{BlockId, Span, ValueId};

/// `%name#number`, not yet resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use<'s> {
    /// Without the `%`.
    pub name: &'s str,
    pub number: u32,
    pub span: Span,
}

pub(crate) type Uses<'s> = SmallVec<[Use<'s>; 2]>;

/// What a name stands for: the values of its group, and the uses that came before the definition.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) values: SmallVec<[ValueId; 1]>,
    /// Where the name was defined; `None` while there are only uses.
    pub(super) defined: Option<Span>,
    pub(super) forward: Vec<Forward>,
}

#[derive(Clone, Copy)]
pub(super) struct Forward {
    pub(super) number: u32,
    pub(super) value: ValueId,
    pub(super) span: Span,
}

/// The names visible where the parser stands.
#[derive(Default)]
pub(super) struct Values<'s> {
    pub(super) entries: FxHashMap<&'s str, Entry>,
    /// Names defined so far in the regions around, to be forgotten at the end of each.
    pub(super) defined: Vec<&'s str>,
    /// How many of `defined` each region around began with.
    pub(super) scopes: Vec<usize>,
    /// The names around an isolated region, hidden inside.
    pub(super) hidden: Vec<Hidden<'s>>,
    /// Uses without a definition in this isolated region.
    pub(super) unresolved: usize,
}

pub(super) struct Hidden<'s> {
    pub(super) entries: FxHashMap<&'s str, Entry>,
    pub(super) unresolved: usize,
}

/// The labels of one region.
#[derive(Default)]
pub(super) struct Blocks<'s> {
    pub(super) labels: FxHashMap<&'s str, Label>,
}

pub(super) struct Label {
    pub(super) block: BlockId,
    /// Where the label was defined, or else first mentioned.
    pub(super) span: Span,
    pub(super) is_defined: bool,
}
