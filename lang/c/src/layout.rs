//! How structs lie in memory, and as cells of which type they are seen.

use crate::ast::{Extent, Struct, Ty};

/// Bytes of a pointer.
const POINTER: u32 = 8;

impl Struct {
    /// Where a member begins, in bytes, if its members lie as their types ask for.
    fn begin(&self, member: usize) -> Option<u32> {
        let mut end = 0u32;
        for (_, ty) in &self.members[..member] {
            let (size, alignment) = ty.layout()?;
            end = end.checked_next_multiple_of(alignment)?.checked_add(size)?;
        }
        let (_, alignment) = self.members.get(member)?.1.layout()?;
        end.checked_next_multiple_of(alignment)
    }

    fn layout(&self) -> Option<(u32, u32)> {
        let (mut end, mut alignment) = (0, 1);
        for (number, (_, ty)) in self.members.iter().enumerate() {
            let own = ty.layout()?;
            alignment = own.1.max(alignment);
            end = self.begin(number)?.checked_add(own.0)?;
        }
        let size = end.checked_next_multiple_of(alignment)?;
        (self.size == Some(size)).then_some((size, alignment))
    }

    /// The number of the first cell of a member in memory that is seen as cells of some bytes.
    pub fn cell_of(&self, member: usize, bytes: i128) -> Option<usize> {
        self.layout()?;
        let begin = i128::from(self.begin(member)?);
        (begin % bytes == 0).then_some((begin / bytes) as usize)
    }

    /// The type of scalars as whose array it lies in memory, and how many there are: that of most of its floats, or of its integers
    /// where it has no floats. Members of other types are between them.
    pub fn as_cells(&self) -> Option<(Ty, i64)> {
        let (size, _) = self.layout()?;
        let scalars = self.scalars()?;
        let count = |ty: &Ty| scalars.iter().filter(|other| other.is_same(ty)).count();
        let of_kind = |is_float: bool| {
            let own = scalars
                .iter()
                .filter(move |ty| matches!(ty, Ty::Float(_)) == is_float);
            own.filter(|ty| ty.bytes().is_some())
                .rev()
                .max_by_key(|ty| count(ty))
        };
        let most = of_kind(true).or_else(|| of_kind(false))?;
        let bytes = u32::try_from(most.bytes()?).ok()?;
        (size % bytes == 0).then(|| (most.clone(), i64::from(size / bytes)))
    }
}

impl Ty {
    /// The size and the alignment of a type in memory, in bytes.
    fn layout(&self) -> Option<(u32, u32)> {
        match self {
            Ty::Int(_) | Ty::Float(_) => {
                let bytes = u32::try_from(self.bytes()?).ok()?;
                Some((bytes, bytes))
            }
            Ty::Pointer(_) => Some((POINTER, POINTER)),
            Ty::Array(of, Extent::Fixed(extent)) => {
                let (size, alignment) = of.layout()?;
                Some((size.checked_mul(u32::try_from(*extent).ok()?)?, alignment))
            }
            Ty::Struct(of) => of.layout(),
            _ => None,
        }
    }

    /// How many cells of some bytes a type has in memory.
    pub fn cells_of(&self, bytes: i128) -> Option<i64> {
        let size = i128::from(self.layout()?.0);
        (size % bytes == 0).then_some((size / bytes) as i64)
    }
}
