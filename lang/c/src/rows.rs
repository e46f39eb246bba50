//! Matrices as arrays of pointers to their rows, `double **a`, as arrays of rows that lie equally far apart.
//!
//! `a[i][j]` becomes an access of `double (*a)[stride]` where the part does nothing else with `a`. Whether the rows of a call
//! are equally far apart, and as far as the part reaches into each, is tested where the part is called ([`crate::row_tests`]);
//! the part itself stays for rows that are not.

use std::rc::Rc;

use ovolo_lang::diagnostic::{Diagnostic, Span};

use crate::ast::*;

/// A table of row pointers in a part, and what stands for it there.
pub struct Rows {
    /// The variable that points to the table.
    pub table: VarId,
    /// The variable that points to the first row.
    pub first: VarId,
    /// The variable that has the distance of two rows, in elements.
    pub stride: VarId,
    /// The first place where the part uses it.
    pub span: Span,
}

/// Whether a type is that of a table of pointers to rows of numbers, or of structs of such.
pub fn is_table(ty: &Ty) -> bool {
    let Some(Ty::Pointer(row)) = ty.target().map(Rc::as_ref) else {
        return false;
    };
    !matches!(row.as_ref(), Ty::Pointer(_)) && row.cells().is_some()
}

/// Whether an expression is a row of a table.
pub fn is_row(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(base, _) => is_table(&base.undecayed().ty),
        ExprKind::Deref(pointer) => is_table(&pointer.ty),
        _ => false,
    }
}

/// Whether statements access tables.
pub fn are_used(part: &[Stmt]) -> bool {
    let mut found = false;
    for stmt in part {
        stmt.for_each_expr(&mut |e| e.walk(&mut |inner| found |= is_row(inner)));
    }
    found
}

/// Puts arrays in the place of the tables of a part, and adds their variables.
pub fn flatten(part: &mut [Stmt], variables: &mut Vec<Variable>) -> Result<Vec<Rows>, Diagnostic> {
    let mut flattening = Flattening {
        variables,
        found: Vec::new(),
        mistake: None,
    };
    for stmt in part {
        stmt.for_each_expr_mut(&mut |e| flattening.expression(e));
    }
    match flattening.mistake {
        Some(mistake) => Err(mistake),
        None => Ok(flattening.found),
    }
}

struct Flattening<'v> {
    variables: &'v mut Vec<Variable>,
    found: Vec<Rows>,
    mistake: Option<Diagnostic>,
}

impl Flattening<'_> {
    fn expression(&mut self, e: &mut Expr) {
        if let ExprKind::Assign(place, _) | ExprKind::Update(_, place, _) | ExprKind::Step { place, .. } =
            &e.kind
            && let Some((table, _)) = row(place)
        {
            return self.refuse(table, place.span, "is assigned a row here");
        }
        if let Some((table, index)) = row(e) {
            let mut index = index.unwrap_or_else(|| Expr::new(ExprKind::Int(0), Ty::Int(IntTy::INT), e.span));
            self.expression(&mut index);
            let Ty::Pointer(element) = e.ty.clone() else {
                return;
            };
            let (first, stride) = self.variables_of(table, &element, e.span);
            let ty = self.variables[first.0 as usize].ty.clone();
            let Some(row) = ty.target().map(|row| row.as_ref().clone()) else {
                return;
            };
            debug_assert!(matches!(&row, Ty::Array(_, Extent::Variable(e)) if e.var() == Some(stride)));
            let base = Expr::new(ExprKind::Var(first), ty, e.span);
            let array = Expr::new(ExprKind::Index(base.into(), index.into()), row, e.span);
            e.kind = ExprKind::Convert(array.into());
            return;
        }
        match (&e.kind, is_table(&e.ty)) {
            (ExprKind::Var(table), true) => self.refuse(*table, e.span, "is more than subscripted here"),
            _ => e.for_each_child_mut(&mut |child| self.expression(child)),
        }
    }

    /// The variables that stand for a table.
    fn variables_of(&mut self, table: VarId, element: &Rc<Ty>, span: Span) -> (VarId, VarId) {
        if let Some(known) = self.found.iter().find(|rows| rows.table == table) {
            return (known.first, known.stride);
        }
        let of = self.variables[table.0 as usize].clone();
        let stride = VarId(self.variables.len() as u32);
        let long = Ty::Int(IntTy {
            bits: 64,
            signed: true,
        });
        let name = format!("{}_stride", of.name);
        self.variables.push(Variable::own(name, long.clone(), of.span));
        let first = VarId(self.variables.len() as u32);
        let extent = Expr::new(ExprKind::Var(stride), long, of.span);
        let row = Ty::Array(element.clone(), Extent::Variable(extent.into()));
        let own = Variable::own(of.name, Ty::Pointer(row.into()), of.span);
        self.variables.push(own);
        self.found.push(Rows {
            table,
            first,
            stride,
            span,
        });
        (first, stride)
    }

    fn refuse(&mut self, table: VarId, span: Span, what: &str) {
        let name = &self.variables[table.0 as usize].name;
        let message = format!("`{name}`, a table of pointers to rows, {what}");
        self.mistake.get_or_insert(
            Diagnostic::new(span, message).help("only elements, `a[i][j]`, and rows, `a[i]`, are understood"),
        );
    }
}

/// The variable of a table and the subscript of a row of it that an expression is; no subscript for the first one.
fn row(e: &Expr) -> Option<(VarId, Option<Expr>)> {
    let table = |e: &Expr| e.undecayed().var().filter(|_| is_table(&e.undecayed().ty));
    match &e.kind {
        ExprKind::Index(base, index) => Some((table(base)?, Some(index.as_ref().clone()))),
        ExprKind::Deref(pointer) => match &pointer.kind {
            ExprKind::Binary(BinaryOp::Add, base, by) => Some((table(base)?, Some(by.as_ref().clone()))),
            _ => Some((table(pointer)?, None)),
        },
        _ => None,
    }
}
