//! Names of SSA values: those of the source where it had them, made unique where they are visible.
//!
//! The values of a region are named before those of the regions inside it, so that an inner name never
//! hides one that its surroundings define only later in the text.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::ir::{Module, OpId, RegionId, ValueDef, ValueId};

use crate::text::push_number;

/// The name of each value by its index.
pub struct Names<'m> {
    names: Vec<Name<'m>>,
    /// Whether the names of the source are kept; if not, all values are numbered.
    keep: bool,
}

#[derive(Clone)]
enum Name<'m> {
    /// Of a value of an erased operation, in a module that is not verified.
    Undefined,
    Source(&'m str),
    /// `%0`
    Result(u32),
    /// `%arg0`
    Argument(u32),
    Suffixed(Box<str>),
    /// `%0#1`: the number of a result in the group that the first result names.
    Member {
        group: Box<Name<'m>>,
        number: u32,
    },
}

impl<'m> Names<'m> {
    pub fn new(module: &'m Module, keep: bool) -> Names<'m> {
        let mut names = Names {
            names: vec![Name::Undefined; module.value_count()],
            keep,
        };
        let top = module.top();
        let mut scope = Scope::default();
        names.results(module, &module.op(top).results, &mut scope);
        names.regions(module, top, &mut scope);
        names
    }

    /// Writes the name without `%`.
    pub fn write(&self, value: ValueId, out: &mut String) {
        match self.names.get(value.index()) {
            Some(name) => name.write(out),
            None => Name::Undefined.write(out),
        }
    }

    /// How many of the values, results of one operation, form a group with the first.
    pub fn group_length(&self, values: &[ValueId]) -> usize {
        let number = |value: &ValueId| match self.names.get(value.index()) {
            Some(Name::Member { number, .. }) => Some(*number),
            _ => None,
        };
        let others = values.iter().skip(1);
        1 + others
            .take_while(|value| number(value).is_some_and(|number| number > 0))
            .count()
    }

    /// Writes the name without `%`, of a member of a group that of the group.
    pub fn write_group(&self, value: ValueId, out: &mut String) {
        match self.names.get(value.index()) {
            Some(Name::Member { group, .. }) => group.write(out),
            _ => self.write(value, out),
        }
    }

    /// Names the values in the regions of an operation. MLIR's custom forms see the names around even of
    /// isolated operations, so those repeat no name either.
    fn regions(&mut self, module: &'m Module, op: OpId, scope: &mut Scope<'m>) {
        for &region in &module.op(op).regions {
            let counters = (scope.results, scope.arguments);
            self.region(module, region, scope);
            (scope.results, scope.arguments) = counters;
        }
    }

    fn region(&mut self, module: &'m Module, region: RegionId, scope: &mut Scope<'m>) {
        let visible = scope.taken.len();
        let blocks = &module.region(region).blocks;
        for &block in blocks {
            let block = module.block(block);
            for &argument in &block.arguments {
                self.names[argument.index()] = match self.stem(module, argument) {
                    Some(stem) => scope.unique(stem),
                    None => scope.argument(),
                };
            }
            for &op in &block.ops {
                self.results(module, &module.op(op).results, scope);
            }
        }
        for &block in blocks {
            for &op in &module.block(block).ops {
                self.regions(module, op, scope);
            }
        }
        scope.leave(visible);
    }

    /// A result that the source named is the first of a group, to which those without a name belong that follow.
    fn results(&mut self, module: &'m Module, results: &[ValueId], scope: &mut Scope<'m>) {
        let mut rest = results;
        while let [_, others @ ..] = rest {
            let named = others.iter().position(|&r| self.stem(module, r).is_some());
            let (group, behind) = rest.split_at(1 + named.unwrap_or(others.len()));
            self.group(module, group, scope);
            rest = behind;
        }
    }

    fn group(&mut self, module: &'m Module, results: &[ValueId], scope: &mut Scope<'m>) {
        let group = self.result(module, results[0], scope);
        if let [only] = results {
            self.names[only.index()] = group;
            return;
        }
        for (&result, number) in results.iter().zip(0..) {
            self.names[result.index()] = Name::Member {
                group: Box::new(group.clone()),
                number,
            };
        }
    }

    fn result(&self, module: &'m Module, value: ValueId, scope: &mut Scope<'m>) -> Name<'m> {
        match self.stem(module, value) {
            Some(stem) => scope.unique(stem),
            None => {
                // No name of the source is a number.
                scope.results += 1;
                Name::Result(scope.results - 1)
            }
        }
    }

    /// The name that the source gave, when it can be written.
    fn stem(&self, module: &'m Module, value: ValueId) -> Option<&'m str> {
        if !self.keep {
            return None;
        }
        let name = module.value(value).name.as_deref()?;
        let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let rest = name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$' | b'-'));
        // `%arg0` is what an argument without a name is called: leave those to be numbered.
        let numbered = matches!(module.value(value).def, ValueDef::Argument { .. })
            && name
                .strip_prefix("arg")
                .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        (starts && rest && !numbered).then_some(name)
    }
}

impl Name<'_> {
    fn write(&self, out: &mut String) {
        match self {
            Name::Undefined => out.push_str("undefined"),
            Name::Source(name) => out.push_str(name),
            Name::Result(number) => push_number(out, u64::from(*number)),
            Name::Argument(number) => {
                out.push_str("arg");
                push_number(out, u64::from(*number));
            }
            Name::Suffixed(name) => out.push_str(name),
            Name::Member { group, number } => {
                group.write(out);
                out.push('#');
                push_number(out, u64::from(*number));
            }
        }
    }
}

/// The names taken in the regions around, in the order they were taken.
#[derive(Default)]
struct Scope<'m> {
    taken: Vec<Cow<'m, str>>,
    /// With each name, the suffix to try next.
    visible: FxHashMap<Cow<'m, str>, u32>,
    results: u32,
    arguments: u32,
}

impl<'m> Scope<'m> {
    /// `stem`, or `stem_0`, `stem_1`, … when it is taken.
    fn unique(&mut self, stem: &'m str) -> Name<'m> {
        let Some(next) = self.visible.get_mut(stem) else {
            self.take(Cow::Borrowed(stem));
            return Name::Source(stem);
        };
        let mut number = *next;
        loop {
            let name = format!("{stem}_{number}");
            number += 1;
            if !self.visible.contains_key(name.as_str()) {
                self.visible.insert(Cow::Borrowed(stem), number);
                self.take(Cow::Owned(name.clone()));
                return Name::Suffixed(name.into());
            }
        }
    }

    fn argument(&mut self) -> Name<'m> {
        loop {
            let number = self.arguments;
            self.arguments += 1;
            let name = format!("arg{number}");
            if !self.visible.contains_key(name.as_str()) {
                self.take(Cow::Owned(name));
                return Name::Argument(number);
            }
        }
    }

    fn take(&mut self, name: Cow<'m, str>) {
        self.visible.insert(name.clone(), 0);
        self.taken.push(name);
    }

    fn leave(&mut self, visible: usize) {
        for name in self.taken.drain(visible..) {
            self.visible.remove(&name);
        }
    }
}
