//! Copies of copies: a statement that may store what an earlier instance of it stored.
//!
//! ```text
//! for k in 0..K { r = c[0]; for i in 0..N { r = f(r, i) }; c[0] = r }     where N = 0 each store to c[0] is a copy of the one before
//! ```
//!
//! Let L be a load that a statement S may store as it is. A *cycle* of L is a way from it over a source, which stores a load as
//! it is, over a source of that one, and so on to S again; m takes an instance of S to the earlier one that it ends at. Where a cycle is
//! gone at s, the value there is the one at m(s). There are finitely many earlier instances, so this ends: at an instance e of S,
//! before L at s, where no cycle is gone. A variable of S that each m leaves alone is the same in e as in s. What holds of the values at all
//! such e holds of the value at s; so one comparison, at an e of which nothing else is known, takes the place of one for each round.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Interval, dim};
use z3::ast::{Bool, Int};

use super::{Comparison, Context, Guide, Place};
use crate::Refused;
use crate::function::{Access, Value};
use crate::sources::moment;

/// Loads of a cycle. Arbitrary: promotion to a register makes two.
const MOST_LINKS: usize = 4;

/// Cycles of one load. Arbitrary.
const MOST_CYCLES: usize = 8;

/// A load and a source of it.
#[derive(Clone)]
struct Link<'f> {
    statement: usize,
    access: &'f Rc<Access>,
    /// The instance that loads, by the variables of the statement that the cycle begins at.
    at: Vec<AffineExpr>,
    source: usize,
}

/// The links from a statement to itself, and the instance that they end at.
struct Cycle<'f> {
    links: Vec<Link<'f>>,
    end: Vec<AffineExpr>,
}

/// Where chains of copies end.
pub(super) struct End<'f> {
    /// The condition that a cycle is gone.
    pub goes_on: Bool,
    /// What is known of the end then.
    pub context: Context,
    pub place: Place<'f>,
}

impl<'f> Comparison<'f, '_> {
    /// The end of the chain of copies that a load may be the beginning of; `None` where it has no cycle.
    pub(super) fn end_of_copies(
        &mut self,
        guide: &mut dyn Guide<'f>,
        context: &Context,
        place: &Place<'f>,
        access: &'f Rc<Access>,
    ) -> Refused<Option<End<'f>>> {
        let statement = self.statement(place.side, place.statement);
        if !is_stored(&statement.value, access) {
            return Ok(None);
        }
        let cycles = self.cycles(guide, place, access)?;
        if cycles.is_empty() {
            return Ok(None);
        }
        let mut dims = context.dims.clone();
        let mut intervals = context.intervals.to_vec();
        let mut end = Vec::new();
        for (v, interval) in statement.domain.intervals().into_iter().enumerate() {
            let stays = cycles.iter().all(|cycle| cycle.end[v] == dim(v as u32));
            end.push(match stays {
                true => place.at[v].clone(),
                false => {
                    let number = dims.len();
                    dims.push(Int::new_const(format!("end{number}")));
                    intervals.resize_with(number, Interval::default);
                    intervals.push(interval);
                    dim(number as u32)
                }
            });
        }
        let [load, at] = [&place.at, &end].map(|at| self.asked.sizes.encode_all(at, &dims));
        let (load, at) = (load?, at?);
        let goes_on = self.is_gone(guide, place.side, &cycles, &load)?;
        let stores = self.stores(&statement.value, access, &at)?;
        let would_go_on = self.is_gone(guide, place.side, &cycles, &at)? & stores;
        let read = self.read(place.side, place.statement, access);
        let mut conditions = context.conditions.clone();
        conditions.extend(self.asked.sizes.domain(&statement.domain, &at)?);
        conditions.push(
            self.asked
                .sizes
                .before(&moment(statement, &at), &read.moment(&load))?,
        );
        conditions.extend([goes_on.clone(), would_go_on.not()]);
        Ok(Some(End {
            goes_on,
            context: Context {
                dims,
                intervals: intervals.into(),
                conditions,
            },
            place: Place {
                at: end,
                ..place.value(&statement.value)
            },
        }))
    }

    /// The cycles of a load, or as many as are followed: of those that are not, nothing is said.
    fn cycles(
        &mut self,
        guide: &mut dyn Guide<'f>,
        place: &Place<'f>,
        access: &'f Rc<Access>,
    ) -> Refused<Vec<Cycle<'f>>> {
        let own = 0..self.statement(place.side, place.statement).domain.loops.len();
        let mut found = Vec::new();
        let mut pending = vec![(
            place.statement,
            access,
            own.map(|v| dim(v as u32)).collect::<Vec<_>>(),
            Vec::<Link<'f>>::new(),
        )];
        while let Some((statement, access, at, before)) = pending.pop() {
            let sources = self.sources(guide, place.side, statement, access)?;
            for (source, known) in sources.iter().enumerate() {
                let end = known.at.iter().map(|expr| expr.replace(&at, &[]).simplified());
                let end: Vec<AffineExpr> = end.collect();
                let mut links = before.clone();
                links.push(Link {
                    statement,
                    access,
                    at: at.clone(),
                    source,
                });
                if known.statement == place.statement {
                    found.push(Cycle { links, end });
                } else if links.len() < MOST_LINKS && links.iter().all(|l| l.statement != known.statement) {
                    let mut loads = Vec::new();
                    stored_loads(&self.statement(place.side, known.statement).value, &mut loads);
                    // Where updates are taken together a load is more than the store before them.
                    let next = loads.into_iter();
                    let next =
                        next.filter(|load| self.functions[place.side].accumulates(load.array).is_none());
                    pending.extend(next.map(|load| (known.statement, load, end.clone(), links.clone())));
                }
                if found.len() > MOST_CYCLES {
                    return Ok(Vec::new());
                }
            }
        }
        Ok(found)
    }

    /// The condition that one of the cycles is gone from an instance whose load is stored.
    fn is_gone(
        &mut self,
        guide: &mut dyn Guide<'f>,
        side: usize,
        cycles: &[Cycle<'f>],
        at: &[Int],
    ) -> Refused<Bool> {
        let mut any = Vec::new();
        for cycle in cycles {
            let mut all = Vec::new();
            for (n, link) in cycle.links.iter().enumerate() {
                let there = self.asked.sizes.encode_all(&link.at, at)?;
                if n > 0 {
                    let value = &self.statement(side, link.statement).value;
                    all.push(self.stores(value, link.access, &there)?);
                }
                let sources = self.sources(guide, side, link.statement, link.access)?;
                let read = self.read(side, link.statement, link.access);
                all.push(
                    read.conditions(&sources, &there, self.asked)?
                        .swap_remove(link.source),
                );
            }
            any.push(Bool::and(&all));
        }
        Ok(Bool::or(&any))
    }

    /// The condition that a value is a load as it is.
    fn stores(&self, value: &Value, load: &Rc<Access>, at: &[Int]) -> Refused<Bool> {
        Ok(match value {
            Value::Load(access) => Bool::from_bool(Rc::ptr_eq(access, load)),
            Value::Choice(choice) => {
                let (guard, yes, no) = &**choice;
                let holds = self.asked.sizes.guard(guard, at)?;
                holds.ite(&self.stores(yes, load, at)?, &self.stores(no, load, at)?)
            }
            Value::OneOf(number, values) => {
                let number = self.asked.sizes.encode(number, at)?;
                let mut any = Vec::new();
                for (n, value) in values.iter().enumerate() {
                    any.push(number.eq(Int::from_i64(n as i64)) & self.stores(value, load, at)?);
                }
                Bool::or(&any)
            }
            _ => Bool::from_bool(false),
        })
    }
}

/// Whether a value may be a load as it is.
fn is_stored(value: &Value, load: &Rc<Access>) -> bool {
    let mut loads = Vec::new();
    stored_loads(value, &mut loads);
    loads.into_iter().any(|access| Rc::ptr_eq(access, load))
}

/// The loads that a value may be as they are.
fn stored_loads<'f>(value: &'f Value, found: &mut Vec<&'f Rc<Access>>) {
    match value {
        Value::Load(access) => found.push(access),
        Value::Choice(choice) => {
            stored_loads(&choice.1, found);
            stored_loads(&choice.2, found);
        }
        Value::OneOf(_, values) => values.iter().for_each(|value| stored_loads(value, found)),
        _ => {}
    }
}
