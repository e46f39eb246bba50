//! Comparing one pair of functions at many sizes and placements.

use std::collections::BTreeSet;

use ovolo_lang::interpret::{Reason, Trap};
use ovolo_lang::ir::{BlockId, Module, OpId, Span};
use ovolo_lang::types::{Layout, Type};
use rustc_hash::FxHashMap;

use super::assumption::may_hold;
use super::compare::{Compared, DATA_SPEED, OnData, Pair};
use super::data::Data;
use super::inputs::Placement;
use super::reach::{Entry, Reach};
use super::verdict::{Check, Proof, Scope, Sizes, Unknown, Verdict};
use super::{sizes, taken_for_granted, too_large};
use ovolo_certificate::{Overlap, Size, Suspicion};

/// Compares the programs at a choice of sizes.
type Compare<'c, S> = &'c mut dyn FnMut(&mut S, Vec<i64>) -> Result<(), Stop>;

/// The comparison of one pair of functions at many sizes and placements.
pub struct Search<'a> {
    pair: &'a Pair<'a>,
    /// The same for runs on data, which note by themselves what they enter; none where few steps are to be taken.
    on_data: Option<&'a Pair<'a>>,
    functions: [(&'a Module, OpId); 2],
    sizes: Vec<Size>,
    steps_left: u64,
    /// Extents that nothing but subscripts depends on: they are as large as those need.
    capacities: Vec<bool>,
    equal_at: Vec<Vec<i64>>,
    first_trap: Option<Trap>,
    left_out: Vec<Vec<i64>>,
    /// How many runs were compared on one filling each: it is another each time.
    rounds: u64,
    /// Of blocks of each function when they are entered, of those it was asked of.
    entries: FxHashMap<(usize, BlockId), Entry>,
    /// Of each function where blocks begin that run at no sizes.
    unreachable: [Vec<Span>; 2],
    /// Whether functions whose arguments are apart are proved equal.
    pub is_proved_apart: &'a dyn Fn() -> bool,
}

/// Sizes that are tried before others.
const SMALL: i64 = 3;

/// What a question to z3 about sizes counts for. Arbitrary: a thousandth of a second.
const QUESTION_STEPS: u64 = 5_000;

/// The product of sizes from which on runs on data come first. Arbitrary.
const COSTLY: i64 = 1_000;

/// The part by which a size is to be less than another for runs on data at both: a fifth. Arbitrary.
const MUCH_LESS: i64 = 5;

/// Stops the search.
struct Stop(Verdict);

impl<'a> Search<'a> {
    pub fn new(
        pair: &'a Pair<'a>,
        on_data: Option<&'a Pair<'a>>,
        functions: [(&'a Module, OpId); 2],
        is_capacity: impl Fn(Size) -> bool,
    ) -> Search<'a> {
        let sizes = pair.signature.sizes();
        Search {
            pair,
            on_data,
            functions,
            rounds: 0,
            entries: FxHashMap::default(),
            capacities: sizes.iter().map(|&size| is_capacity(size)).collect(),
            sizes,
            steps_left: pair.options.total_steps,
            equal_at: Vec::new(),
            first_trap: None,
            left_out: Vec::new(),
            unreachable: Default::default(),
            is_proved_apart: &|| false,
        }
    }

    /// The verdict, sizes being chosen around the constants of the functions, after those at which they are `suspected` to
    /// differ. Nothing depends on the `unused` arguments.
    pub fn verify(mut self, tiles: &BTreeSet<i64>, unused: &[usize], suspected: &[Suspicion]) -> Verdict {
        let is_free = |size: Size| {
            let mut sizes = self.sizes.iter().zip(&self.capacities);
            !sizes.any(|(known, is_capacity)| *known == size && *is_capacity)
        };
        let range = |size| self.pair.signature.range(size);
        let mut choices = sizes::choices(&self.sizes, range, is_free, tiles, &self.pair.options.sizes);
        let likely = |suspicion: &Suspicion| {
            let value = |size: &Size| {
                let known = suspicion.sizes.iter().find(|(known, _)| known == size);
                let (least, greatest) = range(*size);
                known.map_or(0, |(_, value)| *value).clamp(least, greatest)
            };
            self.sizes.iter().map(value).collect::<Vec<i64>>()
        };
        let likely = suspected
            .iter()
            .map(|suspicion| (likely(suspicion), suspicion.overlap.as_ref()));
        let likely: Vec<_> = likely.collect();
        let mut apart: Vec<Vec<i64>> = likely.iter().map(|(choice, _)| choice.clone()).collect();
        for choice in apart.iter_mut().chain(&mut choices) {
            for (size, value) in self.sizes.iter().zip(choice) {
                if matches!(size, Size::Index { argument } if unused.contains(argument)) {
                    *value = 1;
                }
            }
        }
        let mut seen = BTreeSet::new();
        for choices in [&mut choices, &mut apart] {
            choices.retain(|choice| self.may_be(choice) && seen.insert(choice.clone()));
        }
        if apart.is_empty() && choices.is_empty() {
            return Verdict::undecided("what is assumed holds for none of the sizes that are tried");
        }
        if let Err(Stop(verdict)) = self.suspected_overlaps(&likely) {
            return verdict;
        }
        if let Err(Stop(verdict)) = self.all_apart(apart, choices, unused) {
            return verdict;
        }
        if self.equal_at.is_empty() {
            return match (&self.first_trap, self.left_out.is_empty()) {
                (Some(trap), true) => Verdict::Unknown(Unknown::NoMeaning(format!(
                    "the first program has no meaning at any size tried: {trap}"
                ))),
                _ => too_large(self.pair.options),
            };
        }
        match self.overlaps() {
            Err(Stop(verdict)) => verdict,
            Ok(preconditions) => self.accepted(preconditions, unused),
        }
    }

    fn accepted(&self, mut preconditions: Vec<String>, unused: &[usize]) -> Verdict {
        preconditions.extend(taken_for_granted(&self.pair.assumed));
        let layouts = self
            .pair
            .signature
            .parameters
            .iter()
            .filter_map(|p| p.ty.as_memref()?.layout.as_ref());
        if layouts.into_iter().any(has_open_layout) {
            preconditions.push("dynamic strides and offsets matter in no other way than those tried".into());
        }
        let model = self.pair.model;
        let matters = |size: &Size| !matches!(size, Size::Index { argument } if unused.contains(argument));
        if !self.sizes.iter().any(matters) {
            return Verdict::Proved(Proof {
                scope: Scope::ForThisShape,
                model,
                preconditions,
                certificate: None,
            });
        }
        Verdict::Checked(Box::new(Check {
            sizes: self.equal_at.iter().map(|c| self.pair.sizes_named(c)).collect(),
            left_out: self.left_out.iter().map(|c| self.tried_sizes(c)).collect(),
            never_entered: [0, 1].map(|which| self.missed(which)),
            model,
            preconditions,
            not_proved: None,
        }))
    }

    /// Where blocks begin that no run entered, but for those that run at no sizes.
    fn missed(&self, which: usize) -> Vec<Span> {
        let mut missed = self.pair.programs[which].never_entered();
        missed.retain(|span| !self.unreachable[which].contains(span));
        missed
    }

    /// A choice without the extents that subscripts make as large as they need.
    fn tried_sizes(&self, choice: &[i64]) -> Sizes {
        let named = self.pair.sizes_named(choice).0.into_iter().zip(&self.capacities);
        Sizes(
            named
                .filter(|(_, is_capacity)| !**is_capacity)
                .map(|(size, _)| size)
                .collect(),
        )
    }

    /// Whether nothing that is taken for granted speaks against these sizes.
    fn may_be(&self, choice: &[i64]) -> bool {
        let assumed = self.pair.assumed.iter();
        assumed
            .into_iter()
            .all(|assumed| may_hold(assumed, &self.sizes, choice))
    }

    fn is_spent(&self) -> bool {
        self.steps_left == 0
    }

    fn compare(&mut self, choice: &[i64], placement: &Placement) -> Result<Compared, Stop> {
        let (compared, steps) = self.pair.compare(choice, placement);
        self.steps_left = self.steps_left.saturating_sub(steps);
        match compared {
            Compared::Refuted(counterexample) => Err(Stop(Verdict::Refuted(counterexample))),
            Compared::Unknown(reason) => Err(Stop(Verdict::undecided(reason))),
            other => Ok(other),
        }
    }

    /// Compares with arguments apart: at small sizes, at those at which the functions are suspected to differ, at some at which
    /// blocks run that did not, and at all others.
    fn all_apart(
        &mut self,
        suspected: Vec<Vec<i64>>,
        choices: Vec<Vec<i64>>,
        unused: &[usize],
    ) -> Result<(), Stop> {
        let mut tried = BTreeSet::new();
        let is_small = |choice: &Vec<i64>| choice.iter().all(|n| (-SMALL..=SMALL).contains(n));
        let (first, rest): (Vec<_>, Vec<_>) = choices.into_iter().partition(is_small);
        self.apart(first, &mut tried)?;
        if !(self.is_proved_apart)() {
            if let Some(on_data) = self.on_data {
                self.refuted_on_data(on_data, &suspected, &rest, unused)?;
            }
            self.apart(suspected, &mut tried)?;
            if self.on_data.is_some() {
                self.directed(self.pair, unused, &mut |this, choice| {
                    this.apart(vec![choice], &mut tried)
                })?;
            }
            self.apart(rest, &mut tried)?;
        }
        self.equal_at.sort();
        Ok(())
    }

    /// Looks for a difference by runs on data alone, with a half of the steps: at sizes at which the functions are suspected to
    /// differ, at sizes that are alike, which let most blocks run, and at some at which blocks run that did not.
    fn refuted_on_data(
        &mut self,
        on_data: &Pair<'_>,
        suspected: &[Vec<i64>],
        choices: &[Vec<i64>],
        unused: &[usize],
    ) -> Result<(), Stop> {
        let kept = self.steps_left / 2;
        self.steps_left -= kept;
        let mut tried = BTreeSet::new();
        let mut outcome = Ok(());
        for choice in suspected {
            outcome = outcome.and_then(|()| self.on_data_at(on_data, choice.clone(), &mut tried));
        }
        if outcome.is_ok() {
            outcome = self.alike(on_data, choices, &mut tried);
        }
        let outcome = outcome.and_then(|()| {
            self.directed(on_data, unused, &mut |this, choice| {
                this.on_data_at(on_data, choice, &mut tried)
            })
        });
        self.steps_left += kept;
        outcome
    }

    /// Looks for a difference on data where all extents are alike, first with small arguments and then with such as the extents, each
    /// a good part greater than those before.
    fn alike(
        &mut self,
        on_data: &Pair<'_>,
        choices: &[Vec<i64>],
        tried: &mut BTreeSet<Vec<i64>>,
    ) -> Result<(), Stop> {
        let mut all: BTreeSet<i64> = choices.iter().flatten().copied().filter(|&n| n > SMALL).collect();
        let mut values = Vec::new();
        while let Some(greatest) = all.pop_last() {
            values.insert(0, greatest);
            all.retain(|&n| n < greatest - greatest / MUCH_LESS);
        }
        for has_small_arguments in [true, false] {
            // What runs are taken to grow by: the third power of the extents, and the first of the arguments.
            let growth = |n: i64| {
                let power = if has_small_arguments { 3 } else { 4 };
                (n.unsigned_abs()).saturating_pow(power)
            };
            let mut last = (0, 1);
            for &n in &values {
                let value = |(size, is_capacity): (&Size, &bool)| match size {
                    _ if *is_capacity => 0,
                    Size::Index { .. } if has_small_arguments => SMALL - 1,
                    _ => n,
                };
                let choice: Vec<i64> = self.sizes.iter().zip(&self.capacities).map(value).collect();
                let (before, (steps, divisor)) = (self.steps_left, last);
                if u64::saturating_mul(steps, growth(n)) / divisor > before || !self.may_be(&choice) {
                    continue;
                }
                self.on_data_at(on_data, choice, tried)?;
                last = (before - self.steps_left, growth(n));
            }
        }
        Ok(())
    }

    /// Looks for a difference on data at these sizes, or greater extents.
    fn on_data_at(
        &mut self,
        on_data: &Pair<'_>,
        sizes: Vec<i64>,
        tried: &mut BTreeSet<Vec<i64>>,
    ) -> Result<(), Stop> {
        let placement = self.pair.signature.apart();
        let mut choice = Some(sizes);
        while let Some(sizes) = choice.take().filter(|sizes| tried.insert(sizes.clone())) {
            let cells = u64::try_from(self.pair.signature.cells(&sizes)).unwrap_or(0);
            if cells > self.steps_left {
                return Ok(());
            }
            let data = match self.rounds % 2 {
                0 => Data::Any(self.rounds / 2),
                _ => Data::Dominant(self.rounds / 2),
            };
            self.rounds += 1;
            if let Some(trap) = self.on_some_data(on_data, &sizes, &placement, &[data])? {
                choice = self.enlarged(&sizes, &placement, &trap);
            }
        }
        Ok(())
    }

    /// Compares at sizes that enter blocks which no run of a pair has entered, of the second function first.
    fn directed(
        &mut self,
        pair: &Pair<'_>,
        unused: &[usize],
        compare: Compare<'_, Self>,
    ) -> Result<(), Stop> {
        for which in [1, 0] {
            let (module, function) = self.functions[which];
            for (block, first) in Reach::blocks(module, function) {
                let span = module.op(first).span;
                let is_missed = || pair.programs[which].never_entered().contains(&span);
                if self.is_spent() {
                    return Ok(());
                }
                if !is_missed() {
                    continue;
                }
                for mut choice in self.entering(which, block, span) {
                    if !is_missed() || self.is_spent() {
                        break;
                    }
                    for ((value, size), is_capacity) in
                        choice.iter_mut().zip(&self.sizes).zip(&self.capacities)
                    {
                        match size {
                            Size::Index { argument } if unused.contains(argument) => *value = 1,
                            _ if *is_capacity => *value = 0,
                            _ => {}
                        }
                    }
                    if self.may_be(&choice) {
                        compare(self, choice)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Sizes at which a block may be entered; none where it never is, which is noted.
    fn entering(&mut self, which: usize, block: BlockId, span: Span) -> Vec<Vec<i64>> {
        let (module, function) = self.functions[which];
        let reach = Reach {
            module,
            function,
            signature: &self.pair.signature,
            sizes: &self.sizes,
            assumed: &self.pair.assumed,
        };
        let mut questions = 0;
        let entry = self
            .entries
            .entry((which, block))
            .or_insert_with(|| reach.entered(block, &mut questions));
        self.steps_left = self.steps_left.saturating_sub(questions * QUESTION_STEPS);
        match entry {
            Entry::At(choices) => choices.clone(),
            Entry::Never => {
                if !self.unreachable[which].contains(&span) {
                    self.unreachable[which].push(span);
                }
                Vec::new()
            }
        }
    }

    /// Compares at all choices with arguments apart.
    fn apart(&mut self, choices: Vec<Vec<i64>>, tried: &mut BTreeSet<Vec<i64>>) -> Result<(), Stop> {
        let placement = self.pair.signature.apart();
        for choice in choices {
            let mut choice = Some(choice);
            while let Some(sizes) = choice.take().filter(|c| !tried.contains(c)) {
                let is_hopeless = self
                    .left_out
                    .iter()
                    .any(|small| small.iter().zip(&sizes).all(|(a, b)| a <= b));
                // Inputs are made before anything runs.
                let cells = u64::try_from(self.pair.signature.cells(&sizes)).unwrap_or(0);
                if is_hopeless || self.is_spent() || cells > self.steps_left {
                    self.left_out.push(sizes);
                    continue;
                }
                tried.insert(sizes.clone());
                if sizes::cost(&sizes) >= COSTLY {
                    let data = [Data::Any(0), Data::Dominant(0)];
                    self.on_some_data(self.on_data.unwrap_or(self.pair), &sizes, &placement, &data)?;
                }
                match self.compare(&sizes, &placement)? {
                    Compared::Equal => self.equal_at.push(sizes),
                    Compared::FirstTraps(trap) => {
                        choice = self.enlarged(&sizes, &placement, &trap);
                        self.first_trap.get_or_insert(trap);
                    }
                    _ => self.left_out.push(sizes),
                }
            }
        }
        Ok(())
    }

    /// Looks for a difference on some data, which takes less than expressions of all. Gives why the first program has no meaning
    /// there, if it has none.
    fn on_some_data(
        &mut self,
        pair: &Pair<'_>,
        choice: &[i64],
        placement: &Placement,
        data: &[Data],
    ) -> Result<Option<Trap>, Stop> {
        let (found, steps) = pair.on_some_data(choice, placement, data);
        self.steps_left = self.steps_left.saturating_sub(steps / DATA_SPEED);
        match found {
            OnData::Differ(counterexample) => Err(Stop(Verdict::Refuted(counterexample))),
            OnData::FirstTraps(trap) => Ok(Some(trap)),
            OnData::Alike => Ok(None),
        }
    }

    /// The sizes with that extent made large enough which the first program exceeded: independent
    /// sizes rarely fit together by chance.
    fn enlarged(&self, sizes: &[i64], placement: &Placement, trap: &Trap) -> Option<Vec<i64>> {
        let Reason::OutOfBounds {
            buffer,
            dimension: Some(dimension),
            index,
            extent,
        } = trap.reason
        else {
            return None;
        };
        let (argument, _) = *placement.groups.get(buffer.index())?.first()?;
        let size = Size::Extent { argument, dimension };
        let position = self.sizes.iter().position(|s| *s == size)?;
        let greatest = sizes.iter().copied().max().unwrap_or(0);
        let larger = sizes.iter().copied().filter(|&n| n > index.max(extent)).min();
        let mut enlarged = sizes.to_vec();
        // What reaches a little beyond every size is met exactly; doubling reaches bounds that no size names.
        enlarged[position] = larger.unwrap_or(match index <= greatest.saturating_add(3) {
            true => index + 1,
            false => (index + 1).max(2 * extent),
        });
        (index >= 0 && self.may_be(&enlarged)).then_some(enlarged)
    }

    /// Compares with arguments that share the cells that may make a difference, and then at sizes that are greater by one and
    /// with cells beside those: what is not in the same order may still be written again before anything reads it.
    fn suspected_overlaps(&mut self, suspected: &[(Vec<i64>, Option<&Overlap>)]) -> Result<(), Stop> {
        for (more, beside) in [(0, &[0][..]), (1, &[0, -1, 1])] {
            for (sizes, overlap) in suspected {
                if let Some(overlap) = overlap {
                    let sizes: Vec<i64> = sizes.iter().map(|n| n.saturating_add(more)).collect();
                    self.suspected_overlap(overlap, sizes, beside)?;
                }
            }
        }
        Ok(())
    }

    /// Compares at these sizes, or greater extents, with arguments that share these cells, or cells so far from them.
    fn suspected_overlap(&mut self, overlap: &Overlap, sizes: Vec<i64>, beside: &[i64]) -> Result<(), Stop> {
        let (signature, apart) = (&self.pair.signature, self.pair.signature.apart());
        let mut choice = Some(sizes);
        while let Some(sizes) = choice
            .take()
            .filter(|sizes| self.may_be(sizes) && !self.is_spent())
        {
            match self.compare(&sizes, &apart)? {
                Compared::FirstTraps(trap) => choice = self.enlarged(&sizes, &apart, &trap),
                Compared::Equal => {
                    let ([a, b], [first, second]) = (overlap.arguments, &overlap.cells);
                    let cell = |argument: usize, cell: &[i64]| {
                        signature.parameters.get(argument)?;
                        signature.view(argument, &sizes)?.0.cell(cell).ok()
                    };
                    let (Some(first), Some(second)) = (cell(a, first), cell(b, second)) else {
                        return Ok(());
                    };
                    for distance in beside.iter().map(|more| first - second + more) {
                        self.compare(&sizes, &signature.overlapping(a, b, distance))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Compares with arguments that share memory, and says what that leaves open.
    fn overlaps(&mut self) -> Result<Vec<String>, Stop> {
        let signature = &self.pair.signature;
        let pairs = signature.aliasing_pairs();
        let mut preconditions = Vec::new();
        let memrefs: Vec<_> = signature
            .parameters
            .iter()
            .filter(|p| p.ty.as_memref().is_some())
            .collect();
        let elements: Vec<&Type> = memrefs
            .iter()
            .filter(|p| !p.no_alias)
            .map(|p| p.ty.element())
            .collect();
        if elements.iter().any(|e| *e != elements[0]) {
            preconditions.push("arguments of different element types do not overlap".to_string());
        }
        if pairs.is_empty() {
            return Ok(preconditions);
        }
        preconditions.push("arguments that overlap do so by whole elements".to_string());
        let arguments: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        if arguments.len() > 2 {
            preconditions.push("at most two arguments overlap, or all begin together".to_string());
        }
        let mut is_complete = true;
        for choice in self.small_choices() {
            for &(a, b) in &pairs {
                let span = |i| signature.view(i, &choice).map_or(0, |(_, span)| span);
                let strides = |i| {
                    signature
                        .view(i, &choice)
                        .map(|(v, _)| v.strides.to_vec())
                        .unwrap_or_default()
                };
                let (distances, all) = distances(span(a), span(b), &[strides(a), strides(b)].concat());
                is_complete &= all;
                for distance in distances {
                    if self.is_spent() {
                        is_complete = false;
                        break;
                    }
                    self.compare(&choice, &signature.overlapping(a, b, distance))?;
                }
            }
            let arguments: Vec<usize> = arguments.iter().copied().collect();
            self.compare(&choice, &signature.together(&arguments))?;
        }
        if !is_complete {
            preconditions.push("arguments overlap, if at all, at one of the distances tried".to_string());
        }
        Ok(preconditions)
    }

    /// Some of the choices at which the functions are equal, small ones but not only.
    fn small_choices(&self) -> Vec<Vec<i64>> {
        const MAX_CELLS: i64 = 400;
        const COUNT: usize = 16;
        let signature = &self.pair.signature;
        let cells = |c: &Vec<i64>| signature.cells(c);
        let mut small: Vec<Vec<i64>> = self
            .equal_at
            .iter()
            .filter(|c| cells(c) > 1 && cells(c) <= MAX_CELLS)
            .cloned()
            .collect();
        small.sort_by_key(|c| (cells(c), c.clone()));
        if small.is_empty() {
            return self
                .equal_at
                .iter()
                .min_by_key(|c| cells(c))
                .cloned()
                .into_iter()
                .collect();
        }
        let step = small.len().div_ceil(COUNT).max(1);
        let last = small.last().cloned();
        let mut chosen: Vec<Vec<i64>> = small.into_iter().step_by(step).collect();
        chosen.extend(last.filter(|l| chosen.last() != Some(l)));
        chosen
    }
}

/// How far after the first argument the second may begin so that they overlap, and whether that is all.
fn distances(first: i64, second: i64, strides: &[i64]) -> (Vec<i64>, bool) {
    const MAX_DISTANCES: i64 = 48;
    let all = 1 - second..first;
    if first == 0 || second == 0 {
        return (Vec::new(), true);
    }
    if all.end - all.start <= MAX_DISTANCES {
        return (all.collect(), true);
    }
    let mut some: BTreeSet<i64> = [0, 1, -1, 2, -2, first - 1, 1 - second, first / 2, -second / 2].into();
    some.extend(strides.iter().flat_map(|&s| [s, -s, s + 1, s - 1, 1 - s, -s - 1]));
    (some.into_iter().filter(|d| all.contains(d)).collect(), false)
}

fn has_open_layout(layout: &Layout) -> bool {
    match layout {
        Layout::Strided { strides, offset } => strides.iter().chain([offset]).any(|d| d.fixed().is_none()),
        Layout::Map(_) | Layout::Opaque(_) => false,
    }
}
