//! What `ovolo optimize` makes of a program, on a machine for which small loops are large.

use ovolo::pipeline::optimize;
use ovolo::request::Request;
use ovolo_extract::machine::Machine;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::Module;

use crate::random::Random;

/// The optimised program, and whether it is another; or what was chosen first and is not equal to the source. The
/// validator would keep that from anybody, but some rule made it.
pub fn optimised(module: &Module, model: FpModel, random: &mut Random) -> Result<(Module, bool), String> {
    let mut machine = Machine::generic();
    machine.threads = random.pick(&[1, 1, 2]);
    machine.fork_cycles = 1.0;
    machine.vector_bytes = random.pick(&[16, 32]);
    machine.caches[0].size = random.pick(&[512, 32 << 10]);
    let outcome = optimize(&Request {
        module,
        original: module,
        model,
        machine: &machine,
        given: None,
        rules: &[],
        measure: None,
        forms: 0,
        derive: false,
        progress: &|_| {},
    });
    let rejected = outcome.functions.iter().flat_map(|choice| &choice.rejected);
    for reason in rejected {
        if reason.contains("refuted") {
            return Err(reason.clone());
        }
    }
    let changed = outcome
        .functions
        .iter()
        .any(|choice| !choice.schedule.nests.is_empty());
    Ok((outcome.module, changed))
}
