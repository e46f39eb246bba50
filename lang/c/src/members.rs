//! Members of structs that stay as they are throughout a part of a function, as variables of their own.
//!
//! `l.width`, `s->rows`, `grid->cells[k]` (a pointer) in a part in which nothing that they are reached by is assigned become
//! parameters of the function that the part becomes. What lies in memory is handed over by value where no store of the part may
//! change it, by C's rule that memory is accessed as what it is (C17 6.5p7; `char` is anything), and by its address elsewhere.
//!
//! A member is read in front of the part where the part would read it anyway: the struct is accessed before by a statement that is
//! always executed, or by what the part begins with.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::diagnostic::{Diagnostic, Span};

use crate::accesses::{Object, accessed_before, accessed_inside, objects};
use crate::ast::*;
use crate::{live, rows, statics};

/// A part of a function in which members of structs are variables.
pub struct Promoted {
    pub body: Vec<Stmt>,
    /// For each such variable what is handed over for it, as C writes it.
    pub arguments: BTreeMap<VarId, String>,
    /// Whether the call may stand only where the innermost loop of the perfect nest that the part is has an iteration.
    pub is_guarded: bool,
}

/// The part with variables, which are added to `variables`, in the place of members. Rows of tables are left as they are where
/// something else stands for them.
pub fn promote(
    unit: &Unit,
    function: &Function,
    part: &[Stmt],
    span: Span,
    variables: &mut Vec<Variable>,
    are_rows_left: bool,
) -> Result<Promoted, Diagnostic> {
    let fixed = Fixed::of(unit, function, part);
    let unstored = part
        .iter()
        .take_while(|stmt| stored_in(unit, std::slice::from_ref(stmt)).is_empty());
    let mut read_later = BTreeSet::new();
    for stmt in &part[unstored.count()..] {
        stmt.for_each_expr(&mut |e| e.walk(&mut |inner| read_later.extend(fixed.text(inner))));
    }
    let mut promotion = Promotion {
        unit,
        fixed,
        read_later,
        stored: stored_in(unit, part),
        accessed: accessed_before(unit, function, part, span),
        accessed_inside: accessed_inside(part),
        variables,
        known: BTreeMap::new(),
        arguments: BTreeMap::new(),
        is_guarded: false,
        are_rows_left,
        mistake: None,
    };
    let mut body = part.to_vec();
    for stmt in &mut body {
        stmt.for_each_expr_mut(&mut |e| promotion.expression(e, true));
    }
    match promotion.mistake {
        Some(mistake) => Err(mistake),
        None => Ok(Promoted {
            body,
            arguments: promotion.arguments,
            is_guarded: promotion.is_guarded,
        }),
    }
}

struct Promotion<'a> {
    unit: &'a Unit,
    fixed: Fixed,
    /// The types of scalars that the part stores into memory.
    stored: Vec<Ty>,
    /// The places that are mentioned where the part has stored something.
    read_later: BTreeSet<String>,
    /// The structs that are accessed whether or not the part does anything.
    accessed: BTreeSet<Object>,
    /// Those that are accessed where the innermost loop of the perfect nest that the part is has an iteration.
    accessed_inside: BTreeSet<Object>,
    variables: &'a mut Vec<Variable>,
    known: BTreeMap<String, (VarId, bool)>,
    arguments: BTreeMap<VarId, String>,
    is_guarded: bool,
    are_rows_left: bool,
    mistake: Option<Diagnostic>,
}

impl Promotion<'_> {
    /// Puts variables in the place of the members in an expression, of which the value is needed, or the place that it is.
    fn expression(&mut self, e: &mut Expr, is_value: bool) {
        if is_value && let Some(members) = self.each_member(e) {
            e.kind = ExprKind::List(members);
        }
        let Some(text) = self.fixed.text(e).filter(|_| self.is_wanted(e)) else {
            return match &mut e.kind {
                ExprKind::Member(place, _) | ExprKind::Address(place) | ExprKind::Step { place, .. } => {
                    self.expression(place, false)
                }
                ExprKind::Assign(place, value) | ExprKind::Update(_, place, value) => {
                    self.expression(place, false);
                    self.expression(value, true);
                }
                _ => e.for_each_child_mut(&mut |child| self.expression(child, true)),
            };
        };
        let known = self.known.get(&text).copied();
        let Some((id, is_address)) = known.or_else(|| self.variable(e, &text)) else {
            return;
        };
        *e = match is_address {
            false => Expr::new(ExprKind::Var(id), e.ty.clone(), e.span),
            true => {
                let ty = Ty::Pointer(e.ty.clone().into());
                let pointer = Expr::new(ExprKind::Var(id), ty, e.span);
                Expr::new(ExprKind::Deref(Box::new(pointer)), e.ty.clone(), e.span)
            }
        };
    }

    /// The members of a struct that stays as it is, where that is a value that the lowering does not understand by itself.
    fn each_member(&self, e: &Expr) -> Option<Vec<Expr>> {
        let is_place = matches!(
            e.kind,
            ExprKind::Var(_) | ExprKind::Member(..) | ExprKind::Deref(_) | ExprKind::Index(..)
        );
        let Ty::Struct(of) = &e.ty else {
            return None;
        };
        let is_other = live::root(e).is_some() || of.as_array().is_none();
        let is_fixed = is_place && is_other && of.is_of_scalars() && self.fixed.text(e).is_some();
        let members = of.members.iter().enumerate();
        let member = |(at, (_, ty)): (usize, &(String, Ty))| {
            let kind = ExprKind::Member(Box::new(e.clone()), at);
            Expr::new(kind, ty.clone(), e.span)
        };
        is_fixed.then(|| members.map(member).collect())
    }

    /// Whether a place is a member, or a pointer in memory, that the lowering does not understand by itself.
    fn is_wanted(&self, e: &Expr) -> bool {
        let is_value = matches!(e.ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_) | Ty::Array(..));
        is_value
            && match &e.kind {
                ExprKind::Member(base, _) => match (&base.ty, live::root(base)) {
                    (Ty::Struct(_), Some(_)) => true,
                    (Ty::Struct(of), None) => of.as_array().is_none(),
                    _ => false,
                },
                ExprKind::Index(..) | ExprKind::Deref(_) => {
                    let is_left = self.are_rows_left && rows::is_row(e);
                    matches!(e.ty, Ty::Pointer(_)) && !is_left
                }
                _ => false,
            }
    }

    /// Makes the variable for a place, and says whether it is the address of that.
    fn variable(&mut self, e: &Expr, text: &str) -> Option<(VarId, bool)> {
        let objects = objects(e);
        let is_array = matches!(e.ty, Ty::Array(..));
        let may_change = !is_array && self.read_later.contains(text) && self.may_change(e);
        let is_read = |known: &BTreeSet<Object>| objects.iter().all(|object| known.contains(object));
        let is_scalar = matches!(e.ty, Ty::Int(_) | Ty::Float(_));
        // The address of a member of what a variable points to is computed without an access.
        let has_address = is_scalar && objects.len() <= 1;
        let is_always = is_read(&self.accessed);
        let both = self.accessed.union(&self.accessed_inside).cloned().collect();
        let is_address = match (may_change, is_always, is_read(&both)) {
            (false, true, _) => false,
            (true, ..) | (false, false, false) if has_address => true,
            (false, false, true) => {
                self.is_guarded = true;
                false
            }
            _ => {
                let what = match may_change {
                    true => "may be changed by what is stored here",
                    false => "is not seen to be read whenever this is executed",
                };
                let message = format!("`{text}` {what}, so it is no parameter of a function of its own");
                let help = "a variable that holds it in front of the loop would show that it stays the same";
                self.mistake
                    .get_or_insert(Diagnostic::new(e.span, message).help(help));
                return None;
            }
        };
        let id = VarId(self.variables.len() as u32);
        let name = text
            .replace("->", "_")
            .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let ty = match is_address {
            true => Ty::Pointer(e.ty.clone().into()),
            false => e.ty.clone(),
        };
        self.variables.push(Variable::own(name, ty, e.span));
        let argument = if is_address {
            format!("&{text}")
        } else {
            text.to_string()
        };
        self.arguments.insert(id, argument);
        self.known.insert(text.to_string(), (id, is_address));
        Some((id, is_address))
    }

    /// Whether a store of the part may change what a place holds, or what it is reached by.
    fn may_change(&self, e: &Expr) -> bool {
        let is_in_memory = match live::root(e) {
            Some(id) => self.unit.variables[id.0 as usize].is_global || self.fixed.addressed.contains(&id),
            None => true,
        };
        let is_stored = is_in_memory && self.stored.iter().any(|stored| may_alias(stored, &e.ty));
        let mut inner = false;
        match &e.kind {
            ExprKind::Deref(pointer) | ExprKind::Index(pointer, _) => {
                inner = self.may_change_pointer(pointer)
            }
            ExprKind::Member(base, _) => {
                let mut base = base;
                while let ExprKind::Member(outer, _) = &base.kind {
                    base = outer;
                }
                if let ExprKind::Deref(pointer) | ExprKind::Index(pointer, _) = &base.kind {
                    inner = self.may_change_pointer(pointer);
                }
            }
            _ => {}
        }
        is_stored || inner
    }

    fn may_change_pointer(&self, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::Var(_) => {
                let is_global = pointer
                    .var()
                    .is_some_and(|id| self.unit.variables[id.0 as usize].is_global);
                is_global && self.stored.iter().any(|stored| may_alias(stored, &pointer.ty))
            }
            ExprKind::Convert(inner) => self.may_change_pointer(inner),
            _ if matches!(pointer.ty, Ty::Array(..)) => false,
            _ => self.may_change(pointer),
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

/// What stays as it is throughout a part.
struct Fixed {
    /// Variables that are declared or assigned there.
    varying: live::Vars,
    /// Variables whose address is taken anywhere in the function.
    addressed: live::Vars,
    volatile: live::Vars,
    global: live::Vars,
    names: Vec<String>,
}

impl Fixed {
    fn of(unit: &Unit, function: &Function, part: &[Stmt]) -> Fixed {
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
            varying: part.iter().flat_map(live::assigned).collect(),
            addressed,
            volatile: those(|variable| variable.is_volatile),
            global: those(|variable| variable.is_global),
            names: unit
                .variables
                .iter()
                .map(|variable| variable.name.clone())
                .collect(),
        }
    }

    /// A place, or a subscript in one, as C writes it, if it stays the same.
    fn text(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Var(id) => {
                let is_reached = self.addressed.contains(id);
                let may_be_stored = match e.ty {
                    Ty::Pointer(_) => is_reached,
                    Ty::Int(_) => is_reached || self.global.contains(id),
                    _ => false,
                };
                let is_fixed = !self.varying.contains(id) && !self.volatile.contains(id) && !may_be_stored;
                is_fixed.then(|| self.names[id.0 as usize].clone())
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
}

/// The types of scalars that a part stores where a pointer may point, functions that it calls included.
pub fn stored_in(unit: &Unit, part: &[Stmt]) -> Vec<Ty> {
    let mut found = Vec::new();
    let bodies = statics::called(unit, part).into_iter().map(|f| f.body.as_slice());
    for stmt in bodies.chain([part]).flatten() {
        stmt.for_each_expr(&mut |e| {
            e.walk(&mut |inner| {
                if let ExprKind::Assign(place, _)
                | ExprKind::Update(_, place, _)
                | ExprKind::Step { place, .. } = &inner.kind
                {
                    let root = live::root(place).map(|id| &unit.variables[id.0 as usize]);
                    if !is_number_of_array(place) && root.is_none_or(|variable| variable.is_global) {
                        found.extend(place.ty.scalars().unwrap_or_else(|| vec![Ty::Void]));
                    }
                }
            });
        });
    }
    found
}

/// Whether a place is a number in an array that is a variable, and so no part of any other.
fn is_number_of_array(place: &Expr) -> bool {
    let mut array = place;
    while let ExprKind::Index(base, _) = &array.kind {
        array = base.undecayed();
    }
    let is_array = matches!(array.kind, ExprKind::Var(_)) && matches!(array.ty, Ty::Array(..));
    is_array && matches!(place.ty, Ty::Int(_) | Ty::Float(_))
}
