//! The schedule of a text in the krnl dialect, in the language of schedules: of the loops of each function without it.

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

/// What is given up of a schedule that cannot be followed, one thing after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    Wholly,
    /// What is read from tile buffers is read where it is.
    InPlace,
    /// Nor is a loop unrolled, or run on threads.
    InOrder,
}

impl Followed {
    pub const ALL: [Followed; 3] = [Followed::Wholly, Followed::InPlace, Followed::InOrder];

    /// What is given up, in words.
    pub fn given_up(self) -> Option<&'static str> {
        match self {
            Followed::Wholly => None,
            Followed::InPlace => Some("its tile buffers are left out"),
            Followed::InOrder => {
                Some("its tile buffers are left out, and unrolled and parallel loops run in order")
            }
        }
    }

    pub fn of(self, schedule: &Schedule) -> Schedule {
        let mut schedule = schedule.clone();
        for nest in schedule.functions.iter_mut().flat_map(|f| &mut f.nests) {
            nest.body = self.statements(std::mem::take(&mut nest.body));
        }
        schedule
    }

    fn statements(self, all: Vec<Statement>) -> Vec<Statement> {
        let mut found = Vec::new();
        for statement in all {
            match statement {
                Statement::Reads(reads) if self != Followed::Wholly => {
                    found.extend(self.statements(reads.body))
                }
                Statement::Reads(mut reads) => {
                    reads.body = self.statements(reads.body);
                    found.push(Statement::Reads(reads));
                }
                Statement::Loop(mut own) => {
                    if self == Followed::InOrder {
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
