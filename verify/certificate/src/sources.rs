//! Which store a load reads: the last one of its cell before it.
//!
//! The answer is a list of candidates, each a statement and the instance of it as expressions of the variables of the load.
//! A candidate is a *member* at an instance of the load where its instance exists, writes the cell that is read, and is before
//! it. What is checked: every store to the cell that is not certainly after the load is a member, or certainly before one. So
//! the last store of the cell before the load is a member that is before no other member; where there is none, the load
//! reads what the cell held in the beginning.

use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::{Source, fits, unfit};
use super::function::{Access, Domain, Function, Statement};
use super::terms::Moment;

/// A load whose sources are looked for.
pub struct Read<'f> {
    pub function: &'f Function,
    pub domain: &'f Domain,
    pub access: &'f Access,
}

impl<'f> Read<'f> {
    /// The stores that may write what is read; of an array whose updates are taken together those of other statements.
    pub fn writers(&self) -> Vec<usize> {
        let statements = self.function.statements.iter().enumerate();
        let may_write = |(number, statement): &(usize, &Statement)| {
            let array = statement.target.array;
            let is_update = array == self.access.array && self.function.updates.contains_key(number);
            !is_update && self.function.may_overlap(array, self.access.array)
        };
        statements.filter(may_write).map(|(number, _)| number).collect()
    }

    /// Checks that these are the sources of the load. More of them explain no less, so that of each store it is asked with those
    /// alone that are said to be needed.
    pub fn check(&self, sources: &[Source], asked: &mut Asked) -> Refused<()> {
        let writers = self.writers();
        for source in sources {
            let store = self.function.statements.get(source.statement);
            let is_writer = writers.contains(&source.statement);
            let store = store.filter(|store| is_writer && store.target.array == self.access.array);
            let store = store.ok_or_else(|| unfit("a load reads another array than a store writes"))?;
            fits(&source.at, store.domain.loops.len(), self.domain.loops.len())?;
        }
        for writer in writers {
            let is_needed = |source: &&Source| source.since <= writer;
            let known: Vec<Source> = sources.iter().filter(is_needed).cloned().collect();
            if self.uncovered(writer, &known, asked)?.is_some() {
                return Err(unfit("a load may read what another store has written"));
            }
        }
        Ok(())
    }

    /// Values of the sizes, of the variables of the load and of those of a store that may have written what is read, and is
    /// neither a member nor before one.
    pub fn uncovered(
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

    /// When an instance of the load reads.
    pub fn moment<'t>(&'t self, x: &'t [Int]) -> Moment<'t> {
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
}

/// The time of the store of an instance.
pub fn moment<'t>(statement: &'t Statement, at: &'t [Int]) -> Moment<'t> {
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
