//! Guesses of the stores that a load reads.

use std::cmp::Ordering;

use ovolo_certificate::Refused;
use ovolo_certificate::ask::Asked;
use ovolo_certificate::certificate::Source;
use ovolo_certificate::equal::is_same;
use ovolo_certificate::function::Time;
use ovolo_certificate::sources::Read;
use ovolo_certificate::terms::Point;
use ovolo_lang::affine::{AffineExpr, AffineOp, constant, dim};

use super::solve::{ORDERS, Unknowns, completions};

/// Candidates for each store and each loop that may carry the value. Arbitrary.
const MOST_CANDIDATES: usize = 48;

/// Sources of one load beyond which it is given up. Arbitrary.
const MOST_SOURCES: usize = 128;

/// The sources of a load, found from examples of what those that are known do not explain.
pub fn find(read: &Read<'_>, asked: &mut Asked) -> Refused<Vec<Source>> {
    let guess = Guess { read };
    let writers = read.writers();
    let mut sources: Vec<Source> = Vec::new();
    let mut pool: Option<Vec<Source>> = None;
    for &writer in &writers {
        while let Some(case) = read.uncovered(writer, &sources, asked)? {
            if sources.len() == MOST_SOURCES {
                return Err(format!(
                    "a load that reads what more than {MOST_SOURCES} stores may have written"
                ));
            }
            let mut candidates = match pool.take() {
                Some(pool) => pool,
                None => guess.all_candidates(&writers, None, asked)?,
            };
            let mut best = guess.latest(writer, &case, &candidates);
            if best.is_none() {
                let more = guess.all_candidates(&writers, Some(&case), asked)?;
                candidates.extend(
                    more.into_iter()
                        .filter(|source| !candidates.contains(source))
                        .collect::<Vec<_>>(),
                );
                best = guess.latest(writer, &case, &candidates);
            }
            pool = Some(candidates);
            let Some(mut best) = best else {
                return Err("a load of which it is not found which store it reads".into());
            };
            let intervals = read.domain.intervals();
            for expr in &mut best.at {
                *expr = expr.simplified_within(&intervals);
            }
            best.since = writer;
            sources.push(best);
        }
    }
    Ok(sources)
}

/// How many times the divisor more is in the remainder that is stored than in that which is read, for cells that are used in turns: few,
/// for constants in remainders are less than the divisor.
const TURNS: [i64; 3] = [0, -1, 1];

/// Equations of remainders by one divisor as such of what they are taken of, the first so many times the divisor more; `None` where there
/// is no such equation.
fn in_turn(equations: &[(AffineExpr, AffineExpr)], turn: i64) -> Option<Vec<(AffineExpr, AffineExpr)>> {
    let mut is_any = false;
    let of_insides = |(stored, read): &(AffineExpr, AffineExpr)| match (remainder(stored), remainder(read)) {
        (Some((stored, by)), Some((read, divisor))) if by == divisor => {
            is_any = true;
            (stored, &read + &constant(divisor * turn))
        }
        _ => (stored.clone(), read.clone()),
    };
    let found = equations.iter().map(of_insides).collect();
    is_any.then_some(found)
}

/// What an expression is the remainder of, and by what, whether it says so or as `e - (e floordiv d) * d`.
fn remainder(expr: &AffineExpr) -> Option<(AffineExpr, i64)> {
    if let AffineExpr::Binary(AffineOp::Mod, parts) = expr {
        return Some((parts.0.clone(), parts.1.as_constant()?));
    }
    let mut pending = vec![expr];
    while let Some(part) = pending.pop() {
        let AffineExpr::Binary(op, parts) = part else {
            continue;
        };
        if let (AffineOp::FloorDiv, Some(divisor)) = (op, parts.1.as_constant()) {
            let dividend = &parts.0;
            let whole = expr + &(part * &constant(divisor));
            if is_same(&whole, dividend) {
                return Some((dividend.clone(), divisor));
            }
        }
        pending.extend([&parts.0, &parts.1]);
    }
    None
}

/// Sizes, and instances of a load and of a store to the same cell before it.
type Example = [Vec<i64>; 3];

struct Guess<'r, 'f> {
    read: &'r Read<'f>,
}

impl Guess<'_, '_> {
    /// The last of the candidates that explains an instance of the load, if the store at hand is it or before it.
    fn latest(&self, writer: usize, [sizes, x, y]: &Example, pool: &[Source]) -> Option<Source> {
        let point = Point { sizes };
        let cell = point.all(&self.read.access.subscripts, x)?;
        let mut best: Option<(&Source, Vec<i64>)> = None;
        for source in pool {
            let store = &self.read.function.statements[source.statement];
            let Some(at) = point.all(&source.at, x) else {
                continue;
            };
            let is_member = store.target.array == self.read.access.array
                && point.is_in(&store.domain, &at) == Some(true)
                && point.all(&store.target.subscripts, &at).as_ref() == Some(&cell)
                && point.compare((&store.target.time, &at), (&self.read.access.time, x))
                    == Some(Ordering::Less);
            if !is_member {
                continue;
            }
            let is_later = best.as_ref().is_none_or(|(known, there)| {
                let known = &self.read.function.statements[known.statement].target.time;
                point.compare((known, there), (&store.target.time, &at)) == Some(Ordering::Less)
            });
            if is_later {
                best = Some((source, at));
            }
        }
        let (source, at) = best?;
        let (known, found) = (
            &self.read.function.statements[writer],
            &self.read.function.statements[source.statement],
        );
        let order = point.compare((&known.target.time, y), (&found.target.time, &at));
        let explains = source.statement == writer && at == *y || order == Some(Ordering::Less);
        explains.then(|| source.clone())
    }

    /// The candidates of all stores that may write what is read, with an example those that are the latest there.
    fn all_candidates(
        &self,
        writers: &[usize],
        example: Option<&Example>,
        asked: &mut Asked,
    ) -> Refused<Vec<Source>> {
        let mut all = Vec::new();
        for &writer in writers {
            if !self.read.is_seen_apart(writer, asked)? {
                all.extend(self.candidates(writer, example));
            }
        }
        Ok(all)
    }

    /// Sources of a store that may be the last before the load: in the same iterations of the outermost loops around both,
    /// in an earlier one of the next, and in the last of all others that the subscripts leave open.
    fn candidates(&self, writer: usize, example: Option<&Example>) -> Vec<Source> {
        let mut all = Vec::new();
        for unknowns in Unknowns::of_each_begin(&self.read.function.statements[writer].domain) {
            self.candidates_of(writer, &unknowns, example, &mut all);
        }
        let source = |at| Source {
            statement: writer,
            at,
            since: 0,
        };
        all.into_iter().map(source).collect()
    }

    fn candidates_of(
        &self,
        writer: usize,
        unknowns: &Unknowns<'_>,
        example: Option<&Example>,
        all: &mut Vec<Vec<AffineExpr>>,
    ) {
        let store = &self.read.function.statements[writer];
        let mut shared = Vec::new();
        for pair in self.read.access.time.iter().zip(&store.target.time) {
            match pair {
                (Time::Loop(i), Time::Loop(j)) => shared.push((*i, *j)),
                (a, b) if a == b => {}
                _ => break,
            }
        }
        let pairs = store.target.subscripts.iter().zip(&self.read.access.subscripts);
        let equations: Vec<(AffineExpr, AffineExpr)> = pairs.map(|(a, b)| (a.clone(), b.clone())).collect();
        let turns = TURNS.into_iter().filter_map(|turn| in_turn(&equations, turn));
        let variants: Vec<Vec<(AffineExpr, AffineExpr)>> = turns.chain([equations.clone()]).collect();
        for depth in (0..=shared.len()).rev() {
            let mut unknowns = unknowns.clone();
            for &(i, j) in &shared[..depth] {
                unknowns.known[j] = Some(dim(i as u32));
            }
            let carried = shared.get(depth).copied();
            let choices = |unknowns: &Unknowns<'_>, variable: usize| {
                let mut choices = Vec::new();
                if let Some((i, _)) = carried.filter(|(_, j)| *j == variable) {
                    let step = store.domain.loops[variable].step;
                    choices.push(&dim(i as u32) + &constant(-step));
                }
                // An expression may be the last value everywhere, where constants are it for some sizes each.
                choices.extend(unknowns.greatest(variable));
                // A condition may leave out the iteration that would be the last one.
                if !store.domain.guards.is_empty() {
                    let step = constant(-store.domain.loops[variable].step);
                    let before = choices.iter().map(|choice| choice + &step);
                    let before: Vec<_> = before.filter(|choice| !choices.contains(choice)).collect();
                    choices.extend(before);
                }
                // Of statements that are alike, the one before or the same. Deep nests of tiles have many loops that are alike.
                if store.domain.loops[variable].step == 1 {
                    let [alike, _] = unknowns.alike(variable, &self.read.domain.loops);
                    choices.extend(alike.iter().map(|other| other + &constant(-1)));
                    choices.extend(alike);
                }
                let few = unknowns.few(variable).unwrap_or_default();
                let others: Vec<_> = few.into_iter().filter(|few| !choices.contains(few)).collect();
                choices.extend(others.into_iter().rev());
                if let Some([sizes, x, _]) = example {
                    // Of loops with several ends only that counts which comes first there.
                    let value = |expr: &AffineExpr| expr.evaluate(x, sizes);
                    let last = unknowns.greatest(variable).iter().filter_map(value).min();
                    let is_in = |n: i64| last.is_none_or(|last| n <= last);
                    choices.retain(|choice| value(choice).is_none_or(is_in));
                    choices.sort_by_key(|choice| std::cmp::Reverse(value(choice)));
                }
                choices
            };
            for (equations, order) in variants.iter().flat_map(|all| ORDERS.map(|order| (all, order))) {
                let mut found = Vec::new();
                completions(
                    unknowns.clone(),
                    equations,
                    &choices,
                    order,
                    MOST_CANDIDATES,
                    &mut found,
                );
                all.extend(
                    found
                        .into_iter()
                        .filter(|at| !all.contains(at))
                        .collect::<Vec<_>>(),
                );
            }
        }
    }
}
