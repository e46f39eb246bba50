//! Which dimension of a factor or a part of a chain is what, and how large it is.

/// What a dimension of a part of a chain is: one of the batch, or of its rows or columns, of which it may have several.
///
/// Those of the batch and of the rows at the left end are numbered as in the first factor, all others as they stand in
/// the factor to their left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    Batch(usize),
    Left(usize),
    Right(usize),
}

/// The sizes of the dimensions of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extents {
    pub batch: Vec<i64>,
    /// The rows of each factor, and the columns of the last. A vector has no rows, or no columns.
    pub between: Vec<Vec<i64>>,
}

impl Extents {
    /// The number of rows of each factor, and of columns of the last.
    pub fn sizes(&self) -> Vec<i64> {
        let size = |group: &Vec<i64>| group.iter().fold(1i64, |size, &n| size.saturating_mul(n.max(0)));
        self.between.iter().map(size).collect()
    }

    /// How often the chain is computed.
    pub fn batches(&self) -> u128 {
        let sizes = self.batch.iter().map(|&n| n.max(0) as u128);
        sizes.fold(1, u128::saturating_mul)
    }

    /// The shape of a part that begins and ends between these factors.
    pub fn shape(&self, slots: &[Slot], ends: [usize; 2]) -> Option<Vec<i64>> {
        let extent = |slot: &Slot| match *slot {
            Slot::Batch(n) => self.batch.get(n),
            Slot::Left(n) => self.between.get(ends[0])?.get(n),
            Slot::Right(n) => self.between.get(ends[1])?.get(n),
        };
        slots.iter().map(|slot| extent(slot).copied()).collect()
    }

    /// How a part is laid out that nothing else decides about: the batch, rows, columns.
    pub fn plain(&self, ends: [usize; 2]) -> Vec<Slot> {
        let batch = (0..self.batch.len()).map(Slot::Batch);
        let rows = (0..self.between[ends[0]].len()).map(Slot::Left);
        let columns = (0..self.between[ends[1]].len()).map(Slot::Right);
        batch.chain(rows).chain(columns).collect()
    }
}
