//! What it means to be in a region: how often it runs, when, and what its arguments are.

use ovolo_lang::affine::{AffineExpr, AffineMap, Constraint, IntegerSet};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::collect::Collector;
use super::objects::{Object, Root};
use super::place::{Frame, FrameId};
use super::variables::{Condition, Knowledge, Variable, VariableId};

/// The least and the greatest value of an induction variable: `max(lower) <= iv < min(upper)`.
struct Bounds {
    lower: Vec<AffineExpr>,
    upper: Vec<AffineExpr>,
    /// `None` where it is not a constant.
    step: Option<i64>,
}

impl Collector<'_> {
    /// Makes the frame of a region and defines the arguments of its blocks.
    pub fn enter(&mut self, op: OpId, region: usize, parent: Option<FrameId>) -> FrameId {
        let module = self.module;
        let mut frame = Frame {
            parent,
            op,
            region,
            levels: Vec::new(),
            conditions: Vec::new(),
            obscure: None,
            depth: self.depth(parent),
            allocation_depth: parent.map_or(0, |p| self.frame(p).allocation_depth),
        };
        let blocks = module.region(module.op(op).regions[region]).blocks.clone();
        let entry_arguments = module.block(blocks[0]).arguments.clone();
        let counters = self.repeat(&mut frame, &entry_arguments);
        frame.depth += frame.levels.len();
        // Memory of one iteration is not that of another, as long as no branch lies between.
        if self.has_no_branches(parent) {
            frame.allocation_depth = frame.depth;
        }
        if blocks.len() > 1 {
            let why = format!("which blocks of `{}` run is not followed", self.op_name(op));
            let branches = self.counter("branches", frame.depth, Knowledge::Obscure(why));
            frame.levels.push(branches);
            frame.depth += 1;
        }
        let depth = frame.depth;
        let is_function = op == self.function;
        let id = self.places.add(frame);
        for (number, &block) in blocks.iter().enumerate() {
            let skipped = if number == 0 { counters } else { 0 };
            self.define_arguments(block, skipped, depth, is_function && number == 0);
        }
        id
    }

    fn has_no_branches(&self, frame: Option<FrameId>) -> bool {
        frame.is_none_or(|frame| self.frame(frame).allocation_depth == self.frame(frame).depth)
    }

    pub fn op_name(&self, op: OpId) -> String {
        self.module.op(op).name.as_str().to_string()
    }

    /// Adds the levels and the conditions of a region; the number of its arguments that count iterations.
    fn repeat(&mut self, frame: &mut Frame, arguments: &[ValueId]) -> usize {
        let module = self.module;
        let op = module.op(frame.op);
        match op.code() {
            Some(OpCode::Func) => return 0,
            Some(OpCode::AffineFor) => {
                if let Some(bounds) = self.for_bounds(op) {
                    return self.loops(frame, arguments, vec![bounds]);
                }
            }
            Some(OpCode::AffineParallel) => {
                if let Some(bounds) = self.parallel_bounds(op) {
                    return self.loops(frame, arguments, bounds);
                }
            }
            Some(OpCode::ScfFor) if op.operands.len() >= 3 && *module.ty(op.operands[0]) == Type::Index => {
                let bounds = Bounds {
                    lower: vec![self.value(op.operands[0])],
                    upper: vec![self.value(op.operands[1])],
                    step: self.value(op.operands[2]).as_constant(),
                };
                return self.loops(frame, arguments, vec![bounds]);
            }
            Some(OpCode::AffineIf) => {
                if let Some(condition) = self.condition(op, frame.region == 0) {
                    frame.conditions.push(condition);
                    return 0;
                }
                frame.obscure = Some("the condition of `affine.if` is not followed".to_string());
                return 0;
            }
            Some(OpCode::ScfIf | OpCode::ScfIndexSwitch) => {
                frame.obscure = Some(format!("the condition of `{}` is not followed", op.name.as_str()));
                return 0;
            }
            Some(OpCode::ScfExecuteRegion | OpCode::MemRefAllocaScope | OpCode::VectorMask) => return 0,
            _ => {}
        }
        let name = op.name.as_str().to_string();
        let why = format!("how often `{name}` runs its region is not followed");
        frame
            .levels
            .push(self.counter(&name, frame.depth, Knowledge::Obscure(why)));
        0
    }

    /// A counter of a level inside `depth` others.
    fn counter(&mut self, name: &str, depth: usize, knowledge: Knowledge) -> VariableId {
        self.variables.add(Variable {
            name: name.to_string(),
            depth: depth + 1,
            domain: Vec::new(),
            knowledge,
        })
    }

    /// Makes a level of each of the first arguments.
    fn loops(&mut self, frame: &mut Frame, arguments: &[ValueId], bounds: Vec<Bounds>) -> usize {
        let count = bounds.len().min(arguments.len());
        for (bounds, &argument) in bounds.into_iter().zip(arguments) {
            let depth = frame.depth + frame.levels.len();
            let name = self.name(argument);
            let id = self.counter(&name, depth, Knowledge::Exact);
            self.bound(id, bounds);
            self.indices.insert(argument, id.expr());
            frame.levels.push(id);
        }
        count
    }

    fn bound(&mut self, id: VariableId, bounds: Bounds) {
        let iv = id.expr();
        let inside = bounds
            .lower
            .iter()
            .map(|lower| Constraint::at_least(iv.clone(), lower.clone()))
            .chain(
                bounds
                    .upper
                    .iter()
                    .map(|upper| Constraint::at_least(upper.clone(), &iv + 1)),
            )
            .collect();
        let mut domain = vec![vec![inside]];
        match bounds.step {
            Some(1) => {}
            Some(step) if step > 1 => domain.push(self.stride(id, &bounds.lower, step)),
            _ => {
                let name = &self.variables.get(id).name;
                let why = format!("the step of the loop of %{name} is not constant");
                self.variables.get_mut(id).knowledge = Knowledge::Obscure(why);
            }
        }
        self.variables.get_mut(id).domain = domain;
    }

    /// `iv` is a multiple of `step` away from the greatest of the lower bounds.
    fn stride(&mut self, id: VariableId, lower: &[AffineExpr], step: i64) -> Condition {
        let depth = self.variables.get(id).depth;
        let count = self.variables.add(Variable {
            name: "iterations".to_string(),
            depth,
            domain: Vec::new(),
            knowledge: Knowledge::Exact,
        });
        let mut alternatives = Condition::new();
        for (chosen, start) in lower.iter().enumerate() {
            let others = lower.iter().enumerate().filter(|(i, _)| *i != chosen);
            let mut clause: Vec<Constraint> = others
                .map(|(_, other)| Constraint::at_least(start.clone(), other.clone()))
                .collect();
            clause.push(Constraint::equal(id.expr() - start, count.expr() * step));
            alternatives.push(clause);
        }
        alternatives
    }

    fn for_bounds(&mut self, op: &Op) -> Option<Bounds> {
        let sizes = op.attribute("operandSegmentSizes")?.as_i64_list()?;
        let lower = usize::try_from(*sizes.first()?).ok()?;
        let upper = lower.checked_add(usize::try_from(*sizes.get(1)?).ok()?)?;
        let lower_map = op.attribute("lowerBoundMap")?.as_affine_map()?;
        let upper_map = op.attribute("upperBoundMap")?.as_affine_map()?;
        Some(Bounds {
            lower: self.apply(lower_map, op.operands.get(..lower)?)?,
            upper: self.apply(upper_map, op.operands.get(lower..upper)?)?,
            step: op.attribute("step").map_or(Some(1), Attribute::as_i64),
        })
    }

    fn parallel_bounds(&mut self, op: &Op) -> Option<Vec<Bounds>> {
        let lower_map = op.attribute("lowerBoundsMap")?.as_affine_map()?;
        let upper_map = op.attribute("upperBoundsMap")?.as_affine_map()?;
        let split = lower_map.num_inputs();
        let mut lower = self.apply(lower_map, op.operands.get(..split)?)?.into_iter();
        let mut upper = self.apply(upper_map, op.operands.get(split..)?)?.into_iter();
        let lower_groups = op.attribute("lowerBoundsGroups")?.as_integers()?;
        let upper_groups = op.attribute("upperBoundsGroups")?.as_integers()?;
        let steps = op.attribute("steps")?.as_i64_list()?;
        let take = |from: &mut std::vec::IntoIter<AffineExpr>, count: &i64| -> Option<Vec<AffineExpr>> {
            Some(from.take(usize::try_from(*count).ok()?).collect())
        };
        let groups = lower_groups.iter().zip(&upper_groups).zip(&steps);
        groups
            .map(|((low, high), step)| {
                Some(Bounds {
                    lower: take(&mut lower, low)?,
                    upper: take(&mut upper, high)?,
                    step: Some(*step),
                })
            })
            .collect()
    }

    /// What holds in a branch of an `affine.if`.
    fn condition(&mut self, op: &Op, then: bool) -> Option<Condition> {
        let set = op.attribute("condition")?.as_integer_set()?;
        let clause = self.constraints(set, &op.operands)?;
        if then {
            return Some(vec![clause]);
        }
        let mut alternatives = Condition::new();
        for constraint in clause {
            let below = Constraint::at_most(constraint.expr.clone(), AffineExpr::Constant(-1));
            alternatives.push(vec![below]);
            if constraint.is_equality {
                let above = Constraint::at_least(constraint.expr, AffineExpr::Constant(1));
                alternatives.push(vec![above]);
            }
        }
        Some(alternatives)
    }

    fn constraints(&mut self, set: &IntegerSet, operands: &[ValueId]) -> Option<Vec<Constraint>> {
        let exprs = set.constraints.iter().map(|c| c.expr.clone()).collect();
        let map = AffineMap::new(set.num_dims, set.num_symbols, exprs);
        let exprs = self.apply(&map, operands)?;
        let kinds = set.constraints.iter().map(|c| c.is_equality);
        Some(
            exprs
                .into_iter()
                .zip(kinds)
                .map(|(expr, is_equality)| Constraint { expr, is_equality })
                .collect(),
        )
    }

    fn define_arguments(&mut self, block: BlockId, skipped: usize, depth: usize, is_entry: bool) {
        let module = self.module;
        for (number, &value) in module.block(block).arguments.iter().enumerate().skip(skipped) {
            let name = self.name(value);
            match module.ty(value) {
                Type::MemRef(_) => {
                    let root = match is_entry {
                        true => Root::Argument {
                            is_noalias: module.op(self.function).is_noalias(number),
                        },
                        false => Root::Unknown,
                    };
                    let depth = if is_entry { 0 } else { depth };
                    self.objects.add(value, Object { name, root, depth });
                }
                ty if ty.is_int_or_index() && is_entry => {
                    self.unknown_integer(value, 0, Knowledge::Exact);
                }
                ty if ty.is_int_or_index() => {
                    let why = format!("%{name} is passed from iteration to iteration");
                    self.unknown_integer(value, depth, Knowledge::Data(why));
                }
                _ => {}
            }
        }
    }
}
