//! Guesses of the accesses of the first function that touch the cells of an access of the second.

use std::collections::BTreeMap;

use ovolo_certificate::Refused;
use ovolo_certificate::ask::Asked;
use ovolo_certificate::certificate::Instance;
use ovolo_certificate::function::{Function, Touch};
use ovolo_certificate::safety::{
    dims_of, is_inside, is_inside_before, is_store_to_follow, may_be_accessed_too, may_tell, untouched,
};
use ovolo_certificate::terms::Point;
use ovolo_lang::affine::{AffineExpr, constant};

use super::solve::{Order, Unknowns, completions};

/// Instances of accesses of the first function that are tried for an access of the second: those of variables that run over the same
/// values, and others; and how many of them may be needed together. Arbitrary.
const MOST_ALIKE: usize = 8;
const MOST_CANDIDATES: usize = 48;
const MOST_NEEDED: usize = 12;

/// Dimensions in which the neighbours of a cell are tried in its place. Arbitrary.
const MOST_DIMENSIONS: usize = 3;

/// For the accesses of the second function that bounds do not keep inside of their arrays those of the first, where they are
/// found.
pub fn find(functions: [&Function; 2], asked: &mut Asked) -> Refused<BTreeMap<usize, Vec<Instance>>> {
    let mut all = BTreeMap::new();
    for (number, touch) in functions[1].touches.iter().enumerate() {
        let is_open = match is_store_to_follow(touch, functions[0]) {
            true => true,
            false => !touch.is_gather && !is_inside(touch, 0, asked)?,
        };
        if !is_open {
            continue;
        }
        // Mostly the last access of all is further on than any other. Of products of variables with sizes z3 does not tell it.
        let is_affine = touch
            .statement
            .target
            .subscripts
            .iter()
            .all(AffineExpr::is_pure_affine);
        for only_last in [true, false] {
            if only_last && !is_affine {
                continue;
            }
            if let Some(known) = accessed_too(touch, functions, only_last, asked)? {
                all.insert(number, known);
                break;
            }
        }
    }
    Ok(all)
}

/// Accesses of the first function one of which touches the cell of each instance of an access.
fn accessed_too(
    touch: &Touch,
    functions: [&Function; 2],
    only_last: bool,
    asked: &mut Asked,
) -> Refused<Option<Vec<Instance>>> {
    if !may_be_accessed_too(touch, functions) {
        return Ok(None);
    }
    let statement = &touch.statement;
    let dims = dims_of(touch);
    let mut conditions = asked.sizes.domain(&statement.domain, &dims)?;
    let mut pool: Option<Vec<Instance>> = None;
    let mut needed = Vec::new();
    for _ in 0..MOST_NEEDED {
        let Some([sizes, x, _]) = asked.example(&conditions, [&dims, &[]])? else {
            // No example may be found of what is not impossible either.
            let is_told = !only_last || asked.is_impossible(&conditions)?;
            return Ok(is_told.then_some(needed));
        };
        let pool = pool.get_or_insert_with(|| match only_last {
            true => last_of_all(touch, functions[0]),
            false => candidates(touch, functions[0]),
        });
        let point = Point { sizes: &sizes };
        let cell = point.all(&statement.target.subscripts, &x);
        let touches = |instance: &&Instance| {
            let known = &functions[0].touches[instance.statement].statement;
            let Some(at) = point.all(&instance.at, &x) else {
                return false;
            };
            let found = point.all(&known.target.subscripts, &at);
            let is_there = match (&found, &cell) {
                (Some(found), Some(cell)) if is_inside_before(touch) => {
                    let pairs = found.iter().zip(cell).enumerate();
                    pairs.into_iter().all(|(dimension, (known, own))| {
                        let last = touch
                            .fixed_extent(dimension)
                            .map_or(*known, |n| (n - 1).max(*known));
                        (0..=last).contains(own)
                    })
                }
                _ => found == cell,
            };
            point.is_in(&known.domain, &at) == Some(true) && is_there
        };
        let Some(instance) = pool.iter().find(touches) else {
            return Ok(None);
        };
        conditions.push(untouched(touch, instance, functions[0], asked)?);
        needed.push(instance.clone());
    }
    Ok(None)
}

/// Of each access of the first function to the same array the last instance, where a load is known to be inside if that is further on.
fn last_of_all(touch: &Touch, first: &Function) -> Vec<Instance> {
    let is_store = is_store_to_follow(touch, first);
    let numbered = first.touches.iter().enumerate();
    let others = numbered.filter(|(_, known)| is_inside_before(touch) && may_tell(known, touch, is_store));
    let last = others.filter_map(|(statement, known)| {
        let last = |unknowns: &Unknowns<'_>, variable: usize| unknowns.greatest(variable);
        let unknowns = Unknowns::of(&known.statement.domain);
        let mut found = Vec::new();
        completions(unknowns, &[], &last, Order::Outermost, 1, &mut found);
        let at = found.pop()?;
        Some(Instance { statement, at })
    });
    last.collect()
}

/// Accesses of the first function to the same array with instances that may touch the same cell.
fn candidates(touch: &Touch, first: &Function) -> Vec<Instance> {
    let (statement, is_store) = (&touch.statement, is_store_to_follow(touch, first));
    let mut all = Vec::new();
    for (number, known) in first.touches.iter().enumerate() {
        if !may_tell(known, touch, is_store) {
            continue;
        }
        let subscripts = known.statement.target.subscripts.iter();
        let pairs: Vec<(&AffineExpr, &AffineExpr)> = subscripts.zip(&statement.target.subscripts).collect();
        // A load is inside where an access further on is: of the same cell, or next to it in some dimensions.
        let neighbours = match is_inside_before(touch) && pairs.len() <= MOST_DIMENSIONS {
            true => 1 << pairs.len(),
            false => 1,
        };
        let equations = (0..neighbours).map(|further| {
            let further = |dimension: usize| constant((further >> dimension) & 1);
            let pairs = pairs.iter().enumerate();
            pairs
                .map(|(dimension, (a, b))| ((*a).clone(), (*b).clone() + further(dimension)))
                .collect()
        });
        let mut equations: Vec<Vec<(AffineExpr, AffineExpr)>> = equations.collect();
        // Where an extent is a constant a load may be elsewhere along it.
        let of_open = |equations: &Vec<(AffineExpr, AffineExpr)>| {
            let numbered = equations.iter().cloned().enumerate();
            let open = numbered.filter(|(dimension, _)| touch.fixed_extent(*dimension).is_none());
            open.map(|(_, equation)| equation).collect::<Vec<_>>()
        };
        if is_inside_before(touch) && (0..pairs.len()).any(|n| touch.fixed_extent(n).is_some()) {
            let open = of_open(&equations[0]);
            equations.extend((!open.is_empty()).then_some(open));
        }
        let alike = |unknowns: &Unknowns<'_>, variable: usize| {
            let [alike, _] = unknowns.alike(variable, &statement.domain.loops);
            alike
        };
        let choices = |unknowns: &Unknowns<'_>, variable: usize| {
            if let Some(few) = unknowns.few(variable) {
                return few;
            }
            let mut choices = alike(unknowns, variable);
            choices.extend(unknowns.least(variable));
            choices.extend(unknowns.greatest(variable));
            choices
        };
        let mut found = Vec::new();
        let mut complete = |choices: &dyn Fn(&Unknowns<'_>, usize) -> Vec<AffineExpr>, most: usize| {
            for equations in &equations {
                let unknowns = Unknowns::of(&known.statement.domain);
                let most = found.len() + most;
                completions(unknowns, equations, choices, Order::Few, most, &mut found);
            }
        };
        // One map from variable to variable explains what otherwise each value of a variable that has few would.
        complete(&alike, MOST_ALIKE);
        complete(&choices, MOST_CANDIDATES);
        all.extend(found.into_iter().map(|at| Instance {
            statement: number,
            at,
        }));
    }
    all
}
