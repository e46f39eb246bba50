//! A point of a system of linear constraints over the integers, or that there is none.
//!
//! Variables are eliminated one after another, and the point is put together backwards:
//!
//! 1. An equality gives a variable away: by changes of variables that keep the integer points its
//!    coefficients are made smaller, as in Euclid's algorithm, until one of them is ±1.
//! 2. A pair `a·x ≥ p`, `b·x ≤ q` of inequalities says of the rest that `a·q ≥ b·p`, exactly so when `a = 1`
//!    or `b = 1` (Pugh, "The Omega Test", 1991). This is done where it adds no inequalities.
//! 3. Without a rational point there is no integer one; and the rational point may be an integer one.
//! 4. An inequality without an upper bound on its value can always be satisfied later, by walking in a
//!    direction that changes no bounded one. What is left is bounded in all directions that matter.
//! 5. A row whose values are all below 1 is zero: an equality.
//! 6. The variables are changed so that the columns of the system are a reduced lattice basis. Then the last
//!    variable has few integer values (Lenstra 1983; Krishnamoorthy and Pataki 2009), or there are points at
//!    almost every one. Each is tried, as an equality.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

use super::reduce::{self, Change, rounded};
use super::system::{Bounds, System, substitute};
use super::tableau::{Extreme, Goal, Tableau};
use super::work::{Exhausted, Work};
use crate::affine::row::Row;

/// How the values of a system follow from those of the simpler system that it was turned into.
enum Step {
    /// `x` is the value of the row.
    Defined(usize, Row),
    /// The row is still to be added to `x`.
    Shifted(usize, Row),
    /// `x` is any integer within the bounds.
    Bounded(usize, Bounds),
    /// The rows are to be made non-negative by going along the direction, in which all of them grow.
    Along(Vec<BigInt>, Vec<Row>),
}

/// Values of the variables that satisfy the system, or `None` when there are none.
pub(super) fn solve(mut system: System, work: &mut Work) -> Result<Option<Vec<BigInt>>, Exhausted> {
    let mut steps = Vec::new();
    let Some(mut values) = simplest(&mut system, &mut steps, work)? else {
        return Ok(None);
    };
    for step in steps.iter().rev() {
        match step {
            Step::Defined(x, row) => values[*x] = row.value(&values),
            Step::Shifted(x, row) => values[*x] = row.value(&values) + &values[*x],
            Step::Bounded(x, bounds) => values[*x] = bounds.closest_to_zero(*x, &values),
            Step::Along(direction, rows) => go_along(&mut values, direction, rows),
        }
    }
    Ok(Some(values))
}

/// Values for what the steps that are taken make of the system.
fn simplest(
    system: &mut System,
    steps: &mut Vec<Step>,
    work: &mut Work,
) -> Result<Option<Vec<BigInt>>, Exhausted> {
    loop {
        if system.normalize(work)?.is_err() {
            return Ok(None);
        }
        if let Some(equality) = system.equalities.pop() {
            use_equality(system, equality, steps, work)?;
            continue;
        }
        if let Some(x) = exactly_eliminable(system, work)? {
            let bounds = system.take_bounds(x);
            system.inequalities.extend(bounds.shadow(x));
            steps.push(Step::Bounded(x, bounds));
            continue;
        }
        let Some(mut tableau) = Tableau::new(system, work)? else {
            return Ok(None);
        };
        if let Some(point) = tableau.integer_point() {
            return Ok(Some(point));
        }
        match widths(system, &mut tableau, work)? {
            Widths::Unbounded(direction) => {
                let rows = system.take_growing(&direction);
                steps.push(Step::Along(direction, rows));
            }
            Widths::Zero(row) => system.equalities.push(row),
            Widths::Bounded(widths) => return search(system, &widths, steps, work),
        }
    }
}

/// Eliminates a variable of `equality == 0`, whose coefficients have no common divisor.
fn use_equality(
    system: &mut System,
    mut equality: Row,
    steps: &mut Vec<Step>,
    work: &mut Work,
) -> Result<(), Exhausted> {
    loop {
        system.charge(work)?;
        let magnitude = |i: &usize| equality.coefficient(*i).magnitude();
        let Some(x) = equality.variables().min_by(|i, j| magnitude(i).cmp(magnitude(j))) else {
            return Ok(());
        };
        let a = equality.coefficient(x).clone();
        let mut row = equality.clone();
        *row.coefficient_mut(x) = BigInt::ZERO;
        if a == BigInt::from(1) || a == BigInt::from(-1) {
            // a * x + row == 0 with a = ±1: x = -a * row
            let value = row.scaled(&-a);
            system.substitute(x, &value, false);
            steps.push(Step::Defined(x, value));
            return Ok(());
        }
        // a * x + row == 0, and x = x' - round(row / a): what is left of the row is at most a / 2.
        row.for_each(|number| *number = -rounded(number, &a));
        system.substitute(x, &row, true);
        substitute(&mut equality, x, &row, true);
        steps.push(Step::Shifted(x, row));
    }
}

/// The variable whose elimination from the inequalities is exact and removes the most of them, adding none.
fn exactly_eliminable(system: &System, work: &mut Work) -> Result<Option<usize>, Exhausted> {
    system.charge(work)?;
    let one = BigInt::from(1);
    let mut best: Option<(usize, usize)> = None;
    for x in 0..system.num_variables {
        let (mut lower, mut upper) = (0usize, 0usize);
        let (mut lower_are_units, mut upper_are_units) = (true, true);
        for row in &system.inequalities {
            let a = row.coefficient(x);
            match a.sign() {
                Sign::Plus => {
                    lower += 1;
                    lower_are_units &= *a == one;
                }
                Sign::Minus => {
                    upper += 1;
                    upper_are_units &= *a.magnitude() == *one.magnitude();
                }
                Sign::NoSign => {}
            }
        }
        let is_exact = lower_are_units || upper_are_units || lower * upper == 0;
        let removed = (lower + upper)
            .checked_sub(lower * upper)
            .filter(|_| lower + upper > 0);
        if let Some(removed) = removed.filter(|_| is_exact)
            && best.is_none_or(|(most, _)| removed > most)
        {
            best = Some((removed, x));
        }
    }
    Ok(best.map(|(_, x)| x))
}

/// The greatest values of the rows of a system whose least ones are zero.
enum Widths {
    /// Some rows grow beyond all bounds in this direction, and none shrinks.
    Unbounded(Vec<BigInt>),
    /// This row is below 1.
    Zero(Row),
    /// Each row's greatest value, rounded down.
    Bounded(Vec<BigInt>),
}

fn widths(system: &System, tableau: &mut Tableau, work: &mut Work) -> Result<Widths, Exhausted> {
    let mut widths = Vec::new();
    let mut unbounded: Option<Vec<BigInt>> = None;
    for (i, row) in system.inequalities.iter().enumerate() {
        let grows = |direction: &Vec<BigInt>| row.slope(direction) > BigInt::ZERO;
        if unbounded.as_ref().is_some_and(grows) {
            continue;
        }
        match tableau.greatest_slack(i, work)? {
            Extreme::Value(value, denominator) if value < denominator => {
                return Ok(Widths::Zero(row.clone()));
            }
            Extreme::Value(value, denominator) => widths.push(value.div_floor(&denominator)),
            Extreme::Unbounded(direction) => {
                let sum = unbounded.get_or_insert_with(|| vec![BigInt::ZERO; system.num_variables]);
                sum.iter_mut().zip(&direction).for_each(|(sum, d)| *sum += d);
            }
        }
    }
    Ok(match unbounded {
        Some(direction) => Widths::Unbounded(direction),
        None => Widths::Bounded(widths),
    })
}

/// Adds the least multiple of the direction that makes the rows non-negative.
fn go_along(values: &mut [BigInt], direction: &[BigInt], rows: &[Row]) {
    let far = rows.iter().map(|row| {
        let (value, slope) = (row.value(values), row.slope(direction));
        match slope > BigInt::ZERO {
            true => -value.div_floor(&slope),
            false => BigInt::ZERO,
        }
    });
    let steps = far.max().unwrap_or_default().max(BigInt::ZERO);
    for (value, d) in values.iter_mut().zip(direction) {
        *value += d * &steps;
    }
}

/// Tries the values of one variable of a system whose rows are bounded.
fn search(
    system: &mut System,
    widths: &[BigInt],
    steps: &mut Vec<Step>,
    work: &mut Work,
) -> Result<Option<Vec<BigInt>>, Exhausted> {
    let x = reduce_basis(system, widths, steps, work)?.ok_or(Exhausted)?;
    let Some(mut tableau) = Tableau::new(system, work)? else {
        return Ok(None);
    };
    let least = tableau.extreme_variable(x, Goal::Least, work)?;
    let greatest = tableau.extreme_variable(x, Goal::Greatest, work)?;
    let (Extreme::Value(p, a), Extreme::Value(q, b)) = (least, greatest) else {
        // All rows are bounded and the columns are independent, so every variable is bounded.
        return Err(Exhausted);
    };
    let (least, greatest) = (-(-p).div_floor(&a), q.div_floor(&b));
    for value in from_the_middle(least, greatest) {
        system.charge(work)?;
        let mut fixed = system.clone();
        let mut equality = Row::variable(x);
        equality.coefficients.resize(system.num_variables, BigInt::ZERO);
        equality.constant = -value;
        fixed.equalities.push(equality);
        if let Some(values) = solve(fixed, work)? {
            return Ok(Some(values));
        }
    }
    Ok(None)
}

/// The integers from `least` to `greatest`, those in the middle first.
fn from_the_middle(least: BigInt, greatest: BigInt) -> impl Iterator<Item = BigInt> {
    let middle: BigInt = (&least + &greatest).div_floor(&BigInt::from(2));
    let mut distance = BigInt::ZERO;
    let mut below = false;
    std::iter::from_fn(move || {
        let value = match below {
            true => &middle - &distance,
            false => &middle + &distance,
        };
        if below || distance == BigInt::ZERO {
            distance += 1;
            below = false;
        } else {
            below = true;
        }
        (least <= value && value <= greatest).then_some(value)
    })
}

/// Changes the variables so that the columns of the system, each row divided by its width, are a reduced
/// basis; gives the variable of the last column.
fn reduce_basis(
    system: &mut System,
    widths: &[BigInt],
    steps: &mut Vec<Step>,
    work: &mut Work,
) -> Result<Option<usize>, Exhausted> {
    make_independent(system, steps, work)?;
    let mut order: Vec<usize> = (0..system.num_variables)
        .filter(|&x| system.mentions(x))
        .collect();
    work.spend(order.len() * order.len() * system.inequalities.len())?;
    let widest = widths.iter().max().cloned().unwrap_or_default();
    let weights: Vec<BigInt> = widths
        .iter()
        .map(|width| (&widest / width).max(BigInt::from(1)))
        .collect();
    let product = |x: usize, y: usize| -> BigInt {
        let rows = system.inequalities.iter().zip(&weights);
        rows.map(|(row, weight)| row.coefficient(x) * row.coefficient(y) * weight * weight)
            .sum()
    };
    let gram = order
        .iter()
        .map(|&x| order.iter().map(|&y| product(x, y)).collect())
        .collect();
    for change in reduce::reduce(gram, work)? {
        match change {
            Change::Swap(k) => order.swap(k, k - 1),
            Change::Subtract {
                target,
                source,
                factor,
            } => {
                // The column of y loses a multiple of that of x: x = x' - factor * y.
                let (x, y) = (order[source], order[target]);
                shift(system, x, &[(y, -factor)], steps, work)?;
            }
        }
    }
    Ok(order.last().copied())
}

/// Changes the variables until the columns of those that the system mentions are independent.
fn make_independent(system: &mut System, steps: &mut Vec<Step>, work: &mut Work) -> Result<(), Exhausted> {
    let mut done = vec![false; system.num_variables];
    for i in 0..system.inequalities.len() {
        loop {
            work.spend(system.num_variables)?;
            let row = &system.inequalities[i];
            let mut open: Vec<usize> = row.variables().filter(|&x| !done[x]).collect();
            open.sort_by(|&x, &y| row.coefficient(x).magnitude().cmp(row.coefficient(y).magnitude()));
            let Some((&x, others)) = open.split_first() else {
                break;
            };
            if others.is_empty() {
                done[x] = true;
                break;
            }
            let quotient = |&y: &usize| (y, -rounded(row.coefficient(y), row.coefficient(x)));
            let terms: Vec<(usize, BigInt)> = others.iter().map(quotient).collect();
            shift(system, x, &terms, steps, work)?;
        }
    }
    Ok(())
}

/// Puts `x + Σ factor * y` in the place of `x`.
fn shift(
    system: &mut System,
    x: usize,
    terms: &[(usize, BigInt)],
    steps: &mut Vec<Step>,
    work: &mut Work,
) -> Result<(), Exhausted> {
    system.charge(work)?;
    let mut row = Row::constant(0);
    for (y, factor) in terms {
        *row.coefficient_mut(*y) = factor.clone();
    }
    system.substitute(x, &row, true);
    steps.push(Step::Shifted(x, row));
    Ok(())
}
