//! What a call leaves, as text.

use ovolo_lang::interpret::Scalar;
use ovolo_lang::types::Type;

use super::Call;

/// A result, or what a memref argument holds after the call.
pub struct Left {
    /// What it is called where it is shown.
    label: String,
    /// What `--out` calls it.
    pub name: String,
    pub content: Content,
    /// Arguments that stay as they were are not shown.
    is_shown: bool,
}

pub enum Content {
    Scalar(Type, Scalar),
    Array {
        extents: Vec<i64>,
        element: Type,
        scalars: Vec<Scalar>,
    },
    Text(String),
}

impl Left {
    pub fn result(call: &Call, i: usize, content: Content) -> Left {
        Left {
            label: "result".to_string(),
            name: call.result_name(i),
            content,
            is_shown: true,
        }
    }

    pub fn argument(call: &Call, i: usize, content: Content, is_changed: bool) -> Left {
        Left {
            label: format!("%{}", call.names[i]),
            name: call.names[i].clone(),
            content,
            is_shown: is_changed,
        }
    }

    pub fn text(&self) -> String {
        if !self.is_shown {
            return String::new();
        }
        let label = &self.label;
        match &self.content {
            Content::Scalar(ty, scalar) => format!("{label}: {}\n", scalar.display(ty)),
            Content::Text(text) => format!("{label}: {text}\n"),
            Content::Array {
                extents,
                element,
                scalars,
            } => array(label, extents, element, scalars),
        }
    }
}

/// Arrays of at most this many elements are printed whole.
const PRINTED: usize = 64;

/// The contents of a small array, the digest of any. What the program left undefined counts as zero in
/// the digest.
fn array(label: &str, extents: &[i64], element: &Type, scalars: &[Scalar]) -> String {
    let shape: Vec<String> = extents.iter().map(i64::to_string).collect();
    let count = match shape.as_slice() {
        [] => "1 element".to_string(),
        shape => format!("{} elements", shape.join(" x ")),
    };
    let mut text = format!("{label}: {count}, digest {:016x}\n", digest(element, scalars));
    if scalars.len() <= PRINTED {
        let row = extents.last().map_or(1, |&n| n.max(1) as usize);
        for row in scalars.chunks(row) {
            let row: Vec<String> = row.iter().map(|scalar| scalar.display(element)).collect();
            text += &format!("  {}\n", row.join(" "));
        }
    }
    text
}

/// FNV-1a of the bytes, which tells whether two runs left the same bits.
fn digest(element: &Type, scalars: &[Scalar]) -> u64 {
    let width = element.byte_size().map_or(16, |n| n.clamp(1, 16) as usize);
    let bytes = scalars.iter().flat_map(|scalar| {
        let bytes = scalar.bits().unwrap_or(0).to_le_bytes();
        bytes.into_iter().take(width)
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
