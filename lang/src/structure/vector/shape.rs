//! Vectors under other shapes: repeated, permuted, or the same lanes seen otherwise.

use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{Dim, Layout, MemRefType, Type, VectorType};

use super::sizes;

impl Checker<'_> {
    pub fn broadcast(&self, op: &Op) -> Check {
        self.count(op, 1, 1)?;
        let (from, to) = (self.ty(op.operands[0]), self.ty(op.results[0]));
        let (source, target) = match (from, to) {
            (Type::Vector(source), Type::Vector(target)) => (source, target),
            (scalar, Type::Vector(target)) if *scalar == target.element => return Ok(()),
            _ => {
                let message = format!("found a broadcast from `{from}` to `{to}`: the source is no vector");
                return Err(wrong(op, message).help("expected a vector, or an element of the result"));
            }
        };
        let Some(leading) = target.shape.len().checked_sub(source.shape.len()) else {
            let message = format!("the source `{from}` has a higher rank than the destination `{to}`");
            return Err(wrong(op, message).help("expected a broadcast that adds dimensions"));
        };
        for (d, (a, b)) in source.shape.iter().zip(&target.shape[leading..]).enumerate() {
            if a != b && (a.size != 1 || a.scalable) {
                let message = format!(
                    "dimension {d} of the source has {}, the dimension of the result for it {}",
                    counted(a.size as usize, "lane"),
                    b.size
                );
                return Err(wrong(op, message).help("expected no mismatch, or one lane to stretch"));
            }
        }
        match source.element == target.element {
            true => Ok(()),
            false => Err(wrong(op, format!("found a broadcast from `{from}` to `{to}`"))
                .help("expected the same element type")),
        }
    }

    pub fn shuffle(&self, op: &Op) -> Check {
        let (first, second) = (self.vector_operand(op, 0)?, self.vector_operand(op, 1)?);
        let result = self.vector_result(op)?;
        let ranks = [first, second, result].map(|ty| ty.shape.len());
        if ranks != [0, 0, 1] && (ranks[0] != ranks[1] || ranks[1] != ranks[2]) {
            let message = format!(
                "found vectors of rank {} and {} and a result of rank {}",
                ranks[0], ranks[1], ranks[2]
            );
            return Err(
                wrong(op, message).help("expected no mismatch, or two of rank 0 that make one of rank 1")
            );
        }
        let rows = |ty: &VectorType| sizes(ty).into_iter().skip(1).collect::<Vec<i64>>();
        if rows(first) != rows(second) || rows(first) != rows(result) {
            return Err(wrong(
                op,
                "a dimension behind the first is not the same in operands and result",
            )
            .help("expected no mismatch of any dimension but the first"));
        }
        let mask = self.integers(op, "mask")?;
        let expected = result.shape.first().map_or(0, |d| d.size);
        if mask.is_empty() || mask.len() as i64 != expected {
            let message = format!("the mask has the length {}", mask.len());
            return Err(
                wrong(op, message).help(format!("expected {expected}, as many as the result has rows"))
            );
        }
        let leading = |ty: &VectorType| ty.shape.first().map_or(1, |d| d.size);
        let count = leading(first).saturating_add(leading(second));
        for (i, &at) in mask.iter().enumerate() {
            if !(0..count).contains(&at) {
                let message = format!(
                    "index #{} of the mask is {at}, out of the range of the rows",
                    i + 1
                );
                return Err(wrong(op, message).help(format!("expected 0 to {}", count - 1)));
            }
        }
        Ok(())
    }

    pub fn shape_cast(&self, op: &Op) -> Check {
        let (source, result) = (self.vector_operand(op, 0)?, self.vector_result(op)?);
        if source.element != result.element {
            let message = format!(
                "a cast of elements from `{}` to `{}`",
                source.element, result.element
            );
            return Err(wrong(op, message).help("expected the same element type in source and result"));
        }
        let (from, to) = (sizes(source), sizes(result));
        let count = |sizes: &[i64]| sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
        if count(&from) != count(&to) {
            let message = format!(
                "the source has {} elements, the result {}",
                count(&from),
                count(&to)
            );
            return Err(wrong(op, message).help("expected as many"));
        }
        let fits = match from.len().cmp(&to.len()) {
            std::cmp::Ordering::Less => groups_fit(&from, &to),
            std::cmp::Ordering::Greater => groups_fit(&to, &from),
            std::cmp::Ordering::Equal => true,
        };
        match fits {
            true => Ok(()),
            false => Err(wrong(
                op,
                "found a shape cast where no dimensions merge into one another",
            )
            .help("expected each dimension of the lower rank to be a product of neighbours")),
        }
    }

    pub fn vector_bitcast(&self, op: &Op) -> Check {
        let (source, result) = (self.vector_operand(op, 0)?, self.vector_result(op)?);
        let (from, to) = (sizes(source), sizes(result));
        let (Some((last_from, leading_from)), Some((last_to, leading_to))) =
            (from.split_last(), to.split_last())
        else {
            return self.same_bits(
                op,
                source,
                result,
                [1, 1],
                "the elements of vectors without dimensions",
            );
        };
        let differs = leading_from.iter().zip(leading_to).position(|(a, b)| a != b);
        if let Some(d) = differs {
            let message = format!(
                "the size of dimension {d} changes from {} to {}",
                leading_from[d], leading_to[d]
            );
            return Err(wrong(op, message).help("expected no mismatch but of the last"));
        }
        self.same_bits(
            op,
            source,
            result,
            [*last_from, *last_to],
            "the rows of the last dimension",
        )
    }

    fn same_bits(
        &self,
        op: &Op,
        source: &VectorType,
        result: &VectorType,
        counts: [i64; 2],
        what: &str,
    ) -> Check {
        let width = |ty: &Type| ty.bit_width().map_or(0, i64::from);
        let bits = [
            width(&source.element).saturating_mul(counts[0]),
            width(&result.element).saturating_mul(counts[1]),
        ];
        if bits[0] == bits[1] {
            return Ok(());
        }
        let message = format!(
            "{what} have {} bits in the source and {} in the result",
            bits[0], bits[1]
        );
        Err(wrong(op, message).help("expected the same bitwidth"))
    }

    pub fn vector_transpose(&self, op: &Op) -> Check {
        let (source, result) = (self.vector_operand(op, 0)?, self.vector_result(op)?);
        let rank = result.shape.len();
        if source.shape.len() != rank {
            let message = format!(
                "the vector has the rank {}, the result {rank}",
                source.shape.len()
            );
            return Err(wrong(op, message).help("expected no mismatch of ranks"));
        }
        let permutation = self.integers(op, "permutation")?;
        if permutation.len() != rank {
            let message = format!("the transposition has the length {}", permutation.len());
            return Err(wrong(op, message).help(format!("expected {rank}, the rank of the vector")));
        }
        for (i, &d) in permutation.iter().enumerate() {
            let Some(at) = usize::try_from(d).ok().filter(|&d| d < rank) else {
                let message = format!("the index {d} of the transposition is out of the range of dimensions");
                return Err(wrong(op, message).help(format!("expected 0 to {}", rank - 1)));
            };
            if permutation[..i].contains(&d) {
                let message = format!("the position {d} is a duplicate index of the transposition");
                return Err(wrong(op, message).help("expected each dimension once"));
            }
            if source.shape[at].size != result.shape[i].size {
                let message = format!(
                    "dimension {at} of size {} becomes dimension {i} of size {}",
                    source.shape[at].size, result.shape[i].size
                );
                return Err(wrong(op, message).help("expected no mismatch"));
            }
        }
        Ok(())
    }

    pub fn deinterleave(&self, op: &Op) -> Check {
        let (source, result) = (self.vector_operand(op, 0)?, self.vector_result(op)?);
        let Some(last) = source.shape.last() else {
            return Err(wrong(op, "works on a vector without dimensions"));
        };
        if last.size % 2 != 0 {
            let message = format!("the trailing dimension of the source has {} elements", last.size);
            return Err(wrong(op, message).help("expected an even count"));
        }
        let half = result.shape.last().map(|d| d.size.checked_mul(2));
        match half == Some(Some(last.size)) {
            true => Ok(()),
            false => Err(wrong(
                op,
                "the trailing dimension of a result is not half that of the source",
            )
            .help(format!("expected a width of {}", last.size / 2))),
        }
    }

    pub fn elements_given(&self, op: &Op) -> Check {
        let count = sizes(self.vector_result(op)?)
            .iter()
            .fold(1i64, |count, &size| count.saturating_mul(size));
        match op.operands.len() as i64 == count {
            true => Ok(()),
            false => Err(wrong(
                op,
                format!("{} are present", counted(op.operands.len(), "operand")),
            )
            .help(format!("expected {count}, one for each lane"))),
        }
    }

    pub fn vector_reshape(&self, op: &Op) -> Check {
        let [_, input, output] = self.segments(op)?;
        let fixed = self.integers(op, "fixed_vector_sizes")?;
        let (source, result) = (self.vector_operand(op, 0)?, self.vector_result(op)?);
        for (ty, count, what) in [(source, input, "input"), (result, output, "output")] {
            if ty.shape.len() != count + fixed.len() {
                let message = format!(
                    "the {what} shape has {} and there are {}, for a vector of rank {}",
                    counted(count, "size"),
                    counted(fixed.len(), "fixed size"),
                    ty.shape.len()
                );
                return Err(wrong(op, message).help("expected the rank to be their sum"));
            }
            let rank = ty.shape.len();
            for (i, &size) in fixed.iter().enumerate() {
                let found = ty.shape.get(rank - fixed.len() - i).map(|d| d.size);
                if found != Some(size) {
                    let message =
                        format!("the fixed vector size {size} of dim {i} is not that of the {what} vector");
                    return Err(wrong(op, message).help("expected them to match"));
                }
            }
        }
        let product = |values: &[ValueId]| -> Option<i64> {
            let mut sizes = values.iter().map(|&value| self.constant_index(value));
            sizes.try_fold(1i64, |product, size| Some(product.wrapping_mul(size?)))
        };
        let (inputs, outputs) = op.operands[1..].split_at(input);
        match (product(inputs), product(outputs)) {
            (Some(a), Some(b)) if a != b => {
                let message = format!("the product of the input sizes is {a}, that of the output sizes {b}");
                Err(wrong(op, message).help("expected them to match"))
            }
            _ => Ok(()),
        }
    }

    pub fn scalable_part(&self, op: &Op, code: OpCode) -> Check {
        let (part, what) = match code {
            OpCode::VectorScalableInsert => (self.vector_operand(op, 0)?, "source"),
            _ => (self.vector_result(op)?, "result"),
        };
        let position = self.attribute(op, "pos")?.as_i64().unwrap_or_default();
        let length = part.shape.first().map_or(1, |d| d.size.max(1));
        match position % length {
            0 => Ok(()),
            _ => Err(wrong(op, format!("the position is {position}")).help(format!(
                "expected a multiple of {length}, the length of the {what}"
            ))),
        }
    }

    pub fn vector_type_cast(&self, op: &Op) -> Check {
        let (from, to) = (op.operands.first(), op.results.first());
        let memref = |value: Option<&ValueId>| value.and_then(|&value| self.ty(value).as_memref());
        let (Some(from), Some(to)) = (memref(from), memref(to)) else {
            return Err(wrong(op, "casts something that is no memref"));
        };
        for (ty, what) in [(from, "operand"), (to, "result")] {
            if !is_identity(ty) {
                let message = format!("the {what} is a memref with a layout of its own");
                return Err(wrong(op, message).help("expected the identity layout"));
            }
        }
        if from.memory_space != to.memory_space {
            return Err(wrong(
                op,
                "the memory space of the result is not that of the operand",
            ));
        }
        if from.element.element() != to.element.element() {
            let message = format!(
                "the scalar type changes from `{}` to `{}`",
                from.element.element(),
                to.element.element()
            );
            return Err(wrong(op, message).help("expected the same scalar in result and operand"));
        }
        if extents(from) != extents(to) {
            let message = "the shapes of the memref and of its elements together change";
            return Err(wrong(op, message).help("expected those of result and operand to be equal"));
        }
        Ok(())
    }

    pub fn vector_print(&self, op: &Op) -> Check {
        let punctuation = op.attribute("punctuation");
        let is_newline = match punctuation {
            None => true,
            Some(Attribute::Opaque(text)) => **text == *"#vector.punctuation<newline>",
            Some(_) => false,
        };
        if op.attribute("stringLiteral").is_none() || op.operands.is_empty() && is_newline {
            return Ok(());
        }
        Err(wrong(op, "prints a string beside a source or with punctuation")
            .help("expected that neither is set where strings are printed"))
    }
}

/// Whether neighbours of the second shape multiply to each extent of the first, which has fewer.
fn groups_fit(fewer: &[i64], more: &[i64]) -> bool {
    if fewer.is_empty() {
        return more.iter().all(|&size| size == 1);
    }
    let (mut i, mut j) = (0, 0);
    while i < fewer.len() && j < more.len() {
        let mut product = 1i64;
        while product < fewer[i] && j < more.len() {
            product = product.saturating_mul(more[j]);
            j += 1;
        }
        if product != fewer[i] {
            break;
        }
        i += 1;
        // What is left of extent 1 belongs to the last group.
        let is_one = |&size: &i64| size == 1;
        if i < fewer.len() && fewer[i..].iter().all(is_one) {
            i = fewer.len();
        }
        if j < more.len() && more[j..].iter().all(is_one) {
            j = more.len();
        }
    }
    i == fewer.len() && j == more.len()
}

fn is_identity(ty: &MemRefType) -> bool {
    let shape = ty.shape.as_deref().unwrap_or_default();
    match &ty.layout {
        None => true,
        Some(Layout::Map(map)) => map.is_identity(),
        Some(Layout::Strided { strides, offset }) => {
            let mut stride = Some(1i64);
            let mut dense = *offset == Dim::Fixed(0);
            for (extent, found) in shape.iter().zip(strides).rev() {
                dense &= stride.is_some_and(|stride| *found == Dim::Fixed(stride));
                stride = stride.and_then(|stride| stride.checked_mul(extent.fixed()?));
            }
            dense && shape.len() == strides.len()
        }
        Some(Layout::Opaque(_)) => false,
    }
}

/// The extents of a memref, then those of its elements.
fn extents(ty: &MemRefType) -> Vec<Dim> {
    let inner = ty.element.as_vector().map(sizes).unwrap_or_default();
    let outer = ty.shape.iter().flatten().copied();
    outer.chain(inner.into_iter().map(Dim::Fixed)).collect()
}
