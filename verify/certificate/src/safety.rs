//! Whether every access of the second function is inside its array, given that those of the first are, and no division by zero.

use std::collections::BTreeMap;

use ovolo_lang::affine::AffineExpr;
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::{Instance, fits, unfit};
use super::function::{Array, Function, Touch};
use super::sources::variables;

/// Checks that no integer of a function that is taken for a number wraps around, and that loops over digits have extents.
pub fn is_as_it_is_read(function: &Function, asked: &mut Asked) -> Refused<()> {
    for touch in &function.touches {
        let reason = match touch.statement.target.array {
            Array::Fits => WRAPS,
            Array::Extent => NEGATIVE,
            _ => continue,
        };
        if !is_inside(touch, 0, asked)? {
            return Err(reason.into());
        }
    }
    Ok(())
}

const NEGATIVE: &str = "a loop by quotients of whose variable an extent may be negative";

const WRAPS: &str = "an integer of fixed width, in a subscript or a bound, that may wrap around";

/// Checks the accesses of the second function, some of them by accesses of the first to the same cells. Gives the numbers of
/// those that depend on data and of which it is left to show that the first function has them too.
pub fn check(
    [first, second]: [&Function; 2],
    touches: &BTreeMap<usize, Vec<Instance>>,
    asked: &mut Asked,
) -> Refused<Vec<usize>> {
    let mut left = Vec::new();
    for touch in first.touches.iter().filter(|touch| touch.reaches_over) {
        // Beyond the last row there is no memory.
        if !is_inside(touch, 1, asked)? {
            return Err("a view that may reach beyond the rows of its array".into());
        }
    }
    for (number, touch) in second.touches.iter().enumerate() {
        if is_store_to_follow(touch, first) {
            // Memory of others may not be written where the first does not, be it what is there.
            let is_stored = match touches.get(&number) {
                Some(known) => is_accessed_too(touch, known, [first, second], asked)?,
                None => false,
            };
            if !is_stored && !touch.is_conditional {
                return Err("the second function may store where the first does under a condition".into());
            }
            if !is_stored {
                left.push(number);
            }
            continue;
        }
        let is_safe = match touches.get(&number).filter(|_| !touch.is_gather) {
            Some(known) => is_accessed_too(touch, known, [first, second], asked)?,
            None => !touch.is_gather && is_inside(touch, 0, asked)?,
        };
        if is_safe {
            continue;
        }
        if touch.is_by_data() {
            left.push(number);
            continue;
        }
        return Err(match touch.statement.target.array {
            Array::Divisor => "a division by an index that may be no more than zero".into(),
            Array::Claim => {
                "an access outside of a view, a cast to extents that memory may not have, or one at a subscript that may be poison"
                    .into()
            }
            Array::Fits => WRAPS.into(),
            Array::Extent => NEGATIVE.into(),
            _ => "the second function may access memory that the first does not".into(),
        });
    }
    for local in &second.locals {
        if !local.is_freed && !first.locals.iter().any(|known| !known.is_freed) {
            return Err("the second function does not free what it allocates".into());
        }
    }
    Ok(left)
}

/// Whether the bounds of the loops tell that all subscripts from a dimension on are inside the extents.
pub fn is_inside(touch: &Touch, dimension: usize, asked: &mut Asked) -> Refused<bool> {
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

/// Whether it is a store to memory that is not the function's own, to some cells of which the first function stores by data: it is
/// to be one of the first too.
pub fn is_store_to_follow(touch: &Touch, first: &Function) -> bool {
    let array = touch.statement.target.array;
    let by_data =
        |touch: &Touch| touch.is_write && touch.is_conditional && touch.statement.target.array == array;
    touch.is_write && matches!(array, Array::Argument(_)) && first.touches.iter().any(by_data)
}

/// Whether each instance of an access touches a cell that one of some accesses of the first function touches too, or is a load
/// of one before it.
fn is_accessed_too(
    touch: &Touch,
    known: &[Instance],
    functions: [&Function; 2],
    asked: &mut Asked,
) -> Refused<bool> {
    if !may_be_accessed_too(touch, functions) {
        return Ok(false);
    }
    let mut conditions = asked.sizes.domain(&touch.statement.domain, &dims_of(touch))?;
    for instance in known {
        conditions.push(untouched(touch, instance, functions[0], asked)?);
    }
    asked.is_impossible(&conditions)
}

/// The variables of an access as terms.
pub fn dims_of(touch: &Touch) -> Vec<Int> {
    variables("v", &touch.statement.domain)
}

/// Whether what the first function accesses of an array tells what the second may.
pub fn may_be_accessed_too(touch: &Touch, [first, second]: [&Function; 2]) -> bool {
    match touch.statement.target.array {
        Array::Argument(_) | Array::Divisor | Array::Claim | Array::Fits | Array::Extent => true,
        Array::Local(number) => {
            let [known, own] = [first, second].map(|function| function.locals.get(number));
            let extents = own.iter().flat_map(|local| local.extents.iter().flatten());
            known == own && extents.clone().all(AffineExpr::is_symbolic_or_constant)
        }
        _ => false,
    }
}

/// Whether an access of the first function may tell that another, which may be a store to follow, is safe.
pub fn may_tell(known: &Touch, touch: &Touch, is_store: bool) -> bool {
    !known.is_by_data()
        && (known.is_write || !is_store)
        && known.statement.target.array == touch.statement.target.array
}

/// Whether an access is known to be inside of its array where one further on in all dimensions is: it reads memory that has
/// extents. What is further on along strides that are no lengths of rows may lie anywhere, for a stride may be negative.
pub fn is_inside_before(touch: &Touch) -> bool {
    let target = &touch.statement.target;
    let is_memory = matches!(target.array, Array::Argument(_) | Array::Local(_));
    let has_rows = touch.extents.iter().skip(1).all(|extents| !extents.is_empty());
    !touch.is_write && !touch.reaches_over && is_memory && has_rows
}

/// The condition that an access touches another cell than an instance of one of the first function, nor, where it is a load,
/// one that in each dimension is before that, or inside of the extent anyway.
pub fn untouched(touch: &Touch, known: &Instance, first: &Function, asked: &Asked) -> Refused<Bool> {
    let (statement, dims) = (&touch.statement, dims_of(touch));
    let other = first.touches.get(known.statement);
    let other = other.filter(|other| may_tell(other, touch, is_store_to_follow(touch, first)));
    let other = other.ok_or_else(|| unfit("an access of another array, or one that depends on data"))?;
    fits(&known.at, other.statement.domain.loops.len(), dims.len())?;
    let at = asked.sizes.encode_all(&known.at, &dims)?;
    let mut same = asked.sizes.domain(&other.statement.domain, &at)?;
    let subscripts = other.statement.target.subscripts.iter();
    let (mut equal, mut before) = (Vec::new(), Vec::new());
    let pairs = subscripts.zip(&statement.target.subscripts);
    for (dimension, (a, b)) in pairs.enumerate() {
        let [a, b] = [asked.sizes.encode(a, &at)?, asked.sizes.encode(b, &dims)?];
        let mut below = vec![b.le(&a)];
        below.extend(touch.fixed_extent(dimension).map(|extent| b.lt(extent)));
        before.extend([b.ge(0), Bool::or(&below)]);
        equal.push(a.eq(&b));
    }
    let equal = Bool::and(&equal);
    same.push(match is_inside_before(touch) && !other.reaches_over {
        true => Bool::or(&[equal, Bool::and(&before)]),
        false => equal,
    });
    Ok(Bool::and(&same).not())
}
