//! In which iterations two accesses depend on each other.

use std::sync::{PoisonError, RwLock};

use indexmap::IndexSet;
use ovolo_lang::affine::{AffineExpr, Constraint};
use rustc_hash::FxHashMap;

use super::Directions;
use super::access::{Access, Target};
use super::collect::Collected;
use super::objects::Overlap;
use super::place::Order;
use super::system::{Cases, Found, Side, System};
use super::variables::VariableId;
use crate::dependence::{Direction, Emptiness};

/// Pairs of instances that a level carries, or none does.
pub(super) struct Relation {
    pub level: Option<usize>,
    pub directions: Vec<Directions>,
    pub distances: Vec<Option<i64>>,
    pub assumed: Vec<String>,
}

/// The dependences of `b` on `a`, level by level, the loop-independent one first.
pub(super) fn compare(
    collected: &Collected,
    a: &Access,
    b: &Access,
    common: &[VariableId],
    oracle: &dyn Emptiness,
    answers: &Answers,
) -> Vec<Relation> {
    let levels = [None].into_iter().chain((0..common.len()).map(Some));
    let at_level = |level| at_level(collected, (a, b), common, level, oracle, answers);
    levels.filter_map(at_level).collect()
}

fn at_level(
    collected: &Collected,
    (a, b): (&Access, &Access),
    common: &[VariableId],
    level: Option<usize>,
    oracle: &dyn Emptiness,
    answers: &Answers,
) -> Option<Relation> {
    let order = match level {
        None => collected.order(a, b),
        Some(_) => Order::Before,
    };
    if matches!(order, Order::After | Order::Never) {
        return None;
    }
    let equal = level.unwrap_or(common.len());
    let mut system = System::new(&collected.variables, equal);
    if order == Order::Unknown {
        system
            .loose
            .insert("which of the two runs first is not known".to_string());
    }
    require_one_cell(&mut system, collected, a, b, equal)?;
    require_both_run(&mut system, collected, a, b);
    let pairs: Vec<(AffineExpr, AffineExpr)> = common
        .iter()
        .map(|&counter| {
            let counter = counter.expr();
            (
                system.expr(&counter, Side::Source),
                system.expr(&counter, Side::Destination),
            )
        })
        .collect();
    if let Some(level) = level {
        let (source, destination) = &pairs[level];
        system.require(Constraint::at_least(
            destination - source,
            AffineExpr::Constant(1),
        ));
    }
    system.close();
    let question = (system.cases(), pairs);
    let answer = answers.to(question, oracle)?;
    let mut loose: IndexSet<String> = system.loose;
    if answer.is_unknown {
        loose.insert("the solver does not decide it".to_string());
    }
    Some(Relation {
        level,
        directions: answer.directions,
        distances: answer.distances,
        assumed: loose.into_iter().collect(),
    })
}

/// How the counters of each common level compare, of the first instance and of the second, in the pairs of
/// instances of these sets.
type Question = (Cases, Vec<(AffineExpr, AffineExpr)>);

#[derive(Clone)]
struct Answer {
    is_unknown: bool,
    directions: Vec<Directions>,
    distances: Vec<Option<i64>>,
}

/// What was asked already: nests that look alike have the same questions. `None` where there are no such pairs.
#[derive(Default)]
pub(super) struct Answers(RwLock<FxHashMap<Question, Option<Answer>>>);

impl Answers {
    fn to(&self, question: Question, oracle: &dyn Emptiness) -> Option<Answer> {
        // A panic elsewhere cannot leave the map half written.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(&question) {
            return answer.clone();
        }
        drop(known);
        let answer = answer(&question, oracle);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(question, answer.clone());
        answer
    }
}

fn answer((cases, pairs): &Question, oracle: &dyn Emptiness) -> Option<Answer> {
    let mut cases = cases.clone();
    let first = cases.prune(oracle);
    if first == Found::Nothing {
        return None;
    }
    let is_unknown = first == Found::Unknown;
    let mut refinement = Refinement {
        cases: &cases,
        oracle,
        points: match first {
            Found::Point(point) => vec![point],
            _ => Vec::new(),
        },
    };
    let (directions, distances) = pairs.iter().map(|(x, y)| refinement.relate(x, y)).unzip();
    Some(Answer {
        is_unknown,
        directions,
        distances,
    })
}

/// Requires that both touch one cell; `None` when they never do.
fn require_one_cell(
    system: &mut System<'_>,
    collected: &Collected,
    a: &Access,
    b: &Access,
    equal: usize,
) -> Option<()> {
    let objects = &collected.objects;
    let overlap = match (a.target.object(), b.target.object()) {
        (Some(x), Some(y)) => objects.overlap(x, y, equal),
        (Some(x), None) | (None, Some(x)) if objects.is_private(x) => Overlap::Disjoint,
        _ => Overlap::Same,
    };
    match overlap {
        Overlap::Disjoint => return None,
        Overlap::Same => {}
        Overlap::Possible(why) => {
            system.loose.insert(why);
            return Some(());
        }
    }
    for target in [&a.target, &b.target] {
        if let Target::Anywhere(_, why) | Target::Everything(why) = target {
            system.loose.insert(why.clone());
        }
    }
    if let (Target::Element(_, x), Target::Element(_, y)) = (&a.target, &b.target) {
        for (x, y) in x.iter().zip(y) {
            let (x, y) = (system.expr(x, Side::Source), system.expr(y, Side::Destination));
            system.require(Constraint::equal(x, y));
        }
    }
    Some(())
}

fn require_both_run(system: &mut System<'_>, collected: &Collected, a: &Access, b: &Access) {
    for (access, side) in [(a, Side::Source), (b, Side::Destination)] {
        for &frame in collected.places.chain(access.frame) {
            let frame = collected.places.get(frame);
            for counter in &frame.levels {
                system.expr(&counter.expr(), side);
            }
            for condition in &frame.conditions {
                system.require_condition(condition, side);
            }
            system.loose.extend(frame.obscure.clone());
        }
    }
}

/// Finds out how counters compare in the pairs of instances of a system.
struct Refinement<'a> {
    cases: &'a Cases,
    oracle: &'a dyn Emptiness,
    /// Pairs that are known, so that what they show need not be asked.
    points: Vec<Vec<i64>>,
}

impl Refinement<'_> {
    /// The directions from `x` to `y`, and the distance where there is only one.
    fn relate(&mut self, x: &AffineExpr, y: &AffineExpr) -> (Directions, Option<i64>) {
        if x == y {
            return (Directions::only(Direction::Equal), Some(0));
        }
        let distance = y - x;
        if let Some(only) = self.only_value(&distance) {
            return (Directions::of_distance(only), Some(only));
        }
        let zero = AffineExpr::Constant(0);
        let less = Constraint::at_least(distance.clone(), AffineExpr::Constant(1));
        let greater = Constraint::at_most(distance.clone(), AffineExpr::Constant(-1));
        let equal = Constraint::equal(distance.clone(), zero);
        let mut seen = |direction: Direction, constraint: &Constraint| {
            let shown = |point: &Vec<i64>| {
                let value = distance.evaluate(point, &[]);
                value.is_some_and(|d| Directions::of_distance(d).contains(direction))
            };
            self.points.iter().any(shown) || self.is_possible(constraint)
        };
        let directions = Directions {
            less: seen(Direction::Less, &less),
            equal: seen(Direction::Equal, &equal),
            greater: seen(Direction::Greater, &greater),
        };
        (directions, None)
    }

    /// The value of the expression if it has the same in all pairs.
    fn only_value(&mut self, expr: &AffineExpr) -> Option<i64> {
        let value = expr.evaluate(self.points.first()?, &[])?;
        if self.points.iter().any(|p| expr.evaluate(p, &[]) != Some(value)) {
            return None;
        }
        let above = Constraint::at_least(expr.clone(), AffineExpr::Constant(value.checked_add(1)?));
        let below = Constraint::at_most(expr.clone(), AffineExpr::Constant(value.checked_sub(1)?));
        (!self.is_possible(&above) && !self.is_possible(&below)).then_some(value)
    }

    fn is_possible(&mut self, constraint: &Constraint) -> bool {
        match self.cases.search_with(constraint, self.oracle) {
            Found::Nothing => false,
            Found::Point(point) => {
                self.points.push(point);
                true
            }
            Found::Something | Found::Unknown => true,
        }
    }
}
