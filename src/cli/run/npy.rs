//! Arrays in the files of NumPy.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use half::f16;
use npyz::{AutoSerialize, DType, Endianness, NpyHeader, Order, TypeChar, WriterBuilder};
use ovolo_lang::interpret::Scalar;
use ovolo_lang::types::{FloatKind, Type};

/// The extents of the array in a file, and the bits of its elements, row-major; they must be of this type.
pub fn read(path: &Path, element: &Type) -> Result<(Vec<i64>, Vec<u128>), String> {
    let name = path.display();
    let cannot = |error: std::io::Error| format!("cannot read {name}: {error}");
    let mut file = BufReader::new(File::open(path).map_err(cannot)?);
    // The library multiplies the extents without a look at the product.
    let beginning = String::from_utf8_lossy(file.fill_buf().map_err(cannot)?).into_owned();
    if product(&beginning).is_none() {
        return Err(format!("{name} holds more elements than fit memory"));
    }
    let header =
        NpyHeader::from_reader(&mut file).map_err(|error| format!("{name} is no file of NumPy: {error}"))?;
    let descr = header.dtype().descr();
    let DType::Plain(ty) = header.dtype() else {
        return Err(format!(
            "{name} holds records, {descr}, where elements of type {element} are needed"
        ));
    };
    let width = element.bit_width().unwrap_or(0);
    let bytes = element.byte_size().unwrap_or(0);
    let fits = match (ty.type_char(), element) {
        (TypeChar::Bool, _) => width == 1,
        (TypeChar::Int | TypeChar::Uint, Type::Integer(_) | Type::Index) => width > 1,
        (TypeChar::Float, Type::Float(kind)) => {
            matches!(kind, FloatKind::F16 | FloatKind::F32 | FloatKind::F64)
        }
        _ => false,
    };
    let size = ty.num_bytes().filter(|&size| fits && size as u64 == bytes);
    let Some(size) = size else {
        return Err(format!(
            "{name} holds elements of type {descr}, where {element} is needed"
        ));
    };
    let extents: Option<Vec<i64>> = header.shape().iter().map(|&n| i64::try_from(n).ok()).collect();
    let count = extents.as_ref().and_then(|extents| {
        extents
            .iter()
            .try_fold(1usize, |count, &n| count.checked_mul(usize::try_from(n).ok()?))
    });
    let (Some(extents), Some(count)) = (extents, count) else {
        return Err(format!("{name} holds more elements than fit memory"));
    };
    let length = count
        .checked_mul(size)
        .ok_or_else(|| format!("{name} does not fit memory"))?;
    let mut data = Vec::new();
    file.take(length as u64).read_to_end(&mut data).map_err(cannot)?;
    if data.len() != length {
        return Err(format!(
            "{name} ends after {} of the {length} bytes that its header says",
            data.len()
        ));
    }
    let is_big = ty.endianness() == Endianness::Big;
    let bits = |position: usize| {
        let bytes = &data[position * size..][..size];
        let add = |bits: u128, &byte: &u8| bits << 8 | u128::from(byte);
        match is_big {
            true => bytes.iter().fold(0, add),
            false => bytes.iter().rev().fold(0, add),
        }
    };
    let stored = |n: usize| match header.order() {
        Order::C => n,
        Order::Fortran => column_major(n, &extents),
    };
    let all: Vec<u128> = (0..count).map(|n| bits(stored(n))).collect();
    let mask = u128::MAX >> (128 - width.clamp(1, 128));
    // Of an i4 or i12 the bits above may be those of the sign.
    let narrow = |bits: u128| {
        let above = bits >> width.saturating_sub(1);
        let ones = (u128::MAX >> (128 - bytes * 8)) >> width.saturating_sub(1);
        (bits <= mask || above == ones).then_some(bits & mask)
    };
    let all: Option<Vec<u128>> = all.into_iter().map(narrow).collect();
    let all = all.ok_or_else(|| format!("{name} holds a number that is no value of type {element}"))?;
    Ok((extents, all))
}

/// The product of the extents that the text of a header names, and of 16; `None` where it is too large.
fn product(header: &str) -> Option<u64> {
    let shape = header.split_once("'shape'").map_or("", |(_, rest)| rest);
    let shape = shape.split(')').next().unwrap_or_default();
    let mut extents = shape
        .split(|c: char| !c.is_ascii_digit())
        .filter(|extent| !extent.is_empty());
    extents.try_fold(16u64, |product, extent| {
        product.checked_mul(extent.parse::<u64>().ok()?.max(1))
    })
}

/// Where the `n`-th element in row-major order is in column-major order.
fn column_major(n: usize, extents: &[i64]) -> usize {
    let (mut rest, mut position) = (n, 0);
    let mut stride: usize = extents.iter().map(|&extent| extent as usize).product();
    for &extent in extents.iter().rev() {
        let extent = extent as usize;
        stride /= extent;
        position += rest % extent * stride;
        rest /= extent;
    }
    position
}

/// The file of an array; what is undefined is zero there. The error says why there is none.
pub fn written(extents: &[i64], element: &Type, scalars: &[Scalar]) -> Result<Vec<u8>, String> {
    let bits = scalars.iter().map(|scalar| scalar.bits().unwrap_or(0));
    match element {
        Type::Integer(i) if i.width == 1 => file(extents, bits.map(|b| b != 0)),
        Type::Integer(i) if i.width == 8 => file(extents, bits.map(|b| b as i8)),
        Type::Integer(i) if i.width == 16 => file(extents, bits.map(|b| b as i16)),
        Type::Integer(i) if i.width == 32 => file(extents, bits.map(|b| b as i32)),
        Type::Integer(i) if i.width == 64 => file(extents, bits.map(|b| b as i64)),
        Type::Index => file(extents, bits.map(|b| b as i64)),
        Type::Float(FloatKind::F16) => file(extents, bits.map(|b| f16::from_bits(b as u16))),
        Type::Float(FloatKind::F32) => file(extents, bits.map(|b| f32::from_bits(b as u32))),
        Type::Float(FloatKind::F64) => file(extents, bits.map(|b| f64::from_bits(b as u64))),
        other => Err(format!("NumPy has no elements of type {other}")),
    }
}

fn file<T: AutoSerialize>(extents: &[i64], elements: impl Iterator<Item = T>) -> Result<Vec<u8>, String> {
    let extents: Vec<u64> = extents.iter().map(|&extent| extent.max(0) as u64).collect();
    let mut bytes = Vec::new();
    let options = npyz::WriteOptions::<T>::new().default_dtype().shape(&extents);
    let writer = options.writer(&mut bytes).begin_nd();
    let written = writer.and_then(|mut writer| {
        writer.extend(elements)?;
        writer.finish()
    });
    written.map(|()| bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let bits: Vec<u128> = (0..6).collect();
        let scalars: Vec<Scalar> = bits.iter().map(|&b| Scalar::Bits(b)).collect();
        for ty in [
            Type::F32,
            Type::F64,
            Type::Index,
            Type::I32,
            Type::integer(8),
            Type::Float(FloatKind::F16),
        ] {
            let bytes = written(&[2, 3], &ty, &scalars).expect("a file");
            let file = tempfile::NamedTempFile::new().expect("a file");
            std::fs::write(file.path(), bytes).expect("to write");
            assert_eq!(read(file.path(), &ty), Ok((vec![2, 3], bits.clone())), "{ty}");
        }
        assert!(written(&[1], &Type::Float(FloatKind::BF16), &scalars[..1]).is_err());
    }

    #[test]
    fn broken_files_do_not_panic() {
        let whole = written(&[2], &Type::F32, &[Scalar::Bits(0); 2]).expect("a file");
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut seed = 1u64;
        let mut draw = |most: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % most
        };
        let mut failed = 0;
        for _ in 0..500 {
            let mut bytes = whole.clone();
            for _ in 0..1 + draw(4) {
                let (at, others) = (draw(80), b"0123456789'()[]{},<>|=: fiuVTrue\xff\x00");
                bytes[at] = others[draw(others.len())];
            }
            bytes.truncate(bytes.len() - draw(8));
            std::fs::write(file.path(), bytes).expect("to write");
            failed += usize::from(read(file.path(), &Type::F32).is_err());
        }
        assert!(failed > 100);
    }
}
