//! The rule language and rule files, the e-graph, facts, dependence, lifting a function to a term and
//! back.
//!
//! A loop nest is lifted to a [`nest::Nest`], whose term is made of [`term::Node`]s. It goes into an
//! e-graph ([`egraph::of_nest`]) that algebra rules ([`saturate`]) and loop rules ([`loops`]) grow. What is
//! extracted from it, a [`nest::Choice`], becomes IR again ([`materialize`]). [`memory`] lists the
//! dependences of a whole function, lifted or not. What was chosen, or is to be, is written down as a [`schedule`].
//!
//! **Invariant:** nothing here mentions z3 or LLVM. Questions about integer sets go through
//! [`dependence::Emptiness`]; an answer that is not known means that accesses may depend on each other.
//!
//! ```
//! use ovolo_lang::{affine::IntegerSet, fp::FpModel, parse::parse_module};
//! use ovolo_rewrites::answer::Answer;
//! use ovolo_rewrites::dependence::Emptiness;
//! use ovolo_rewrites::{egraph::of_nest, lift::lift_function, loops::saturate_loops};
//!
//! struct NeverKnows;
//! impl Emptiness for NeverKnows {
//!     fn is_empty(&self, _: &IntegerSet) -> Answer {
//!         Answer::Unknown
//!     }
//! }
//!
//! let module = parse_module(
//!     "func.func @double(%A: memref<64xf32>) {
//!        affine.for %i = 0 to 64 {
//!          %a = affine.load %A[%i] : memref<64xf32>
//!          %b = arith.addf %a, %a : f32
//!          affine.store %b, %A[%i] : memref<64xf32>
//!        }
//!        return
//!      }",
//! )
//! .unwrap();
//! let function = module.functions().next().unwrap();
//! let (_, nest) = lift_function(&module, function, FpModel::STRICT).remove(0);
//! let (mut egraph, _root) = of_nest(&nest.unwrap(), &NeverKnows);
//! let report = saturate_loops(&mut egraph, &Default::default());
//! // Each iteration has a cell of its own: that is seen without a solver, and the loop becomes vectors.
//! assert!(report.saturated);
//! assert!(report.unions.iter().any(|(rule, unions)| *rule == "vectorize" && *unions > 0));
//! ```

pub mod algebra;
pub mod answer;
mod chosen;
pub mod compile;
pub mod dependence;
pub mod derivation;
pub mod egraph;
pub mod engine;
mod example;
pub mod expression;
pub mod facts;
pub mod forms;
mod grammar;
pub mod guard;
pub mod instances;
pub mod level;
pub mod library;
pub mod lift;
pub mod linear;
pub mod loops;
mod matcher;
pub mod materialize;
pub mod memory;
mod natural_sizes;
pub mod nest;
mod part;
pub mod products;
pub mod reduction;
pub mod refusal;
pub mod relates;
pub mod risks;
pub mod rule;
pub mod saturate;
pub mod schedule;
pub mod simplify;
pub mod term;
pub mod typical_sizes;
pub mod unflattening;
mod unit_steps;
mod unwrapping;
pub mod versioning;
mod whole_steps;
pub mod widening;
