//! Comparing one pair of functions at many sizes and placements.

use std::collections::BTreeSet;

use ovolo_lang::interpret::{Reason, Trap};
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::types::{Layout, Type};

use super::assumption::may_hold;
use super::compare::{Compared, DATA_SPEED, Pair};
use super::inputs::Placement;
use super::reach::{Entry, Reach};
use super::verdict::{Check, Proof, Scope, Sizes, Unknown, Verdict};
use super::{FEW_STEPS, sizes, taken_for_granted, too_large};
use ovolo_certificate::{Overlap, Size, Suspicion};

/// The comparison of one pair of functions at many sizes and placements.
pub struct Search<'a> {
    pair: &'a Pair<'a>,
    functions: [(&'a Module, OpId); 2],
    sizes: Vec<Size>,
    steps_left: u64,
    /// Extents that nothing but subscripts depends on: they are as large as those need.
    capacities: Vec<bool>,
    equal_at: Vec<Vec<i64>>,
    first_trap: Option<Trap>,
    left_out: Vec<Vec<i64>>,
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

/// Stops the search.
struct Stop(Verdict);

impl<'a> Search<'a> {
    pub fn new(
        pair: &'a Pair<'a>,
        functions: [(&'a Module, OpId); 2],
        is_capacity: impl Fn(Size) -> bool,
    ) -> Search<'a> {
        let sizes = pair.signature.sizes();
        Search {
            pair,
            functions,
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
        choices.splice(0..0, likely.iter().map(|(choice, _)| choice.clone()));
        for choice in &mut choices {
            for (size, value) in self.sizes.iter().zip(choice) {
                if matches!(size, Size::Index { argument } if unused.contains(argument)) {
                    *value = 1;
                }
            }
        }
        let mut seen = BTreeSet::new();
        choices.retain(|choice| self.may_be(choice) && seen.insert(choice.clone()));
        if choices.is_empty() {
            return Verdict::undecided("what is assumed holds for none of the sizes that are tried");
        }
        if let Err(Stop(verdict)) = self.suspected_overlaps(&likely) {
            return verdict;
        }
        if let Err(Stop(verdict)) = self.all_apart(choices, unused) {
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

    /// Compares with arguments apart: at small sizes, at some at which blocks run that did not, and at all others.
    fn all_apart(&mut self, choices: Vec<Vec<i64>>, unused: &[usize]) -> Result<(), Stop> {
        let mut tried = BTreeSet::new();
        let is_small = |choice: &Vec<i64>| choice.iter().all(|n| (-SMALL..=SMALL).contains(n));
        let (first, rest): (Vec<_>, Vec<_>) = choices.into_iter().partition(is_small);
        self.apart(first, &mut tried)?;
        if !(self.is_proved_apart)() {
            if self.pair.options.total_steps > FEW_STEPS {
                self.directed(unused, &mut tried)?;
            }
            self.apart(rest, &mut tried)?;
        }
        self.equal_at.sort();
        Ok(())
    }

    /// Compares at sizes that enter blocks which no run has entered, of the second function first.
    fn directed(&mut self, unused: &[usize], tried: &mut BTreeSet<Vec<i64>>) -> Result<(), Stop> {
        for which in [1, 0] {
            let (module, function) = self.functions[which];
            let (pair, sizes) = (self.pair, self.sizes.clone());
            let reach = Reach {
                module,
                function,
                signature: &pair.signature,
                sizes: &sizes,
                assumed: &pair.assumed,
            };
            for (block, first) in reach.blocks() {
                let span = module.op(first).span;
                let is_missed = || pair.programs[which].never_entered().contains(&span);
                if self.is_spent() {
                    return Ok(());
                }
                if !is_missed() {
                    continue;
                }
                let mut questions = 0;
                let entry = reach.entered(block, &mut questions);
                self.steps_left = self.steps_left.saturating_sub(questions * QUESTION_STEPS);
                let choices = match entry {
                    Entry::Never => {
                        self.unreachable[which].push(span);
                        continue;
                    }
                    Entry::At(choices) => choices,
                };
                for mut choice in choices {
                    if !is_missed() || self.is_spent() {
                        break;
                    }
                    for ((value, size), is_capacity) in choice.iter_mut().zip(&sizes).zip(&self.capacities) {
                        match size {
                            Size::Index { argument } if unused.contains(argument) => *value = 1,
                            _ if *is_capacity => *value = 0,
                            _ => {}
                        }
                    }
                    if self.may_be(&choice) {
                        self.apart(vec![choice], tried)?;
                    }
                }
            }
        }
        Ok(())
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
                    self.on_some_data(&sizes, &placement)?;
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

    /// Looks for a difference on some data, which takes less than expressions of all.
    fn on_some_data(&mut self, choice: &[i64], placement: &Placement) -> Result<(), Stop> {
        let (found, steps) = self.pair.on_some_data(choice, placement);
        self.steps_left = self.steps_left.saturating_sub(steps / DATA_SPEED);
        match found {
            Some(counterexample) => Err(Stop(Verdict::Refuted(counterexample.into()))),
            None => Ok(()),
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
