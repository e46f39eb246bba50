//! What is known of instances since their accesses are inside their arrays.
//!
//! A program that accesses memory outside of an array has no meaning. So an instance is executed only where its subscripts are
//! inside the extents: in the first function since it has a meaning, in the second by what `safety` checks. Extents that are
//! constants bound loops whose bounds are arguments.

use ovolo_lang::affine::{AffineExpr, Constraint, constant};

use z3::ast::Bool;

use super::Refused;
use super::function::{Access, Array, Domain, Function, Guard, Value};
use super::terms::Sizes;

impl Function {
    /// Notes what is known of the sizes since this function, which is to have a meaning, accesses its arrays inside their
    /// extents: at the last iteration of all loops around an access, where there is one.
    pub fn tell_extents(&self, sizes: &mut Sizes) -> Refused<()> {
        for touch in self
            .touches
            .iter()
            .filter(|touch| !touch.is_conditional && !touch.is_gather)
        {
            let statement = &touch.statement;
            let extents = self.extents(statement.target.array);
            let subscripts = &statement.target.subscripts;
            if extents.len() != subscripts.len() || extents.iter().all(Option::is_none) {
                continue;
            }
            let mut last: Vec<AffineExpr> = Vec::new();
            for around in &statement.domain.loops {
                let Some(upper) = around.upper.first() else { break };
                last.push((&upper.replace(&last, &[]) + &constant(-1)).simplified());
            }
            if last.len() != statement.domain.loops.len() {
                continue;
            }
            let mut inside = Vec::new();
            for (subscript, extent) in subscripts.iter().zip(extents) {
                let subscript = subscript.replace(&last, &[]).simplified();
                if let Some(extent) = extent.filter(|_| subscript.as_constant().is_none()) {
                    let subscript = sizes.encode(&subscript, &[])?;
                    inside.extend([subscript.ge(0), subscript.lt(extent)]);
                }
            }
            if inside.is_empty() {
                continue;
            }
            let at = sizes.encode_all(&last, &[])?;
            let is_executed = Bool::and(&sizes.domain(&statement.domain, &at)?);
            let fact = is_executed.implies(Bool::and(&inside));
            if !sizes.known.contains(&fact) {
                sizes.known.push(fact);
            }
        }
        Ok(())
    }

    /// Adds to the domain of each statement that its accesses are inside arrays whose extents are constants.
    pub fn assume_in_bounds(&mut self) {
        let mut guards = Vec::new();
        for statement in &self.statements {
            let domain = &statement.domain;
            let mut all = self.executed(&statement.value, domain);
            // Where a condition on data does not hold a statement stores what was there, which is no access.
            if !statement.value.is_choice_by_data() {
                add(&mut all, self.inside(&statement.target, domain));
            }
            guards.push((!all.is_empty()).then_some(Guard::All(all)));
        }
        for (statement, guard) in self.statements.iter_mut().zip(guards) {
            statement.domain.guards.extend(guard);
        }
    }

    /// What holds where an access is inside its array.
    fn inside(&self, access: &Access, domain: &Domain) -> Vec<Constraint> {
        let extents = self.extents(access.array);
        // The subscripts of a local array begin with the loops around its allocation.
        let first = access.subscripts.len() - extents.len().min(access.subscripts.len());
        let mut all = Vec::new();
        for (subscript, extent) in access.subscripts[first..].iter().zip(extents) {
            let is_told = subscript.is_pure_affine() && is_symbolic(subscript, domain);
            let Some(extent) = extent.filter(|_| is_told) else {
                continue;
            };
            let below = &constant(extent - 1) + &(subscript * &constant(-1));
            let constraints = [subscript.clone(), below].map(|expr| Constraint {
                expr,
                is_equality: false,
            });
            add(&mut all, constraints.into());
        }
        all
    }

    /// What holds where the loads in a value that are executed whatever the data are inside their arrays.
    fn executed(&self, value: &Value, domain: &Domain) -> Vec<Constraint> {
        match value {
            Value::Load(access) => self.inside(access, domain),
            Value::Op(op) if !value.is_choice_by_data() => {
                let mut all = Vec::new();
                op.operands
                    .iter()
                    .for_each(|operand| add(&mut all, self.executed(operand, domain)));
                all
            }
            Value::Choice(choice) => self.of_each([&choice.1, &choice.2].into_iter(), domain),
            Value::OneOf(_, values) => self.of_each(values.iter(), domain),
            _ => Vec::new(),
        }
    }

    /// What holds whichever of some values is computed.
    fn of_each<'v>(&self, mut values: impl Iterator<Item = &'v Value>, domain: &Domain) -> Vec<Constraint> {
        let first = values.next().map(|value| self.executed(value, domain));
        let mut common = first.unwrap_or_default();
        for value in values {
            let others = self.executed(value, domain);
            common.retain(|constraint| others.contains(constraint));
        }
        common
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

/// Adds what is new.
fn add(all: &mut Vec<Constraint>, more: Vec<Constraint>) {
    for constraint in more {
        if !all.contains(&constraint) {
            all.push(constraint);
        }
    }
}
