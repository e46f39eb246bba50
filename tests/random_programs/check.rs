//! Rewriting a program at random and comparing what the two compute.

use std::fmt;
use std::sync::Arc;

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::{print_generic, print_module};
use ovolo_lang::structure;
use ovolo_lower::{OptLevel, compile};
use ovolo_rewrites::lift::{lift_function, lift_fused};
use ovolo_rewrites::materialize::materialize;
use ovolo_rewrites::nest::{Choice, Nest};
use ovolo_verify::emptiness::Z3Emptiness;
use ovolo_verify::program::{Options, verify_programs};

use crate::coverage::Coverage;
use crate::input::{Cells, Input, Overlap};
use crate::mutate::{Mistake, make, mistakes};
use crate::optimised::optimised;
use crate::random::Random;
use crate::subject::Subject;
use crate::variants::variants;

#[derive(Clone, Debug)]
pub struct Failure {
    /// The first words of the failure: a smaller program must fail in the same way.
    pub kind: &'static str,
    pub text: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)
    }
}

/// A program, and what its runs leave.
struct Original<'s> {
    subject: &'s Subject,
    module: Module,
    model: FpModel,
    /// Each with the cells after it, and whether some operation rounded.
    runs: Vec<(Input, (Cells, bool))>,
}

/// Makes `count` variants of the program and what `optimize` makes of it, and compares each with it.
pub fn check(subject: &Subject, seed: u64, count: usize) -> Result<Coverage, Failure> {
    let mut coverage = Coverage::default();
    let mut random = Random(seed ^ 0x5eed);
    let original = Original::new(subject, &mut random)?;
    coverage.count("programs");
    if subject.is_shared() {
        coverage.count("programs that are given one array twice");
    }
    original.compiles(&original.module, "original")?;

    let oracle = Z3Emptiness::new();
    let nests = original.nests(&mut random, &mut coverage);
    let mut offers: Vec<Vec<(Arc<Nest>, Choice)>> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for nest in &nests {
        coverage.count("nests");
        let found = variants(nest, &oracle, count, &mut random, &mut coverage);
        for replay in &found.replays {
            let same = replay.is_the_same(&original.module);
            same.map_err(|detail| original.fail("its schedule does not replay", &detail))?;
            coverage.count("schedules replayed");
        }
        offers.push(found.choices);
        words.extend(found.words);
    }
    let which_compiled = random.below(count);
    for n in 0..if nests.is_empty() { 0 } else { count } {
        let pick = offers.iter().filter_map(|offer| offer.get(n));
        let mut pick: Vec<(&Nest, &Choice)> = pick.map(|(nest, choice)| (&**nest, choice)).collect();
        let terms = pick.len();
        pick.retain(|pair| materialize(&original.module, &[*pair]).is_ok());
        (pick.len()..terms).for_each(|_| coverage.count("terms without a form in the IR"));
        let Ok(variant) = materialize(&original.module, &pick) else {
            coverage.count("variants without a form in the IR");
            continue;
        };
        let printed = print_module(&variant);
        let fail = |failure: Failure| {
            let tiles: Vec<_> = pick.iter().map(|(_, choice)| &choice.tiles).collect();
            Failure {
                text: format!("{}\ntiles {tiles:?}\n{printed}", failure.text),
                ..failure
            }
        };
        original.reads_back(&variant, &printed).map_err(fail)?;
        original.interprets(&variant).map_err(fail)?;
        coverage.count("variants interpreted");
        let choices: Vec<&Choice> = pick.iter().map(|(_, choice)| *choice).collect();
        coverage.variant(&choices, &printed);
        words.iter().for_each(|word| coverage.form(word, true));
        if n == which_compiled {
            original.compiles(&variant, "variant").map_err(fail)?;
            coverage.count("variants compiled");
        }
        if seed.is_multiple_of(4) && n == 2 {
            original.refutes_a_mistake(&variant, &mut random, &mut coverage)?;
        }
        if seed.is_multiple_of(16) && n == 1 {
            original.validates(&variant, &mut coverage).map_err(fail)?;
        }
    }
    let (made, changed) = optimised(&original.module, original.model, &mut random)
        .map_err(|detail| original.fail("the validator refutes what the search chose", &detail))?;
    if changed {
        let fail = |failure: Failure| Failure {
            text: format!("{}\n{}", failure.text, print_module(&made)),
            ..failure
        };
        original.interprets(&made).map_err(fail)?;
        original.compiles(&made, "optimised program").map_err(fail)?;
        coverage.count("optimised programs that differ from their source");
    }
    coverage.count("programs optimised, interpreted and compiled");
    Ok(coverage)
}

impl<'s> Original<'s> {
    fn new(subject: &'s Subject, random: &mut Random) -> Result<Original<'s>, Failure> {
        let fail = |kind, detail: &str| Failure {
            kind,
            text: format!("{detail}\n{subject}"),
        };
        let module = parse_module(&subject.text).map_err(|d| fail("does not parse", &d[0].to_string()))?;
        // Sums and products of small integers are exact, so reordering and contracting change no bit.
        let model = random.pick(&[
            FpModel::STRICT,
            FpModel::STRICT,
            FpModel {
                contract: true,
                reassoc: true,
                afn: true,
            },
        ]);
        let exact = model != FpModel::STRICT;
        let mut overlaps = vec![Overlap::None, Overlap::Some];
        overlaps.extend(subject.is_shared().then_some(Overlap::Same));
        let mut runs = Vec::new();
        for sizes in &subject.sizes {
            for overlap in &overlaps {
                let input = Input::new(subject, *sizes, *overlap, exact, random);
                let expected = input.interpret(&module);
                let expected = expected.map_err(|trap| fail("the original traps", &trap))?;
                runs.push((input, expected));
            }
        }
        Ok(Original {
            subject,
            module,
            model,
            runs,
        })
    }

    fn fail(&self, kind: &'static str, detail: &str) -> Failure {
        Failure {
            kind,
            text: format!("{detail}\n{}", self.subject),
        }
    }

    /// The nests of the program; several are taken as one half the time.
    fn nests(&self, random: &mut Random, coverage: &mut Coverage) -> Vec<Nest> {
        let function = self.module.function("kernel").expect("every program has it");
        let mut nests = Vec::new();
        for (_, nest) in lift_function(&self.module, function, self.model) {
            match nest {
                Ok(nest) => nests.push(nest),
                Err(_) => coverage.count("nests that are not lifted"),
            }
        }
        let ops: Vec<OpId> = nests.iter().map(|nest| nest.op).collect();
        if ops.len() > 1
            && random.below(2) == 0
            && let Ok(all) = lift_fused(&self.module, function, self.model, &ops)
        {
            coverage.count("several nests taken as one");
            nests = vec![all];
        }
        nests
    }

    fn reads_back(&self, module: &Module, printed: &str) -> Result<(), Failure> {
        if let Err(diagnostics) = structure::verify(module) {
            return Err(self.fail("breaks the rules of structure", &diagnostics[0].to_string()));
        }
        match parse_module(printed) {
            Err(d) => Err(self.fail("does not read back", &d[0].to_string())),
            Ok(again) if print_generic(&again) != print_generic(module) => {
                Err(self.fail("reads back differently", &print_generic(&again)))
            }
            Ok(_) => Ok(()),
        }
    }

    fn interprets(&self, module: &Module) -> Result<(), Failure> {
        for (input, expected) in &self.runs {
            match input.interpret(module) {
                Ok(outputs) if input.accepts(expected, &outputs) => {}
                Ok(_) => return Err(self.fail("computes something else", &input.describe(self.model))),
                Err(trap) => {
                    let detail = format!("{trap} {}", input.describe(self.model));
                    return Err(self.fail("traps", &detail));
                }
            }
        }
        Ok(())
    }

    /// Runs it as machine code, but for arrays that overlap in part.
    fn compiles(&self, module: &Module, name: &str) -> Result<(), Failure> {
        let fail = |detail: String| self.fail("compiled", &format!("the {name}: {detail}"));
        let options = ovolo_lower::Options {
            level: OptLevel::O2,
            parallel: ovolo_lower::Parallel::in_process(2),
            ..ovolo_lower::Options::default()
        };
        let compiled = compile(module, &options).map_err(|e| fail(e.to_string()))?;
        let jit = compiled.jit().map_err(|e| fail(e.to_string()))?;
        for (input, expected) in self.runs.iter().filter(|(i, _)| i.overlap != Overlap::Some) {
            let found = input.call(&jit).map_err(fail)?;
            if !input.accepts(expected, &(found, false)) {
                return Err(fail(format!(
                    "its machine code computes something else {}",
                    input.describe(self.model)
                )));
            }
        }
        Ok(())
    }

    fn options(&self) -> Options {
        Options {
            model: self.model,
            total_steps: 15_000_000,
            ..Options::default()
        }
    }

    fn validates(&self, variant: &Module, coverage: &mut Coverage) -> Result<(), Failure> {
        let verdict = verify_programs(&self.module, variant, &self.options());
        coverage.count(match verdict.is_accepted() {
            true => "variants proved",
            false => "variants not proved",
        });
        match verdict.is_refuted() {
            true => Err(self.fail("the validator refutes", &verdict.to_string())),
            false => Ok(()),
        }
    }

    /// Makes one mistake in a program: where that changes what it computes, the validator must not prove it.
    fn refutes_a_mistake(
        &self,
        variant: &Module,
        random: &mut Random,
        coverage: &mut Coverage,
    ) -> Result<(), Failure> {
        let mut wrong = variant.clone();
        let Some(what) = break_at_random(&mut wrong, random) else {
            return Ok(());
        };
        let differs = self.interprets(&wrong).is_err();
        let verdict = verify_programs(&self.module, &wrong, &self.options());
        if differs {
            coverage.count("wrong programs");
        }
        if differs && verdict.is_refuted() {
            coverage.count("wrong programs refuted");
        }
        // At sizes that were not tried a program may be anything.
        let is_for_all = verdict.is_proved();
        if differs && is_for_all {
            let text = format!("{what:?}: {verdict}\n{}", print_module(&wrong));
            return Err(self.fail("the validator proves a wrong program", &text));
        }
        Ok(())
    }
}

/// Makes one mistake of those that can be made; `None` when there is none.
fn break_at_random(module: &mut Module, random: &mut Random) -> Option<Mistake> {
    let all = mistakes(module);
    if all.is_empty() {
        return None;
    }
    let (op, mistake) = all[random.below(all.len())];
    make(module, op, mistake);
    Some(mistake)
}
