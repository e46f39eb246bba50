//! The numbers in a text of MLIR: extents, bounds, steps, subscripts and constants.

/// A decimal number in a text, which is no part of a name, a type or a float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    start: usize,
    end: usize,
    pub value: u64,
}

impl Number {
    /// The numbers of a text in their order.
    pub fn all(text: &str) -> Vec<Number> {
        let bytes = text.as_bytes();
        let at = |place: usize| bytes.get(place).copied().unwrap_or(b' ');
        let mut found = Vec::new();
        let mut place = 0;
        while place < bytes.len() {
            if !bytes[place].is_ascii_digit() {
                place += 1;
                continue;
            }
            let start = place;
            while at(place).is_ascii_digit() {
                place += 1;
            }
            let before = if start == 0 { b' ' } else { at(start - 1) };
            // Between the extents of a shape, as in `4x8xf32` and `?x8xf32`.
            let is_extent =
                before == b'x' && start > 1 && (at(start - 2).is_ascii_digit() || at(start - 2) == b'?');
            let is_in_name = before.is_ascii_alphanumeric() || b"_%#@.!$^".contains(&before);
            let ends_whole =
                at(place) == b'x' || !(at(place).is_ascii_alphanumeric() || b"_.$".contains(&at(place)));
            if (is_extent || !is_in_name)
                && ends_whole
                && let Ok(value) = text[start..place].parse()
            {
                found.push(Number {
                    start,
                    end: place,
                    value,
                });
            }
        }
        found
    }

    /// Numbers to try in its place.
    pub fn smaller(&self) -> Vec<u64> {
        let mut all: Vec<u64> = vec![0, 1, 2, self.value / 2, self.value.saturating_sub(1)];
        all.retain(|&value| value < self.value);
        all.dedup();
        all
    }

    /// The text with another number in its place.
    pub fn here(&self, text: &str, value: u64) -> String {
        format!("{}{value}{}", &text[..self.start], &text[self.end..])
    }

    /// The text with another number wherever it stands.
    pub fn everywhere(&self, text: &str, value: u64) -> String {
        let mut changed = String::new();
        let mut from = 0;
        for number in Number::all(text) {
            if number.value == self.value {
                changed += &text[from..number.start];
                changed += &value.to_string();
                from = number.end;
            }
        }
        changed + &text[from..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_types_and_floats_have_no_numbers() {
        let text = "%0 = arith.addi %a_1, %b2 : i32 \"f\"(#map3, d0 + 4) : memref<4x?x8xf32>, 1.5, 2.0e3, vector<16xi1>";
        let values: Vec<u64> = Number::all(text).iter().map(|number| number.value).collect();
        assert_eq!(values, [4, 4, 8, 16]);
    }

    #[test]
    fn a_number_is_replaced_where_it_is_meant() {
        let text = "memref<4x14xf32> 4 + d4";
        let first = Number::all(text)[0].clone();
        assert_eq!(first.here(text, 2), "memref<2x14xf32> 4 + d4");
        assert_eq!(first.everywhere(text, 2), "memref<2x14xf32> 2 + d4");
    }
}
