//! What `--arg` says of arguments.

use std::path::PathBuf;
use std::str::FromStr;

use ovolo_lang::attribute::FloatValue;
use ovolo_lang::types::{Dim, Type};

use super::npy;

/// `NAME=VALUE`.
#[derive(Clone, Debug)]
pub struct Given {
    name: String,
    /// The argument whose memory it shares, and how many scalars after its first one it begins.
    after: Option<(String, i64)>,
    value: Option<Value>,
}

#[derive(Clone, Debug)]
enum Value {
    /// Extents such as `3x4`.
    Shape(Vec<i64>),
    File(PathBuf),
    /// A number, or numbers in brackets; one integer may be an extent too.
    Text(String),
}

/// What is known of an argument before it is made.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    /// Of a memref or tensor.
    pub extents: Option<Vec<i64>>,
    /// Of all scalars, row-major.
    pub bits: Option<Vec<u128>>,
    /// The position of the argument whose memory it shares, and how many scalars after its first one it begins.
    pub after: Option<(usize, i64)>,
}

/// Extents of at most this many dimensions are read.
const DEEPEST: usize = 64;

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Given, String> {
        let expected =
            "expected NAME=VALUE, as `n=1000`, `A=a.npy`, `A=1000x1200`, `A=[[1, 2], [3, 4]]` or `B=%A+2`";
        let (name, value) = text.split_once('=').ok_or(expected)?;
        let name = name.trim().trim_start_matches('%').to_string();
        let mut value = value.trim();
        let mut after = None;
        if let Some(shared) = value.strip_prefix('%') {
            let (place, own) = shared.split_once('=').unwrap_or((shared, ""));
            let (base, distance) = place.split_once('+').unwrap_or((place, "0"));
            let distance = distance.parse().ok().filter(|&distance: &i64| distance >= 0);
            let distance = distance.ok_or(
                "expected `%NAME+N`, which says after how many scalars of an argument this one begins",
            )?;
            after = Some((base.trim().to_string(), distance));
            value = own.trim();
        }
        if name.is_empty() || value.is_empty() && after.is_none() {
            return Err(expected.to_string());
        }
        let value = match value {
            "" => None,
            _ if value.ends_with(".npy") => Some(Value::File(value.into())),
            _ => Some(match shape(value) {
                Some(shape) => Value::Shape(shape),
                None => Value::Text(value.to_string()),
            }),
        };
        Ok(Given { name, after, value })
    }
}

/// `3x4`.
fn shape(text: &str) -> Option<Vec<i64>> {
    let is_shape = text.contains('x') && text.bytes().all(|b| b.is_ascii_digit() || b == b'x');
    // A number in base 16 begins so too.
    let is_shape = is_shape && !(text.starts_with("0x") && text.matches('x').count() == 1);
    let extents = || text.split('x').map(|extent| extent.parse().ok()).collect();
    is_shape.then(extents).flatten()
}

/// What is known of each argument, of these names and types; the error says what is wrong with which.
pub fn supplied(names: &[String], types: &[Type], given: &[Given]) -> Result<Vec<Supplied>, String> {
    let mut all = vec![Supplied::default(); types.len()];
    let mut seen = vec![false; types.len()];
    let position = |wanted: &str| {
        names.iter().position(|name| name == wanted).ok_or_else(|| {
            let names: Vec<String> = names.iter().map(|name| format!("%{name}")).collect();
            let names = if names.is_empty() {
                "none".into()
            } else {
                names.join(", ")
            };
            format!("--arg {wanted}: there is no such argument (there is {names})")
        })
    };
    for one in given {
        let at = position(&one.name)?;
        let ty = &types[at];
        let wrong = |why: String| format!("--arg {}: {why}", one.name);
        if std::mem::replace(&mut seen[at], true) {
            return Err(wrong("it is given twice".to_string()));
        }
        let mut found = match &one.value {
            None => Supplied::default(),
            Some(value) => value.read(ty).map_err(wrong)?,
        };
        if let Some((base, distance)) = &one.after {
            let base = position(base)?;
            let is_memref = |ty: &Type| ty.as_memref().is_some();
            if base == at || !is_memref(ty) || !is_memref(&types[base]) {
                return Err(wrong("only two memrefs share memory".to_string()));
            }
            if types[base].element().element() != ty.element().element() {
                return Err(wrong(
                    "the memref whose memory it shares has other elements".to_string(),
                ));
            }
            found.after = Some((base, *distance));
        }
        all[at] = found;
    }
    for (at, one) in all.iter().enumerate() {
        if let Some((base, _)) = one.after
            && all[base].after.is_some()
        {
            return Err(format!(
                "--arg {}: %{} begins where another argument does; give that one's name",
                names[at], names[base]
            ));
        }
    }
    Ok(all)
}

impl Value {
    fn read(&self, ty: &Type) -> Result<Supplied, String> {
        let scalar = ty.element().element();
        let (extents, bits) = match self {
            Value::Shape(extents) => (extents.clone(), None),
            Value::File(path) => {
                let (extents, bits) = npy::read(path, scalar)?;
                (extents, Some(bits))
            }
            Value::Text(text) if is_memory(ty) && rank(ty) != Some(0) && !text.starts_with('[') => {
                let extents: Option<Vec<i64>> = text.split('x').map(|extent| extent.parse().ok()).collect();
                let extents = extents.ok_or_else(|| {
                    format!("`{text}` says nothing of a value of type {ty} (expected extents such as 3x4, a .npy file, or numbers in brackets)")
                })?;
                (extents, None)
            }
            Value::Text(text) => {
                let (extents, numbers) = numbers(text)?;
                let bits = numbers.into_iter().map(|number| bits(number, scalar));
                (extents, Some(bits.collect::<Result<Vec<u128>, String>>()?))
            }
        };
        let dims = dims(ty)?;
        let fits = |(dim, extent): (&Dim, &i64)| *extent >= 0 && dim.fixed().is_none_or(|n| n == *extent);
        // Without data the lanes of elements need not be said.
        let outer = rank(ty).unwrap_or(0);
        let is_short = bits.is_none() && extents.len() == outer;
        let fit = extents.len() == dims.len() || is_short;
        if !fit || !dims.iter().zip(&extents).all(fits) {
            let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
            let found = if extents.is_empty() {
                "no extents".to_string()
            } else {
                extents.join("x")
            };
            return Err(format!("found {found}, where the type is {ty}"));
        }
        Ok(Supplied {
            extents: is_memory(ty).then(|| extents[..outer].to_vec()),
            bits,
            after: None,
        })
    }
}

fn is_memory(ty: &Type) -> bool {
    matches!(ty, Type::MemRef(_) | Type::Tensor(_))
}

/// Of a memref or tensor; `None` of any other type.
fn rank(ty: &Type) -> Option<usize> {
    outer_dims(ty).map(<[Dim]>::len)
}

fn outer_dims(ty: &Type) -> Option<&[Dim]> {
    match ty {
        Type::MemRef(memref) => memref.shape.as_deref(),
        Type::Tensor(tensor) => tensor.shape.as_deref(),
        _ => None,
    }
}

/// The dimensions of the scalars of a value: those of a memref or tensor, then those of vectors.
fn dims(ty: &Type) -> Result<Vec<Dim>, String> {
    let mut dims = outer_dims(ty).unwrap_or_default().to_vec();
    if is_memory(ty) && rank(ty).is_none() {
        return Err(format!("the type {ty} has no rank"));
    }
    if let Some(vector) = ty.element().as_vector() {
        dims.extend(vector.shape.iter().map(|dim| Dim::Fixed(dim.size)));
    }
    Ok(dims)
}

/// The numbers of a text such as `[[1, 2], [3, 4]]`, and the extents that the brackets have.
fn numbers(text: &str) -> Result<(Vec<i64>, Vec<&str>), String> {
    let uneven = || {
        "the brackets do not have the shape of an array (expected lists of one length, one level of brackets for each dimension)".to_string()
    };
    let mut extents: Vec<Option<i64>> = Vec::new();
    // Entries so far, of each list that is open.
    let mut open: Vec<i64> = Vec::new();
    let mut numbers = Vec::new();
    let mut rest = text.trim();
    // Whether an entry has ended and no comma has followed.
    let mut ended = false;
    while !rest.is_empty() {
        let mut entry = false;
        if let Some(after) = rest.strip_prefix('[') {
            let is_known = extents.len() > open.len();
            if ended || open.len() >= DEEPEST || !is_known && !numbers.is_empty() {
                return Err(uneven());
            }
            if !is_known {
                extents.push(None);
            }
            open.push(0);
            rest = after;
        } else if let Some(after) = rest.strip_prefix(']') {
            let count = open.pop().ok_or_else(uneven)?;
            let extent = extents[open.len()].get_or_insert(count);
            if *extent != count || !ended && count > 0 {
                return Err(uneven());
            }
            (entry, rest) = (true, after);
        } else if let Some(after) = rest.strip_prefix(',') {
            if !ended || open.is_empty() {
                return Err(uneven());
            }
            (ended, rest) = (false, after);
        } else {
            let length = rest.find(['[', ']', ',']).unwrap_or(rest.len());
            if ended || open.len() != extents.len() {
                return Err(uneven());
            }
            numbers.push(rest[..length].trim());
            (entry, rest) = (true, &rest[length..]);
        }
        if entry {
            ended = true;
            if let Some(count) = open.last_mut() {
                *count += 1;
            }
        }
        rest = rest.trim_start();
    }
    if !open.is_empty() {
        return Err(uneven());
    }
    Ok((
        extents.into_iter().map(|extent| extent.unwrap_or(0)).collect(),
        numbers,
    ))
}

/// The bits of a number. In base 16 those of a float are given.
fn bits(text: &str, ty: &Type) -> Result<u128, String> {
    let wrong = || format!("`{text}` is no value of type {ty}");
    let width = ty
        .bit_width()
        .filter(|width| (1..=128).contains(width))
        .ok_or_else(wrong)?;
    let mask = u128::MAX >> (128 - width);
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).map_err(|_| wrong())?;
        return if bits <= mask { Ok(bits) } else { Err(wrong()) };
    }
    if let Type::Float(kind) = ty {
        let value = text.parse::<f64>().map_err(|_| wrong())?;
        // Not rounded twice.
        return Ok(match text.parse::<f32>() {
            Ok(value) if width == 32 => u128::from(value.to_bits()),
            _ => FloatValue::from_f64(value, *kind).bits,
        });
    }
    let value: i128 = match text {
        "true" if width == 1 => 1,
        "false" if width == 1 => 0,
        _ => text.parse().map_err(|_| wrong())?,
    };
    let least = i128::MIN >> (128 - width);
    if value < least
        || value > 0 && value as u128 > mask
        || *ty == Type::Index && value > i128::from(i64::MAX)
    {
        return Err(wrong());
    }
    Ok(value as u128 & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_have_a_shape() {
        let read = |text| numbers(text).ok();
        assert_eq!(read("7"), Some((vec![], vec!["7"])));
        assert_eq!(
            read("[[1, 2], [3, 4]]"),
            Some((vec![2, 2], vec!["1", "2", "3", "4"]))
        );
        assert_eq!(read("[]"), Some((vec![0], vec![])));
        assert_eq!(read("[[], []]"), Some((vec![2, 0], vec![])));
        for wrong in [
            "[1, [2]]",
            "[[1], 2]",
            "[[1], [2, 3]]",
            "[1",
            "1]",
            "[1,]",
            "[1 , , 2]",
            "1, 2",
            "[[]1]",
            "[][]",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_number_fits_its_type() {
        let of = |text: &str, ty: &Type| bits(text, ty).ok();
        assert_eq!(of("-1", &Type::integer(8)), Some(255));
        assert_eq!(of("255", &Type::integer(8)), Some(255));
        assert_eq!(of("256", &Type::integer(8)), None);
        assert_eq!(of("-129", &Type::integer(8)), None);
        assert_eq!(of("true", &Type::I1), Some(1));
        assert_eq!(of("1.5", &Type::F32), Some(u128::from(1.5f32.to_bits())));
        assert_eq!(of("0x7fc00001", &Type::F32), Some(0x7fc0_0001));
        assert_eq!(of("9223372036854775808", &Type::Index), None);
        assert_eq!(of("1.5", &Type::Index), None);
        assert_eq!(of("", &Type::F32), None);
    }
}
