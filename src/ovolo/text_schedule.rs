//! The schedule of a text in the krnl dialect, in the language of schedules: of the loops of each function without it.

use std::collections::BTreeSet;

use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, Span};
use ovolo_lang::krnl_loops::{Converted, Outlined, OutlinedLoop, convert_to_loops, without_schedule};
use ovolo_rewrites::lift::lift_function;
use ovolo_rewrites::nest::is_loop;
use ovolo_rewrites::schedule::{
    FunctionSchedule, LoopSketch, Name, NestSchedule, Over, Reads, Schedule, Statement, Way,
};
use ovolo_rewrites::term::LoopKind;

/// How much of the schedule of a text is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSchedule {
    /// All loops as they run.
    Whole,
    /// The loops over blocks, around whatever is found for what they hold.
    Blocks,
}

/// What the text of each function says of its loops. The spans point into the text.
pub fn text_schedule(module: &Module, model: FpModel, wanted: TextSchedule) -> Schedule {
    let mut module = module.clone();
    let converted = convert_to_loops(&mut module);
    let functions = converted
        .iter()
        .filter_map(|own| of_function(&module, own, model, wanted));
    Schedule {
        functions: functions.collect(),
    }
}

fn of_function(
    module: &Module,
    converted: &Converted,
    model: FpModel,
    wanted: TextSchedule,
) -> Option<FunctionSchedule> {
    let name = module.op(converted.function).attribute("sym_name")?.as_str()?;
    let plain = without_schedule(module, converted)?;
    let lifted = lift_function(&plain, converted.function, model);
    let understood: Vec<OpId> = lifted
        .into_iter()
        .filter_map(|(op, nest)| nest.is_ok().then_some(op))
        .collect();
    let mut nests = Vec::new();
    for outline in converted.outlines() {
        let Some(Outlined::Loop(outermost)) = outline.first() else {
            continue;
        };
        let place = understood
            .iter()
            .position(|&op| variables(&plain, op).contains(&outermost.variable.to_string()));
        let Some(place) = place else { continue };
        let mut body = statements(outline);
        if wanted == TextSchedule::Blocks {
            body = blocks(body);
        }
        nests.push(NestSchedule {
            numbers: (understood.len() > 1).then(|| (vec![place + 1], outermost.span)),
            body,
            span: outermost.span,
            ..NestSchedule::default()
        });
    }
    nests.sort_by_key(|nest| nest.numbers.as_ref().map(|(numbers, _)| numbers.clone()));
    Some(FunctionSchedule {
        name: Some(Name::new(name.into())),
        nests,
    })
}

/// The names of the variables of the loops of a nest.
fn variables(module: &Module, nest: OpId) -> Vec<String> {
    let mut found = Vec::new();
    module.walk(nest, &mut |op| {
        if is_loop(module.op(op).code())
            && let Some(block) = module.single_block(op, 0)
            && let Some(&variable) = module.block(block).arguments.first()
        {
            found.extend(module.value(variable).name.as_ref().map(|name| name.to_string()));
        }
    });
    found
}

fn statements(outline: &[Outlined]) -> Vec<Statement> {
    outline.iter().map(statement).collect()
}

fn statement(outlined: &Outlined) -> Statement {
    match outlined {
        Outlined::Open(span) => Statement::Hole(None, *span),
        Outlined::Tiles { memref, span, body } => {
            let (mut arrays, mut body) = (vec![named(memref, *span)], body);
            while let [
                Outlined::Tiles {
                    memref,
                    span,
                    body: inside,
                },
            ] = body.as_slice()
            {
                arrays.push(named(memref, *span));
                body = inside;
            }
            Statement::Reads(Box::new(Reads {
                way: Way::Panels,
                arrays,
                body: statements(body),
                span: *span,
            }))
        }
        Outlined::Loop(own) => Statement::Loop(Box::new(LoopSketch {
            kind: kind(own),
            variable: named(&own.variable, own.span),
            over: match own.tile {
                1 => Over::Any { step: None },
                tile => Over::Tiles(Some(tile)),
            },
            body: statements(&own.body),
            span: own.span,
        })),
    }
}

fn kind(own: &OutlinedLoop) -> LoopKind {
    match (own.is_parallel, own.is_unrolled) {
        (true, _) => LoopKind::Parallel,
        (_, true) => LoopKind::Unrolled,
        _ => LoopKind::Sequential,
    }
}

fn named(name: &str, span: Span) -> Name {
    Name {
        symbol: name.into(),
        span,
    }
}

/// The loops over blocks and the parallel ones, around a hole.
fn blocks(statements: Vec<Statement>) -> Vec<Statement> {
    let mut found = Vec::new();
    for statement in statements {
        match statement {
            Statement::Loop(mut own)
                if matches!(own.over, Over::Tiles(_)) || own.kind == LoopKind::Parallel =>
            {
                own.body = blocks(own.body);
                found.push(Statement::Loop(own));
            }
            Statement::Reads(mut reads) => {
                reads.body = blocks(reads.body);
                found.push(Statement::Reads(reads));
            }
            other if matches!(found.last(), Some(Statement::Hole(..))) => drop(other),
            other => found.push(Statement::Hole(None, other.span())),
        }
    }
    found
}

/// What of the schedule of a text is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Followed {
    /// The arrays of which tiles are read from copies.
    packed: BTreeSet<String>,
    /// Whether loops are unrolled, or run on threads.
    has_kinds: bool,
}

impl Followed {
    /// Ways to follow what is said of a function: wholly, then with less and less.
    pub fn ways(function: &FunctionSchedule) -> Vec<Followed> {
        let mut all = BTreeSet::new();
        for statement in function.nests.iter().flat_map(|nest| &nest.body) {
            packed(statement, &mut all);
        }
        let mut tiles = vec![all.clone()];
        if all.len() > 1 {
            tiles.extend(all.iter().map(|array| BTreeSet::from([array.clone()])));
        }
        tiles.push(BTreeSet::new());
        let of = |packed: &BTreeSet<String>, has_kinds| Followed {
            packed: packed.clone(),
            has_kinds,
        };
        let mut ways: Vec<Followed> = tiles.iter().map(|packed| of(packed, true)).collect();
        ways.push(of(&BTreeSet::new(), false));
        ways.dedup();
        ways
    }

    /// What is given up beside the first way, in words.
    pub fn given_up(&self, whole: &Followed) -> String {
        let left: Vec<String> = whole
            .packed
            .difference(&self.packed)
            .map(|a| format!("%{a}"))
            .collect();
        let mut words = Vec::new();
        if !left.is_empty() {
            words.push(format!("tiles of {} are read where they are", left.join(", ")));
        }
        if !self.has_kinds {
            words.push("unrolled and parallel loops run in order".to_string());
        }
        words.join(", and ")
    }

    pub fn of(&self, schedule: &Schedule) -> Schedule {
        let mut schedule = schedule.clone();
        for nest in schedule.functions.iter_mut().flat_map(|f| &mut f.nests) {
            nest.body = self.statements(std::mem::take(&mut nest.body));
        }
        schedule
    }

    fn statements(&self, all: Vec<Statement>) -> Vec<Statement> {
        let mut found = Vec::new();
        for statement in all {
            match statement {
                Statement::Reads(mut reads) => {
                    let body = self.statements(std::mem::take(&mut reads.body));
                    reads
                        .arrays
                        .retain(|array| self.packed.contains(array.symbol.as_str()));
                    match reads.arrays.is_empty() {
                        true => found.extend(body),
                        false => {
                            reads.body = body;
                            found.push(Statement::Reads(reads));
                        }
                    }
                }
                Statement::Loop(mut own) => {
                    if !self.has_kinds {
                        own.kind = LoopKind::Sequential;
                    }
                    own.body = self.statements(own.body);
                    found.push(Statement::Loop(own));
                }
                other => found.push(other),
            }
        }
        found
    }
}

fn packed(statement: &Statement, to: &mut BTreeSet<String>) {
    if let Statement::Reads(reads) = statement {
        to.extend(reads.arrays.iter().map(|array| array.symbol.to_string()));
    }
    statement.inside().for_each(|inside| packed(inside, to));
}
