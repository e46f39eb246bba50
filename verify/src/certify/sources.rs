//! Which store a load reads: the last one of its cell before it.
//!
//! The answer is a list of candidates, each a statement and the instance of it as expressions of the variables of the load.
//! A candidate is a *member* at an instance of the load where its instance exists, writes the cell that is read, and is before
//! it. What is checked: every store to the cell that is not certainly after the load is a member, or certainly before one. So
//! the last store of the cell before the load is a member that is before no other member; where there is none, the load
//! reads what the cell held in the beginning.

use std::cmp::Ordering;

use ovolo_lang::affine::{AffineExpr, constant, dim};
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::function::{Access, Domain, Function, Statement, Time};
use super::solve::{ORDERS, Unknowns, completions};
use super::terms::{Moment, Point};

/// A statement that may have written what is read, and its instance.
#[derive(Clone, Debug)]
pub struct Source {
    pub statement: usize,
    pub at: Vec<AffineExpr>,
}

/// Candidates for each store and each loop that may carry the value. Arbitrary.
const MOST_CANDIDATES: usize = 48;

/// Sources of one load beyond which it is given up. Arbitrary.
const MOST_SOURCES: usize = 24;

/// A load whose sources are looked for.
pub struct Read<'f> {
    pub function: &'f Function,
    pub domain: &'f Domain,
    pub access: &'f Access,
}

impl<'f> Read<'f> {
    /// The sources of the load, checked.
    pub fn sources(&self, asked: &mut Asked) -> Refused<Vec<Source>> {
        let mut sources: Vec<Source> = Vec::new();
        let statements = &self.function.statements;
        let writers = (0..statements.len()).filter(|&n| {
            self.function
                .may_overlap(statements[n].target.array, self.access.array)
        });
        let writers: Vec<usize> = writers.collect();
        let mut pool: Option<Vec<Source>> = None;
        for &writer in &writers {
            while let Some(case) = self.uncovered(writer, &sources, asked)? {
                if sources.len() == MOST_SOURCES {
                    return Err(format!(
                        "a load that reads what more than {MOST_SOURCES} stores may have written"
                    ));
                }
                let pool =
                    pool.get_or_insert_with(|| writers.iter().flat_map(|&w| self.candidates(w)).collect());
                let best = self.latest(writer, &case, pool);
                let Some(mut best) = best else {
                    return Err("a load of which it is not found which store it reads".into());
                };
                let intervals = self.domain.intervals();
                for expr in &mut best.at {
                    *expr = expr.simplified_within(&intervals);
                }
                sources.push(best);
            }
        }
        Ok(sources)
    }

    /// Values of the sizes, of the variables of the load and of those of a store that may have written what is read, and is
    /// neither a member nor before one.
    fn uncovered(
        &self,
        writer: usize,
        sources: &[Source],
        asked: &mut Asked,
    ) -> Refused<Option<[Vec<i64>; 3]>> {
        let store = &self.function.statements[writer];
        let (x, y) = (variables("x", self.domain), variables("y", &store.domain));
        let mut conditions = asked.sizes.domain(self.domain, &x)?;
        conditions.extend(asked.sizes.domain(&store.domain, &y)?);
        if store.target.array == self.access.array {
            for (a, b) in self.access.subscripts.iter().zip(&store.target.subscripts) {
                conditions.push(asked.sizes.encode(a, &x)?.eq(&asked.sizes.encode(b, &y)?));
            }
        }
        let (read, written) = (self.moment(&x), moment(store, &y));
        conditions.push(asked.sizes.before(&read, &written)?.not());
        for source in sources {
            let other = &self.function.statements[source.statement];
            let at = asked.sizes.encode_all(&source.at, &x)?;
            let mut is_covered = vec![asked.sizes.before(&written, &moment(other, &at))?];
            if source.statement == writer {
                let same: Vec<Bool> = y.iter().zip(&at).map(|(a, b)| a.eq(b)).collect();
                is_covered.push(Bool::and(&same));
            }
            let is_member = self.is_member(source, &x, asked)?;
            conditions.push((is_member & Bool::or(&is_covered)).not());
        }
        asked.example(&conditions, [&x, &y])
    }

    fn moment<'t>(&'t self, x: &'t [Int]) -> Moment<'t> {
        Moment {
            time: &self.access.time,
            loops: &self.domain.loops,
            at: x,
        }
    }

    /// Whether a source is a member at an instance of the load.
    fn is_member(&self, source: &Source, x: &[Int], asked: &Asked) -> Refused<Bool> {
        let store = &self.function.statements[source.statement];
        let at = asked.sizes.encode_all(&source.at, x)?;
        let mut all = asked.sizes.domain(&store.domain, &at)?;
        for (a, b) in self.access.subscripts.iter().zip(&store.target.subscripts) {
            all.push(asked.sizes.encode(a, x)?.eq(&asked.sizes.encode(b, &at)?));
        }
        all.push(asked.sizes.before(&moment(store, &at), &self.moment(x))?);
        Ok(Bool::and(&all))
    }

    /// For each source the condition that it is what an instance of the load reads, then the condition that nothing is.
    pub fn conditions(&self, sources: &[Source], x: &[Int], asked: &Asked) -> Refused<Vec<Bool>> {
        let members: Vec<Bool> = sources
            .iter()
            .map(|source| self.is_member(source, x, asked))
            .collect::<Refused<_>>()?;
        let mut all = Vec::new();
        for (k, source) in sources.iter().enumerate() {
            let store = &self.function.statements[source.statement];
            let at = asked.sizes.encode_all(&source.at, x)?;
            let mut holds = vec![members[k].clone()];
            for (j, other) in sources.iter().enumerate().filter(|(j, _)| *j != k) {
                let later = &self.function.statements[other.statement];
                let there = asked.sizes.encode_all(&other.at, x)?;
                let is_earlier = asked.sizes.before(&moment(store, &at), &moment(later, &there))?;
                holds.push((&members[j] & is_earlier).not());
            }
            all.push(Bool::and(&holds));
        }
        all.push(Bool::or(&members).not());
        Ok(all)
    }

    /// The last of the candidates that explains an instance of the load, if the store at hand is it or before it.
    fn latest(&self, writer: usize, [sizes, x, y]: &[Vec<i64>; 3], pool: &[Source]) -> Option<Source> {
        let point = Point { sizes };
        let cell = point.all(&self.access.subscripts, x)?;
        let mut best: Option<(&Source, Vec<i64>)> = None;
        for source in pool {
            let store = &self.function.statements[source.statement];
            let Some(at) = point.all(&source.at, x) else {
                continue;
            };
            let is_member = store.target.array == self.access.array
                && point.is_in(&store.domain, &at) == Some(true)
                && point.all(&store.target.subscripts, &at).as_ref() == Some(&cell)
                && point.compare((&store.target.time, &at), (&self.access.time, x)) == Some(Ordering::Less);
            if !is_member {
                continue;
            }
            let is_later = best.as_ref().is_none_or(|(known, there)| {
                let known = &self.function.statements[known.statement].target.time;
                point.compare((known, there), (&store.target.time, &at)) == Some(Ordering::Less)
            });
            if is_later {
                best = Some((source, at));
            }
        }
        let (source, at) = best?;
        let (known, found) = (
            &self.function.statements[writer],
            &self.function.statements[source.statement],
        );
        let order = point.compare((&known.target.time, y), (&found.target.time, &at));
        let explains = source.statement == writer && at == *y || order == Some(Ordering::Less);
        explains.then(|| source.clone())
    }

    /// Instances of a store that may be the last before the load: in the same iterations of the outermost loops around both,
    /// in an earlier one of the next, and in the last of all others that the subscripts leave open.
    fn candidates(&self, writer: usize) -> Vec<Source> {
        let mut all = Vec::new();
        for unknowns in Unknowns::of_each_begin(&self.function.statements[writer].domain) {
            self.candidates_of(writer, &unknowns, &mut all);
        }
        let source = |at| Source {
            statement: writer,
            at,
        };
        all.into_iter().map(source).collect()
    }

    fn candidates_of(&self, writer: usize, unknowns: &Unknowns<'_>, all: &mut Vec<Vec<AffineExpr>>) {
        let store = &self.function.statements[writer];
        let mut shared = Vec::new();
        for pair in self.access.time.iter().zip(&store.target.time) {
            match pair {
                (Time::Loop(i), Time::Loop(j)) => shared.push((*i, *j)),
                (a, b) if a == b => {}
                _ => break,
            }
        }
        let pairs = store.target.subscripts.iter().zip(&self.access.subscripts);
        let equations: Vec<(AffineExpr, AffineExpr)> = pairs.map(|(a, b)| (a.clone(), b.clone())).collect();
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
                // Of statements that are alike, the one before or the same.
                if store.domain.loops[variable].step == 1 {
                    let [alike, _] = unknowns.alike(variable, &self.domain.loops);
                    choices.extend(alike.iter().map(|other| other + &constant(-1)));
                    choices.extend(alike);
                }
                match unknowns.few(variable) {
                    Some(few) => choices.extend(few.into_iter().rev()),
                    _ => choices.extend(unknowns.greatest(variable)),
                }
                choices
            };
            for order in ORDERS {
                let mut found = Vec::new();
                completions(
                    unknowns.clone(),
                    &equations,
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

fn moment<'t>(statement: &'t Statement, at: &'t [Int]) -> Moment<'t> {
    Moment {
        time: &statement.target.time,
        loops: &statement.domain.loops,
        at,
    }
}

/// Terms for the variables of a domain.
pub fn variables(prefix: &str, domain: &Domain) -> Vec<Int> {
    (0..domain.loops.len())
        .map(|i| Int::new_const(format!("{prefix}{i}")))
        .collect()
}
