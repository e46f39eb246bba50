//! The search for lemmas: which instances of statements of two functions store the same values.
//!
//! A comparison asks how two instances are equal, and is told a lemma that takes the one to the other. Where the lemma turns out
//! not to hold, or to be needed elsewhere, another map is taken that meets all demands so far, and it is compared again.

use std::collections::{BTreeSet, HashMap, HashSet};

use ovolo_certificate::ask::{Asked, OUT_OF_STEPS};
use ovolo_certificate::certificate::{Equality, Lemma, Named, Source, TermImage};
use ovolo_certificate::equal::{Comparison, Context, FIRST, Family, Guide, Place, Stored, Sums};
use ovolo_certificate::function::{Access, Domain, Operation, Value};
use ovolo_certificate::sources::Read;
use ovolo_certificate::terms::Point;
use ovolo_certificate::{NOT_ACCESSED, Refused, Safe};
use ovolo_lang::affine::{AffineExpr, AffineOp, dim, symbol};
use ovolo_lang::fp::FpModel;

use super::interpolate::{Sample, interpolate};
use super::sources;

/// Operations and loads up to which two values are compared before it is tried whether they are equal. Arbitrary.
pub(super) const MOST_LIKENED: usize = 3;

/// Maps of all instances of an access that are tried. Arbitrary.
const MOST_MAPS: usize = 8;

/// Numbers by which quotients are inputs of maps. Arbitrary: each adds as many inputs as there are variables.
const MOST_NUMBERS: usize = 4;

/// A lemma that is tried.
struct Tried {
    lemma: Lemma,
    /// Maps that are not tried yet, the next one last.
    others: Vec<Vec<AffineExpr>>,
    /// Maps with which the lemma turned out not to hold.
    failed: Vec<Vec<AffineExpr>>,
    demands: Vec<Demand>,
    is_checked: bool,
}

impl Tried {
    /// Tries another map.
    fn take(&mut self, map: Vec<AffineExpr>) {
        self.lemma.map = map;
        self.is_checked = false;
    }
}

/// Of what a map is a sum. Examples that are all of one size, or of sizes that tell a variable, as where a loop has ended, leave open
/// which is meant: variables alone are right for all sizes.
#[derive(Clone, Copy)]
enum Inputs {
    Variables,
    VariablesAndSizes,
    /// Variables and their quotients by numbers that are multiplied with or divided by in the demands: digits of a variable are several
    /// variables of the other function.
    VariablesAndQuotients,
}

impl Inputs {
    const ALL: [Inputs; 3] = [
        Inputs::Variables,
        Inputs::VariablesAndSizes,
        Inputs::VariablesAndQuotients,
    ];
}

/// Where a map must take which instance.
type Demand = (Context, [Vec<AffineExpr>; 2]);

/// What is taken back where an attempt fails.
enum Event {
    Lemma([usize; 2]),
    Demand([usize; 2]),
}

/// What was found for two functions.
#[derive(Default)]
pub(super) struct Search {
    lemmas: HashMap<[usize; 2], Tried>,
    order: Vec<[usize; 2]>,
    events: Vec<Event>,
    followed: Vec<Followed>,
    /// Which values may be computed alike to some depth, by their statements and where they lie in memory, which they do throughout.
    pub(super) alike: HashMap<([(usize, usize); 2], usize), bool>,
    /// Pairs of values that are looked at yet for equations between variables.
    pub(super) pairs_left: usize,
    pub(super) found: Equality,
}

/// A load whose sources were found. What is stored under a condition on data is read by several statements.
struct Followed {
    side: usize,
    domain: Domain,
    access: Access,
    sources: Vec<Source>,
}

impl Followed {
    fn is_of(&self, side: usize, read: &Read<'_>) -> bool {
        let (own, other) = (&self.access, read.access);
        self.side == side
            && own.array == other.array
            && own.subscripts == other.subscripts
            && own.time == other.time
            && self.domain == *read.domain
    }
}

/// Why two functions leave the same behind.
pub fn find(safe: &Safe, found: Equality, model: FpModel, asked: &mut Asked) -> Refused<Equality> {
    let [first, second] = &safe.functions;
    let mut comparison = Comparison::of([first, second], model, found.has_sums, asked);
    let mut search = Search {
        found,
        ..Search::default()
    };
    for (pair, lemma) in safe.left()? {
        search.assume(pair, lemma, Vec::new());
    }
    for &u in &safe.accesses {
        let t = search.accessed_too(&mut comparison, u)?;
        search.found.accesses.insert(u, t);
    }
    let open = |search: &Search| {
        let mut order = search.order.iter().copied();
        order.find(|pair| !search.lemmas[pair].is_checked)
    };
    while let Some(pair) = open(&search) {
        search.lemma_holds(&mut comparison, pair)?;
    }
    let mut found = search.found;
    let known = comparison.known_sources();
    found.sources = known.map(|(load, sources)| (load, sources.to_vec())).collect();
    let lemmas = search.lemmas.into_iter();
    found.lemmas = lemmas.map(|(pair, tried)| (pair, tried.lemma)).collect();
    Ok(found)
}

impl Search {
    /// The access of the first function that one of the second is wherever it is executed, which is assumed.
    fn accessed_too<'f>(&mut self, comparison: &mut Comparison<'f, '_>, u: usize) -> Refused<usize> {
        for t in 0..comparison.functions[FIRST].statements.len() {
            let pair = [u, t];
            let [second, first] = comparison.statements(pair)?;
            let is_alike = second.target.array == first.target.array
                && self.is_alike(comparison, (u, &second.value), (t, &first.value), MOST_LIKENED)?;
            if !is_alike {
                continue;
            }
            let mut total = Vec::new();
            for map in self.guesses(comparison, pair)? {
                if total.len() < MOST_MAPS && comparison.is_total(pair, &map)? {
                    total.push(map);
                }
            }
            total.reverse();
            if let Some(map) = total.pop() {
                let lemma = Lemma {
                    map,
                    within: Vec::new(),
                };
                self.assume(pair, lemma, total);
                return Ok(t);
            }
        }
        // What is alike, and which maps there are, is not known to the end then.
        match comparison.asked.is_spent() {
            true => Err(OUT_OF_STEPS.into()),
            false => Err(NOT_ACCESSED.into()),
        }
    }

    fn assume(&mut self, pair: [usize; 2], lemma: Lemma, others: Vec<Vec<AffineExpr>>) {
        let tried = Tried {
            lemma,
            others,
            failed: Vec::new(),
            demands: Vec::new(),
            is_checked: false,
        };
        self.lemmas.insert(pair, tried);
        self.order.push(pair);
        self.events.push(Event::Lemma(pair));
    }

    /// Takes back what was assumed since.
    fn roll_back(&mut self, events: usize) {
        for event in self.events.drain(events..).rev() {
            match event {
                Event::Lemma(pair) => {
                    self.lemmas.remove(&pair);
                    self.order.retain(|known| *known != pair);
                }
                Event::Demand(pair) => {
                    if let Some(tried) = self.lemmas.get_mut(&pair) {
                        tried.demands.pop();
                    }
                }
            }
        }
    }

    /// Checks a lemma, with the next map where one does not do.
    fn lemma_holds<'f>(&mut self, comparison: &mut Comparison<'f, '_>, pair: [usize; 2]) -> Refused<()> {
        loop {
            let lemma = self.lemmas[&pair].lemma.clone();
            let events = self.events.len();
            if comparison.lemma_holds(self, pair, &lemma)? {
                // What was found on the way may have asked for another map of this very lemma, or for more instances.
                let is_same = |tried: &&mut Tried| tried.lemma == lemma;
                if let Some(tried) = self.lemmas.get_mut(&pair).filter(is_same) {
                    tried.is_checked = true;
                    return Ok(());
                }
                continue;
            }
            self.roll_back(events);
            match self.lemmas.get_mut(&pair) {
                Some(tried) if tried.lemma.map == lemma.map => tried.failed.push(lemma.map),
                _ => continue,
            }
            if !self.next_map(comparison, pair)? {
                return Err(std::mem::take(&mut comparison.reason));
            }
        }
    }

    /// Takes the next map that meets all demands.
    fn next_map(&mut self, comparison: &mut Comparison<'_, '_>, pair: [usize; 2]) -> Refused<bool> {
        let Some(tried) = self.lemmas.get_mut(&pair) else {
            return Ok(false);
        };
        while let Some(map) = tried.others.pop() {
            let mut is_met = true;
            for (context, [at, wanted]) in &tried.demands {
                is_met = is_met && comparison.takes(context, &map, at, wanted)?;
            }
            if is_met {
                tried.take(map);
                return Ok(true);
            }
        }
        for inputs in Inputs::ALL {
            let found = interpolated(comparison, pair, &tried.demands, inputs)?;
            if let Some(map) = found.filter(|map| !tried.failed.contains(map)) {
                tried.take(map);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn demand(&mut self, pair: [usize; 2], context: &Context, [second, first]: [&Place<'_>; 2]) {
        if let Some(tried) = self.lemmas.get_mut(&pair) {
            let instances = [second.at.clone(), first.at.clone()];
            tried.demands.push((context.clone(), instances));
            self.events.push(Event::Demand(pair));
        }
    }

    /// A lemma for two instances that are demanded to be equal: another map of one that there is, or a new one.
    fn lemma<'f>(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        places: [&Place<'f>; 2],
    ) -> Refused<Stored> {
        let [second, first] = places;
        let pair = [second.statement, first.statement];
        if let Some(tried) = self.lemmas.get_mut(&pair) {
            let mut is_met = comparison.takes(context, &tried.lemma.map, &second.at, &first.at)?;
            widen(comparison, tried, context, second)?;
            let events = self.events.len();
            self.demand(pair, context, places);
            if !is_met {
                is_met = self.next_map(comparison, pair)?;
            }
            if is_met {
                return Ok(Stored::Lemma(self.lemmas[&pair].lemma.clone()));
            }
            self.roll_back(events);
            return Ok(Stored::Differ("a load reads what another instance stores"));
        }
        let [b, a] = comparison.statements(pair)?;
        if !self.is_alike(comparison, (pair[0], &b.value), (pair[1], &a.value), MOST_LIKENED)? {
            return Ok(Stored::Compare);
        }
        let mut guesses = self.guesses(comparison, pair)?;
        guesses.reverse();
        guesses.splice(0..0, renamed(&second.at, &first.at));
        let mut map = None;
        while let Some(guess) = guesses.pop().filter(|_| map.is_none()) {
            if comparison.takes(context, &guess, &second.at, &first.at)? {
                map = Some(guess);
                break;
            }
        }
        let demand = (context.clone(), [second.at.clone(), first.at.clone()]);
        for inputs in Inputs::ALL {
            if map.is_none() {
                map = interpolated(comparison, pair, std::slice::from_ref(&demand), inputs)?;
            }
        }
        let Some(map) = map else {
            // What reads nothing may be the same in instances that no map tells from one another.
            return Ok(match reads_nothing(&a.value) {
                true => Stored::Compare,
                false => Stored::Differ("a store of the second function is none of the first"),
            });
        };
        // Of lanes in turn from several statements only some are of this one.
        if matches!(b.value, Value::OneOf(..))
            && b.target.array == a.target.array
            && !comparison.keeps_cells(pair, &map)?
        {
            return Ok(Stored::Compare);
        }
        let within = within(comparison, context, second)?;
        let lemma = Lemma { map, within };
        self.assume(pair, lemma.clone(), guesses);
        self.demand(pair, context, places);
        Ok(Stored::Lemma(lemma))
    }
}

fn reads_nothing(value: &Value) -> bool {
    let mut loads = Vec::new();
    value.loads(&mut loads);
    loads.is_empty()
}

/// Maps that take variables to expressions of them alone, the likelier last. Of a variable that stands in several places each
/// expression is likely of the next of them.
fn renamed(variables: &[AffineExpr], wanted: &[AffineExpr]) -> Vec<Vec<AffineExpr>> {
    let places = |leaf: &AffineExpr| -> Vec<AffineExpr> {
        let all = variables
            .iter()
            .enumerate()
            .filter(|(_, variable)| *variable == leaf);
        all.map(|(place, _)| dim(place as u32)).collect()
    };
    let mut is_of_them = true;
    for expr in wanted {
        expr.walk(&mut |part| is_of_them &= !matches!(part, AffineExpr::Dim(_)) || !places(part).is_empty());
    }
    if !is_of_them {
        return Vec::new();
    }
    let by_first = |leaf: &AffineExpr| places(leaf).first().cloned();
    let mut used: HashMap<AffineExpr, usize> = HashMap::new();
    let mut by_next = Vec::new();
    for expr in wanted {
        let next = |leaf: &AffineExpr| {
            let (all, used) = (places(leaf), used.get(leaf).copied().unwrap_or(0));
            all.get(used).or(all.first()).cloned()
        };
        by_next.push(expr.replace_leaves(&next));
        let mut mentioned = HashSet::new();
        expr.walk(&mut |part| {
            if matches!(part, AffineExpr::Dim(_)) && mentioned.insert(part.clone()) {
                *used.entry(part.clone()).or_default() += 1;
            }
        });
    }
    let mut all = vec![wanted.iter().map(|expr| expr.replace_leaves(&by_first)).collect()];
    if all[0] != by_next {
        all.push(by_next);
    }
    all
}

/// The numbers that variables are multiplied with or divided by in demands, the least few.
fn numbers(demands: &[Demand]) -> BTreeSet<i64> {
    let mut all = BTreeSet::new();
    for expr in demands
        .iter()
        .flat_map(|(_, instances)| instances.iter().flatten())
    {
        expr.walk(&mut |part| {
            if let AffineExpr::Binary(AffineOp::Mul | AffineOp::FloorDiv | AffineOp::Mod, parts) = part {
                all.extend(parts.1.as_constant().filter(|&n| n > 1));
            }
        });
    }
    all.into_iter().take(MOST_NUMBERS).collect()
}

/// Leaves out the conditions of a lemma that do not hold for an instance for which it is used.
fn widen(
    comparison: &mut Comparison<'_, '_>,
    tried: &mut Tried,
    context: &Context,
    place: &Place<'_>,
) -> Refused<()> {
    let guards = comparison.conditions_of_choices(place.statement);
    let mut kept = Vec::new();
    for &(number, holds) in &tried.lemma.within {
        let guard = if holds {
            guards[number].clone()
        } else {
            guards[number].negated()
        };
        if comparison.holds(context, &guard, &place.at)? {
            kept.push((number, holds));
        }
    }
    tried.is_checked &= kept == tried.lemma.within;
    tried.lemma.within = kept;
    Ok(())
}

/// The conditions of choices in the value of a statement that hold for an instance of it: lanes that are filled up, say,
/// compute what nobody stores.
fn within(
    comparison: &mut Comparison<'_, '_>,
    context: &Context,
    place: &Place<'_>,
) -> Refused<Vec<(usize, bool)>> {
    let guards = comparison.conditions_of_choices(place.statement);
    let mut within = Vec::new();
    for (number, guard) in guards.iter().enumerate() {
        if guards[..number].contains(guard) {
            continue;
        }
        for (guard, holds) in [(&guard.negated(), false), (guard, true)] {
            if comparison.holds(context, guard, &place.at)? {
                within.push((number, holds));
                break;
            }
        }
    }
    Ok(within)
}

/// An affine map that meets demands, found from examples of them.
fn interpolated(
    comparison: &mut Comparison<'_, '_>,
    pair: [usize; 2],
    demands: &[Demand],
    of: Inputs,
) -> Refused<Option<Vec<AffineExpr>>> {
    let [second, first] = comparison.statements(pair)?;
    let variables = (0..second.domain.loops.len()).rev().map(|i| dim(i as u32));
    let mut inputs: Vec<AffineExpr> = variables.clone().collect();
    match of {
        Inputs::Variables => {}
        Inputs::VariablesAndSizes => {
            inputs.extend((0..comparison.asked.sizes.terms.len()).map(|i| symbol(i as u32)));
        }
        Inputs::VariablesAndQuotients => {
            let numbers = numbers(demands);
            inputs.extend(
                variables.flat_map(|v| numbers.iter().map(move |&n| v.floordiv(n)).collect::<Vec<_>>()),
            );
        }
    }
    let mut samples: Vec<Vec<Sample>> = first.domain.loops.iter().map(|_| Vec::new()).collect();
    for _ in 0..inputs.len() + 2 {
        let map = samples.iter().map(|samples| interpolate(samples, &inputs));
        let Some(map) = map.collect::<Option<Vec<AffineExpr>>>() else {
            return Ok(None);
        };
        let mut example = None;
        for (context, [at, wanted]) in demands {
            let Some(differs) = comparison.is_taken_elsewhere(context, &map, at, wanted)? else {
                continue;
            };
            let conditions = [&context.conditions[..], &[differs]].concat();
            let Ok(found) = comparison.asked.example(&conditions, [&context.dims, &[]]) else {
                return Ok(None);
            };
            if let Some([sizes, x, _]) = found {
                let point = Point { sizes: &sizes };
                let (Some(at), Some(wanted)) = (point.all(at, &x), point.all(wanted, &x)) else {
                    return Ok(None);
                };
                example = point.all(&inputs, &at).map(|inputs| (inputs, wanted));
                if example.is_none() {
                    return Ok(None);
                }
                break;
            }
        }
        let Some((inputs, outputs)) = example else {
            return Ok(Some(map));
        };
        for (samples, output) in samples.iter_mut().zip(outputs) {
            let inputs = inputs.clone();
            samples.push(Sample { inputs, output });
        }
    }
    Ok(None)
}

impl<'f> Guide<'f> for Search {
    fn sources(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        read: &Read<'f>,
        load: Named,
    ) -> Refused<Vec<Source>> {
        let mut followed = self.followed.iter();
        if let Some(known) = followed.find(|known| known.is_of(load.side, read)) {
            return Ok(known.sources.clone());
        }
        let sources = sources::find(read, comparison.asked)?;
        self.followed.push(Followed {
            side: load.side,
            domain: read.domain.clone(),
            access: read.access.clone(),
            sources: sources.clone(),
        });
        Ok(sources)
    }

    fn stored(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        places: [&Place<'f>; 2],
    ) -> Refused<Stored> {
        self.lemma(comparison, context, places)
    }

    fn ways(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        context: &Context,
        (second, b): (&Place<'f>, &'f Operation),
        (first, a): (&Place<'f>, &'f Operation),
    ) -> Refused<Vec<usize>> {
        self.likely_in(comparison, context, (second, b), (first, a))
    }

    fn images(
        &mut self,
        comparison: &mut Comparison<'f, '_>,
        inside: (&Context, Sums),
        second: (usize, &Family<'f>),
        first: (usize, &Family<'f>),
        order: &[usize],
    ) -> Refused<Vec<TermImage>> {
        self.maps_of_terms(comparison, inside, second.1, first, order)
    }

    fn inverses(
        &mut self,
        sums: Sums,
        (number, second): (usize, &Family<'f>),
        image: &TermImage,
    ) -> Refused<Vec<Vec<AffineExpr>>> {
        Ok(self.inverses_of_terms(sums, (number, second), image))
    }

    fn took_way(&mut self, pair: [Named; 2], way: usize) {
        self.found.take_way(pair, way);
    }

    fn took_image(&mut self, sums: Sums, family: usize, image: &TermImage) {
        self.found.take_image(sums.pair, family, image);
    }

    fn mark(&self) -> usize {
        self.events.len()
    }

    fn go_back(&mut self, mark: usize) {
        self.roll_back(mark);
    }
}
