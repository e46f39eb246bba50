//! Attributes that are one of some words, or a set of them.

use std::sync::Arc;

use crate::attribute::Attribute;
use crate::types::Type;

/// The words of an enumeration, how they are stored and how they are written.
#[derive(Debug)]
pub struct Enumeration {
    pub name: &'static str,
    storage: Storage,
    /// How custom forms write it.
    pub style: Style,
    /// In the order of their numbers, from 0; of a set, in the order in which they are written.
    pub words: &'static [&'static str],
}

#[derive(Debug, PartialEq)]
enum Storage {
    /// The number of the word as an integer of this type.
    Number(Type),
    /// As `Number`, with the numbers of the words.
    Cases(Type, &'static [i64]),
    /// `#dialect<name word>`.
    Inner(&'static str, &'static str),
    /// `#name<word>`.
    Text(&'static str),
    /// `#name<word, word>`, with what separates the words, and the words for none and for all of them.
    Set {
        name: &'static str,
        separator: &'static str,
        none: Option<&'static str>,
        all: Option<&'static str>,
    },
}

/// How a custom form writes the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `slt`.
    Bare,
    /// `<nsw, nuw>`.
    Angled,
}

const fn set(name: &'static str, separator: &'static str) -> Storage {
    Storage::Set {
        name,
        separator,
        none: None,
        all: None,
    }
}

macro_rules! enumerations {
    ($($name:literal $storage:expr, $style:ident [$($word:literal)*];)*) => {
        /// Every enumeration; its name is a kind of attribute in signatures.
        pub static ENUMERATIONS: &[Enumeration] = &[$(Enumeration {
            name: $name,
            storage: $storage,
            style: Style::$style,
            words: &[$($word),*],
        }),*];
    };
}

enumerations! {
    "overflow" Storage::Set { name: "arith.overflow", separator: ", ", none: Some("none"), all: None }, Angled
        ["nsw" "nuw"];
    "fastmath" Storage::Set { name: "arith.fastmath", separator: ",", none: Some("none"), all: Some("fast") }, Angled
        ["reassoc" "nnan" "ninf" "nsz" "arcp" "contract" "afn"];
    "rounding-mode" Storage::Number(Type::I32), Bare
        ["to_nearest_even" "downward" "upward" "toward_zero" "to_nearest_away"];
    "integer-predicate" Storage::Number(Type::I64), Bare
        ["eq" "ne" "slt" "sle" "sgt" "sge" "ult" "ule" "ugt" "uge"];
    "float-predicate" Storage::Number(Type::I64), Bare
        ["false" "oeq" "ogt" "oge" "olt" "ole" "one" "ord" "ueq" "ugt" "uge" "ult" "ule" "une" "uno" "true"];
    "atomic-kind" Storage::Number(Type::I64), Bare
        ["addf" "addi" "assign" "maximumf" "maxs" "maxu" "minimumf" "mins" "minu" "mulf" "muli" "ori" "andi"
         "maxnumf" "minnumf"];
    "combining-kind" set("vector.kind", ", "), Angled
        ["add" "mul" "minui" "minsi" "minnumf" "maxui" "maxsi" "maxnumf" "and" "or" "xor" "minimumf" "maximumf"];
    "punctuation" Storage::Text("vector.punctuation"), Angled
        ["no_punctuation" "newline" "comma" "open" "close"];
    "vector-iterator" Storage::Text("vector.iterator_type"), Angled
        ["parallel" "reduction"];
    "unary-function" Storage::Text("linalg.unary_fn"), Angled
        ["exp" "log" "abs" "ceil" "floor" "negf" "reciprocal" "round" "sqrt" "rsqrt" "square" "tanh" "erf"];
    "binary-function" Storage::Text("linalg.binary_fn"), Angled
        ["add" "sub" "mul" "div" "div_unsigned" "max_signed" "min_signed" "max_unsigned" "min_unsigned" "powf"];
    "cast-function" Storage::Text("linalg.type_fn"), Angled
        ["cast_signed" "cast_unsigned"];
    "test-i32-case" Storage::Cases(Type::I32, &[5, 10]), Bare
        ["case5" "case10"];
    "test-i64-case" Storage::Cases(Type::I64, &[5, 10]), Bare
        ["case5" "case10"];
    "test-ordinal" Storage::Inner("test", "enum"), Bare
        ["first" "second" "third"];
    "test-access" set("test.bit_enum", ", "), Angled
        ["read" "write" "execute"];
    "test-owner" set("test.bit_enum_vbar", " | "), Angled
        ["user" "group" "other"];
    "linalg-iterator" Storage::Text("linalg.iterator_type"), Angled
        ["parallel" "reduction" "window"];
}

impl Enumeration {
    pub fn named(name: &str) -> Option<&'static Enumeration> {
        ENUMERATIONS.iter().find(|e| e.name == name)
    }

    /// The attribute of these words, in any order; `None` when one of them is not of the enumeration.
    pub fn attribute<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Option<Attribute> {
        let mut words = words.into_iter();
        match &self.storage {
            Storage::Set { .. } => Some(self.around(&self.canonical(words)?)),
            Storage::Number(ty) => {
                let number = self.number(words.next()?)?;
                words
                    .next()
                    .is_none()
                    .then(|| Attribute::integer(number, ty.clone()))
            }
            Storage::Cases(ty, numbers) => {
                let number = *numbers.get(self.number(words.next()?)?)?;
                words
                    .next()
                    .is_none()
                    .then(|| Attribute::integer(number, ty.clone()))
            }
            Storage::Text(_) | Storage::Inner(..) => {
                let number = self.number(words.next()?)?;
                words.next().is_none().then(|| self.around(self.words[number]))
            }
        }
    }

    /// The text between the brackets, or the bare word, for an attribute of the enumeration.
    pub fn written(&self, attribute: &Attribute) -> Option<Arc<str>> {
        match (&self.storage, attribute) {
            (Storage::Number(wanted), Attribute::Integer { ty, .. }) if ty == wanted => {
                let number = usize::try_from(attribute.as_i64()?).ok()?;
                self.words.get(number).map(|&word| word.into())
            }
            (Storage::Cases(wanted, numbers), Attribute::Integer { ty, .. }) if ty == wanted => {
                let number = attribute.as_i64()?;
                let at = numbers.iter().position(|&n| n == number)?;
                self.words.get(at).map(|&word| word.into())
            }
            (_, Attribute::Opaque(text)) => {
                let inside = self.inside(text)?;
                let words = inside.split([',', '|']).map(str::trim);
                let Storage::Set { .. } = self.storage else {
                    return self.words.contains(&inside).then(|| inside.into());
                };
                self.canonical(words).map(Arc::from)
            }
            _ => None,
        }
    }

    /// The attribute in the one spelling that equal values share; `None` when it is not of the
    /// enumeration.
    pub fn normal(&self, attribute: &Attribute) -> Option<Attribute> {
        match &self.storage {
            Storage::Number(_) | Storage::Cases(..) => self.written(attribute).map(|_| attribute.clone()),
            Storage::Text(_) | Storage::Inner(..) | Storage::Set { .. } => {
                Some(self.around(&self.written(attribute)?))
            }
        }
    }

    /// Whether a custom form may go on with this word.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// What an attribute that is none of it fails to be.
    pub fn description(&self) -> String {
        match &self.storage {
            Storage::Number(ty) => allowed(ty, 0..self.words.len() as i64),
            Storage::Cases(ty, numbers) => allowed(ty, numbers.iter().copied()),
            _ => format!("`{}` of {}", self.around("…"), self.words.join(", ")),
        }
    }

    /// The enumeration of which the text of a dialect's attribute has a name, but no word.
    pub(crate) fn misspelt_in(text: &str) -> Option<&'static Enumeration> {
        let is_word = |inside: &str| inside.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let named = |e: &&Enumeration| e.inside(text).is_some_and(is_word);
        let attribute = || Attribute::Opaque(text.into());
        ENUMERATIONS
            .iter()
            .find(named)
            .filter(|e| e.written(&attribute()).is_none())
    }

    /// The attribute with this between its brackets.
    fn around(&self, inside: &str) -> Attribute {
        let text = match &self.storage {
            Storage::Inner(dialect, name) => format!("#{dialect}<{name} {inside}>"),
            Storage::Text(name) | Storage::Set { name, .. } => format!("#{name}<{inside}>"),
            Storage::Number(_) | Storage::Cases(..) => inside.to_string(),
        };
        Attribute::Opaque(text.into())
    }

    /// What stands between the brackets of an attribute with the name.
    fn inside<'t>(&self, text: &'t str) -> Option<&'t str> {
        let text = text.strip_prefix('#')?.strip_suffix('>')?;
        let inside = match &self.storage {
            Storage::Inner(dialect, name) => {
                let body = text.strip_prefix(dialect)?.strip_prefix('<')?;
                body.trim_start().strip_prefix(name)?.strip_prefix(' ')?
            }
            Storage::Text(name) | Storage::Set { name, .. } => text.strip_prefix(name)?.strip_prefix('<')?,
            Storage::Number(_) | Storage::Cases(..) => return None,
        };
        Some(inside.trim())
    }

    fn number(&self, word: &str) -> Option<usize> {
        self.words.iter().position(|w| *w == word)
    }

    /// The words of a set in their order, without repetition.
    fn canonical<'w>(&self, words: impl Iterator<Item = &'w str>) -> Option<String> {
        let Storage::Set {
            separator, none, all, ..
        } = self.storage
        else {
            return None;
        };
        let every = (1u32 << self.words.len()) - 1;
        let mut set = 0u32;
        for word in words {
            set |= match self.number(word) {
                Some(number) => 1 << number,
                None if none == Some(word) => 0,
                None if all == Some(word) => every,
                None => return None,
            };
        }
        Some(match (set, none, all) {
            (0, none, _) => none?.to_string(),
            (set, _, Some(all)) if set == every => all.to_string(),
            _ => {
                let words = self.words.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                let words: Vec<&str> = words.map(|(_, word)| *word).collect();
                words.join(separator)
            }
        })
    }
}

fn allowed(ty: &Type, numbers: impl Iterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    let bits = ty.bit_width().unwrap_or(64);
    format!(
        "allowed {bits}-bit signless integer cases: {}",
        numbers.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str, words: &[&str]) -> Option<String> {
        let e = Enumeration::named(name).expect("an enumeration");
        let attribute = e.attribute(words.iter().copied())?;
        assert_eq!(e.normal(&attribute).as_ref(), Some(&attribute));
        Some(attribute.to_string())
    }

    #[test]
    fn sets_are_written_in_one_order() {
        assert_eq!(
            shown("overflow", &["nuw", "nsw"]).as_deref(),
            Some("#arith.overflow<nsw, nuw>")
        );
        assert_eq!(
            shown("fastmath", &["nnan", "reassoc"]).as_deref(),
            Some("#arith.fastmath<reassoc,nnan>")
        );
        assert_eq!(
            shown("fastmath", &["fast"]).as_deref(),
            Some("#arith.fastmath<fast>")
        );
        assert_eq!(
            shown("fastmath", &["none"]).as_deref(),
            Some("#arith.fastmath<none>")
        );
        assert_eq!(shown("overflow", &["fast"]), None);
    }

    #[test]
    fn numbers_stand_for_words() {
        let e = Enumeration::named("integer-predicate").expect("an enumeration");
        assert_eq!(shown("integer-predicate", &["slt"]).as_deref(), Some("2 : i64"));
        assert_eq!(
            e.written(&Attribute::integer(2, Type::I64)).as_deref(),
            Some("slt")
        );
        assert_eq!(e.written(&Attribute::integer(2, Type::I32)), None);
        assert_eq!(e.written(&Attribute::integer(10, Type::I64)), None);
    }
}
