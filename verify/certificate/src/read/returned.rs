//! Memrefs that a function returns: what memory it is, which cells it shows, and what is in memory that the caller is given.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::ValueId;
use ovolo_lang::types::{Dim, Layout, Type};

use super::super::Refused;
use super::super::function::{Access, Array, Domain, Loop, Operation, Statement, Value};
use super::Reader;

/// Boxes whose union is an array, where extents are the greatest of several numbers. Arbitrary.
const MOST_BOXES: usize = 16;

impl Reader<'_> {
    /// A memref as result: the name of its memory, the cells it shows if it is a view, and extents and cells of memory that is
    /// allocated here.
    pub(super) fn returned(&mut self, result: usize, value: ValueId) -> Refused<()> {
        let memory = self.memory(value)?;
        if !memory.around.is_empty() {
            return Err("memory that is allocated in a loop, as result".into());
        }
        let (origin, own) = match memory.array {
            Array::Argument(argument) => (format!("argument {argument}"), None),
            Array::Local(local) => match self.handed_over.get(&local) {
                Some(earlier) => (format!("result {earlier}"), None),
                None => (self.hand_over(result, local)?, Some(local)),
            },
            _ => {
                return Err(
                    "a memref as result that is neither an argument, nor a global, nor allocated here".into(),
                );
            }
        };
        if memory.window.is_some() && has_open_layout(self.module.ty(value)) {
            return Err("a view as result whose type leaves strides or the offset open".into());
        }
        let extents = self.extents_of(memory.array);
        let window = memory.window.as_ref();
        let counts = |all: &[Vec<AffineExpr>]| all.iter().map(Vec::len).collect::<Vec<_>>();
        let seen = window.map(|window| counts(&window.extents));
        let key = format!(
            "memory of {origin} {:?} {seen:?} {}",
            counts(&extents),
            self.module.ty(value)
        );
        let name = Operation {
            key,
            is_commutative: false,
            operands: Vec::new(),
        };
        self.part(result, &[], Value::Op(Rc::new(name)));
        if let Some(window) = window {
            for extent in window.extents.iter().flatten() {
                self.part(result, &[], Value::Index(extent.clone()));
            }
            let shown = window.extents.iter().map(|extents| Loop {
                upper: extents.clone(),
                ..Loop::up_to(extents[0].clone())
            });
            let shown: Vec<Loop> = shown.collect();
            for place in window.places() {
                self.part(result, &shown, Value::Index(place));
            }
        }
        match own {
            Some(local) => self.contents(result, local, &extents),
            None => Ok(()),
        }
    }

    /// Notes that memory is the caller's when the function has returned. Gives what it is called.
    fn hand_over(&mut self, result: usize, local: usize) -> Refused<String> {
        if std::mem::replace(&mut self.function.locals[local].is_freed, true) {
            return Err("memory as result that is gone when the function ends".into());
        }
        self.handed_over.insert(local, result);
        let alignment = self.module.op(self.homes[local].1).attribute("alignment");
        let alignment = alignment.and_then(Attribute::as_i64).unwrap_or_default();
        Ok(format!("its own, aligned to {alignment}"))
    }

    /// The extents of an array that is handed over, and what its cells hold in the end.
    fn contents(&mut self, result: usize, local: usize, extents: &[Vec<AffineExpr>]) -> Refused<()> {
        for extent in extents.iter().flatten() {
            self.part(result, &[], Value::Index(extent.clone()));
        }
        let mut boxes: Vec<Vec<Loop>> = vec![Vec::new()];
        for all in extents {
            let longer = boxes.iter().flat_map(|known| {
                let more = all.iter().cloned().map(Loop::up_to);
                more.map(|more| [&known[..], &[more]].concat())
            });
            boxes = longer.collect();
            if boxes.len() > MOST_BOXES {
                return Err(
                    "a memref as result with too many extents that are the greatest of several".into(),
                );
            }
        }
        for cells in boxes {
            let access = Access {
                array: Array::Local(local),
                subscripts: (0..cells.len()).map(|i| dim(i as u32)).collect(),
                time: self.time.clone(),
            };
            self.part(result, &cells, Value::Load(Rc::new(access)));
        }
        Ok(())
    }

    /// One more thing that is to be the same of a result, at each point of these loops.
    fn part(&mut self, result: usize, loops: &[Loop], value: Value) {
        let statements = self.function.statements.iter();
        let known = statements.filter(|s| matches!(s.target.array, Array::Returned(of, _) if of == result));
        let target = Access {
            array: Array::Returned(result, known.count()),
            subscripts: (0..loops.len()).map(|i| dim(i as u32)).collect(),
            time: self.time.clone(),
        };
        self.function.statements.push(Statement {
            domain: Domain {
                loops: loops.to_vec(),
                guards: Vec::new(),
            },
            target,
            value,
        });
    }
}

/// Whether strides or the offset are values that the caller is given.
fn has_open_layout(ty: &Type) -> bool {
    match ty.as_memref().and_then(|memref| memref.layout.as_ref()) {
        Some(Layout::Strided { strides, offset }) => {
            strides.contains(&Dim::Dynamic) || *offset == Dim::Dynamic
        }
        Some(_) => true,
        None => false,
    }
}
