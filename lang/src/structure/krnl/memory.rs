//! The krnl dialect: accesses, tile buffers and what fills and copies memory.

use crate::assembly::operand_groups;
use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{Op, OpId, ValueId};
use crate::op::OpCode;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{Dim, Type};

impl Checker<'_> {
    pub(super) fn krnl_memory(&self, _: OpId, op: &Op, code: OpCode) -> Check {
        match code {
            OpCode::KrnlLoad => self.krnl_access(op, 0),
            OpCode::KrnlStore => self.krnl_access(op, 1),
            OpCode::KrnlGetLinearOffsetIndex | OpCode::KrnlPrefetch => self.krnl_mapped_access(op),
            OpCode::KrnlCopyToTileBuffer => self.krnl_tile_copy(op, "source"),
            OpCode::KrnlCopyFromTileBuffer => self.krnl_tile_copy(op, "dest"),
            OpCode::KrnlMatmul => self.krnl_matmul(op),
            OpCode::KrnlVectorTypeCast => self.krnl_vector_type_cast(op),
            OpCode::KrnlGlobal => self.krnl_global(op),
            OpCode::KrnlSeqExtract => self.krnl_element(op, op.operands.first(), op.results.first()),
            OpCode::KrnlSeqStore => self.krnl_sequence(op, op.operands.get(1)),
            OpCode::KrnlSeqAlloc => self.krnl_sequence(op, op.results.first()),
            OpCode::KrnlSeqDealloc => self.krnl_sequence(op, op.operands.first()),
            OpCode::KrnlCall => self.krnl_call(op),
            _ => Ok(()),
        }
    }

    /// An index for each dimension of the memref at a place among the operands.
    fn krnl_access(&self, op: &Op, memref: usize) -> Check {
        let Some((&memref, indices)) = op.operands.get(memref..).and_then(<[ValueId]>::split_first) else {
            return Ok(());
        };
        self.krnl_indices(op, memref, indices.len(), "index")
    }

    fn krnl_indices(&self, op: &Op, memref: ValueId, found: usize, what: &str) -> Check {
        let rank = self.krnl_rank(memref);
        if found == rank {
            return Ok(());
        }
        let plural = if what == "index" { "indices" } else { what };
        let message = format!("has {found} {plural} for `{}`", self.ty(memref));
        Err(wrong(op, message).help(format!("expected {rank}, one for each dimension")))
    }

    fn krnl_mapped_access(&self, op: &Op) -> Check {
        let Some((&memref, operands)) = op.operands.split_first() else {
            return Ok(());
        };
        let map = self.map(op, "map")?;
        self.count_inputs(op, "affine map", map.num_dims, map.num_symbols, operands)?;
        self.krnl_indices(op, memref, map.results.len(), "index")?;
        let hint = op.attribute("localityHint").and_then(Attribute::as_i64);
        match hint {
            Some(hint) if !(0..=3).contains(&hint) => Err(wrong(op, format!("the locality is {hint}"))
                .help("expected a number from 0, of none, to 3, of much")),
            _ => Ok(()),
        }
    }

    /// The constant extents of a buffer.
    fn krnl_buffer(&self, op: &Op, buffer: ValueId) -> Result<Vec<i64>, crate::diagnostic::Diagnostic> {
        let shape = self
            .ty(buffer)
            .as_memref()
            .and_then(|m| m.shape.clone())
            .unwrap_or_default();
        let extents: Option<Vec<i64>> = shape.iter().map(|d: &Dim| d.fixed()).collect();
        extents.ok_or_else(|| {
            wrong(op, format!("the buffer is a `{}`", self.ty(buffer))).help("expected constant extents")
        })
    }

    fn krnl_tile_copy(&self, op: &Op, other: &str) -> Check {
        let [buffer, memref, rest @ ..] = op.operands.as_slice() else {
            return Ok(());
        };
        let extents = self.krnl_buffer(op, *buffer)?;
        let is_filled = op.code() == Some(OpCode::KrnlCopyToTileBuffer);
        let starts = rest.len() - usize::from(is_filled && !rest.is_empty());
        if self.krnl_rank(*memref) < extents.len() {
            let message = format!(
                "the buffer has {} and the {other} {}",
                counted(extents.len(), "dimension"),
                self.krnl_rank(*memref)
            );
            return Err(wrong(op, message).help("expected at least as many as the buffer has"));
        }
        self.krnl_indices(op, *memref, starts, "starts")?;
        let tile = self.krnl_sizes(op, "tileSize", &extents, "the buffer")?;
        let tile = if tile.is_empty() { extents.clone() } else { tile };
        self.krnl_sizes(op, "padToNext", &tile, "the tile")?;
        self.krnl_sizes(op, "overreadToNext", &extents, "the buffer")?;
        if op.attribute("transpose") == Some(&Attribute::Bool(true)) && extents.len() < 2 {
            let message = format!("transposes a buffer of {}", counted(extents.len(), "dimension"));
            return Err(wrong(op, message).help("expected at least two"));
        }
        Ok(())
    }

    /// The sizes of an attribute, none or one for each extent, from 1 to that extent.
    fn krnl_sizes(
        &self,
        op: &Op,
        name: &str,
        extents: &[i64],
        of: &str,
    ) -> Result<Vec<i64>, crate::diagnostic::Diagnostic> {
        let sizes = op
            .attribute(name)
            .and_then(Attribute::as_i64_list)
            .unwrap_or_default();
        if !sizes.is_empty() && sizes.len() != extents.len() {
            let message = format!("`{name}` has {}", counted(sizes.len(), "size"));
            return Err(wrong(op, message).help(format!(
                "expected none or {}, as many as {of} has dimensions",
                extents.len()
            )));
        }
        for (number, (&size, &extent)) in sizes.iter().zip(extents).enumerate() {
            if size < 1 || size > extent {
                let message = format!("`{name}` is {size} in dimension {number}, where {of} has {extent}");
                return Err(wrong(op, message).help(format!("expected a size from 1 to {extent}")));
            }
        }
        Ok(sizes)
    }

    fn krnl_matmul(&self, op: &Op) -> Check {
        let Some(groups) = operand_groups(op) else {
            return Ok(());
        };
        let [_, a_starts, _, b_starts, _, c_starts, loops, ..] = groups[..] else {
            return Ok(());
        };
        let places = [0, 1 + a_starts, 2 + a_starts + b_starts];
        let memrefs = ["A", "B", "C"]
            .into_iter()
            .zip(places)
            .zip([a_starts, b_starts, c_starts]);
        let (mut tiles, mut stated) = (Vec::new(), Vec::new());
        for ((name, place), starts) in memrefs {
            let Some(&memref) = op.operands.get(place) else {
                return Ok(());
            };
            let rank = self.krnl_rank(memref);
            if rank < 2 {
                let message = format!("{name} is a `{}`", self.ty(memref));
                return Err(wrong(op, message).help("expected at least two dimensions"));
            }
            self.krnl_indices(op, memref, starts, "starts")?;
            let shape = self
                .ty(memref)
                .as_memref()
                .and_then(|m| m.shape.clone())
                .unwrap_or_default();
            let extents: Vec<i64> = shape[rank - 2..]
                .iter()
                .map(|d| d.fixed().unwrap_or(i64::MAX))
                .collect();
            let attribute = format!("{}TileSize", name.to_lowercase());
            let sizes = self.krnl_sizes(op, &attribute, &extents, name)?;
            stated.push(!sizes.is_empty());
            // What starts where the whole matrix does is no buffer: the tile may be larger, and ends with the matrix.
            let innermost = &op.operands[place + 1..][starts - 2..starts];
            let is_buffer = innermost
                .iter()
                .any(|&start| self.constant_index(start) != Some(0));
            tiles.push(match sizes.is_empty() {
                false => sizes,
                true if is_buffer => extents,
                true => vec![i64::MAX; 2],
            });
        }
        if loops != 3 {
            return Err(wrong(op, format!("names {}", counted(loops, "loop")))
                .help("expected three: those over the rows, the columns and the terms"));
        }
        let [a, b, c] = &tiles[..] else { return Ok(()) };
        let most = [a[0].min(c[0]), b[1].min(c[1]), a[1].min(b[0])];
        let sizes = self.krnl_sizes(op, "computeTileSize", &most, "the tile")?;
        // Only of a tile inside of a buffer it is stated where it ends: what is no buffer ends in a part of a tile.
        let pairs = [
            [(0, a[0]), (2, c[0])],
            [(1, b[1]), (2, c[1])],
            [(0, a[1]), (1, b[0])],
        ];
        for (number, (size, pair)) in sizes.iter().zip(pairs).enumerate() {
            let uneven = pair.iter().find(|(of, extent)| stated[*of] && extent % size != 0);
            if let Some((_, extent)) = uneven {
                let message = format!(
                    "`computeTileSize` is {size} in dimension {number}, which does not divide the {extent} of a buffer"
                );
                return Err(wrong(op, message).help(format!("expected a divisor of {extent}")));
            }
        }
        Ok(())
    }

    fn krnl_vector_type_cast(&self, op: &Op) -> Check {
        let (Some(&source), Some(&result)) = (op.operands.first(), op.results.first()) else {
            return Ok(());
        };
        let message = format!("casts `{}` to `{}`", self.ty(source), self.ty(result));
        let (Some(from), Some(to)) = (self.ty(source).as_memref(), self.ty(result).as_memref()) else {
            return Ok(());
        };
        let refused = |help: &str| Err(wrong(op, &message).help(help));
        let Type::Vector(vector) = &to.element else {
            return refused("expected elements that are vectors");
        };
        if vector.element != from.element {
            return refused("expected vectors of the same elements");
        }
        if from.layout != to.layout || from.memory_space != to.memory_space {
            return refused("expected the same layout and memory space");
        }
        let (from, to) = (
            from.shape.clone().unwrap_or_default(),
            to.shape.clone().unwrap_or_default(),
        );
        let (Some((last, rest)), Some((vectors, others))) = (from.split_last(), to.split_last()) else {
            return refused("expected at least one dimension");
        };
        if rest != others {
            return refused("expected the same extents but for the last");
        }
        let mut sizes = vector.shape.iter().map(|d| d.size);
        let lanes = sizes
            .try_fold(1, |lanes: i64, size| lanes.checked_mul(size))
            .unwrap_or(0);
        match (last.fixed(), vectors.fixed()) {
            (None, None) => Ok(()),
            (Some(last), Some(vectors)) if lanes > 0 && last / lanes == vectors => Ok(()),
            _ => refused("expected as many vectors as the elements of the last dimension fill"),
        }
    }

    fn krnl_global(&self, op: &Op) -> Check {
        let Some(memref) = op.results.first().and_then(|&r| self.ty(r).as_memref()) else {
            return Ok(());
        };
        let shape = memref.shape.clone().unwrap_or_default();
        let extents: Option<Vec<i64>> = shape.iter().map(|d: &Dim| d.fixed()).collect();
        let Some(extents) = extents else {
            return Err(
                wrong(op, "its type has extents that are not known").help("expected constant extents")
            );
        };
        if let Some(stated) = op.attribute("shape").and_then(Attribute::as_i64_list)
            && stated != extents
        {
            let message = format!("`shape` is {stated:?} and the extents are {extents:?}");
            return Err(wrong(op, message).help("expected the same"));
        }
        if let Some(ty) = op.attribute("value").and_then(Attribute::ty) {
            let value = match &ty {
                Type::Tensor(tensor) => tensor.shape.clone().unwrap_or_default(),
                _ => return Ok(()),
            };
            if value != shape || *ty.element() != memref.element {
                let message = format!("`value` is a `{ty}`");
                return Err(wrong(op, message).help("expected the extents and elements of the result"));
            }
        }
        Ok(())
    }

    /// A sequence is a memref of memrefs.
    fn krnl_sequence(&self, op: &Op, sequence: Option<&ValueId>) -> Check {
        let Some(&sequence) = sequence else { return Ok(()) };
        match self.ty(sequence).element() {
            Type::MemRef(_) | Type::Opaque(_) => Ok(()),
            _ => Err(wrong(op, format!("the sequence is a `{}`", self.ty(sequence)))
                .help("expected a memref of memrefs")),
        }
    }

    fn krnl_element(&self, op: &Op, sequence: Option<&ValueId>, element: Option<&ValueId>) -> Check {
        self.krnl_sequence(op, sequence)?;
        let (Some(&sequence), Some(&element)) = (sequence, element) else {
            return Ok(());
        };
        match self.ty(sequence).element() == self.ty(element) {
            true => Ok(()),
            false => {
                let message = format!("gives a `{}` of a `{}`", self.ty(element), self.ty(sequence));
                Err(wrong(op, message).help("expected the type of its elements"))
            }
        }
    }

    fn krnl_call(&self, op: &Op) -> Check {
        let outputs = op
            .attribute("numOfOutput")
            .and_then(Attribute::as_i64)
            .unwrap_or(1);
        match usize::try_from(outputs) {
            Ok(outputs) if outputs <= op.operands.len() => Ok(()),
            _ if op.attribute("numOfOutput").is_none() => Ok(()),
            _ => {
                let message = format!(
                    "`numOfOutput` is {outputs} of {}",
                    counted(op.operands.len(), "parameter")
                );
                Err(wrong(op, message).help("expected no more outputs than parameters"))
            }
        }
    }
}
