//! Vectors of lanes of others: shuffles.

use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::types::VectorType;
use inkwell::values::VectorValue;
use rustc_hash::FxHashMap;

/// A vector, and where in it the lanes of a bundle are, as far as they are there.
pub(super) type Part<'c> = (VectorValue<'c>, Vec<Option<u32>>);

/// Where shuffles are written, and those that others may use.
pub(super) struct Shuffles<'b, 'c> {
    pub context: &'c Context,
    pub builder: &'b Builder<'c>,
    pub halves: &'b mut Halves<'c>,
}

/// Halves of the lanes of two vectors, by the bit of the lane and what it is.
pub(super) type Halves<'c> = FxHashMap<(VectorValue<'c>, VectorValue<'c>, u32, u32), VectorValue<'c>>;

impl<'c> Shuffles<'_, 'c> {
    /// The vector of lanes of parts: halves are joined, and halves of these.
    pub fn assembled(&mut self, mut parts: Vec<Part<'c>>, lanes: usize) -> Option<VectorValue<'c>> {
        while parts.len() > 1 {
            let is_last = parts.len() == 2;
            let mut joined = Vec::new();
            for pair in parts.chunks(2) {
                joined.push(match pair {
                    [a, b] => match (!is_last).then(|| self.sorted(a, b)).flatten() {
                        Some(joined) => joined,
                        None => self.joined(a, b)?,
                    },
                    _ => pair[0].clone(),
                });
            }
            parts = joined;
        }
        let (vector, mask) = parts.pop()?;
        let is_whole = mask.iter().enumerate().all(|(n, lane)| *lane == Some(n as u32));
        match is_whole && vector.get_type().get_size() as usize == lanes {
            true => Some(vector),
            false => self.shuffle(vector, None, &mask),
        }
    }

    /// The lanes of two parts where they are wanted.
    fn joined(&self, (a, left): &Part<'c>, (b, right): &Part<'c>) -> Option<Part<'c>> {
        let placed = |vector: VectorValue<'c>, lanes: &[Option<u32>]| {
            let there = lanes.iter().enumerate().map(|(n, lane)| lane.map(|_| n as u32));
            Some((self.shuffle(vector, None, lanes)?, there.collect::<Vec<_>>()))
        };
        let ((a, left), (b, right)) = match a.get_type() == b.get_type() {
            true => ((*a, left.clone()), (*b, right.clone())),
            false => (placed(*a, left)?, placed(*b, right)?),
        };
        let width = a.get_type().get_size();
        let lanes = left.iter().zip(&right);
        let mask: Vec<Option<u32>> = lanes.map(|(l, r)| l.or(r.map(|r| r + width))).collect();
        let there = mask.iter().enumerate().map(|(n, lane)| lane.map(|_| n as u32));
        Some((self.shuffle(a, Some(b), &mask)?, there.collect()))
    }

    /// The half of the lanes of two parts that has those that are wanted, which other bundles may want as well: in the
    /// transposition of a square each vector is made of such halves, and each half is used by half of the vectors.
    fn sorted(&mut self, (a, left): &Part<'c>, (b, right): &Part<'c>) -> Option<Part<'c>> {
        let width = a.get_type().get_size();
        if a.get_type() != b.get_type() || !width.is_power_of_two() {
            return None;
        }
        let wanted = || left.iter().chain(right).flatten().copied();
        let first = wanted().next()?;
        let bit = (0..width.ilog2())
            .rev()
            .find(|bit| wanted().all(|lane| (lane ^ first) >> bit & 1 == 0))?;
        let side = first >> bit & 1;
        let half: Vec<u32> = (0..width).filter(|lane| lane >> bit & 1 == side).collect();
        let key = (*a, *b, bit, side);
        let vector = match self.halves.get(&key) {
            Some(vector) => *vector,
            None => {
                let second = half.iter().map(|lane| lane + width);
                let mask: Vec<Option<u32>> = half.iter().copied().chain(second).map(Some).collect();
                let vector = self.shuffle(*a, Some(*b), &mask)?;
                self.halves.insert(key, vector);
                vector
            }
        };
        let place = |lane: u32| half.iter().position(|known| *known == lane).map(|n| n as u32);
        let lanes = left.iter().zip(right).map(|(l, r)| match (l, r) {
            (Some(l), _) => place(*l),
            (None, Some(r)) => place(*r).map(|n| n + width / 2),
            (None, None) => None,
        });
        Some((vector, lanes.collect()))
    }

    pub fn shuffle(
        &self,
        a: VectorValue<'c>,
        b: Option<VectorValue<'c>>,
        mask: &[Option<u32>],
    ) -> Option<VectorValue<'c>> {
        let ty = self.context.i32_type();
        let lane =
            |lane: &Option<u32>| lane.map_or(ty.get_poison(), |lane| ty.const_int(u64::from(lane), false));
        let mask: Vec<_> = mask.iter().map(lane).collect();
        let b = b.unwrap_or_else(|| a.get_type().get_poison());
        self.builder
            .build_shuffle_vector(a, b, VectorType::const_vector(&mask), "")
            .ok()
    }
}

/// The vectors that some lanes are of, each with where they are wanted.
pub(super) fn parts_of<'c>(lanes: &[(VectorValue<'c>, u32)]) -> Vec<Part<'c>> {
    let mut parts: Vec<Part<'c>> = Vec::new();
    for (n, (vector, lane)) in lanes.iter().enumerate() {
        let known = parts.iter().position(|(known, _)| known == vector);
        let part = known.unwrap_or_else(|| {
            parts.push((*vector, vec![None; lanes.len()]));
            parts.len() - 1
        });
        parts[part].1[n] = Some(*lane);
    }
    parts
}
