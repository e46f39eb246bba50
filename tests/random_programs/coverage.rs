//! What was done to how many programs, as a table.

use std::collections::BTreeMap;
use std::fmt;

use ovolo_rewrites::forms::NEST_TRANSFORMATIONS;
use ovolo_rewrites::level::{Level, tile_of};
use ovolo_rewrites::loops::LOOP_REWRITES;
use ovolo_rewrites::nest::Choice;
use ovolo_rewrites::term::{LoopKind, Node, Step};

/// Counts by what was done.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Programs, and what they and the programs made of them are.
    pub counts: BTreeMap<&'static str, u64>,
    /// Nests to which each rule of loops applied.
    rules: BTreeMap<&'static str, u64>,
    /// Nests which each rule of forms gave another form, and programs made of such forms that were compared.
    forms: BTreeMap<String, [u64; 2]>,
    /// Programs that were compared and have such a part.
    parts: BTreeMap<&'static str, u64>,
}

/// What a rewritten program may consist of, beside the loops of its source.
const PARTS: &[&str] = &[
    "tiles of a cache",
    "tiles of registers",
    "tiles of vectors",
    "stripes of a wavefront",
    "iterations in lockstep",
    "loops copied out",
    "vectors",
    "masks",
    "cells in registers",
    "panels",
    "parallel loops",
    "parallel reductions",
    "collapsed loops",
    "conditions",
];

impl Coverage {
    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub fn of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or_default()
    }

    pub fn rules(&mut self, unions: &[(&'static str, usize)]) {
        for (rule, _) in unions.iter().filter(|(_, unions)| *unions > 0) {
            *self.rules.entry(rule).or_default() += 1;
        }
    }

    /// A form was found, or a program made of it was compared.
    pub fn form(&mut self, word: &str, is_compared: bool) {
        self.forms.entry(word.to_string()).or_default()[usize::from(is_compared)] += 1;
    }

    /// A program that was compared, by the terms and the text of what was made.
    pub fn variant(&mut self, choices: &[&Choice], text: &str) {
        let mut parts: Vec<&'static str> = choices.iter().flat_map(|choice| parts_of(choice)).collect();
        let is_masked = ["create_mask", "constant_mask", "maskedload", "maskedstore"];
        if is_masked.iter().any(|word| text.contains(word)) {
            parts.push("masks");
        }
        parts.sort_unstable();
        parts.dedup();
        for part in parts {
            *self.parts.entry(part).or_default() += 1;
        }
    }

    pub fn add(&mut self, other: &Coverage) {
        for (to, from) in [
            (&mut self.counts, &other.counts),
            (&mut self.rules, &other.rules),
            (&mut self.parts, &other.parts),
        ] {
            from.iter().for_each(|(key, n)| *to.entry(key).or_default() += n);
        }
        for (form, counts) in &other.forms {
            let to = self.forms.entry(form.clone()).or_default();
            (0..2).for_each(|n| to[n] += counts[n]);
        }
    }

    /// Rules, forms and parts that no program had.
    pub fn missing(&self) -> Vec<String> {
        let rules = LOOP_REWRITES.iter().map(|rule| rule.name);
        let rules = rules.filter(|name| !self.rules.contains_key(name));
        let is_compared = |word: &str| self.forms.get(word).is_some_and(|counts| counts[1] > 0);
        let forms = NEST_TRANSFORMATIONS
            .iter()
            .map(|rule| rule.word)
            .filter(|word| !is_compared(word));
        let parts = PARTS
            .iter()
            .copied()
            .filter(|part| !self.parts.contains_key(part));
        rules.chain(forms).chain(parts).map(str::to_string).collect()
    }
}

fn parts_of(choice: &Choice) -> Vec<&'static str> {
    let of_kind = |kind: LoopKind| match kind {
        LoopKind::Sequential | LoopKind::Kept => None,
        LoopKind::Unrolled => Some("loops copied out"),
        LoopKind::Vectorized => Some("vectors"),
        LoopKind::Parallel => Some("parallel loops"),
        LoopKind::Reduced => Some("parallel reductions"),
        LoopKind::Promoted => Some("cells in registers"),
    };
    let of_level = |step: Step| match step {
        Step::Fixed(_) => None,
        Step::Tile(size) => match tile_of(size)?.1 {
            Level::Cache => Some("tiles of a cache"),
            Level::Register => Some("tiles of registers"),
            Level::Vector => Some("tiles of vectors"),
            Level::Wavefront => Some("stripes of a wavefront"),
            Level::Point | Level::Lockstep | Level::Product => None,
        },
    };
    let of_name = |name: &str| match name.rsplit_once('\'')?.1 {
        suffix if suffix == Level::Lockstep.suffix() => Some("iterations in lockstep"),
        suffix if suffix == Level::Product.suffix() => Some("collapsed loops"),
        _ => None,
    };
    let nodes = choice.term.as_ref().iter();
    nodes
        .flat_map(|node| match node {
            Node::For(head, _) => [of_kind(head.kind), of_level(head.step), of_name(head.iv.as_str())],
            Node::Panels(..) => [Some("panels"), None, None],
            Node::If(..) => [Some("conditions"), None, None],
            _ => [None; 3],
        })
        .flatten()
        .collect()
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, n) in &self.counts {
            writeln!(f, "{n:>8}  {what}")?;
        }
        writeln!(f, "nests that a rule of loops applied to")?;
        for rule in LOOP_REWRITES {
            let n = self.rules.get(rule.name).copied().unwrap_or_default();
            writeln!(f, "{n:>8}  {}", rule.name)?;
        }
        writeln!(f, "nests with another form, and programs made of it")?;
        for rule in NEST_TRANSFORMATIONS {
            let [found, compared] = self.forms.get(rule.word).copied().unwrap_or_default();
            writeln!(f, "{found:>8} {compared:>8}  {}", rule.word)?;
        }
        writeln!(f, "programs with")?;
        for part in PARTS {
            let n = self.parts.get(part).copied().unwrap_or_default();
            writeln!(f, "{n:>8}  {part}")?;
        }
        Ok(())
    }
}
