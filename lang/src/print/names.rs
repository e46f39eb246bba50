//! Names of SSA values: those of the source where it had them, made unique where they are visible.

use rustc_hash::FxHashMap;

use crate::ir::{Module, OpId, RegionId, ValueDef, ValueId};
use crate::op::Trait;

/// The name of each value, without `%`, by its index; results of a group as `name#1`.
pub struct Names {
    names: Vec<String>,
    /// Whether the names of the source are kept; if not, all values are numbered.
    keep: bool,
}

impl Names {
    pub fn new(module: &Module, keep: bool) -> Names {
        let mut names = Names {
            names: vec![String::new(); module.value_count()],
            keep,
        };
        names.operation(module, module.top(), &mut Scope::default());
        names
    }

    pub fn of(&self, value: ValueId) -> &str {
        match self.names.get(value.index()).map(String::as_str) {
            // A value of an erased operation, in a module that is not verified.
            None | Some("") => "undefined",
            Some(name) => name,
        }
    }

    fn operation(&mut self, module: &Module, op: OpId, scope: &mut Scope) {
        let op = module.op(op);
        let isolated = op.code().is_some_and(|c| c.has_trait(Trait::Isolated));
        // MLIR's custom forms see the names around even where the values are not visible, so an isolated
        // operation numbers from the start but repeats no name.
        let counters = (scope.results, scope.arguments);
        for &region in &op.regions {
            if isolated {
                (scope.results, scope.arguments) = (0, 0);
            }
            self.region(module, region, scope);
        }
        if isolated {
            (scope.results, scope.arguments) = counters;
        }
        self.results(module, &op.results, scope);
    }

    fn region(&mut self, module: &Module, region: RegionId, scope: &mut Scope) {
        let visible = scope.taken.len();
        for &block in &module.region(region).blocks {
            let block = module.block(block);
            for &argument in &block.arguments {
                let name = match self.stem(module, argument) {
                    Some(stem) => scope.unique(stem),
                    None => scope.number("arg"),
                };
                self.names[argument.index()] = name;
            }
            for &op in &block.ops {
                self.operation(module, op, scope);
            }
        }
        scope.leave(visible);
    }

    fn results(&mut self, module: &Module, results: &[ValueId], scope: &mut Scope) {
        let separate = results.len() > 1 && results.iter().all(|&r| self.stem(module, r).is_some());
        if results.len() <= 1 || separate {
            for &result in results {
                self.names[result.index()] = match self.stem(module, result) {
                    Some(stem) => scope.unique(stem),
                    None => scope.number(""),
                };
            }
            return;
        }
        let group = match self.stem(module, results[0]) {
            Some(stem) => scope.unique(stem),
            None => scope.number(""),
        };
        for (i, &result) in results.iter().enumerate() {
            self.names[result.index()] = format!("{group}#{i}");
        }
    }

    /// The name that the source gave, when it can be written.
    fn stem<'m>(&self, module: &'m Module, value: ValueId) -> Option<&'m str> {
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

/// The names taken in the regions around, in the order they were taken.
#[derive(Default)]
struct Scope {
    taken: Vec<String>,
    visible: FxHashMap<String, u32>,
    results: u32,
    arguments: u32,
}

impl Scope {
    /// `stem`, or `stem_0`, `stem_1`, … when it is taken.
    fn unique(&mut self, stem: &str) -> String {
        let mut name = stem.to_string();
        if let Some(next) = self.visible.get(stem) {
            let mut number = *next;
            loop {
                name = format!("{stem}_{number}");
                number += 1;
                if !self.visible.contains_key(&name) {
                    break;
                }
            }
            self.visible.insert(stem.to_string(), number);
        }
        self.take(name)
    }

    fn number(&mut self, prefix: &str) -> String {
        loop {
            let counter = match prefix {
                "" => &mut self.results,
                _ => &mut self.arguments,
            };
            let name = format!("{prefix}{counter}");
            *counter += 1;
            if !self.visible.contains_key(&name) {
                return self.take(name);
            }
        }
    }

    fn take(&mut self, name: String) -> String {
        self.visible.insert(name.clone(), 0);
        self.taken.push(name.clone());
        name
    }

    fn leave(&mut self, visible: usize) {
        for name in self.taken.drain(visible..) {
            self.visible.remove(&name);
        }
    }
}
