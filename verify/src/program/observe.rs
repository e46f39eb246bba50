//! What a caller can see of a run.

use ovolo_lang::interpret::{BufferId, MemRef, Memory, Value};

use super::inputs::Signature;

/// What a function left behind, in an order that does not depend on the function.
pub struct Observed<'a, V> {
    /// What is known without data: which buffers live, index results, shapes of returned memrefs.
    pub structure: Vec<i64>,
    pub cells: Vec<(Label, &'a V)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    Cell(BufferId, i64),
    /// The result, and its lane or element.
    Result(usize, usize),
}

impl Label {
    pub fn name<V>(self, signature: &Signature, arguments: &[Value<V>]) -> String {
        match self {
            Label::Cell(buffer, cell) => signature.cell_name(arguments, buffer, cell),
            Label::Result(result, 0) => format!("result {result}"),
            Label::Result(result, element) => format!("element {element} of result {result}"),
        }
    }
}

/// The contents of the caller's first `callers` buffers, and the results.
pub fn observe<'a, V>(
    memory: &'a Memory<V>,
    callers: &[BufferId],
    results: &'a [Value<V>],
) -> Observed<'a, V> {
    let mut observed = Observed {
        structure: Vec::new(),
        cells: Vec::new(),
    };
    for &id in callers {
        let buffer = memory.buffer(id);
        observed.structure.push(i64::from(buffer.is_live));
        let cells = buffer.cells.iter().enumerate();
        observed
            .cells
            .extend(cells.map(|(cell, v)| (Label::Cell(id, cell as i64), v)));
    }
    let mut fresh: Vec<BufferId> = Vec::new();
    for (r, result) in results.iter().enumerate() {
        match result {
            Value::Index(i) => observed.structure.push(*i),
            Value::IndexVector(lanes) => observed.structure.extend(lanes),
            Value::Scalar(v) => observed.cells.push((Label::Result(r, 0), v)),
            Value::Vector(lanes) => {
                let lanes = lanes.iter().enumerate();
                observed
                    .cells
                    .extend(lanes.map(|(lane, v)| (Label::Result(r, lane), v)));
            }
            Value::Tensor(tensor) => {
                observed.structure.extend(&tensor.sizes);
                let cells = tensor.cells.iter().enumerate();
                observed
                    .cells
                    .extend(cells.map(|(element, v)| (Label::Result(r, element), v)));
            }
            Value::Function(name) => observed.structure.extend(name.bytes().map(i64::from)),
            Value::MemRef(view) if callers.contains(&view.buffer) => {
                observed
                    .structure
                    .extend([-1, view.buffer.index() as i64, view.offset]);
                observed.structure.extend(view.sizes.iter().chain(&view.strides));
            }
            Value::MemRef(view) => {
                let position = fresh.iter().position(|&id| id == view.buffer);
                let position = position.unwrap_or_else(|| {
                    fresh.push(view.buffer);
                    fresh.len() - 1
                });
                observed.structure.extend([
                    -2,
                    position as i64,
                    i64::from(memory.buffer(view.buffer).is_live),
                ]);
                observed.structure.extend(&view.sizes);
                observe_view(memory, view, r, &mut observed);
            }
        }
    }
    observed
}

fn observe_view<'a, V>(memory: &'a Memory<V>, view: &MemRef, result: usize, observed: &mut Observed<'a, V>) {
    for (element, cell) in view.cells().into_iter().enumerate() {
        if let Ok(v) = memory.read(view.buffer, cell) {
            observed.cells.push((Label::Result(result, element), v));
        }
    }
}
