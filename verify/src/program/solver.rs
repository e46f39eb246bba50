//! What normal forms leave open, asked of z3.
//!
//! Every value is a bit-vector. Integer operations are z3's own; float operations are functions of
//! which z3 knows nothing but that equal operands give equal results. So "equal" is a proof, and
//! values on which two expressions differ are only a suggestion, to be tried by running the programs.

use ovolo_lang::algebra::CastOp;
use ovolo_lang::interpret::concrete::mask;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, BV, Bool, Dynamic};
use z3::{FuncDecl, Params, SatResult, Solver, Sort, StatisticsValue};

use super::expr::{Expr, Exprs, Op};
use super::symbolic::Demand;
use crate::arithmetic::{compare_bits, on_bits};

/// Steps of z3 after which a question is given up; counted in steps to be the same on every machine.
/// Arbitrary: about two seconds.
const STEPS: u32 = 20_000_000;

/// Larger expressions are not worth asking about. Arbitrary.
const MAX_NODES: usize = 4_000;

/// What z3 has done so far, which a question adds to, one step being about as much as an operation of the interpreter; and the most that it
/// may do for the question, if that is less than what it may do for any.
pub type Work<'w> = (&'w mut u64, u64);

pub enum Decision {
    Equal,
    /// Inputs, by number, on which the expressions may differ.
    MayDiffer(Vec<(u32, u128)>),
    Unknown,
}

/// Whether `a` and `b` are equal wherever the assumptions hold.
pub fn decide(exprs: &Exprs, assumptions: &[Demand], a: Expr, b: Expr, work: Work<'_>) -> Decision {
    ask(exprs, assumptions, work, |encoder| {
        Some(encoder.encode(a)?.eq(encoder.encode(b)?))
    })
}

/// Whether the demand holds wherever the assumptions do.
pub fn implies(exprs: &Exprs, assumptions: &[Demand], demand: Demand, work: Work<'_>) -> Decision {
    ask(exprs, assumptions, work, |encoder| encoder.demand(demand))
}

fn ask(
    exprs: &Exprs,
    assumptions: &[Demand],
    (steps, most): Work<'_>,
    claim: impl FnOnce(&mut Encoder) -> Option<Bool>,
) -> Decision {
    let mut encoder = Encoder {
        exprs,
        known: FxHashMap::default(),
    };
    // Older libraries are known to crash on some questions.
    let major = z3::full_version().trim_start_matches("Z3 ").split('.').next();
    if major.and_then(|m| m.parse::<u32>().ok()).is_none_or(|m| m < 5) {
        return Decision::Unknown;
    }
    let Some(claim) = claim(&mut encoder) else {
        return Decision::Unknown;
    };
    let solver = Solver::new();
    let mut params = Params::new();
    let most = u32::try_from(most).unwrap_or(STEPS).clamp(1, STEPS);
    params.set_u32("rlimit", most);
    solver.set_params(&params);
    solver.assert(claim.not());
    for &assumption in assumptions {
        // An assumption that is too large to state is one z3 does without.
        if let Some(holds) = encoder.demand(assumption) {
            solver.assert(holds);
        }
    }
    let result = solver.check();
    *steps += match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => u64::from(count.min(most)),
        _ => u64::from(most),
    };
    match result {
        SatResult::Unsat => Decision::Equal,
        SatResult::Unknown => Decision::Unknown,
        SatResult::Sat => Decision::MayDiffer(encoder.values(&solver)),
    }
}

struct Encoder<'a> {
    exprs: &'a Exprs,
    known: FxHashMap<Expr, BV>,
}

impl Encoder<'_> {
    fn demand(&mut self, demand: Demand) -> Option<Bool> {
        match demand {
            Demand::NonZero(e) => {
                let value = self.encode(e)?;
                Some(value.eq(BV::from_u64(0, value.get_size())).not())
            }
            Demand::NoQuotientOverflow(a, b) => {
                let (a, b) = (self.encode(a)?, self.encode(b)?);
                let width = a.get_size();
                let least = constant(1 << (width - 1), width)?;
                let minus_one = BV::from_i64(-1, width);
                Some((a.eq(least) & b.eq(minus_one)).not())
            }
            Demand::Defined(_) => None,
        }
    }

    fn encode(&mut self, root: Expr) -> Option<BV> {
        let mut pending = vec![root];
        while let Some(&e) = pending.last() {
            if self.known.contains_key(&e) {
                pending.pop();
                continue;
            }
            if self.known.len() + pending.len() > MAX_NODES {
                return None;
            }
            let before = pending.len();
            pending.extend(
                self.children(e)
                    .into_iter()
                    .filter(|c| !self.known.contains_key(c)),
            );
            if pending.len() == before {
                let encoded = self.encode_node(e)?;
                self.known.insert(e, encoded);
                pending.pop();
            }
        }
        self.known.get(&root).cloned()
    }

    fn children(&self, e: Expr) -> Vec<Expr> {
        let node = self.exprs.node(e);
        match node.op {
            Op::Sum | Op::Product | Op::Extremum(_) | Op::IntExtremum(_) => {
                self.exprs.list(node).iter().map(|&e| Expr(e)).collect()
            }
            Op::Polynomial => {
                let monomials = monomials(self.exprs.list(node));
                monomials
                    .iter()
                    .flat_map(|(_, factors)| factors.iter().map(|&f| Expr(f)))
                    .collect()
            }
            _ => self.exprs.operands(e).collect(),
        }
    }

    /// The node `e`, whose operands are encoded.
    fn encode_node(&self, e: Expr) -> Option<BV> {
        let node = self.exprs.node(e);
        let width = node.kind.to_type().bit_width().filter(|&w| w > 0)?;
        let operands: Vec<BV> = self.children(e).iter().map(|c| self.known[c].clone()).collect();
        Some(match (node.op, operands.as_slice()) {
            (Op::Variable, _) => BV::new_const(variable_name(node.operands[0]), width),
            (Op::Constant, _) => constant(self.exprs.constant_bits(e)?, width)?,
            (Op::Int(op), [a, b]) => on_bits(op, a, b),
            (Op::IntCompare(predicate), [a, b]) => compare_bits(predicate, a, b).ite(&bit(true), &bit(false)),
            (Op::Select, [condition, a, b]) => condition.eq(bit(true)).ite(a, b),
            (Op::Cast(CastOp::ExtS | CastOp::IndexCast), [a]) if a.get_size() <= width => {
                a.sign_ext(width - a.get_size())
            }
            (Op::Cast(CastOp::ExtU | CastOp::IndexCastU), [a]) if a.get_size() <= width => {
                a.zero_ext(width - a.get_size())
            }
            (Op::Cast(CastOp::TruncI | CastOp::IndexCast | CastOp::IndexCastU), [a]) => {
                a.extract(width - 1, 0)
            }
            (Op::Polynomial, _) => {
                let mut sum = BV::from_u64(0, width);
                for (coefficient, factors) in monomials(self.exprs.list(node)) {
                    let mut product = constant(self.exprs.constant_number(coefficient), width)?;
                    for &factor in factors {
                        product = product.bvmul(&self.known[&Expr(factor)]);
                    }
                    sum = sum.bvadd(&product);
                }
                sum
            }
            (Op::IntExtremum(predicate), [first, rest @ ..]) => rest.iter().fold(first.clone(), |best, x| {
                compare_bits(predicate, x, &best).ite(x, &best)
            }),
            (Op::Sum | Op::Product | Op::Extremum(_), [first, rest @ ..]) => {
                let combine = function(&format!("{:?}", node.op), &[width, width], width);
                rest.iter()
                    .try_fold(first.clone(), |sum, x| apply(&combine, &[&sum, x]))?
            }
            (op, operands) => {
                let widths: Vec<u32> = operands.iter().map(BV::get_size).collect();
                let name = format!("{op:?}:{:?}", node.kind);
                let operands: Vec<&BV> = operands.iter().collect();
                apply(&function(&name, &widths, width), &operands)?
            }
        })
    }

    /// The values of the inputs in the model that was found.
    fn values(&self, solver: &Solver) -> Vec<(u32, u128)> {
        let Some(model) = solver.get_model() else {
            return Vec::new();
        };
        let mut values: Vec<(u32, u128)> = self
            .known
            .iter()
            .filter(|(e, _)| self.exprs.node(**e).op == Op::Variable)
            .filter_map(|(e, bv)| {
                let value = model.eval(bv, true)?.as_u64()?;
                Some((self.exprs.node(*e).operands[0], u128::from(value)))
            })
            .collect();
        values.sort_unstable();
        values
    }
}

fn variable_name(number: u32) -> String {
    format!("x{number}")
}

/// The coefficients and factors of a polynomial's list.
fn monomials(mut list: &[u32]) -> Vec<(u32, &[u32])> {
    let mut found = Vec::new();
    while let [coefficient, count, tail @ ..] = list {
        let (factors, rest) = tail.split_at(*count as usize);
        found.push((*coefficient, factors));
        list = rest;
    }
    found
}

fn bit(value: bool) -> BV {
    BV::from_u64(u64::from(value), 1)
}

fn constant(bits: u128, width: u32) -> Option<BV> {
    let bits = bits & mask(&ovolo_lang::types::Type::integer(width));
    BV::from_str(width, &bits.to_string())
}

fn function(name: &str, widths: &[u32], result: u32) -> FuncDecl {
    let sorts: Vec<Sort> = widths.iter().map(|&w| Sort::bitvector(w)).collect();
    let sorts: Vec<&Sort> = sorts.iter().collect();
    FuncDecl::new(name, &sorts, &Sort::bitvector(result))
}

fn apply(function: &FuncDecl, operands: &[&BV]) -> Option<BV> {
    let operands: Vec<&dyn Ast> = operands.iter().map(|&o| o as &dyn Ast).collect();
    Dynamic::as_bv(&function.apply(&operands))
}
