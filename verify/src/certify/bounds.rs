//! What is known of instances since their accesses are inside their arrays.
//!
//! A program that accesses memory outside of an array has no meaning. So an instance is executed only where its subscripts are
//! inside the extents: in the first function since it has a meaning, in the second by what `safety` checks. Extents that are
//! constants bound loops whose bounds are arguments.

use ovolo_lang::affine::{AffineExpr, Constraint, constant};

use super::function::{Access, Array, Domain, Function, Guard, Value};

impl Function {
    /// Adds to the domain of each statement that its accesses are inside arrays whose extents are constants.
    pub fn assume_in_bounds(&mut self) {
        let mut guards = Vec::new();
        for statement in &self.statements {
            let mut accesses = Vec::new();
            // Where a condition on data does not hold a statement stores what was there, which is no access.
            if !statement.value.is_choice_by_data() {
                accesses.push(&statement.target);
            }
            executed(&statement.value, &mut accesses);
            let mut all: Vec<Constraint> = Vec::new();
            for access in accesses {
                let extents = self.extents(access.array);
                // The subscripts of a local array begin with the loops around its allocation.
                let first = access.subscripts.len() - extents.len().min(access.subscripts.len());
                for (subscript, extent) in access.subscripts[first..].iter().zip(extents) {
                    let Some(extent) = extent.filter(|_| is_symbolic(subscript, &statement.domain)) else {
                        continue;
                    };
                    let below = &constant(extent - 1) + &(subscript * &constant(-1));
                    for expr in [subscript.clone(), below] {
                        let constraint = Constraint {
                            expr,
                            is_equality: false,
                        };
                        if subscript.is_pure_affine() && !all.contains(&constraint) {
                            all.push(constraint);
                        }
                    }
                }
            }
            guards.push((!all.is_empty()).then_some(Guard::All(all)));
        }
        for (statement, guard) in self.statements.iter_mut().zip(guards) {
            statement.domain.guards.extend(guard);
        }
    }

    /// Of each dimension of an array the extent, where it is a constant.
    fn extents(&self, array: Array) -> Vec<Option<i64>> {
        let extents: Vec<Option<&AffineExpr>> = match array {
            Array::Argument(number) => match self.arguments.get(number) {
                Some(Some((extents, _))) => extents.iter().map(Some).collect(),
                _ => Vec::new(),
            },
            Array::Local(number) => {
                let extents = self
                    .locals
                    .get(number)
                    .into_iter()
                    .flat_map(|local| &local.extents);
                extents
                    .map(|extent| extent.first().filter(|_| extent.len() == 1))
                    .collect()
            }
            _ => Vec::new(),
        };
        extents.into_iter().map(|extent| extent?.as_constant()).collect()
    }
}

/// Whether the values of an expression depend on a symbol, be it by bounds of its variables.
fn is_symbolic(expr: &AffineExpr, domain: &Domain) -> bool {
    let mut found = false;
    expr.walk(&mut |e| match e {
        AffineExpr::Symbol(_) => found = true,
        AffineExpr::Dim(i) => {
            // Bounds depend on variables before theirs alone.
            let around = domain.loops.get(*i as usize);
            let mut bounds = around
                .into_iter()
                .flat_map(|around| around.lower.iter().chain(&around.upper));
            found = found || bounds.any(|bound| is_symbolic(bound, domain));
        }
        _ => {}
    });
    found
}

/// The loads that are executed whatever the data.
fn executed<'v>(value: &'v Value, found: &mut Vec<&'v Access>) {
    match value {
        Value::Load(access) => found.push(access),
        Value::Op(op) if !value.is_choice_by_data() => {
            op.operands.iter().for_each(|operand| executed(operand, found));
        }
        _ => {}
    }
}
