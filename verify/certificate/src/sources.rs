//! Which store a load reads: the last one of its cell before it.
//!
//! The answer is a list of candidates, each a statement and the instance of it as expressions of the variables of the load.
//! A candidate is a *member* at an instance of the load where its instance exists, writes the cell that is read, and is before
//! it. What is checked: every store to the cell that is not certainly after the load is a member, or certainly before one. So
//! the last store of the cell before the load is a member that is before no other member; where there is none, the load
//! reads what the cell held in the beginning.
//!
//! So a source is what an instance of the load reads where it is a member and no other member is later. Of the others those alone are
//! named in that condition that may be members and later at an instance of the load: for instances that exist, and of others it is
//! not asked, it says the same without the rest, and it is the shorter, the more parts of a loop there are that do not meet.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use ovolo_lang::affine::AffineExpr;
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Int};

use super::Refused;
use super::ask::Asked;
use super::certificate::{Source, fits, unfit};
use super::function::{Access, Domain, Function, Statement};
use super::terms::Moment;

/// An instance, and the condition that it is a member.
type Member = Rc<(Vec<Int>, Bool)>;

/// A load whose sources are looked for.
pub struct Read<'f> {
    pub function: &'f Function,
    pub domain: &'f Domain,
    pub access: &'f Access,
    /// Of sources what they are at the variables of [`Read::instance`].
    members: RefCell<FxHashMap<(usize, Vec<AffineExpr>), Member>>,
}

/// Sources that were checked.
pub struct Sources {
    all: Vec<Source>,
    /// For each the others that may be members too, and later.
    later: Vec<Vec<usize>>,
}

impl Deref for Sources {
    type Target = [Source];

    fn deref(&self) -> &[Source] {
        &self.all
    }
}

impl<'f> Read<'f> {
    pub fn of(function: &'f Function, domain: &'f Domain, access: &'f Access) -> Read<'f> {
        Read {
            function,
            domain,
            access,
            members: RefCell::default(),
        }
    }

    /// The variables of an instance of the load.
    fn instance(&self) -> Vec<Int> {
        variables("x", self.domain)
    }

    /// Of a source its instance where the load is this one, and the condition that it is a member.
    fn member(&self, source: &Source, x: &[Int], asked: &Asked) -> Refused<Member> {
        let key = (source.statement, source.at.clone());
        if let Some(known) = self.members.borrow().get(&key) {
            return Ok(known.clone());
        }
        let at = asked.sizes.encode_all(&source.at, x)?;
        let is_member = self.is_member(source, &at, x, asked)?;
        let member = Rc::new((at, is_member));
        self.members.borrow_mut().insert(key, member.clone());
        Ok(member)
    }

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
    pub fn checked(&self, sources: Vec<Source>, asked: &mut Asked) -> Refused<Sources> {
        let writers = self.writers();
        for source in &sources {
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
        let later = self.later(&sources, asked)?;
        Ok(Sources { all: sources, later })
    }

    /// For each source the others that may be members and later where it is a member.
    fn later(&self, sources: &[Source], asked: &mut Asked) -> Refused<Vec<Vec<usize>>> {
        let x = self.instance();
        let domain = asked.sizes.domain(self.domain, &x)?;
        let members = sources.iter().map(|source| self.member(source, &x, asked));
        let members: Vec<Member> = members.collect::<Refused<_>>()?;
        let mut later = vec![Vec::new(); sources.len()];
        for k in 0..sources.len() {
            for j in 0..k {
                let both = [&domain[..], &[members[j].1.clone(), members[k].1.clone()]].concat();
                if asked.is_seen_impossible(&both) {
                    continue;
                }
                for [a, b] in [[j, k], [k, j]] {
                    let moments = [a, b].map(|n| {
                        let store = &self.function.statements[sources[n].statement];
                        moment(store, &members[n].0)
                    });
                    let is_earlier = asked.sizes.before(&moments[0], &moments[1])?;
                    if !asked.is_seen_impossible(&[&both[..], &[is_earlier]].concat()) {
                        later[a].push(b);
                    }
                }
            }
        }
        Ok(later)
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
        let (x, y) = (self.instance(), variables("y", &store.domain));
        let mut conditions = self.written_before(writer, [&x, &y], asked)?;
        let written = moment(store, &y);
        for source in sources {
            let other = &self.function.statements[source.statement];
            let member = self.member(source, &x, asked)?;
            let (at, is_member) = &*member;
            let mut is_covered = vec![asked.sizes.before(&written, &moment(other, at))?];
            if source.statement == writer {
                let same: Vec<Bool> = y.iter().zip(at).map(|(a, b)| a.eq(b)).collect();
                is_covered.push(Bool::and(&same));
            }
            conditions.push((is_member & Bool::or(&is_covered)).not());
        }
        asked.example(&conditions, [&x, &y])
    }

    /// The conditions that an instance of a store writes what one of the load reads, and is not after it.
    fn written_before(&self, writer: usize, [x, y]: [&[Int]; 2], asked: &Asked) -> Refused<Vec<Bool>> {
        let store = &self.function.statements[writer];
        let mut conditions = asked.sizes.domain(self.domain, x)?;
        conditions.extend(asked.sizes.domain(&store.domain, y)?);
        if store.target.array == self.access.array {
            for (a, b) in self.access.subscripts.iter().zip(&store.target.subscripts) {
                conditions.push(asked.sizes.encode(a, x)?.eq(&asked.sizes.encode(b, y)?));
            }
        }
        conditions.push(asked.sizes.before(&self.moment(x), &moment(store, y))?.not());
        Ok(conditions)
    }

    /// Whether it is seen at once that the load reads nothing that a store writes.
    pub fn is_seen_apart(&self, writer: usize, asked: &mut Asked) -> Refused<bool> {
        let (x, y) = (
            self.instance(),
            variables("y", &self.function.statements[writer].domain),
        );
        let conditions = self.written_before(writer, [&x, &y], asked)?;
        Ok(asked.is_seen_impossible(&conditions))
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
    fn is_member(&self, source: &Source, at: &[Int], x: &[Int], asked: &Asked) -> Refused<Bool> {
        let store = &self.function.statements[source.statement];
        let mut all = asked.sizes.domain(&store.domain, at)?;
        for (a, b) in self.access.subscripts.iter().zip(&store.target.subscripts) {
            all.push(asked.sizes.encode(a, x)?.eq(&asked.sizes.encode(b, at)?));
        }
        all.push(asked.sizes.before(&moment(store, at), &self.moment(x))?);
        Ok(Bool::and(&all))
    }

    /// Whether no instance of the load reads of two sources, each the last: stores in no order.
    pub fn are_exclusive(&self, sources: &Sources, asked: &mut Asked) -> Refused<bool> {
        let x = self.instance();
        let domain = asked.sizes.domain(self.domain, &x)?;
        let conditions = self.conditions(sources, &x, asked)?;
        let (_, conditions) = conditions.split_last().ok_or("a load without conditions")?;
        for (n, condition) in conditions.iter().enumerate() {
            for other in &conditions[..n] {
                let both = [condition.clone(), other.clone()];
                if !asked.is_impossible(&[&domain[..], &both].concat())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// For each source the condition that it is what an instance of the load reads, then the condition that nothing is.
    pub fn conditions(&self, sources: &Sources, x: &[Int], asked: &Asked) -> Refused<Vec<Bool>> {
        let mut members = Vec::new();
        for source in sources.iter() {
            let at = asked.sizes.encode_all(&source.at, x)?;
            let is_member = self.is_member(source, &at, x, asked)?;
            members.push((at, is_member));
        }
        let moment_of = |n: usize| moment(&self.function.statements[sources[n].statement], &members[n].0);
        let mut all = Vec::new();
        for (k, later) in sources.later.iter().enumerate() {
            let mut holds = vec![members[k].1.clone()];
            for &j in later {
                let is_earlier = asked.sizes.before(&moment_of(k), &moment_of(j))?;
                holds.push((&members[j].1 & is_earlier).not());
            }
            all.push(Bool::and(&holds));
        }
        let members: Vec<Bool> = members.into_iter().map(|(_, is_member)| is_member).collect();
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
