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
use crate::fixed::{Fixed, name_of, stored_in};
use crate::{live, rows};

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
        let may_change = !is_array && self.read_later.contains(text) && self.fixed.may_change(self.unit, e);
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
        let name = name_of(text);
        let ty = match is_address {
            true => Ty::Pointer(e.ty.clone().into()),
            false => e.ty.clone(),
        };
        self.variables.push(Variable {
            is_parameter: true,
            ..Variable::own(name, ty, e.span)
        });
        let argument = if is_address {
            format!("&{text}")
        } else {
            text.to_string()
        };
        self.arguments.insert(id, argument);
        self.known.insert(text.to_string(), (id, is_address));
        Some((id, is_address))
    }
}
