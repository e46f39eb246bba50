//! Lists of indices, each an integer or a value.

use std::fmt::Write;

use crate::ir::ValueId;
use crate::types::DYNAMIC_POSITION;

use super::printer::Printer;

impl Printer<'_> {
    /// `[0, %i]`; `None` when there are not as many values as the integers have gaps for.
    pub fn indices(&mut self, [open, close]: [&str; 2], integers: &[i64], dynamic: &[ValueId]) -> Option<()> {
        let wanted = integers.iter().filter(|&&p| p == DYNAMIC_POSITION).count();
        if wanted != dynamic.len() || !self.all_index(dynamic) {
            return None;
        }
        let mut dynamic = dynamic.iter();
        self.push(open);
        for (i, integer) in integers.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            if *integer == DYNAMIC_POSITION {
                self.value(*dynamic.next()?);
            } else {
                let _ = write!(self.text.out, "{integer}");
            }
        }
        self.push(close);
        Some(())
    }
}
