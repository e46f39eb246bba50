//! The krnl dialect: its loops and their schedule.

mod memory;

use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, OpId, ValueId};
use crate::krnl::{Half, Iterate, LoopUses, Nest, Origin, iterates_around, permutation, spelled, step};
use crate::op::{OpCode, Trait};
use crate::types::Type;

use super::operation::Checker;
use super::{Check, wrong};

/// What OpenMP accepts as `proc_bind`.
const BINDINGS: [&str; 3] = ["primary", "close", "spread"];

impl<'m> Checker<'m> {
    pub fn krnl(&self, id: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::KrnlDefineLoops => self.krnl_define_loops(op),
            OpCode::KrnlBlock => self.krnl_block(id, op),
            OpCode::KrnlPermute => self.krnl_permute(id, op),
            OpCode::KrnlUnroll | OpCode::KrnlSpecializedKernel => self.krnl_loops(id, op, &op.operands),
            OpCode::KrnlParallel => self.krnl_parallel(id, op),
            OpCode::KrnlParallelClause => self.krnl_binding(op),
            OpCode::KrnlIterate => self.krnl_iterate(id, op),
            OpCode::KrnlYield => self.krnl_yield(id, op),
            OpCode::KrnlGetInductionVarValue => self.krnl_induction_variables(id, op),
            _ => self.krnl_memory(id, op, code),
        }
    }

    /// What the function around schedules and runs.
    fn krnl_uses(&self, id: OpId) -> &LoopUses {
        self.loops.get_or_init(|| {
            let mut around = id;
            while let Some(parent) = self.module.parent_op(around) {
                around = parent;
                if self
                    .module
                    .op(around)
                    .code()
                    .is_some_and(|c| c.has_trait(Trait::Isolated))
                {
                    break;
                }
            }
            LoopUses::of(self.module, around)
        })
    }

    fn krnl_define_loops(&self, op: &Op) -> Check {
        let count = self.attribute(op, "num_loops")?.as_i64();
        if count == i64::try_from(op.results.len()).ok() {
            return Ok(());
        }
        let message = format!(
            "defines {} and has {}",
            counted(usize::try_from(count.unwrap_or(0)).unwrap_or(0), "loop"),
            counted(op.results.len(), "result")
        );
        Err(wrong(op, message).help("expected a result for each loop"))
    }

    /// Each loop is one of the schedule, not blocked before, and named once.
    fn krnl_loops(&self, id: OpId, op: &Op, loops: &[ValueId]) -> Check {
        let uses = self.krnl_uses(id);
        for (number, &value) in loops.iter().enumerate() {
            let name = spelled(self.module, value);
            if Origin::of(self.module, value).is_none() {
                return Err(wrong(op, format!("the loop {name} is one that nobody defined"))
                    .help("expected a result of `krnl.define_loops` or `krnl.block`"));
            }
            if loops[..number].contains(&value) {
                return Err(
                    wrong(op, format!("the loop {name} is used twice")).help("expected distinct loops")
                );
            }
            if let Some(&block) = uses.blocks_of(value).first().filter(|&&block| block < id) {
                return Err(wrong(op, format!("the loop {name} is used up by a block"))
                    .help("expected the loops that `krnl.block` makes of it")
                    .note(self.module.op(block).span, "blocked here"));
            }
        }
        Ok(())
    }

    fn krnl_block(&self, id: OpId, op: &Op) -> Check {
        self.krnl_loops(id, op, &op.operands)?;
        let (Some(&source), Some(tile)) = (op.operands.first(), self.attribute(op, "tile_size")?.as_i64())
        else {
            return Ok(());
        };
        if let Some(Origin::Half {
            half: Half::Local,
            tile: outer,
            ..
        }) = Origin::of(self.module, source)
            && (tile < 1 || outer % tile != 0)
            && !op
                .results
                .get(1)
                .is_some_and(|&local| self.krnl_uses(id).is_of_kernel(local))
        {
            let message = format!(
                "blocks the loop {} over {outer} iterations of a block by {tile}, which does not divide them",
                spelled(self.module, source)
            );
            return Err(wrong(op, message).help(format!("expected a divisor of {outer}")));
        }
        match op.results.iter().all(|&half| step(self.module, half).is_some()) {
            true => Ok(()),
            false => Err(wrong(op, "the blocks of blocks are larger than 64 bits count")),
        }
    }

    fn krnl_permute(&self, id: OpId, op: &Op) -> Check {
        self.krnl_loops(id, op, &op.operands)?;
        let map = self.attribute(op, "map")?.as_i64_list().unwrap_or_default();
        if map.len() != op.operands.len() {
            let message = format!(
                "permutes {} by a map of {}",
                counted(op.operands.len(), "loop"),
                counted(map.len(), "place")
            );
            return Err(wrong(op, message).help("expected a place for each loop"));
        }
        match permutation(self.module, id) {
            Some(_) => Ok(()),
            None => Err(
                wrong(op, format!("the map {map:?} is no permutation")).help(format!(
                    "expected each number from 0 to {} once",
                    map.len().saturating_sub(1)
                )),
            ),
        }
    }

    fn krnl_parallel(&self, id: OpId, op: &Op) -> Check {
        let loops = match self.segments::<2>(op) {
            Ok([loops, _]) => op.operands.get(..loops).unwrap_or_default(),
            Err(_) => &op.operands[..],
        };
        if loops.is_empty() {
            return Err(wrong(op, "names no loop").help("expected at least one"));
        }
        self.krnl_loops(id, op, loops)?;
        self.krnl_binding(op)
    }

    fn krnl_binding(&self, op: &Op) -> Check {
        match op.attribute("proc_bind").and_then(|a| a.as_str()) {
            Some(text) if !BINDINGS.contains(&text) => {
                Err(wrong(op, format!("the attribute `proc_bind` is \"{text}\""))
                    .help("expected \"primary\", \"close\" or \"spread\""))
            }
            _ => Ok(()),
        }
    }

    fn krnl_iterate(&self, id: OpId, op: &Op) -> Check {
        let Some(iterate) = Iterate::of(self.module, id) else {
            let message = "its operands, bounds and arguments do not fit each other";
            return Err(wrong(op, message).help(
                "expected the loops that it runs, two maps with their operands and an `index` argument for each loop \
                 that it bounds, and an argument and a result for each value that it carries",
            ));
        };
        let around = iterates_around(self.module, id);
        for (number, input) in iterate.inputs.iter().enumerate() {
            let name = spelled(self.module, input.input);
            if Origin::of(self.module, input.input) != Some(Origin::Defined) {
                return Err(wrong(op, format!("bounds the loop {name}, which nobody defined"))
                    .help("expected a result of `krnl.define_loops`"));
            }
            let is_bounded = |inputs: &[crate::krnl::Input]| inputs.iter().any(|i| i.input == input.input);
            if is_bounded(&iterate.inputs[..number]) || around.iter().any(|(_, i)| is_bounded(&i.inputs)) {
                return Err(wrong(op, format!("bounds the loop {name} twice"))
                    .help("expected a loop whose bounds are not given already"));
            }
            for bound in [&input.lower, &input.upper] {
                if bound.map.results.is_empty() {
                    return Err(wrong(op, format!("a bound of the loop {name} has no results"))
                        .help("expected at least one"));
                }
                for result in &bound.map.results {
                    super::affine::positive_divisors(op, result)?;
                }
                self.indices(op, &bound.operands)?;
            }
            self.indices(op, &[input.variable])?;
        }
        self.agree(op, ["init", "region iter_arg"], &iterate.inits, &iterate.carried)?;
        self.agree(
            op,
            ["region iter_arg", "result"],
            &iterate.carried,
            &iterate.results,
        )?;
        let uses = self.krnl_uses(id);
        let nest = Nest::of(self.module, uses, id);
        nest.map(drop).map_err(|fault| {
            let blamed = self.module.op(fault.op);
            let diagnostic = wrong(blamed, &fault.message).help(fault.help);
            self.with_note(diagnostic, fault.note)
        })?;
        self.krnl_variables(id, op, &iterate)
    }

    fn with_note(&self, diagnostic: Diagnostic, note: Option<(OpId, &'static str)>) -> Diagnostic {
        match note {
            Some((op, note)) => diagnostic.note(self.module.op(op).span, note),
            None => diagnostic,
        }
    }

    /// The induction variables of blocked loops are used only where the loop over the iterations of a block runs around.
    fn krnl_variables(&self, id: OpId, op: &Op, iterate: &Iterate) -> Check {
        let uses = self.krnl_uses(id);
        let blocked = iterate.inputs.iter().map(|input| {
            let innermost = uses.innermost(self.module, input.input);
            (input.variable, innermost)
        });
        let missing: Vec<(ValueId, ValueId)> = blocked
            .filter(|(_, innermost)| !iterate.optimized.contains(innermost))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let mut found = None;
        self.module.walk(id, &mut |inner| {
            let user = self.module.op(inner);
            for operand in &user.operands {
                let Some(&(variable, innermost)) = missing.iter().find(|(v, _)| v == operand) else {
                    continue;
                };
                let runs = |(_, i): &(OpId, Iterate)| i.optimized.contains(&innermost);
                if found.is_none() && !iterates_around(self.module, inner).iter().any(runs) {
                    found = Some((inner, variable, innermost));
                }
            }
        });
        match found {
            None => Ok(()),
            Some((user, variable, innermost)) => {
                let message = format!(
                    "uses {}, whose loop {} does not run around it",
                    spelled(self.module, variable),
                    spelled(self.module, innermost)
                );
                Err(wrong(self.module.op(user), message)
                    .help("expected `krnl.get_induction_var_value` of a loop that does")
                    .note(op.span, "bounded here"))
            }
        }
    }

    fn krnl_yield(&self, id: OpId, op: &Op) -> Check {
        let Some(parent) = self.module.parent_op(id).map(|p| self.module.op(p)) else {
            return Ok(());
        };
        if parent.results.len() != op.operands.len() {
            let message = format!(
                "yields {}, its parent has {}",
                counted(op.operands.len(), "operand"),
                counted(parent.results.len(), "result")
            );
            return Err(wrong(op, message)
                .help("expected a value for each result")
                .note(parent.span, "the parent"));
        }
        self.agree(
            op,
            ["operand", "result of the parent"],
            &op.operands,
            &parent.results,
        )
    }

    fn krnl_induction_variables(&self, id: OpId, op: &Op) -> Check {
        self.krnl_loops(id, op, &op.operands)?;
        if op.operands.len() != op.results.len() {
            let message = format!(
                "has {} for {}",
                counted(op.results.len(), "result"),
                counted(op.operands.len(), "loop")
            );
            return Err(wrong(op, message).help("expected a result for each loop"));
        }
        let uses = self.krnl_uses(id);
        let around = iterates_around(self.module, id);
        for &value in &op.operands {
            let innermost = uses.innermost(self.module, value);
            if !around.iter().any(|(_, i)| i.optimized.contains(&innermost)) {
                let message = format!(
                    "asks for the induction variable of the loop {}, which does not run around it",
                    spelled(self.module, value)
                );
                return Err(wrong(op, message).help("expected a loop of a `krnl.iterate` around"));
            }
        }
        Ok(())
    }

    /// The type of a memref and its extents.
    fn krnl_rank(&self, value: ValueId) -> usize {
        match self.ty(value) {
            Type::MemRef(memref) => memref.rank().unwrap_or(0),
            _ => 0,
        }
    }
}
