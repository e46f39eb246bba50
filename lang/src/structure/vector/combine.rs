//! Contractions, reductions, outer products and scans.

use std::sync::Arc;

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::diagnostic::Diagnostic;
use crate::ir::Op;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{Type, VectorDim, VectorType};

use super::{sizes, vector_or_scalar};

impl Checker<'_> {
    pub fn reduction(&self, op: &Op) -> Check {
        if !(1..=2).contains(&op.operands.len()) {
            return self.count_operands(op, 1);
        }
        self.count_results(op, 1)?;
        let vector = self.vector_operand(op, 0)?;
        if vector.shape.len() > 1 {
            let message = format!("found a reduction of a vector of rank {}", vector.shape.len());
            return Err(wrong(op, message).help("expected at most one dimension: others are unsupported"));
        }
        for &scalar in op.operands[1..].iter().chain(&op.results) {
            self.expect_type(op, scalar, &vector.element, "the accumulator or the result")?;
        }
        combines(op, &vector.element)
    }

    pub fn multi_reduction(&self, op: &Op) -> Check {
        let source = self.vector_operand(op, 0)?;
        let reduced = self.integers(op, "reduction_dims")?;
        let kept = |(d, dim): (usize, &VectorDim)| (!reduced.contains(&(d as i64))).then_some(*dim);
        let shape = source.shape.iter().enumerate().filter_map(kept).collect();
        let expected = vector_or_scalar(shape, &source.element);
        self.count_results(op, 1)?;
        let found = self.ty(op.results[0]);
        if *found != expected {
            let message = format!(
                "the destination type `{found}` is incompatible with the source and its reduced dimensions"
            );
            return Err(wrong(op, message).help(format!("expected `{expected}`")));
        }
        Ok(())
    }

    pub fn contract(&self, op: &Op) -> Check {
        let (left, right) = (self.vector_operand(op, 0)?, self.vector_operand(op, 1)?);
        if matches!(&left.element, Type::Integer(_)) && !crate::structure::arith::is_signless(&left.element) {
            let message = format!("works on elements of type `{}`", left.element);
            return Err(wrong(op, message).help("expected signless integers"));
        }
        let iterators = self.iterators(op)?;
        let maps = self.contraction_maps(op, iterators.len())?;
        let [left_map, right_map, result_map] = [&maps[0], &maps[1], &maps[2]];
        let pairs = |is_reduction: bool| -> Vec<(usize, usize)> {
            let of_kind = (0..iterators.len()).filter(|&i| iterators[i] == is_reduction);
            let pair = |i: usize| Some((position(left_map, i)?, position(right_map, i)?));
            of_kind.filter_map(pair).collect()
        };
        let (contracting, batch) = (pairs(true), pairs(false));
        if contracting.is_empty() {
            return Err(wrong(op, "no dimension of both factors is contracted")
                .help("expected at least one contracting dimension pair"));
        }
        for (pairs, what) in [(&contracting, "contracting"), (&batch, "batch")] {
            let differs = |&&(a, b): &&(usize, usize)| left.shape[a].size != right.shape[b].size;
            if let Some(&(a, b)) = pairs.iter().find(differs) {
                let message = format!(
                    "the {what} dimension is of extent {} on the left and {} on the right",
                    left.shape[a].size, right.shape[b].size
                );
                return Err(wrong(op, message).help("expected one extent: the map is invalid"));
            }
        }
        self.contraction_result(op, [left_map, right_map, result_map], &contracting, &batch)?;
        let result = self.ty(op.results[0]).element();
        combines(op, result)
    }

    /// Whether each iterator is a reduction.
    fn iterators(&self, op: &Op) -> Result<Vec<bool>, Diagnostic> {
        match self.attribute(op, "iterator_types")? {
            Attribute::Array(all) => Ok(all.iter().map(is_reduction).collect()),
            other => Err(wrong(op, format!("the attribute `iterator_types` is `{other}`"))),
        }
    }

    fn contraction_maps(&self, op: &Op, iterators: usize) -> Result<Vec<Arc<AffineMap>>, Diagnostic> {
        let maps: Option<Vec<Arc<AffineMap>>> = match self.attribute(op, "indexing_maps")? {
            Attribute::Array(all) => all.iter().map(|map| map.as_affine_map().cloned()).collect(),
            _ => None,
        };
        let maps = maps.ok_or_else(|| wrong(op, "`indexing_maps` is no array of affine maps"))?;
        if maps.len() != 3 {
            let message = format!(
                "found {} in `indexing_maps`",
                crate::diagnostic::counted(maps.len(), "map")
            );
            return Err(
                wrong(op, message).help("expected an indexing map for each operand, of which there are 3")
            );
        }
        for (i, map) in maps.iter().enumerate() {
            let rank = self.ty(op.operands[i]).as_vector().map_or(0, |v| v.shape.len());
            let problem = if map.num_symbols != 0 {
                "it has symbols: expected none".to_string()
            } else if map.num_dims as usize != iterators {
                format!(
                    "its number of inputs is {}: expected {iterators}, one for each iterator",
                    map.num_dims
                )
            } else if map.results.len() != rank {
                format!(
                    "its number of outputs is {}: expected {rank}, the rank of the operand",
                    map.results.len()
                )
            } else if !is_projection(map) {
                "it is no projected permutation of its inputs".to_string()
            } else {
                continue;
            };
            return Err(wrong(op, format!("indexing map {i} is `{map}`")).help(problem));
        }
        Ok(maps)
    }

    /// The dimensions that are not contracted make the accumulator and the result.
    fn contraction_result(
        &self,
        op: &Op,
        [left_map, right_map, result_map]: [&AffineMap; 3],
        contracting: &[(usize, usize)],
        batch: &[(usize, usize)],
    ) -> Check {
        let (left, right) = (self.vector_operand(op, 0)?, self.vector_operand(op, 1)?);
        let [accumulator, result] = [op.operands[2], op.results[0]].map(|value| self.ty(value));
        let left_free = left.shape.len() - contracting.len();
        let right_free = right.shape.len() - contracting.len() - batch.len();
        let shape = |ty: &Type| ty.as_vector().map(|v| v.shape.clone());
        let (found_accumulator, found_result) = (shape(accumulator), shape(result));
        let wrong_shape = |expected: String| {
            let message =
                format!("the accumulator is of type `{accumulator}` and the result of type `{result}`");
            Err(wrong(op, message).help(format!(
                "expected the shape {expected} of the accumulator and the result vector"
            )))
        };
        if left_free + right_free == 0 {
            return match (found_accumulator, found_result) {
                (None, None) => Ok(()),
                _ => wrong_shape("of a scalar".to_string()),
            };
        }
        let (Some(found_accumulator), Some(found_result)) = (found_accumulator, found_result) else {
            return wrong_shape("of a vector".to_string());
        };
        let mut extents = vec![None; left_map.num_dims as usize];
        for (map, ty) in [(right_map, right), (left_map, left)] {
            for (expr, size) in map.results.iter().zip(sizes(ty)) {
                if let Some(d) = expr.as_dim() {
                    extents[d as usize] = Some(size);
                }
            }
        }
        if extents.contains(&None) {
            return Err(wrong(op, "an iterator is a dimension of neither factor")
                .help("expected all dimensions to be of the LHS or of the RHS"));
        }
        let expected: Vec<i64> = result_map
            .results
            .iter()
            .filter_map(|expr| extents[expr.as_dim()? as usize])
            .collect();
        let matches = |dims: &[VectorDim]| dims.iter().map(|d| d.size).eq(expected.iter().copied());
        match matches(&found_result) && matches(&found_accumulator) {
            true => Ok(()),
            false => wrong_shape(format!("{expected:?}")),
        }
    }

    pub fn outer_product(&self, op: &Op) -> Check {
        let left = self.vector_operand(op, 0)?;
        let result = self.vector_result(op)?;
        if left.shape.len() != 1 {
            return Err(wrong_rank(op, "operand #1", left, 1));
        }
        let right = match self.ty(op.operands[1]) {
            Type::Vector(right) => Some(&**right),
            _ => None,
        };
        if let Some(right) = right.filter(|right| right.shape.len() != 1) {
            return Err(wrong_rank(op, "operand #2", right, 1));
        }
        let rank = 1 + usize::from(right.is_some());
        if result.shape.len() != rank {
            return Err(wrong_rank(op, "the result", result, rank));
        }
        let factors = [Some(left), right].into_iter().flatten();
        for (i, (factor, dim)) in factors.zip(&result.shape).enumerate() {
            if factor.shape[0].size != dim.size {
                let message = format!(
                    "the dim of operand #{0} has {1} lanes, dim #{0} of the result {2}",
                    i + 1,
                    factor.shape[0].size,
                    dim.size
                );
                return Err(wrong(op, message).help("expected them to match"));
            }
        }
        if right.is_some_and(|right| left.shape[0].scalable && !right.shape[0].scalable) {
            return Err(wrong(
                op,
                "the dim of operand #1 is scalable and that of operand #2 is not",
            )
            .help("expected both to be scalable, or the second alone"));
        }
        if let Some(&accumulator) = op.operands.get(2) {
            self.same_type(op, ("operand #3", accumulator), ("the result", op.results[0]))?;
        }
        combines(op, &result.element)
    }

    pub fn scan(&self, op: &Op) -> Check {
        let source = self.vector_operand(op, 0)?;
        let initial = self.vector_operand(op, 1)?;
        let rank = source.shape.len() as i64;
        let along = self.attribute(op, "reduction_dim")?.as_i64().unwrap_or(-1);
        if along >= rank {
            let message = format!("the reduction dimension is {along}");
            return Err(
                wrong(op, message).help(format!("expected one less than {rank}, the rank of the source"))
            );
        }
        if initial.shape.len() as i64 != rank - 1 {
            let message = format!("the initial value has the rank {}", initial.shape.len());
            return Err(wrong(op, message).help(format!("expected {}, one less than the source", rank - 1)));
        }
        let kept = |&(d, _): &(usize, i64)| d as i64 != along;
        let expected: Vec<i64> = sizes(source)
            .into_iter()
            .enumerate()
            .filter(kept)
            .map(|(_, n)| n)
            .collect();
        if sizes(initial) != expected {
            let message = format!("the initial value has the shape {:?}", sizes(initial));
            return Err(wrong(op, message).help(format!(
                "expected {expected:?}, that of the input along the others"
            )));
        }
        combines(op, &source.element)
    }
}

/// Whether the kind combines elements of a type.
fn combines(op: &Op, element: &Type) -> Check {
    let kind = match op.attribute("kind") {
        Some(Attribute::Opaque(text)) => text
            .strip_prefix("#vector.kind<")
            .and_then(|t| t.strip_suffix('>')),
        Some(_) => None,
        None => Some("add"),
    };
    let is_integer = matches!(element, Type::Integer(_) | Type::Index);
    let fits = match kind {
        Some("add" | "mul") => is_integer || element.is_float(),
        Some("minsi" | "minui" | "maxsi" | "maxui" | "and" | "or" | "xor") => is_integer,
        Some("minnumf" | "maxnumf" | "minimumf" | "maximumf") => element.is_float(),
        _ => return Err(wrong(op, "the kind of the reduction is not known")),
    };
    if fits {
        return Ok(());
    }
    let message = format!(
        "elements of type `{element}` in a reduction of kind `{}`",
        kind.unwrap_or_default()
    );
    Err(wrong(op, message)
        .help("expected a kind for integers or for floats, as the elements are: others are unsupported"))
}

fn is_reduction(iterator: &Attribute) -> bool {
    match iterator {
        Attribute::Opaque(text) => **text == *"#vector.iterator_type<reduction>",
        other => other.as_str() == Some("reduction"),
    }
}

fn wrong_rank(op: &Op, what: &str, found: &VectorType, expected: usize) -> Diagnostic {
    let message = format!("{what} is a {}-d vector", found.shape.len());
    wrong(op, message).help(format!("expected {expected}-d"))
}

/// Where an iterator is among the results of a map.
fn position(map: &AffineMap, iterator: usize) -> Option<usize> {
    map.results
        .iter()
        .position(|expr| expr.as_dim() == Some(iterator as u32))
}

/// Whether each result is a dimension, none twice.
fn is_projection(map: &AffineMap) -> bool {
    let dims: Option<Vec<u32>> = map.results.iter().map(|expr| expr.as_dim()).collect();
    dims.is_some_and(|dims| (1..dims.len()).all(|i| !dims[..i].contains(&dims[i])))
}
