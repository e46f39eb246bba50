//! Integers in memory that stay as they are in a loop, read in front of it.
//!
//! ```text
//! for (int i = 0; i < *n; i++)              becomes   int n_0 = *n;
//!   for (int j = 0; j < *m; j++)                      int m_0 = 0 < n_0 ? *m : 0;
//!     a[i * *m + j] = 0.0;                            for (int i = 0; i < n_0; i++)
//!                                                       for (int j = 0; j < m_0; j++)
//!                                                         a[i * m_0 + j] = 0.0;
//! ```
//!
//! So do members, `p->columns`, variables outside of functions, and elements at constant subscripts, `shape[1]`. No store in the loop may
//! change them ([`Fixed::may_change`]), and nothing is read that the loop would not read: what stands inside of other loops is
//! read where these have an iteration.

use std::collections::BTreeMap;

use crate::accesses::{Object, always, comes_to_its_end, key, objects};
use crate::ast::*;
use crate::fixed::{Fixed, name_of};
use crate::live::{self, Vars};

/// Rewrites every function of a file.
pub fn hoist(unit: &mut Unit) {
    for number in 0..unit.functions.len() {
        let function = unit.functions[number].clone();
        let mut body = function.body.clone();
        hoist_in(unit, &function, &mut body);
        unit.functions[number].body = body;
    }
}

/// Rewrites statements of a function, or what has become of them. The variables are added to those of the file.
pub fn hoist_in(unit: &mut Unit, function: &Function, body: &mut Vec<Stmt>) {
    for mut stmt in std::mem::take(body) {
        if matches!(
            stmt.kind,
            StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..)
        ) {
            body.append(&mut in_front(unit, function, &mut stmt));
        }
        match &mut stmt.kind {
            StmtKind::Block(items) | StmtKind::Labelled(_, items) => hoist_in(unit, function, items),
            StmtKind::If(_, then, otherwise) => {
                hoist_inside(unit, function, then);
                otherwise
                    .iter_mut()
                    .for_each(|inner| hoist_inside(unit, function, inner));
            }
            StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                hoist_inside(unit, function, body)
            }
            _ => {}
        }
        body.push(stmt);
    }
}

fn hoist_inside(unit: &mut Unit, function: &Function, stmt: &mut Stmt) {
    if let StmtKind::Block(items) = &mut stmt.kind {
        return hoist_in(unit, function, items);
    }
    let mut items = vec![stmt.clone()];
    hoist_in(unit, function, &mut items);
    *stmt = match items.len() {
        1 => items.remove(0),
        _ => Stmt {
            kind: StmtKind::Block(items),
            span: stmt.span,
        },
    };
}

/// The declarations that stand in front of a loop, in which their variables stand for what they hold then.
fn in_front(unit: &mut Unit, function: &Function, stmt: &mut Stmt) -> Vec<Stmt> {
    let part = std::slice::from_ref(&*stmt);
    let fixed = Fixed::of(unit, function, part);
    let mut heads = Heads {
        unit,
        fixed: &fixed,
        read: BTreeMap::new(),
    };
    heads.statement(stmt, &[], &BTreeMap::new());
    let mut found = Places::new();
    stmt.walk(&mut |inner| heads.wanted(inner, &mut found));
    let mut around = BTreeMap::new();
    heads.occurrences(stmt, &mut Vec::new(), &mut around);
    // Where it is not read in front nothing may ask for it.
    found.retain(|place, (_, conditions)| {
        let around = around.get(place);
        conditions
            .iter()
            .all(|runs| around.is_some_and(|around: &Vec<LoopId>| around.contains(&runs.of)))
    });
    let mut found: Vec<(Place, (Expr, Vec<Runs>))> = found.into_iter().collect();
    // What a condition needs is read under fewer.
    found.sort_by_key(|(_, (_, conditions))| conditions.len());
    let mut known: BTreeMap<Place, VarId> = BTreeMap::new();
    let mut declarations = Vec::new();
    for (place, (e, conditions)) in found {
        let id = VarId(unit.variables.len() as u32);
        let name = name_of(&place.0).trim_matches('_').to_string();
        unit.variables.push(Variable::own(name, e.ty.clone(), e.span));
        let (span, ty) = (e.span, e.ty.clone());
        let condition = conditions.into_iter().map(|runs| runs.holds).reduce(|a, b| {
            let kind = ExprKind::Binary(BinaryOp::LogicalAnd, a.into(), b.into());
            Expr::new(kind, Ty::Int(IntTy::INT), span)
        });
        let mut value = e;
        if let Some(mut condition) = condition {
            replace(&mut condition, &fixed, &known);
            let none = Expr::new(ExprKind::Int(0), ty.clone(), span);
            let kind = ExprKind::Conditional(condition.into(), value.into(), none.into());
            value = Expr::new(kind, ty, span);
        }
        declarations.push(Stmt {
            kind: StmtKind::Declare(id, Some(value)),
            span: stmt.span,
        });
        known.insert(place, id);
    }
    if !known.is_empty() {
        stmt.for_each_expr_mut(&mut |e| replace(e, &fixed, &known));
    }
    declarations
}

/// A place that stays the same: as C writes it, and the variables that it mentions, of which several may have one name.
type Place = (String, Vars);

/// A loop inside of the one at hand, by where its statement lies.
type LoopId = usize;

/// That a loop runs, whenever it is come to in the loop at hand.
#[derive(Clone)]
struct Runs {
    of: LoopId,
    /// What holds if it does, in front of the loop at hand.
    holds: Expr,
}

/// Places with the loops, in their order, that read them if all run.
type Places = BTreeMap<Place, (Expr, Vec<Runs>)>;

fn place_of(e: &Expr, fixed: &Fixed) -> Option<Place> {
    let is_place = matches!(
        e.kind,
        ExprKind::Var(_) | ExprKind::Member(..) | ExprKind::Deref(_) | ExprKind::Index(..)
    );
    let text = match &e.kind {
        ExprKind::Var(id) => fixed.name(*id),
        _ => fixed.text(e),
    };
    text.filter(|_| is_place && matches!(e.ty, Ty::Int(_)))
        .map(|text| (text, live::mentioned(e)))
}

fn replace(e: &mut Expr, fixed: &Fixed, known: &BTreeMap<Place, VarId>) {
    match &mut e.kind {
        ExprKind::Address(place) => place.for_each_child_mut(&mut |child| replace(child, fixed, known)),
        _ => match place_of(e, fixed).and_then(|place| known.get(&place)) {
            Some(id) => e.kind = ExprKind::Var(*id),
            None => e.for_each_child_mut(&mut |child| replace(child, fixed, known)),
        },
    }
}

/// What a loop reads first of all, and what the loops in it do where they run, which is the same each time.
struct Heads<'a> {
    unit: &'a Unit,
    fixed: &'a Fixed,
    /// The objects that are read for sure where loops run, the fewest.
    read: BTreeMap<Object, Vec<Runs>>,
}

impl Heads<'_> {
    /// Adds what is read whenever a statement is executed, which it is where some loops run. `known` has the values of variables that
    /// are assigned in front of it, in each iteration of the loops around.
    fn statement(&mut self, stmt: &Stmt, around: &[Runs], known: &BTreeMap<VarId, Expr>) {
        match &stmt.kind {
            StmtKind::Expr(e)
            | StmtKind::Declare(_, Some(e))
            | StmtKind::If(e, ..)
            | StmtKind::While(e, _) => self.expression(e, around),
            StmtKind::Block(items) => self.sequence(items, around, &mut known.clone()),
            StmtKind::DoWhile(body, _) => self.sequence(body.items(), around, &mut BTreeMap::new()),
            StmtKind::For {
                init,
                condition: Some(condition),
                body,
                ..
            } => {
                let mut known = known.clone();
                if let Some(init) = init {
                    self.sequence(std::slice::from_ref(init.as_ref()), around, &mut known);
                }
                self.expression(condition, around);
                let holds = with(condition, &known);
                if self.is_fixed(&holds) {
                    let runs = Runs {
                        of: id_of(stmt),
                        holds,
                    };
                    let around = [around, &[runs]].concat();
                    self.sequence(body.items(), &around, &mut BTreeMap::new());
                }
            }
            _ => {}
        }
    }

    fn sequence(&mut self, items: &[Stmt], around: &[Runs], known: &mut BTreeMap<VarId, Expr>) {
        for stmt in items {
            self.statement(stmt, around, known);
            if !comes_to_its_end(stmt) {
                return;
            }
            let assigned = match &stmt.kind {
                StmtKind::Declare(id, Some(value)) => Some((*id, value)),
                StmtKind::Expr(Expr {
                    kind: ExprKind::Assign(place, value),
                    ..
                }) => place.var().map(|id| (id, value.as_ref())),
                _ => None,
            };
            let assigned = assigned.map(|(id, value)| (id, with(value, known)));
            let all = live::assigned(stmt);
            // A value may be made of a variable that is another one now.
            known.retain(|id, value| !all.contains(id) && live::mentioned(value).is_disjoint(&all));
            known.extend(assigned.filter(|(_, value)| live::mentioned(value).is_disjoint(&all)));
        }
    }

    /// The loops around all reads of each place that stays the same.
    fn occurrences(&self, stmt: &Stmt, around: &mut Vec<LoopId>, found: &mut BTreeMap<Place, Vec<LoopId>>) {
        let mut note = |e: &Expr, around: &[LoopId]| {
            e.walk(&mut |inner| {
                if let Some(place) = place_of(inner, self.fixed) {
                    let known = found.entry(place).or_insert_with(|| around.to_vec());
                    known.retain(|id| around.contains(id));
                }
            });
        };
        match &stmt.kind {
            StmtKind::Expr(e) | StmtKind::Declare(_, Some(e)) | StmtKind::Return(Some(e)) => note(e, around),
            StmtKind::If(e, ..) | StmtKind::While(e, _) | StmtKind::DoWhile(_, e) => note(e, around),
            StmtKind::For {
                condition, advance, ..
            } => {
                condition.iter().for_each(|e| note(e, around));
                let inside = [&around[..], &[id_of(stmt)]].concat();
                advance.iter().for_each(|e| note(e, &inside));
            }
            _ => {}
        }
        match &stmt.kind {
            StmtKind::Block(items) | StmtKind::Labelled(_, items) => {
                items
                    .iter()
                    .for_each(|inner| self.occurrences(inner, around, found));
            }
            StmtKind::If(_, then, otherwise) => {
                self.occurrences(then, around, found);
                otherwise
                    .iter()
                    .for_each(|inner| self.occurrences(inner, around, found));
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => self.occurrences(body, around, found),
            StmtKind::For { init, body, .. } => {
                init.iter()
                    .for_each(|inner| self.occurrences(inner, around, found));
                around.push(id_of(stmt));
                self.occurrences(body, around, found);
                around.pop();
            }
            _ => {}
        }
    }

    fn expression(&mut self, e: &Expr, around: &[Runs]) {
        always(e, &mut |inner| {
            let is_scalar = matches!(inner.ty, Ty::Int(_) | Ty::Float(_) | Ty::Pointer(_));
            if !is_scalar || self.fixed.text(inner).is_none() {
                return;
            }
            for object in self.objects(inner) {
                let known = self.read.entry(object).or_insert_with(|| around.to_vec());
                if around.len() < known.len() {
                    *known = around.to_vec();
                }
            }
        });
    }

    /// Whether an expression is the same in front of the loop as at its begin, and does nothing.
    fn is_fixed(&self, e: &Expr) -> bool {
        let mut is_fixed = true;
        e.walk(&mut |inner| {
            is_fixed &= match &inner.kind {
                ExprKind::Var(id) => {
                    self.fixed.name(*id).is_some() && !self.fixed.may_change(self.unit, inner)
                }
                ExprKind::Int(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Convert(_) => true,
                ExprKind::Index(..) | ExprKind::Deref(_) | ExprKind::Member(..) => {
                    self.fixed.text(inner).is_some() && !self.fixed.may_change(self.unit, inner)
                }
                _ => false,
            };
        });
        is_fixed
    }

    /// Collects from a statement the integers that can be read in front of the loop, and that bounds, conditions or subscripts are made
    /// of, or variables that these may be made of.
    fn wanted(&self, stmt: &Stmt, found: &mut Places) {
        match &stmt.kind {
            StmtKind::For {
                condition, advance, ..
            } => condition
                .iter()
                .chain(advance)
                .for_each(|e| self.places(e, found)),
            StmtKind::If(condition, ..) | StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => {
                self.places(condition, found)
            }
            StmtKind::Declare(_, Some(e)) if matches!(e.ty, Ty::Int(_)) => self.places(e, found),
            StmtKind::Expr(e) | StmtKind::Declare(_, Some(e)) => self.subscripts(e, found),
            _ => {}
        }
    }

    /// Collects from what an expression has subscripts of, assigns to integer variables, and hands over to functions.
    fn subscripts(&self, e: &Expr, found: &mut Places) {
        match &e.kind {
            ExprKind::Index(base, index) => {
                self.subscripts(base, found);
                self.places(index, found);
            }
            ExprKind::Assign(place, value) | ExprKind::Update(_, place, value)
                if place.var().is_some() && matches!(place.ty, Ty::Int(_)) =>
            {
                self.places(value, found);
            }
            ExprKind::Binary(..) if matches!(e.ty, Ty::Pointer(_)) => {
                e.for_each_child(|child| self.places(child, found))
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(|e| self.places(e, found)),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.places(condition, found);
                self.subscripts(then, found);
                self.subscripts(otherwise, found);
            }
            _ => e.for_each_child(|child| self.subscripts(child, found)),
        }
    }

    /// Collects the integers of an expression that can be read in front of the loop.
    fn places(&self, e: &Expr, found: &mut Places) {
        if let ExprKind::Address(place) = &e.kind {
            return place.for_each_child(|child| self.places(child, found));
        }
        let place =
            place_of(e, self.fixed).filter(|_| !self.fixed.may_change(self.unit, e) && self.is_in_memory(e));
        let conditions = place.as_ref().and_then(|_| self.conditions(e));
        match place.zip(conditions) {
            Some((place, conditions)) => {
                found.entry(place).or_insert((e.clone(), conditions));
            }
            None => e.for_each_child(|child| self.places(child, found)),
        }
    }

    fn is_in_memory(&self, e: &Expr) -> bool {
        live::root(e).is_none_or(|id| {
            let variable = &self.unit.variables[id.0 as usize];
            variable.is_global && variable.initial.is_none() || self.fixed.is_addressed(id)
        })
    }

    /// The objects that a place is in, or is reached by. Of an array that is a parameter each element is one.
    fn objects(&self, e: &Expr) -> Vec<Object> {
        let mut found = objects(e);
        let array = e.subscripted();
        let is_parameter = |id: VarId| self.unit.variables[id.0 as usize].is_parameter;
        if matches!(array.ty, Ty::Array(..)) && array.var().is_some_and(is_parameter) {
            found.push(key(e));
        }
        found
    }

    /// The loops that read all objects that a place is reached by, if they run. Variables are there, and elements of those that are
    /// arrays.
    fn conditions(&self, e: &Expr) -> Option<Vec<Runs>> {
        let mut place = e;
        while let ExprKind::Index(base, index) = &place.kind {
            let array = base.undecayed();
            if let Ty::Array(_, extent) = &array.ty {
                let (Extent::Fixed(extent), ExprKind::Int(index)) = (extent, &index.plain().kind) else {
                    return None;
                };
                if !(0..i128::from(*extent)).contains(index) {
                    return None;
                }
            }
            place = array;
        }
        let mut most = Vec::new();
        for object in self.objects(e) {
            let conditions = self.read.get(&object)?;
            if conditions.len() > most.len() {
                most.clone_from(conditions);
            }
        }
        Some(most)
    }
}

fn id_of(stmt: &Stmt) -> LoopId {
    std::ptr::from_ref(stmt).addr()
}

/// An expression in which some variables have values.
fn with(e: &Expr, values: &BTreeMap<VarId, Expr>) -> Expr {
    fn put(e: &mut Expr, values: &BTreeMap<VarId, Expr>) {
        match e.var().and_then(|id| values.get(&id)) {
            Some(value) => *e = value.clone(),
            None => e.for_each_child_mut(&mut |child| put(child, values)),
        }
    }
    let mut e = e.clone();
    put(&mut e, values);
    e
}
