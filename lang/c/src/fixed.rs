//! What stays as it is throughout a part of a function, of variables and of what lies in memory.
//!
//! Memory is accessed as what it is (C17 6.5p7; `char` is anything), so that a store of one type changes nothing that is read as another.

use std::collections::BTreeMap;

use crate::ast::*;
use crate::{live, statics};

/// What stays as it is throughout a part.
pub struct Fixed {
    /// Variables that are declared or assigned there.
    varying: live::Vars,
    /// Variables whose address is taken anywhere in the function.
    addressed: live::Vars,
    volatile: live::Vars,
    global: live::Vars,
    names: Vec<String>,
    /// What the part stores into memory.
    stored: Vec<Stored>,
    /// Parameters that point where they pointed when the function was called, and whether they are `restrict`.
    steady: BTreeMap<VarId, bool>,
    /// The variables that are arrays of which it stores elements.
    stored_arrays: live::Vars,
}

impl Fixed {
    pub fn of(unit: &Unit, function: &Function, part: &[Stmt]) -> Fixed {
        let mut addressed = live::Vars::new();
        for stmt in &function.body {
            stmt.for_each_expr(&mut |e| {
                e.walk(&mut |inner| {
                    if let ExprKind::Address(place) = &inner.kind {
                        addressed.extend(live::root(place));
                    }
                });
            });
        }
        let those = |is: fn(&Variable) -> bool| {
            let numbered = unit.variables.iter().enumerate();
            let those = numbered.filter(|(_, variable)| is(variable));
            those.map(|(number, _)| VarId(number as u32)).collect()
        };
        Fixed {
            steady: match statics::called(unit, part)
                .iter()
                .any(|f| f.name == function.name)
            {
                // A parameter of another call of the function may be another one here.
                true => BTreeMap::new(),
                false => steady_parameters(unit, function, &addressed),
            },
            varying: part.iter().flat_map(live::assigned).collect(),
            addressed,
            volatile: those(|variable| variable.is_volatile),
            global: those(|variable| variable.is_global),
            names: unit
                .variables
                .iter()
                .map(|variable| variable.name.clone())
                .collect(),
            stored: stores_in(unit, part),
            stored_arrays: stored_places(unit, part)
                .into_iter()
                .filter_map(|place| array_of(unit, place))
                .collect(),
        }
    }

    /// The name of a variable that no expression of the part assigns.
    pub fn name(&self, id: VarId) -> Option<String> {
        let is_fixed = !self.varying.contains(&id) && !self.volatile.contains(&id);
        is_fixed.then(|| self.names[id.0 as usize].clone())
    }

    pub fn is_addressed(&self, id: VarId) -> bool {
        self.addressed.contains(&id)
    }

    /// A place, or a subscript in one, as C writes it, if it stays the same.
    pub fn text(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Var(id) => {
                let is_reached = self.addressed.contains(id);
                let may_be_stored = match e.ty {
                    Ty::Pointer(_) => is_reached,
                    Ty::Int(_) => is_reached || self.global.contains(id),
                    _ => false,
                };
                self.name(*id).filter(|_| !may_be_stored)
            }
            ExprKind::Member(base, member) => {
                let Ty::Struct(of) = &base.ty else {
                    return None;
                };
                let name = &of.members[*member].0;
                match &base.kind {
                    ExprKind::Deref(pointer) => Some(format!("{}->{name}", self.text(pointer)?)),
                    _ => Some(format!("{}.{name}", self.text(base)?)),
                }
            }
            ExprKind::Deref(pointer) => Some(format!("(*{})", self.text(pointer)?)),
            ExprKind::Index(base, index) if matches!(base.ty, Ty::Pointer(_) | Ty::Array(..)) => {
                Some(format!("{}[{}]", self.text(base)?, self.text(index)?))
            }
            ExprKind::Int(number) => Some(number.to_string()),
            ExprKind::Binary(op, a, b) => {
                let sign = match op {
                    BinaryOp::Add => '+',
                    BinaryOp::Sub => '-',
                    BinaryOp::Mul => '*',
                    _ => return None,
                };
                Some(format!("({} {sign} {})", self.text(a)?, self.text(b)?))
            }
            ExprKind::Convert(inner) if matches!((&inner.ty, &e.ty), (Ty::Array(..), Ty::Pointer(_))) => {
                self.text(inner)
            }
            ExprKind::Convert(inner) => match (&inner.ty, &e.ty) {
                (Ty::Int(from), Ty::Int(to)) if from.bits <= to.bits && from.signed == to.signed => {
                    self.text(inner)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a store of the part may change what a place holds, or what it is reached by.
    pub fn may_change(&self, unit: &Unit, e: &Expr) -> bool {
        let is_in_memory = match live::root(e) {
            Some(id) => self.global.contains(&id) || self.addressed.contains(&id),
            None => true,
        };
        let is_stored = is_in_memory && self.stores_may_change(&e.ty, pointer_of(e))
            || array_of(unit, e).is_some_and(|id| self.stored_arrays.contains(&id));
        let mut inner = false;
        match &e.kind {
            ExprKind::Deref(pointer) | ExprKind::Index(pointer, _) => {
                inner = self.may_change_pointer(unit, pointer)
            }
            ExprKind::Member(base, _) => {
                let mut base = base;
                while let ExprKind::Member(outer, _) = &base.kind {
                    base = outer;
                }
                if let ExprKind::Deref(pointer) | ExprKind::Index(pointer, _) = &base.kind {
                    inner = self.may_change_pointer(unit, pointer);
                }
            }
            _ => {}
        }
        is_stored || inner
    }

    /// Whether a store of the part may change memory that is read as a type, and reached by a parameter.
    fn stores_may_change(&self, read: &Ty, by: Option<VarId>) -> bool {
        self.stored
            .iter()
            .any(|stored| may_alias(&stored.ty, read) && !self.are_apart(stored.by, by))
    }

    /// Whether what is reached by one parameter is not reached by another: nothing is based on either but what mentions it, and of memory that is
    /// reached by one that is `restrict` and modified everything is (C17 6.7.3.1p4).
    fn are_apart(&self, a: Option<VarId>, b: Option<VarId>) -> bool {
        let known = |id: Option<VarId>| Some((id?, *self.steady.get(&id?)?));
        match (known(a), known(b)) {
            (Some((a, is_restrict)), Some((b, other))) => a != b && (is_restrict || other),
            _ => false,
        }
    }

    fn may_change_pointer(&self, unit: &Unit, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::Var(_) => {
                let is_global = pointer.var().is_some_and(|id| self.global.contains(&id));
                is_global && self.stores_may_change(&pointer.ty, None)
            }
            ExprKind::Convert(inner) => self.may_change_pointer(unit, inner),
            _ if matches!(pointer.ty, Ty::Array(..)) => false,
            _ => self.may_change(unit, pointer),
        }
    }
}

/// Whether memory that is written as one type may be read as another.
pub fn may_alias(stored: &Ty, read: &Ty) -> bool {
    match (stored, read) {
        (Ty::Int(IntTy { bits: 8, .. }), _) | (_, Ty::Int(IntTy { bits: 8, .. })) => true,
        (Ty::Int(a), Ty::Int(b)) => a.bits == b.bits,
        (Ty::Float(a), Ty::Float(b)) => a == b,
        (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_)) => false,
        _ => true,
    }
}

/// A scalar that is stored.
struct Stored {
    ty: Ty,
    /// The variable whose pointee, or an element behind it, the place is in.
    by: Option<VarId>,
}

/// The parameters of a function that are pointers and that nothing assigns, each with whether it is `restrict`.
fn steady_parameters(unit: &Unit, function: &Function, addressed: &live::Vars) -> BTreeMap<VarId, bool> {
    let assigned: live::Vars = function.body.iter().flat_map(live::assigned).collect();
    let parameters = function.parameters.iter().filter_map(|id| {
        let variable = &unit.variables[id.0 as usize];
        let is_steady = !assigned.contains(id) && !addressed.contains(id) && !variable.is_volatile;
        (is_steady && matches!(variable.ty, Ty::Pointer(_))).then_some((*id, variable.is_restrict))
    });
    parameters.collect()
}

/// The variable by which a place is reached, that is an element of what it points to, or the pointee itself.
fn pointer_of(place: &Expr) -> Option<VarId> {
    match &place.kind {
        // What a pointer in memory points to is reached by no variable.
        ExprKind::Index(base, _) => match base.undecayed() {
            array if matches!(array.ty, Ty::Array(..)) => pointer_of(array),
            pointer => pointer.var(),
        },
        ExprKind::Deref(pointer) => pointer.var(),
        _ => None,
    }
}

/// The types of scalars that a part stores where a pointer may point, functions that it calls included.
pub fn stored_in(unit: &Unit, part: &[Stmt]) -> Vec<Ty> {
    stores_in(unit, part)
        .into_iter()
        .map(|stored| stored.ty)
        .collect()
}

fn stores_in(unit: &Unit, part: &[Stmt]) -> Vec<Stored> {
    let is_reached = |place: &&Expr| {
        let root = live::root(place).map(|id| &unit.variables[id.0 as usize]);
        let is_number_of_array =
            matches!(place.ty, Ty::Int(_) | Ty::Float(_)) && array_of(unit, place).is_some();
        !is_number_of_array && root.is_none_or(|variable| variable.is_global)
    };
    let places = stored_places(unit, part).into_iter().filter(is_reached);
    let scalars = places.flat_map(|place| {
        let types = place.ty.scalars().unwrap_or_else(|| vec![Ty::Void]);
        let by = pointer_of(place);
        types.into_iter().map(move |ty| Stored { ty, by })
    });
    scalars.collect()
}

/// The places that a part assigns, functions that it calls included.
fn stored_places<'a>(unit: &'a Unit, part: &'a [Stmt]) -> Vec<&'a Expr> {
    let mut found = Vec::new();
    let bodies = statics::called(unit, part).into_iter().map(|f| f.body.as_slice());
    for stmt in bodies.chain([part]).flatten() {
        stmt.for_each_expr(&mut |e| {
            e.walk(&mut |inner| {
                if let ExprKind::Assign(place, _)
                | ExprKind::Update(_, place, _)
                | ExprKind::Step { place, .. } = &inner.kind
                {
                    found.push(place.as_ref());
                }
            });
        });
    }
    found
}

/// The variable that is an array of which a place is an element, and so no part of any other. A parameter is a pointer.
fn array_of(unit: &Unit, place: &Expr) -> Option<VarId> {
    let array = place.subscripted();
    let is_array = matches!(array.ty, Ty::Array(..));
    // A variable that the file does not have stands for a member.
    let is_own = |id: &VarId| {
        let variable = unit.variables.get(id.0 as usize);
        variable.is_some_and(|variable| !variable.is_parameter)
    };
    array.var().filter(|id| is_array && is_own(id))
}

/// A name for a variable that stands for a place.
pub fn name_of(text: &str) -> String {
    text.replace("->", "_")
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}
