//! What is printed reads back; mistakes are told with their place.

use super::{Over, Statement};
use crate::forms::parse_schedule as parse;

const WHOLE: &str = "func @gemm
nest 1
pack(A, B)
with i'r = 8, j'v = 16
for k'c in 0..1024 step 128
  promote k in k'c..min(k'c + 128, 1024) {
    unroll i in i'r..i'r + 8 {
      store C
      store \"1\"
    }
    vector j'0 in max(n * -1, (m + 3) floordiv 4 * 4)..(n + 1) * 2
      store \"for\"
    for h in 0..n
      hoist A, \"ahead\"
        prefetch B ahead 8
          store C
    for l in a + (b + c)..n mod 4 {
    }
  }
for i in 0..n
  store D
nest 2
split()
for i in 0..4
  if i + -3 >= 0, i mod 2 == 0 {
    store C
  } else {
    if n >= 0 {
    }
    store \"if\"
  }
func @\"a b\"
";

const SKETCH: &str = "privatize(t)
for i/…
  for j/64
    … {
      for k
        …
      promote l step 4
        store C
    }
";

#[test]
fn what_is_printed_reads_back() {
    for text in [WHOLE, SKETCH] {
        let schedule = parse(text).unwrap_or_else(|d| panic!("{d}"));
        assert_eq!(schedule.to_string(), text);
    }
}

#[test]
fn a_sketch_may_be_written_in_one_line() {
    let schedule = parse("for i/… for j/... pack(B) ...").unwrap_or_else(|d| panic!("{d}"));
    let nest = &schedule.functions[0].nests[0];
    assert_eq!(nest.forms[0].to_string(), "pack(B)");
    let [Statement::Loop(outer)] = nest.body.as_slice() else {
        panic!("{schedule}")
    };
    let [Statement::Loop(inner)] = outer.body.as_slice() else {
        panic!("{schedule}")
    };
    assert_eq!(inner.over, Over::Tiles(None));
    assert!(matches!(inner.body.as_slice(), [Statement::Hole(None, _)]));
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, place, message) in [
        ("for i/ store C", 7, "`store` is not expected here"),
        ("for i in 0..", 12, "the schedule ends here"),
        ("for i ; store C", 6, "this character begins no word"),
        ("unpack(A) …", 0, "`unpack` is no form of a nest"),
        ("for i/99999999999999999999 …", 6, "this number is too large"),
        ("for i", 5, "the schedule ends here"),
        ("for for …", 4, "`for` is not expected here"),
    ] {
        let mistake = parse(text).err().unwrap_or_else(|| panic!("`{text}` is read"));
        assert!(mistake.message.starts_with(message), "{text}: {mistake}");
        assert_eq!(mistake.span.start, place, "{text}: {mistake}");
    }
}

#[test]
fn large_texts_are_refused() {
    for text in [
        "for i ".repeat(10_000),
        "… {".repeat(10_000),
        format!("for i in 0..{}", "(".repeat(10_000)),
    ] {
        let mistake = parse(&text).err().map(|d| d.message);
        assert_eq!(mistake.as_deref(), Some("this schedule is too large"));
    }
    let sum = format!("for i in 0..{}1 …", "1 + ".repeat(10_000));
    assert!(parse(&sum).is_err());
}
