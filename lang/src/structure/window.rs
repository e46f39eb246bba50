//! Offsets, sizes and strides of views and slices.

use crate::assembly;
use crate::diagnostic::Diagnostic;
use crate::ir::Op;
use crate::types::Dim;

use super::operation::Checker;
use super::shapes::extent;
use super::wrong;

/// Offsets, sizes and strides of a view or a slice.
pub struct Window {
    pub offsets: Vec<Dim>,
    pub sizes: Vec<Dim>,
    pub strides: Vec<Dim>,
}

impl Checker<'_> {
    /// The window of a view or a slice; each list has as many entries as `ranks` says.
    pub fn window(&self, op: &Op, ranks: [usize; 3]) -> Result<Window, Diagnostic> {
        let groups = assembly::operand_groups(op).unwrap_or_default();
        let list = |name: &str| -> Result<Vec<Dim>, Diagnostic> {
            let list = self.attribute(op, name)?.as_i64_list().unwrap_or_default();
            Ok(list.into_iter().map(extent).collect())
        };
        let window = Window {
            offsets: list("static_offsets")?,
            sizes: list("static_sizes")?,
            strides: list("static_strides")?,
        };
        let lengths = [&window.offsets, &window.sizes, &window.strides].map(Vec::len);
        if ranks[0] != 1 && lengths[0] != lengths[1] {
            return Err(self.ill_formed(op, "offsets", "sizes", lengths[0], lengths[1]));
        }
        if lengths[1] != lengths[2] {
            return Err(self.ill_formed(op, "sizes", "strides", lengths[1], lengths[2]));
        }
        let lists = [
            (&window.offsets, "offset"),
            (&window.sizes, "size"),
            (&window.strides, "stride"),
        ];
        for (i, ((list, what), rank)) in lists.into_iter().zip(ranks).enumerate() {
            if list.len() != rank {
                let message = format!("found {} {what} values", list.len());
                return Err(wrong(op, message).help(format!("expected {rank} {what} values")));
            }
            let dynamic = list.iter().filter(|d| **d == Dim::Dynamic).count();
            // The tensors or the memref stand before the offsets.
            let given = groups
                .get(i + groups.len().saturating_sub(3))
                .copied()
                .unwrap_or(dynamic);
            if given != dynamic {
                let message = format!("found {given} operands for dynamic {what} values");
                return Err(wrong(op, message).help(format!("expected {dynamic} dynamic {what} values")));
            }
        }
        for (list, what) in [(&window.offsets, "offsets"), (&window.sizes, "sizes")] {
            if let Some(Dim::Fixed(n)) = list.iter().find(|d| matches!(d, Dim::Fixed(n) if *n < 0)) {
                return Err(wrong(
                    op,
                    format!("expected {what} to be non-negative, but got {n}"),
                ));
            }
        }
        Ok(window)
    }

    fn ill_formed(&self, op: &Op, a: &str, b: &str, found: usize, wanted: usize) -> Diagnostic {
        let message = format!("found {found} {a} and {wanted} {b}");
        wrong(op, message).help(format!(
            "expected mixed {a} rank to match mixed {b} rank so the rank of the result type is well-formed"
        ))
    }
}
