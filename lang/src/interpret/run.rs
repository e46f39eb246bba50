//! Running the functions of a module.

use crate::ir::{Module, Span};
use crate::krnl_loops::{self, Reader};

use super::machine::Machine;
use super::program::{Entered, Function, Options, Program};
use super::resolve::{resolve_function, resolve_globals};
use super::{Domain, Limits, Memory, Outcome, Value};

impl Program {
    /// Resolves every function of a module. An operation that cannot run traps when it is reached.
    pub fn new(module: &Module) -> Program {
        Program::with_options(module, &Options::default())
    }

    /// As [`Program::new`], with options.
    pub fn with_options(module: &Module, options: &Options) -> Program {
        let loops = krnl_loops::with_loops(module, Reader::Ovolo);
        let module = loops.as_ref().unwrap_or(module);
        let functions: Vec<Function> = module
            .functions()
            .map(|op| resolve_function(module, op, options))
            .collect();
        let by_name = functions
            .iter()
            .zip(0..)
            .map(|(f, i)| (f.name.clone(), i))
            .collect();
        Program {
            functions,
            by_name,
            globals: resolve_globals(module, options),
        }
    }

    /// Runs a function and returns its results; `memory` holds what its arguments point to.
    pub fn run<D: Domain>(
        &self,
        name: &str,
        domain: &mut D,
        memory: &mut Memory<D::Value>,
        arguments: &[Value<D::Value>],
        limits: &Limits,
    ) -> Outcome<D::Value> {
        Machine::new(self, domain, memory, limits).call_from_outside(name, arguments)
    }

    /// As [`Program::run`], and how many steps it took.
    pub fn run_counting<D: Domain>(
        &self,
        name: &str,
        domain: &mut D,
        memory: &mut Memory<D::Value>,
        arguments: &[Value<D::Value>],
        limits: &Limits,
    ) -> (Outcome<D::Value>, u64) {
        let mut machine = Machine::new(self, domain, memory, limits);
        let result = machine.call_from_outside(name, arguments);
        let left = machine.steps_left();
        (result, limits.steps - left)
    }

    /// The operations that begin a block which no run of this program has entered, of functions that ran.
    pub fn never_entered(&self) -> Vec<Span> {
        let ran = |f: &&Function| f.blocks.iter().any(Entered::is_marked);
        let blocks = self.functions.iter().filter(ran).flat_map(|f| &f.blocks);
        let missed = blocks.filter(|block| !block.is_marked());
        missed.map(|block| block.span).collect()
    }
}
