//! Contractions, reductions, outer products and scans.

use crate::affine::AffineMap;
use crate::attribute::Attribute;
use crate::interpret::program::vector::{
    Combination, Factor, Projection, Scan, Start, Step, VectorInstruction,
};
use crate::interpret::program::{Operation, Place};
use crate::interpret::shape::row_major_strides;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::reduction::neutral_bits;
use crate::types::Type;

use super::super::parts::{dimensions, operand, result, word};
use super::super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// `None` for an operation that combines nothing.
    pub(super) fn combination(&mut self, op: &Op, code: OpCode) -> Option<Resolved<VectorInstruction>> {
        let combination = match code {
            OpCode::VectorScan => return Some(self.scan(op).map(VectorInstruction::Scan)),
            OpCode::VectorReduction => self.reduction(op),
            OpCode::VectorMultiReduction => self.multi_reduction(op),
            OpCode::VectorContract => self.contract(op),
            OpCode::VectorOuterProduct => self.outer_product(op),
            OpCode::VectorMatrixMultiply => self.matrix_multiply(op),
            _ => return None,
        };
        Some(combination.map(VectorInstruction::Combine))
    }

    fn reduction(&mut self, op: &Op) -> Resolved<Combination> {
        let sizes = self.sizes_of(operand(op, 0)?)?;
        let all: Vec<usize> = (0..sizes.len()).collect();
        let mut combination = self.reduction_along(op, &all, op.operands.get(1).copied())?;
        if let Step::Combine(operation) = &mut combination.step {
            operation.flags = op.fast_math();
        }
        Ok(combination)
    }

    fn multi_reduction(&mut self, op: &Op) -> Resolved<Combination> {
        let rank = self.sizes_of(operand(op, 0)?)?.len();
        let reduced = dimensions(op, "reduction_dims", rank)?;
        self.reduction_along(op, &reduced, Some(operand(op, 1)?))
    }

    fn reduction_along(
        &mut self,
        op: &Op,
        reduced: &[usize],
        accumulator: Option<ValueId>,
    ) -> Resolved<Combination> {
        let source = operand(op, 0)?;
        let space = self.sizes_of(source)?;
        let element = self.module.ty(source).element().clone();
        let combine = combining(op, &element)?;
        let result = self.lanes_of(result(op)?)?;
        let kept: Vec<usize> = (0..space.len()).filter(|d| !reduced.contains(d)).collect();
        let start = match accumulator {
            Some(value) => Start::Lanes(self.lanes_of(value)?),
            None if self.masking.is_none() => Start::Nothing,
            None => {
                let neutral = neutral_bits(combine.code, &element);
                Start::Neutral(neutral.ok_or_else(|| unsupported("a masked reduction of this type"))?)
            }
        };
        checked(Combination {
            factors: [Factor {
                lanes: projection(self.lanes_of(source)?, &space, 0..space.len())?,
                promotion: None,
            }]
            .into(),
            step: Step::Combine(combine),
            start,
            result: projection(result, &space, kept)?,
            ty: element,
            masks: self.masks(&space)?,
            space: space.into(),
        })
    }

    fn contract(&mut self, op: &Op) -> Resolved<Combination> {
        let [left, right, accumulator] = [operand(op, 0)?, operand(op, 1)?, operand(op, 2)?];
        let Some(Attribute::Array(maps)) = op.attribute("indexing_maps") else {
            return Err(unsupported("a contraction without maps"));
        };
        let maps: Option<Vec<_>> = maps.iter().map(Attribute::as_affine_map).collect();
        let [left_map, right_map, result_map] = maps.as_deref().unwrap_or_default() else {
            return Err(unsupported("a contraction with another number of maps"));
        };
        let dims = [left_map, right_map, result_map].map(|map| positions(map));
        let [left_dims, right_dims, result_dims] = dims;
        let (left_dims, right_dims, result_dims) = (left_dims?, right_dims?, result_dims?);
        let mut space = vec![0; left_map.num_dims as usize];
        for (value, dims) in [(left, &left_dims), (right, &right_dims)] {
            for (&d, size) in dims.iter().zip(self.sizes_of(value)?) {
                let extent = space.get_mut(d);
                *extent.ok_or_else(|| unsupported("a map of a dimension that does not exist"))? = size;
            }
        }
        let element = self.module.ty(accumulator).element().clone();
        let result = self.lanes_of(result(op)?)?;
        checked(Combination {
            factors: [
                self.factor(left, &space, left_dims, &element)?,
                self.factor(right, &space, right_dims, &element)?,
            ]
            .into(),
            step: Step::Multiply {
                product: Operation::plain(product(&element), &element),
                combine: combining(op, &element)?,
            },
            start: Start::Lanes(self.lanes_of(accumulator)?),
            result: projection(result, &space, result_dims)?,
            ty: element,
            masks: self.masks(&space)?,
            space: space.into(),
        })
    }

    fn outer_product(&mut self, op: &Op) -> Resolved<Combination> {
        let (left, right) = (operand(op, 0)?, operand(op, 1)?);
        let left_sizes = self.sizes_of(left)?;
        let right_sizes = self.sizes_of(right)?;
        let (m, n) = (left_sizes.len(), right_sizes.len());
        let space: Vec<i64> = left_sizes.into_iter().chain(right_sizes).collect();
        let element = self.module.ty(left).element().clone();
        let combine = combining(op, &element)?;
        let start = match op.operands.get(2) {
            Some(&value) => Start::Lanes(self.lanes_of(value)?),
            None => Start::Nothing,
        };
        let step = match (combine.code, start) {
            (OpCode::AddF, Start::Lanes(_)) => Step::Fused(Operation::plain(OpCode::VectorFma, &element)),
            _ => Step::Multiply {
                product: Operation::plain(product(&element), &element),
                combine,
            },
        };
        let result = self.lanes_of(result(op)?)?;
        checked(Combination {
            factors: [
                self.factor(left, &space, (0..m).collect(), &element)?,
                self.factor(right, &space, (m..m + n).collect(), &element)?,
            ]
            .into(),
            step,
            start,
            result: projection(result, &space, 0..m + n)?,
            ty: element,
            masks: self.masks(&space)?,
            space: space.into(),
        })
    }

    /// Of matrices whose columns are consecutive.
    fn matrix_multiply(&mut self, op: &Op) -> Resolved<Combination> {
        let extent = |name: &str| op.attribute(name).and_then(Attribute::as_i64).filter(|&n| n > 0);
        let extents = [extent("lhs_rows"), extent("rhs_columns"), extent("lhs_columns")];
        let [Some(rows), Some(columns), Some(inner)] = extents else {
            return Err(unsupported("a matrix without rows or columns"));
        };
        let (left, right, result) = (operand(op, 0)?, operand(op, 1)?, result(op)?);
        let element = self.module.ty(left).element().clone();
        let places = [
            self.lanes_of(left)?,
            self.lanes_of(right)?,
            self.lanes_of(result)?,
        ];
        let counts = [
            rows.checked_mul(inner),
            inner.checked_mul(columns),
            rows.checked_mul(columns),
        ];
        if places.map(|place| Some(i64::from(place.lanes))) != counts {
            return Err(unsupported("matrices of another size"));
        }
        // The space is of rows, columns, and what is summed over.
        let [left, right, result] = places;
        let strides: [[i64; 3]; 3] = [[1, 0, rows], [0, inner, 1], [1, rows, 0]];
        let along = |place: Place, strides: [i64; 3]| Projection {
            place,
            strides: strides.into(),
        };
        let factor = |lanes: Projection| Factor {
            lanes,
            promotion: None,
        };
        checked(Combination {
            space: [rows, columns, inner].into(),
            factors: [factor(along(left, strides[0])), factor(along(right, strides[1]))].into(),
            step: Step::Multiply {
                product: Operation::plain(product(&element), &element),
                combine: Operation::plain(sum(&element), &element),
            },
            start: Start::Nothing,
            result: along(result, strides[2]),
            ty: element,
            masks: [].into(),
        })
    }

    fn scan(&mut self, op: &Op) -> Resolved<Scan> {
        let (source, initial) = (operand(op, 0)?, operand(op, 1)?);
        let &[result, last] = op.results.as_slice() else {
            return Err(unsupported("a missing result"));
        };
        let sizes = self.sizes_of(source)?;
        let along = op.attribute("reduction_dim").and_then(Attribute::as_i64);
        let along = along
            .and_then(|d| usize::try_from(d).ok())
            .filter(|&d| d < sizes.len());
        let along = along.ok_or_else(|| unsupported("a scan along a dimension that does not exist"))?;
        let kept: Vec<usize> = (0..sizes.len()).filter(|&d| d != along).collect();
        let scan = Scan {
            combine: combining(op, self.module.ty(source).element())?,
            source: self.lanes_of(source)?,
            initial: self.lanes_of(initial)?,
            is_inclusive: matches!(op.attribute("inclusive"), Some(Attribute::Bool(true))),
            result: self.lanes_of(result)?,
            last: projection(self.lanes_of(last)?, &sizes, kept)?,
            sizes: sizes.into(),
        };
        let alike = |a: Place, b: Place| a.lanes == b.lanes && a.bank == b.bank;
        match alike(scan.source, scan.result) && alike(scan.initial, scan.last.place) {
            true => Ok(scan),
            false => Err(unsupported("vectors of these shapes")),
        }
    }

    /// A factor that is cast to the element type of the result.
    fn factor(&mut self, value: ValueId, space: &[i64], dims: Vec<usize>, ty: &Type) -> Resolved<Factor> {
        let element = self.module.ty(value).element().clone();
        let code = match (&element, ty) {
            (from, to) if from == to => None,
            (Type::Float(_), Type::Float(_)) => Some(OpCode::ExtF),
            (Type::Integer(_), Type::Integer(_)) => Some(OpCode::ExtSI),
            _ => {
                return Err(unsupported(&format!(
                    "a factor of type {element} in sums of {ty}"
                )));
            }
        };
        Ok(Factor {
            lanes: projection(self.lanes_of(value)?, space, dims)?,
            promotion: code.map(|code| Operation {
                result_ty: ty.clone(),
                ..Operation::plain(code, &element)
            }),
        })
    }

    /// The mask around the operation, which has a lane for each iteration.
    fn masks(&self, space: &[i64]) -> Resolved<Box<[Projection]>> {
        let mask = self.masking.map(|masking| masking.mask);
        mask.map(|place| projection(place, space, 0..space.len()))
            .into_iter()
            .collect()
    }
}

/// The lanes of a vector whose dimensions are some of those of a space.
fn projection(place: Place, space: &[i64], dims: impl IntoIterator<Item = usize>) -> Resolved<Projection> {
    let dims: Vec<usize> = dims.into_iter().collect();
    let sizes: Vec<i64> = dims.iter().map(|&d| space.get(d).copied().unwrap_or(0)).collect();
    let count = sizes
        .iter()
        .try_fold(1i64, |count, &size| count.checked_mul(size));
    if count != Some(i64::from(place.lanes)) {
        return Err(unsupported(
            "a vector of another shape than the iterations give it",
        ));
    }
    let mut strides = vec![0; space.len()];
    for (d, stride) in dims.into_iter().zip(row_major_strides(&sizes, 1)) {
        strides[d] += stride;
    }
    Ok(Projection {
        place,
        strides: strides.into(),
    })
}

/// That each lane which is combined is there, and of the right bank.
fn checked(combination: Combination) -> Resolved<Combination> {
    let result = combination.result.place;
    let starts = match combination.start {
        Start::Lanes(place) => place.lanes == result.lanes && place.bank == result.bank,
        _ => true,
    };
    let alike = |factor: &Factor| factor.promotion.is_some() || factor.lanes.place.bank == result.bank;
    match starts && combination.factors.iter().all(alike) {
        true => Ok(combination),
        false => Err(unsupported("an accumulator or a factor of another type")),
    }
}

/// The dimensions that a map projects to.
fn positions(map: &AffineMap) -> Resolved<Vec<usize>> {
    let dims: Option<Vec<usize>> = map
        .results
        .iter()
        .map(|expr| expr.as_dim().map(|d| d as usize))
        .collect();
    dims.ok_or_else(|| unsupported("a map that is no projection"))
}

fn product(element: &Type) -> OpCode {
    match element.is_float() {
        true => OpCode::MulF,
        false => OpCode::MulI,
    }
}

fn sum(element: &Type) -> OpCode {
    match element.is_float() {
        true => OpCode::AddF,
        false => OpCode::AddI,
    }
}

/// The operation of the attribute `kind`.
fn combining(op: &Op, element: &Type) -> Resolved<Operation> {
    let kind = word(op.attribute("kind"), "#vector.kind").unwrap_or("add");
    let code = match kind {
        "add" => sum(element),
        "mul" => product(element),
        "and" => OpCode::AndI,
        "or" => OpCode::OrI,
        "xor" => OpCode::XOrI,
        "minsi" => OpCode::MinSI,
        "maxsi" => OpCode::MaxSI,
        "minui" => OpCode::MinUI,
        "maxui" => OpCode::MaxUI,
        "minnumf" => OpCode::MinNumF,
        "maxnumf" => OpCode::MaxNumF,
        "minimumf" => OpCode::MinimumF,
        "maximumf" => OpCode::MaximumF,
        _ => return Err(unsupported(&format!("the reduction `{kind}`"))),
    };
    Ok(Operation::plain(code, element))
}
