//! Skewing: the loops inside a time loop are cut into stripes that move with time, and the loop over the stripes
//! goes around the time loop. After Wolfe, *Loop skewing: the wavefront method revisited*, 1986.
//!
//! ```text
//! for t in a..b { for i in c..d { S }; for k in e..g { R } }
//!   =>  for w in … step T { for t in a..b { for i in max(c, w - f·t - o)..min(d, w + T - f·t - o) { S };
//!                                           for k in max(e, w - f·t - q)..min(g, w + T - f·t - q) { R } } }
//! ```
//!
//! Each statement instance has a place, `i + f·t + o` for those of S and `k + f·t + q` for those of R, and the stripe
//! of `w` runs the instances with a place in `w..w + T` in their old order. So the new order is right when no
//! instance depends on one with a greater place. Nothing is renamed: the bodies are those of the source.

mod strips;

use egg::{Id, Symbol};

use strips::{Strip, aligned, is_whole, loops_down, places, strip, unit};

use super::order::{MOST_STATEMENTS, flatten};
use super::{ForNode, add, covers_tile, forbid, index_of, relation_inside, sequence, tile_around};
use crate::dependence::{AccessId, Direction, Relation};
use crate::egraph::{EGraph, LoopVariable, Wavefront};
use crate::level::{Level, size_name};
use crate::linear::Linear;
use crate::refusal::Why;
use crate::term::{IndexOp, Loop, LoopKind, Node, Step};

/// Loops that are cut into stripes around one time loop.
const MOST_WAVEFRONTS: usize = 2;

/// How the iterations of a time loop advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Each through its part of a stripe after the other.
    Stripes,
    /// All by one instance after the other, none of which waits for another of the same place.
    Lockstep,
}

/// Cuts the loops inside a tile of a time loop into stripes.
pub fn skew(egraph: &mut EGraph<'_>, _class: Id, time: &ForNode) -> Vec<Node> {
    let in_tile = tile_around(egraph, time).is_some_and(|tile| egraph.analysis.level(tile) == Level::Cache);
    if !in_tile || wavefronts_of(egraph, time) >= MOST_WAVEFRONTS {
        return Vec::new();
    }
    let strips = Strips::legal(egraph, time, Manner::Stripes);
    strips.and_then(|s| s.stripes(egraph, time)).into_iter().collect()
}

/// Lets the iterations of a register tile, of which each depends on those before, run side by side.
pub fn skew_registers(egraph: &mut EGraph<'_>, _class: Id, time: &ForNode) -> Vec<Node> {
    if !covers_tile(egraph, time, Level::Register) {
        return Vec::new();
    }
    let Some(strips) = Strips::legal(egraph, time, Manner::Lockstep) else {
        return Vec::new();
    };
    let mut kinds = vec![LoopKind::Sequential];
    if strips.has_lanes(egraph, time) {
        kinds.push(LoopKind::Vectorized);
    }
    let forms = kinds
        .into_iter()
        .filter_map(|kind| strips.lockstep(egraph, time, kind));
    forms.collect()
}

/// Whether [`skew_registers`] would apply to a register tile of a loop.
pub fn is_skewable(egraph: &mut EGraph<'_>, time: &ForNode) -> bool {
    let asked = egraph.analysis.refusals.pending();
    let is_skewable = Strips::legal(egraph, time, Manner::Lockstep).is_some();
    egraph.analysis.refusals.forget(asked);
    is_skewable
}

/// How many loops over stripes a time loop has around it.
fn wavefronts_of(egraph: &EGraph<'_>, time: &ForNode) -> usize {
    let all = egraph.analysis.wavefronts.iter();
    let variables = &egraph[time.body].data.variables;
    all.filter(|(name, wavefront)| wavefront.time == time.head.iv && variables.contains(*name))
        .count()
}

/// The statements inside a time loop, each with its place.
struct Strips {
    /// The variable of the loop over stripes.
    name: Symbol,
    manner: Manner,
    strips: Vec<Strip>,
    offsets: Vec<i64>,
    factor: i64,
}

impl Strips {
    /// The statements with places under which their new order is right.
    fn legal(egraph: &mut EGraph<'_>, time: &ForNode, manner: Manner) -> Option<Strips> {
        if time.head.step != Step::Fixed(1) {
            return None;
        }
        let Some(mut strips) = Strips::of(egraph, time, manner) else {
            let why =
                "no loops inside lie at constant distances from each other and from their earlier iterations";
            let why = Why::Stated(why.to_string());
            egraph.analysis.refusals.because(vec![time.head.iv], why);
            return None;
        };
        if manner == Manner::Stripes {
            return strips.is_known_legal(egraph, time, false).then_some(strips);
        }
        // Instances of one place are to be independent; where the least factor does not see to that, the next one does.
        if !strips.is_known_legal(egraph, time, true) {
            strips.factor += 1;
            if !strips.is_known_legal(egraph, time, false) {
                return None;
            }
        }
        Some(strips)
    }

    /// Whether the new order is right, and instances of one place are independent where that is asked for.
    fn is_known_legal(&self, egraph: &mut EGraph<'_>, time: &ForNode, is_strict: bool) -> bool {
        let wavefront = self.wavefront(time);
        let is_legal = match egraph.analysis.wavefronts.get(&self.name) {
            Some(known) => *known == wavefront,
            None if egraph.analysis.refused.contains(&(self.name, wavefront.clone())) => false,
            None => self.is_legal(egraph, time, is_strict),
        };
        if !is_legal {
            egraph.analysis.refused.insert((self.name, wavefront));
        }
        is_legal
    }

    fn of(egraph: &EGraph<'_>, time: &ForNode, manner: Manner) -> Option<Strips> {
        let mut statements = vec![time.body];
        if !loops_down(egraph, time.body)
            .iter()
            .any(|l| is_whole(egraph, l, time))
        {
            statements.clear();
            flatten(egraph, time.body, 1, &mut statements);
        }
        if statements.len() > MOST_STATEMENTS {
            return None;
        }
        let nests: Vec<Vec<ForNode>> = statements.iter().map(|&s| loops_down(egraph, s)).collect();
        // The statement with most loops says which dimension of the arrays is cut.
        let deepest = (0..nests.len()).rev().max_by_key(|&n| nests[n].len())?;
        let first = nests[deepest].iter().position(|l| is_whole(egraph, l, time))?;
        let cut = nests[deepest][first].head.iv;
        let mut strips: Vec<Option<Strip>> = nests.iter().map(|_| None).collect();
        strips[deepest] = Some(strip(
            egraph,
            statements[deepest],
            &nests[deepest][..=first],
            Linear::var(cut),
        ));
        // Those that touch the arrays of one whose place is known, until none is left.
        while strips.iter().any(Option::is_none) {
            let (n, found) = (0..nests.len())
                .filter(|&n| strips[n].is_none())
                .find_map(|n| Some((n, aligned(egraph, statements[n], &nests[n], &strips, time)?)))?;
            strips[n] = Some(found);
        }
        let strips: Vec<Strip> = strips.into_iter().collect::<Option<_>>()?;
        let unit = match manner {
            Manner::Stripes => unit(egraph, &strips[deepest]),
            Manner::Lockstep => 1,
        };
        let (offsets, factor) = places(egraph, &strips, unit)?;
        let level = match manner {
            Manner::Stripes => Level::Wavefront,
            Manner::Lockstep => Level::Lockstep,
        };
        let name = format!("{cut}'{}'{}", time.head.iv, level.suffix());
        if manner == Manner::Lockstep && strips.iter().any(|strip| strip.loops.len() != 1) {
            return None;
        }
        Some(Strips {
            name: Symbol::from(name),
            manner,
            strips,
            offsets,
            factor,
        })
    }

    fn wavefront(&self, time: &ForNode) -> Wavefront {
        let members = self
            .strips
            .iter()
            .zip(&self.offsets)
            .filter_map(|(strip, &offset)| {
                let last = strip.loops.last()?;
                Some((last.head.iv, offset))
            });
        Wavefront {
            time: time.head.iv,
            factor: self.factor,
            members: members.collect(),
        }
    }

    /// The place of a statement's instance.
    fn place(&self, n: usize, time: &ForNode) -> Option<Linear> {
        let moving = Linear::var(time.head.iv).scale(self.factor)?;
        let place = self.strips[n].place.add(&moving)?;
        place.add(&Linear::constant(self.offsets[n]))
    }

    /// Whether the instances of one place may be lanes of a vector: none depends on another, each has cells of its own to
    /// store to, and nothing in them is under a condition or computed from a loop variable.
    fn has_lanes(&self, egraph: &mut EGraph<'_>, time: &ForNode) -> bool {
        let [strip] = self.strips.as_slice() else {
            return false;
        };
        let Some(cut) = strip.loops.last() else {
            return false;
        };
        let body = &egraph[cut.body].data;
        let numbers = [time.head.iv, cut.head.iv];
        if !(body.loopless && body.flat) || numbers.iter().any(|name| body.data_variables.contains(name)) {
            return false;
        }
        let writes: Vec<AccessId> = (body.accesses.iter().copied())
            .filter(|&access| egraph.analysis.dependences.access(access).is_write)
            .collect();
        let roots = numbers.map(|name| egraph.analysis.root(name));
        let moves = |index: &Linear| {
            let along = |root: Symbol| index.coefficient(root);
            along(roots[0]) != self.factor.saturating_mul(along(roots[1]))
        };
        let is_apart = |&write: &AccessId| {
            let access = egraph.analysis.dependences.access(write);
            access.indices.iter().flatten().any(moves)
        };
        if !writes.iter().all(is_apart) {
            return false;
        }
        let later = relation_inside(egraph, time.body, &[(time.head.iv, Direction::Less)]);
        self.keeps(egraph, time, [0, 0], &later, true) == Some(true)
    }

    /// Whether no instance depends on one with a greater place that runs before it; `is_strict` where none of another
    /// iteration of the time loop may have the same place either.
    fn is_legal(&self, egraph: &mut EGraph<'_>, time: &ForNode, is_strict: bool) -> bool {
        let t = time.head.iv;
        let later = relation_inside(egraph, time.body, &[(t, Direction::Less)]);
        let same = relation_inside(egraph, time.body, &[(t, Direction::Equal)]);
        let all = 0..self.strips.len();
        let pairs = all
            .clone()
            .flat_map(|first| all.clone().map(move |second| (first, second)));
        pairs.into_iter().all(|(first, second)| {
            let mut relations = vec![(later.clone(), is_strict)];
            if first < second {
                relations.push((same.clone(), false));
            }
            if first == second {
                // Instances of one iteration of the time loop run in the order of the loops above the cut.
                let loops = &self.strips[first].loops;
                for depth in 0..loops.len().saturating_sub(1) {
                    let mut relation = same.clone();
                    for outer in &loops[..depth] {
                        relation.insert(outer.head.iv, Direction::Equal);
                    }
                    relation.insert(loops[depth].head.iv, Direction::Less);
                    relations.push((relation, false));
                }
            }
            relations.iter().all(|(relation, is_strict)| {
                self.keeps(egraph, time, [first, second], relation, *is_strict) == Some(true)
            })
        })
    }

    /// Whether no instance of the second statement depends on one of the first with a greater place, or with the same one
    /// where that `is_strict`.
    fn keeps(
        &self,
        egraph: &mut EGraph<'_>,
        time: &ForNode,
        [first, second]: [usize; 2],
        relation: &Relation,
        is_strict: bool,
    ) -> Option<bool> {
        let nearer = Linear::constant(-i64::from(is_strict));
        let places = [self.place(first, time)?, self.place(second, time)?.add(&nearer)?];
        for &a in self.strips[first].accesses.iter() {
            for &b in self.strips[second].accesses.iter() {
                let places = [&places[0], &places[1]];
                let answer = egraph
                    .analysis
                    .dependences
                    .depend_backwards(a, b, relation, places);
                if !answer.is_no() {
                    forbid(egraph, a, b, relation, answer);
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// The loops over stripes around the time loop: where no stripe is cut short, and before and after.
    fn stripes(&self, egraph: &mut EGraph<'_>, time: &ForNode) -> Option<Node> {
        let Ends {
            first,
            all_from,
            all_to,
            last,
        } = self.ends(egraph)?;
        self.declare(egraph, time, self.name, Level::Wavefront);
        // The last iteration of the tile's time is no later than the tile is long.
        let tile = tile_around(egraph, time)?;
        let length = Linear::var(size_name(tile)).add(&Linear::constant(-1))?;
        let moved = length.scale(self.factor)?;
        let start = Linear::var(tile).scale(self.factor)?;
        let size = Linear::var(size_name(self.name));
        let from = index_of(egraph, &first.add(&start)?);
        let to = index_of(egraph, &last.add(&start)?.add(&moved)?);
        // Stripes before the first that begins where all statements have begun in the last iteration.
        let before = all_from.subtract(&first)?.add(&moved)?;
        let middle = self.stripes_in(egraph, &before.add(&size)?.add(&Linear::constant(-1))?);
        let middle = egraph.add(Node::Index(IndexOp::Add, [from, middle]));
        // Whole stripes until a statement ends in the first iteration.
        let end = index_of(egraph, &all_to.add(&start)?);
        let negative = egraph.add(Node::Int(-1));
        let negative = egraph.add(Node::Index(IndexOp::Mul, [middle, negative]));
        let left = egraph.add(Node::Index(IndexOp::Add, [end, negative]));
        let whole = self.rounded_down(egraph, left);
        let whole_to = egraph.add(Node::Index(IndexOp::Add, [middle, whole]));
        self.zones(egraph, time, [from, middle, whole_to, to], LoopKind::Sequential)
    }

    /// The loops over places around the register tile: where every iteration of the tile has an instance, and before
    /// and after. `kind` is that of the loop over the tile where it is whole.
    fn lockstep(&self, egraph: &mut EGraph<'_>, time: &ForNode, kind: LoopKind) -> Option<Node> {
        let Ends {
            first,
            all_from,
            all_to,
            last,
        } = self.ends(egraph)?;
        let cut = self.strips[0].loops[0].head.iv;
        self.declare(egraph, time, cut, Level::Lockstep);
        let tile = tile_around(egraph, time)?;
        let start = Linear::var(tile).scale(self.factor)?;
        let length = Linear::var(size_name(tile)).add(&Linear::constant(-1))?;
        let moved = length.scale(self.factor)?;
        let bounds = [
            first.add(&start)?,
            all_from.add(&start)?.add(&moved)?,
            all_to.add(&start)?,
            last.add(&start)?.add(&moved)?,
        ];
        let [from, all_from, all_to, to] = bounds.map(|bound| index_of(egraph, &bound));
        self.zones(egraph, time, [from, all_from, all_to, to], kind)
    }

    /// The loops over places from the first to the last: nothing is cut short between the two in the middle.
    fn zones(
        &self,
        egraph: &mut EGraph<'_>,
        time: &ForNode,
        [from, whole_from, whole_to, to]: [Id; 4],
        kind: LoopKind,
    ) -> Option<Node> {
        let after = egraph.add(Node::Index(IndexOp::Max, [whole_from, whole_to]));
        let partial = self.stripe(egraph, time, false, LoopKind::Sequential)?;
        let full = self.stripe(egraph, time, true, kind)?;
        let step = match self.manner {
            Manner::Stripes => Step::Tile(size_name(self.name)),
            Manner::Lockstep => Step::Fixed(1),
        };
        let head = Loop {
            iv: self.name,
            step,
            kind: LoopKind::Sequential,
        };
        let zones = [
            (from, whole_from, partial),
            (whole_from, whole_to, full),
            (after, to, partial),
        ];
        let zones = zones.map(|(from, to, body)| add(egraph, Node::For(head, [from, to, body])));
        Some(Node::Seq(zones.into()))
    }

    /// `extent` in whole stripes, rounded down.
    fn stripes_in(&self, egraph: &mut EGraph<'_>, extent: &Linear) -> Id {
        let extent = index_of(egraph, extent);
        self.rounded_down(egraph, extent)
    }

    fn rounded_down(&self, egraph: &mut EGraph<'_>, extent: Id) -> Id {
        let size = egraph.add(Node::Var(size_name(self.name)));
        let stripes = egraph.add(Node::Index(IndexOp::FloorDiv, [extent, size]));
        egraph.add(Node::Index(IndexOp::Mul, [stripes, size]))
    }

    fn declare(&self, egraph: &mut EGraph<'_>, time: &ForNode, root: Symbol, level: Level) {
        if !egraph.analysis.wavefronts.contains_key(&self.name) {
            let wavefront = self.wavefront(time);
            egraph.analysis.wavefronts.insert(self.name, wavefront);
            let variable = LoopVariable { root, level };
            egraph.analysis.loops.insert(self.name, variable);
        }
    }

    /// The time loop of a kind over what lies in one stripe; `is_whole` where every statement has all of the stripe in
    /// every iteration.
    fn stripe(
        &self,
        egraph: &mut EGraph<'_>,
        time: &ForNode,
        is_whole: bool,
        kind_of_time: LoopKind,
    ) -> Option<Id> {
        let size = match self.manner {
            Manner::Stripes => Linear::var(size_name(self.name)),
            Manner::Lockstep => Linear::constant(1),
        };
        let kind = match (self.manner, is_whole) {
            (Manner::Lockstep, true) => LoopKind::Unrolled,
            _ => LoopKind::Sequential,
        };
        let mut statements = Vec::new();
        for (strip, &offset) in self.strips.iter().zip(&self.offsets) {
            let moving = Linear::var(time.head.iv).scale(self.factor)?;
            let low = Linear::var(self.name)
                .subtract(&moving)?
                .subtract(&Linear::constant(offset))?;
            let [low, high] = [low.clone(), low.add(&size)?].map(|bound| index_of(egraph, &bound));
            statements.push(strip.within(egraph, low, high, is_whole, kind));
        }
        let body = sequence(egraph, &statements);
        let head = Loop {
            kind: kind_of_time,
            ..time.head
        };
        Some(add(egraph, Node::For(head, [time.lo, time.hi, body])))
    }

    /// Where the statements begin and end, but for the time; `None` where it depends on symbols which of them is
    /// the first.
    fn ends(&self, egraph: &EGraph<'_>) -> Option<Ends> {
        let mut ends: Option<Ends> = None;
        let mut strips: Vec<(&Strip, i64)> = self.strips.iter().zip(self.offsets.iter().copied()).collect();
        strips.sort_by_key(|(strip, _)| strip.loops.is_empty());
        for (strip, offset) in strips {
            let [lo, hi] = strip.range(egraph)?;
            let offset = Linear::constant(offset);
            let [lo, hi] = [lo.add(&offset)?, hi.add(&offset)?];
            ends = Some(match ends {
                None => Ends {
                    first: lo.clone(),
                    all_from: lo,
                    all_to: hi.clone(),
                    last: hi,
                },
                // What is at a constant place looks for itself whether it is in the stripe.
                Some(ends) if strip.loops.is_empty() => Ends {
                    first: lesser(&lo, &ends.first)?,
                    last: greater(&hi, &ends.last)?,
                    ..ends
                },
                Some(ends) => Ends {
                    first: lesser(&lo, &ends.first)?,
                    all_from: greater(&lo, &ends.all_from)?,
                    all_to: lesser(&hi, &ends.all_to)?,
                    last: greater(&hi, &ends.last)?,
                },
            });
        }
        ends
    }
}

/// Places but for the time.
struct Ends {
    /// Of the first instance of any statement.
    first: Linear,
    /// Of the first instance of the statement that begins last.
    all_from: Linear,
    /// One past the last instance of the statement that ends first.
    all_to: Linear,
    /// One past the last instance of any.
    last: Linear,
}

fn lesser(a: &Linear, b: &Linear) -> Option<Linear> {
    let gap = a.subtract(b)?.as_constant()?;
    Some(if gap < 0 { a.clone() } else { b.clone() })
}

fn greater(a: &Linear, b: &Linear) -> Option<Linear> {
    let gap = a.subtract(b)?.as_constant()?;
    Some(if gap > 0 { a.clone() } else { b.clone() })
}
