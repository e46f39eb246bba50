//! The smallest program that still does what is wanted of it, found by leaving out parts while it does (Zeller & Hildebrandt
//! 2002; Regehr, Chen, Cuoq, Eide, Ellison & Yang 2012).

mod numbers;
mod parts;

use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::parse::parse_module;
use ovolo_lang::print::print_module;

use numbers::Number;

/// What is left of a program.
pub struct Reduced {
    /// A program of which is true what is wanted, as MLIR.
    pub text: String,
    /// How many programs were tried.
    pub tried: usize,
    /// Whether the limit ended the search, so that less may do.
    pub is_limited: bool,
}

/// Makes a program smaller as long as `is_wanted` says that it still does what it is to do, which is asked of at most so many
/// programs. Programs that are not valid are not asked of. `None` where the program itself does not.
pub fn reduce(
    module: &Module,
    most: usize,
    is_wanted: &mut dyn FnMut(&Module, &str) -> bool,
) -> Option<Reduced> {
    let text = print_module(module);
    if !is_wanted(module, &text) {
        return None;
    }
    let mut reduction = Reduction {
        best: module.clone(),
        weight: weight(module, &text),
        text,
        tried: 1,
        most,
        is_wanted,
    };
    while reduction.round() {}
    Some(Reduced {
        is_limited: reduction.tried >= most,
        text: reduction.text,
        tried: reduction.tried,
    })
}

/// How much a program is: its operations, its text, and the numbers in it.
type Weight = (usize, usize, u128);

fn weight(module: &Module, text: &str) -> Weight {
    let mut ops = 0;
    module.walk(module.top(), &mut |_| ops += 1);
    let numbers = Number::all(text);
    let sum = numbers.iter().map(|number| u128::from(number.value)).sum();
    (ops, text.len(), sum)
}

struct Reduction<'w> {
    best: Module,
    text: String,
    weight: Weight,
    tried: usize,
    most: usize,
    is_wanted: &'w mut dyn FnMut(&Module, &str) -> bool,
}

impl Reduction<'_> {
    /// Tries each way once; whether one did.
    fn round(&mut self) -> bool {
        let before = self.weight;
        self.leave_out();
        self.each(parts::operand_instead);
        self.each(parts::unwrapped);
        self.each(parts::without_attribute);
        self.each(parts::without_result);
        self.each(parts::without_argument);
        self.smaller_numbers();
        self.weight < before && self.tried < self.most
    }

    /// Takes a program where it is valid, smaller, and wanted.
    fn take(&mut self, candidate: &Module) -> bool {
        self.take_text(&print_module(candidate))
    }

    fn take_text(&mut self, text: &str) -> bool {
        if self.tried >= self.most {
            return false;
        }
        let Ok(module) = parse_module(text) else {
            return false;
        };
        let text = print_module(&module);
        let weight = weight(&module, &text);
        if weight >= self.weight {
            return false;
        }
        self.tried += 1;
        let is_wanted = (self.is_wanted)(&module, &text);
        if is_wanted {
            (self.best, self.text, self.weight) = (module, text, weight);
        }
        is_wanted
    }

    /// Leaves out operations: many together at first.
    fn leave_out(&mut self) {
        let mut together = parts::removable(&self.best).len().next_power_of_two();
        while together > 0 {
            let mut start = 0;
            loop {
                let all = parts::removable(&self.best);
                let Some(some) = all.get(start..(start + together).min(all.len())) else {
                    break;
                };
                if some.is_empty() || self.tried >= self.most {
                    break;
                }
                let mut candidate = self.best.clone();
                let is_taken = parts::remove(&mut candidate, some) && self.take(&candidate);
                if !is_taken {
                    start += together;
                }
            }
            together /= 2;
        }
    }

    /// Tries what becomes of the program by each change of each operation; `change` makes the one of a number, and says
    /// whether there is one.
    fn each(&mut self, change: impl Fn(&mut Module, OpId, usize) -> Option<()>) {
        let (mut place, mut number) = (0, 0);
        while let Some(&op) = parts::all(&self.best).get(place) {
            let mut candidate = self.best.clone();
            match change(&mut candidate, op, number) {
                None => (place, number) = (place + 1, 0),
                // What is there has become another operation.
                Some(()) if self.take(&candidate) => number = 0,
                Some(()) => number += 1,
            }
            if self.tried >= self.most {
                return;
            }
        }
    }

    /// Tries smaller numbers, everywhere where one stands and at one place.
    fn smaller_numbers(&mut self) {
        let mut place = 0;
        while let Some(number) = Number::all(&self.text).get(place).cloned() {
            let by = number.smaller().into_iter();
            let changed = by.flat_map(|value| {
                [
                    number.everywhere(&self.text, value),
                    number.here(&self.text, value),
                ]
            });
            let changed: Vec<String> = changed.collect();
            if !changed.iter().any(|text| self.take_text(text)) {
                place += 1;
            }
            if self.tried >= self.most {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "
        func.func private @other()
        func.func @f(%A: memref<64x64xf32>, %B: memref<64xf32>, %n: index) -> f32 {
          %c = arith.constant 2.0 : f32
          affine.for %i = 0 to 64 {
            affine.for %j = 5 to %n step 4 {
              %x = affine.load %A[%i, %j] : memref<64x64xf32>
              %y = arith.mulf %x, %c : f32
              affine.store %y, %B[%i] : memref<64xf32>
            }
          }
          func.call @other() : () -> ()
          return %c : f32
        }";

    fn reduced(wanted: &str, most: usize) -> Reduced {
        let module = parse_module(PROGRAM).expect("a program");
        reduce(&module, most, &mut |_, text| text.contains(wanted)).expect("what is wanted")
    }

    #[test]
    fn what_is_wanted_is_left() {
        let left = reduced("affine.load", 10_000);
        assert!(!left.is_limited);
        assert_eq!(
            left.text,
            "#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%A: memref<0x0xf32>) {
    %0 = arith.constant 0 : index
    %x = \"affine.load\"(%A, %0, %0) {map = #map} : (memref<0x0xf32>, index, index) -> f32
    return
  }
}
"
        );
    }

    #[test]
    fn a_limit_is_told() {
        let left = reduced("affine.load", 4);
        assert!(left.is_limited && left.tried == 4);
        assert!(left.text.contains("affine.load"));
    }

    #[test]
    fn what_does_not_do_it_is_not_reduced() {
        let module = parse_module(PROGRAM).expect("a program");
        assert!(reduce(&module, 100, &mut |_, _| false).is_none());
    }
}
