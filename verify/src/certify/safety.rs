//! Whether every access of the second function is inside its array, given that those of the first are, and no division by zero.

use ovolo_lang::affine::AffineExpr;
use z3::ast::Bool;

use super::Refused;
use super::ask::Asked;
use super::function::{Array, Function, Touch};
use super::solve::{Order, Unknowns, completions};
use super::sources::variables;
use super::terms::Point;

/// Instances of accesses of the first function that are tried for an access of the second, and how many of them may be
/// needed together. Arbitrary.
const MOST_CANDIDATES: usize = 48;
const MOST_NEEDED: usize = 12;

/// Checks that no integer of a function that is taken for a number wraps around.
pub fn fits(function: &Function, asked: &mut Asked) -> Refused<()> {
    for touch in &function.touches {
        if touch.statement.target.array == Array::Fits && !is_inside(touch, 0, asked)? {
            return Err("an integer of fixed width, in a subscript or a bound, that may wrap around".into());
        }
    }
    Ok(())
}

/// Checks the accesses of the second function. Gives the numbers of those that depend on data and of which it is left to show
/// that the first function has them too.
pub fn check(first: &Function, second: &Function, asked: &mut Asked) -> Refused<Vec<usize>> {
    let mut left = Vec::new();
    for touch in first.touches.iter().filter(|touch| touch.reaches_over) {
        // Beyond the last row there is no memory.
        if !is_inside(touch, 1, asked)? {
            return Err("a view that may reach beyond the rows of its array".into());
        }
    }
    for (number, touch) in second.touches.iter().enumerate() {
        if touch.is_write && stores_under_conditions(first, touch.statement.target.array) {
            // Memory of others may not be written where the first does not, be it what is there.
            if !is_accessed_too(touch, [first, second], true, asked)? {
                if !touch.is_conditional {
                    return Err(
                        "the second function may store where the first does under a condition".into(),
                    );
                }
                left.push(number);
            }
            continue;
        }
        if touch.is_gather
            || !is_inside(touch, 0, asked)? && !is_accessed_too(touch, [first, second], false, asked)?
        {
            if touch.is_by_data() {
                left.push(number);
                continue;
            }
            return Err(match touch.statement.target.array {
                Array::Divisor => "a division by an index that may be no more than zero".into(),
                Array::Claim => {
                    "an access outside of a view, a cast to extents that memory may not have, or one at a subscript that may be \
                     poison"
                        .into()
                }
                Array::Fits => "an integer of fixed width, in a subscript or a bound, that may wrap around".into(),
                _ => "the second function may access memory that the first does not".into(),
            });
        }
    }
    for local in &second.locals {
        if !local.is_freed && !first.locals.iter().any(|known| !known.is_freed) {
            return Err("the second function does not free what it allocates".into());
        }
    }
    Ok(left)
}

/// Whether the bounds of the loops tell that all subscripts from a dimension on are inside the extents.
fn is_inside(touch: &Touch, dimension: usize, asked: &mut Asked) -> Refused<bool> {
    let statement = &touch.statement;
    let dims = variables("v", &statement.domain);
    let domain = asked.sizes.domain(&statement.domain, &dims)?;
    let mut inside = Vec::new();
    let subscripts = statement.target.subscripts.iter().zip(&touch.extents);
    for (subscript, extents) in subscripts.skip(dimension) {
        let subscript = asked.sizes.encode(subscript, &dims)?;
        inside.push(subscript.ge(0));
        // The extents of what is allocated in a loop are expressions of its variables.
        let below = asked.sizes.encode_all(extents, &dims)?;
        let below: Vec<Bool> = below.iter().map(|extent| subscript.lt(extent)).collect();
        inside.push(Bool::or(&below));
    }
    let conditions = [&domain[..], &[Bool::and(&inside).not()]].concat();
    let is_inside = asked.is_impossible(&conditions)?;
    if !is_inside {
        asked.suspect(&conditions);
    }
    Ok(is_inside)
}

/// Whether a function stores to some cells of memory that is not its own by data.
fn stores_under_conditions(function: &Function, array: Array) -> bool {
    matches!(array, Array::Argument(_))
        && function
            .touches
            .iter()
            .any(|touch| touch.is_write && touch.is_conditional && touch.statement.target.array == array)
}

/// Whether the first function accesses the same cells of an array with the same extents, whatever the data; or stores to
/// them, if that is wanted.
fn is_accessed_too(
    touch: &Touch,
    [first, second]: [&Function; 2],
    is_write: bool,
    asked: &mut Asked,
) -> Refused<bool> {
    let statement = &touch.statement;
    let has_same_extents = match statement.target.array {
        Array::Argument(_) | Array::Divisor | Array::Claim | Array::Fits => true,
        Array::Local(number) => {
            let [known, own] = [first, second].map(|function| function.locals.get(number));
            let extents = own.iter().flat_map(|local| local.extents.iter().flatten());
            known == own && extents.clone().all(AffineExpr::is_symbolic_or_constant)
        }
        _ => false,
    };
    if !has_same_extents {
        return Ok(false);
    }
    let dims = variables("v", &statement.domain);
    let mut conditions = asked.sizes.domain(&statement.domain, &dims)?;
    let mut pool: Option<Vec<(&Touch, Vec<AffineExpr>)>> = None;
    for _ in 0..MOST_NEEDED {
        let Some([sizes, x, _]) = asked.example(&conditions, [&dims, &[]])? else {
            return Ok(true);
        };
        let pool = pool.get_or_insert_with(|| candidates(touch, first, is_write));
        let point = Point { sizes: &sizes };
        let cell = point.all(&statement.target.subscripts, &x);
        let touches = |(known, at): &&(&Touch, Vec<AffineExpr>)| {
            let Some(at) = point.all(at, &x) else { return false };
            point.is_in(&known.statement.domain, &at) == Some(true)
                && point.all(&known.statement.target.subscripts, &at) == cell
        };
        let Some((known, at)) = pool.iter().find(touches) else {
            return Ok(false);
        };
        let at = asked.sizes.encode_all(at, &dims)?;
        let mut same = asked.sizes.domain(&known.statement.domain, &at)?;
        for (a, b) in known
            .statement
            .target
            .subscripts
            .iter()
            .zip(&statement.target.subscripts)
        {
            same.push(asked.sizes.encode(a, &at)?.eq(&asked.sizes.encode(b, &dims)?));
        }
        conditions.push(Bool::and(&same).not());
    }
    Ok(false)
}

/// Accesses of the first function to the same array with instances that may touch the same cell.
fn candidates<'f>(touch: &Touch, first: &'f Function, is_write: bool) -> Vec<(&'f Touch, Vec<AffineExpr>)> {
    let statement = &touch.statement;
    let mut all = Vec::new();
    for known in &first.touches {
        if known.is_by_data()
            || is_write && !known.is_write
            || known.statement.target.array != statement.target.array
        {
            continue;
        }
        let pairs = known
            .statement
            .target
            .subscripts
            .iter()
            .zip(&statement.target.subscripts);
        let equations: Vec<(AffineExpr, AffineExpr)> = pairs.map(|(a, b)| (a.clone(), b.clone())).collect();
        let choices = |unknowns: &Unknowns<'_>, variable: usize| {
            if let Some(few) = unknowns.few(variable) {
                return few;
            }
            let [mut choices, _] = unknowns.alike(variable, &statement.domain.loops);
            choices.extend(unknowns.least(variable));
            choices.extend(unknowns.greatest(variable));
            choices
        };
        let mut found = Vec::new();
        completions(
            Unknowns::of(&known.statement.domain),
            &equations,
            &choices,
            Order::Few,
            MOST_CANDIDATES,
            &mut found,
        );
        all.extend(found.into_iter().map(|at| (known, at)));
    }
    all
}
