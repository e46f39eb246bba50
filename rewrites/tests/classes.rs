//! After saturation with all built-in rules, every class of the e-graph of a random term holds terms of
//! one value, at random values of the variables that the assumptions allow.

use std::collections::BTreeMap;

use egg::{EGraph, Id, Language, RecExpr, Symbol};
use ovolo_lang::affine::AffineOp;
use ovolo_lang::algebra::{FastMath, FloatPredicate, IntPredicate};
use ovolo_lang::interpret::{Concrete, Scalar as Bits, float};
use ovolo_lang::op::{self, OpCode, Scalars};
use ovolo_lang::types::{FloatKind, Type};
use ovolo_rewrites::facts::{Environment, Fact, FactAnalysis};
use ovolo_rewrites::rule::{Rule, builtin, parse};
use ovolo_rewrites::saturate::{Limits, Stop, saturate};
use ovolo_rewrites::term::{IndexOp, Node, Scalar, ScalarOp};

/// A linear congruential generator: the same terms on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// A value: an index, or bits.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Index(i64),
    Bits(u128),
}

const VARIABLES: [(&str, i64, i64); 4] = [("i", 0, 7), ("j", -20, 20), ("n", 1, 40), ("t", 8, 8)];

fn environment() -> Environment {
    let mut environment = Environment::new();
    for (name, low, high) in VARIABLES {
        assert!(environment.assume(Symbol::from(name), Fact::between(low, high)));
    }
    environment
}

fn leaf(random: &mut Random, scalar: Scalar) -> Node {
    let name = random.pick(&VARIABLES).0;
    match scalar {
        Scalar::Index if random.below(3) == 0 => Node::Int(random.between(-9, 12)),
        Scalar::Index => Node::var(name),
        Scalar::Integer(width) if random.below(3) == 0 => {
            let small = [0, 1, 2, 3, 4, 7, 8, 127, 128, 255];
            Node::Const(scalar, random.pick(&small) % (1 << width))
        }
        Scalar::Float(kind) if random.below(3) == 0 => {
            let simple = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 4.0];
            Node::Const(scalar, float::encode(kind, random.pick(&simple)).unwrap())
        }
        scalar => Node::Outer(Symbol::from(name), scalar),
    }
}

fn term(random: &mut Random, into: &mut RecExpr<Node>, scalar: Scalar, depth: u32) -> Id {
    if depth == 0 || random.below(8) == 0 {
        return into.add(leaf(random, scalar));
    }
    let mut child = |random: &mut Random| term(random, into, scalar, depth - 1);
    let operation = |code, predicate, args: Vec<Id>| {
        let op = ScalarOp {
            code,
            ty: scalar,
            result: if matches!(code, OpCode::CmpI | OpCode::CmpF) {
                Scalar::Integer(1)
            } else {
                scalar
            },
            flags: FastMath::NONE,
            predicate,
        };
        Node::Op(op, args.into())
    };
    let node = match scalar {
        Scalar::Index => {
            let ops = [IndexOp::Add, IndexOp::Mul, IndexOp::Min, IndexOp::Max];
            let divisions = [IndexOp::FloorDiv, IndexOp::CeilDiv, IndexOp::Mod];
            let a = child(random);
            if random.below(2) == 0 {
                let b = child(random);
                Node::Index(random.pick(&ops), [a, b])
            } else {
                let divisor = match random.below(3) {
                    0 => Node::var("n"),
                    1 => Node::var("t"),
                    _ => Node::Int(random.between(1, 12)),
                };
                let divisor = into.add(divisor);
                Node::Index(random.pick(&divisions), [a, divisor])
            }
        }
        _ if random.below(8) == 0 => {
            let [a, b, c, d] = std::array::from_fn(|_| child(random));
            let compare = match scalar {
                Scalar::Float(_) => {
                    operation(OpCode::CmpF, random.pick(FloatPredicate::ALL).code(), vec![a, b])
                }
                _ => operation(OpCode::CmpI, random.pick(IntPredicate::ALL).code(), vec![a, b]),
            };
            let compare = into.add(compare);
            operation(OpCode::Select, 0, vec![compare, c, d])
        }
        Scalar::Float(_) => {
            let ops = [
                OpCode::AddF,
                OpCode::SubF,
                OpCode::MulF,
                OpCode::DivF,
                OpCode::MaximumF,
                OpCode::MinimumF,
                OpCode::NegF,
                OpCode::AbsF,
            ];
            let code = random.pick(&ops);
            let arity = if matches!(code, OpCode::NegF | OpCode::AbsF) {
                1
            } else {
                2
            };
            let args = (0..arity).map(|_| child(random)).collect();
            operation(code, 0, args)
        }
        Scalar::Integer(width) => {
            let ops = [
                OpCode::AddI,
                OpCode::SubI,
                OpCode::MulI,
                OpCode::AndI,
                OpCode::OrI,
                OpCode::XOrI,
                OpCode::MinSI,
                OpCode::MaxSI,
            ];
            let by_constant = [
                OpCode::ShLI,
                OpCode::ShRUI,
                OpCode::ShRSI,
                OpCode::DivUI,
                OpCode::RemUI,
                OpCode::FloorDivSI,
            ];
            let a = child(random);
            if random.below(3) == 0 {
                let constant = into.add(Node::Const(scalar, random.pick(&[1, 2, 3, 4]) % (1 << width)));
                operation(random.pick(&by_constant), 0, vec![a, constant])
            } else {
                let b = child(random);
                operation(random.pick(&ops), 0, vec![a, b])
            }
        }
    };
    into.add(node)
}

/// The value of a node; `None` where it has none, or none that fits.
fn evaluate(
    node: &Node,
    child: impl Fn(Id) -> Option<Value>,
    point: &BTreeMap<Symbol, Value>,
) -> Option<Value> {
    Some(match node {
        Node::Int(n) => Value::Index(*n),
        Node::Const(_, bits) => Value::Bits(*bits),
        Node::Var(name) | Node::Outer(name, _) => point[name],
        Node::Index(op, [a, b]) => {
            let (Value::Index(a), Value::Index(b)) = (child(*a)?, child(*b)?) else {
                panic!("an index of bits");
            };
            Value::Index(match op {
                IndexOp::Add => AffineOp::Add.apply(a, b)?,
                IndexOp::Mul => AffineOp::Mul.apply(a, b)?,
                IndexOp::FloorDiv => AffineOp::FloorDiv.apply(a, b)?,
                IndexOp::CeilDiv => AffineOp::CeilDiv.apply(a, b)?,
                IndexOp::Mod => AffineOp::Mod.apply(a, b)?,
                IndexOp::Min => a.min(b),
                IndexOp::Max => a.max(b),
            })
        }
        Node::Op(op, args) => {
            let args: Vec<Bits> = args
                .iter()
                .map(|a| {
                    Some(match child(*a)? {
                        Value::Bits(bits) => Bits::Bits(bits),
                        Value::Index(n) => Bits::integer(&Type::Index, n.into()),
                    })
                })
                .collect::<Option<_>>()?;
            let scalars = Scalars {
                args: &args,
                ty: &op.ty.ty(),
                result: &op.result.ty(),
                flags: op.flags,
                predicate: op.predicate,
                rounding: Default::default(),
            };
            let bits = op::evaluate(op.code, &mut Concrete::default(), &scalars)?
                .ok()?
                .bits()?;
            match op.result {
                Scalar::Float(kind) if float::is_nan(kind, bits) => {
                    Value::Bits(float::encode(kind, f64::NAN)?)
                }
                Scalar::Index => Value::Index(bits as u64 as i64),
                _ => Value::Bits(bits),
            }
        }
        _ => panic!("no expression"),
    })
}

fn point(random: &mut Random, scalar: Scalar) -> BTreeMap<Symbol, Value> {
    VARIABLES
        .iter()
        .map(|(name, low, high)| {
            let value = match scalar {
                Scalar::Index => Value::Index(random.between(*low, *high)),
                Scalar::Integer(width) => Value::Bits(u128::from(random.below(1 << width))),
                Scalar::Float(kind) => {
                    let special = [0.0, -0.0, f64::NAN, f64::INFINITY, 1.0, -3.0];
                    let number = match random.below(2) {
                        0 => random.pick(&special),
                        _ => random.between(-1000, 1000) as f64 / 7.0,
                    };
                    Value::Bits(float::encode(kind, number).unwrap())
                }
            };
            (Symbol::from(*name), value)
        })
        .collect()
}

fn check(egraph: &EGraph<Node, FactAnalysis>, root: &RecExpr<Node>, point: &BTreeMap<Symbol, Value>) {
    let mut values: BTreeMap<Id, (Value, Node)> = BTreeMap::new();
    let mut grown = true;
    while grown {
        grown = false;
        for class in egraph.classes() {
            for node in class.iter() {
                if !node.all(|id| values.contains_key(&egraph.find(id))) {
                    continue;
                }
                let child = |id: Id| values.get(&egraph.find(id)).map(|(value, _)| *value);
                let Some(value) = evaluate(node, child, point) else {
                    continue;
                };
                match values.get(&class.id) {
                    Some((known, other)) => assert_eq!(
                        *known, value,
                        "{root}\n  {other:?} and {node:?} differ at {point:?}"
                    ),
                    None => {
                        values.insert(class.id, (value, node.clone()));
                        grown = true;
                    }
                }
            }
        }
    }
}

fn run(rules: &[Rule], scalar: Scalar, terms: u64) {
    for seed in 0..terms {
        let mut random = Random(seed * 7919 + 17);
        let mut root = RecExpr::default();
        term(&mut random, &mut root, scalar, 4);
        let mut egraph = EGraph::new(FactAnalysis {
            environment: environment(),
            ..FactAnalysis::default()
        });
        egraph.add_expr(&root);
        let limits = Limits {
            iterations: 4,
            nodes: 1_500,
            matches_per_rule: 100,
            ..Limits::default()
        };
        let report = saturate(&mut egraph, rules, &limits);
        assert_ne!(report.stop, Stop::Contradiction, "{root}");
        for _ in 0..8 {
            check(&egraph, &root, &point(&mut random, scalar));
        }
    }
}

#[test]
fn classes_of_indices_have_one_value() {
    run(builtin(), Scalar::Index, 300);
}

#[test]
fn classes_of_integers_have_one_value() {
    run(builtin(), Scalar::Integer(8), 200);
    run(builtin(), Scalar::Integer(1), 100);
}

#[test]
fn classes_of_floats_have_one_value() {
    run(builtin(), Scalar::Float(FloatKind::F32), 300);
}

/// The test can fail.
#[test]
#[should_panic(expected = "differ at")]
fn a_false_rule_shows() {
    let rules = parse("rule r forall x, y over float: maximumf(x, y) => maximumf(x + 0.0, y)").unwrap();
    run(&rules, Scalar::Float(FloatKind::F32), 300);
}
