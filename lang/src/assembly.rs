//! Assembly by signature: what an operation has, and how it is written, from one string in its row.
//!
//! A row of the op table ([`crate::op`]) carries a signature. From it follow the reader and the writer of
//! the custom form, and the check of counts, attributes, types, regions and parents. To add an
//! operation, add a row; where a piece of its assembly needs more than the language says, add a
//! [directive](#directives), a [class](#types), a [kind](#attributes) or an enumeration, each a row of
//! its own table.
//!
//! ```
//! use ovolo_lang::op::OpCode;
//! use ovolo_lang::assembly::Signature;
//!
//! let text = "<T: integer-like> (lhs: T, rhs: T) {overflowFlags: overflow = none} -> (result: T); \
//!     lhs ',' rhs ['overflow' overflowFlags] attr-dict ':' type(result)";
//! assert!(Signature::compile(OpCode::AddI, text).is_ok());
//! ```
//!
//! # What an operation has
//!
//! Before the semicolon stand, in this order and all but the operands optional:
//!
//! | section | example |
//! |---|---|
//! | type variables | `<T: integer-like, M: memref>` |
//! | operands | `(value: T, mask?: vector<i1>, indices*: index)` |
//! | attributes | `{kind: combining-kind, alignment?: i64, nontemporal: bool = false}` |
//! | results | `-> (result: element(M))` |
//! | successors | `to (dest, cases*)` |
//! | regions | `regions (before: block, body*: block ends scf.yield)` |
//! | parents | `in scf.while, scf.for` |
//! | rules | `where same-shape, same-element(source, dest)` |
//!
//! `?` is none or one, `*` any number. Where more than one group of operands is open, the attribute
//! `operandSegmentSizes` is made, hidden and checked; so is `resultSegmentSizes`. Names are MLIR's own: they
//! are the names of the attributes, and messages mention them.
//!
//! ## Types
//!
//! A type is a class (`class::CLASSES`: `any`, `index`, `i1`, `integer`, `float`, `integer-like`,
//! `memref`, `vector-of-any-rank`, `ranked-tensor` …), a class of elements and a rank (`vector<i1>`,
//! `memref<i8, 1>`, `strided-memref<0>`), several of them (`signless-integer | float`) or a variable;
//! `'!async.token'` in quotes are the types of a dialect with this name. A type can also be a
//! function of a variable or an attribute (`derive::DERIVATIONS`: `element(M)`, `i1-like(T)`,
//! `inputs(F)`, `type-of(value)` …). A variable must be the type of a part whose type the assembly shows;
//! from there every part that has it, or a type derived from it, gets its type, and is checked.
//!
//! ## Attributes
//!
//! A kind (`kind::KINDS`) says how the attribute is stored and what the custom form writes: `unit`, `bool`,
//! `i32`, `i64`, `index`, `string`, `symbol-name` (a string written `@name`), `symbol`, `symbol-path`, `type`,
//! `map`, `set`, `typed`, `any`, `array`, `i64s` (`[1, 2]`), `dense-i64s` (`array<i64: 1, 2>`, written `[1, 2]`),
//! `index-lists` (`[[0, 1], [2]]`) and so on; or it is an enumeration
//! (`enumeration::ENUMERATIONS`). Kinds combine: `type(i64)` is a type of a class, `elements(f32, 2, 3)` are the
//! elements of a vector or tensor of a class and shape, `positive(i32)` and `sorted(dense-i32s)` put a condition
//! on the value (`confinement::CONFINEMENTS`), `i32 | string` is one or the other, and `'#gpu.block'` in quotes an
//! attribute of a dialect with this name. A default is the value of an attribute that is not there: it is
//! read, but neither stored nor written. `'#ub.poison'` in quotes is a default of a dialect's own.
//! `unit` attributes are always optional.
//!
//! ## Regions
//!
//! `any`, `block` (exactly one), `optional-block` (at most one) or `blocks-2` (so many); `ends scf.yield` names the terminator in
//! which the blocks end, and which is left out where it says nothing.
//!
//! ## Rules
//!
//! `same-shape`, `same-element`, `same-rank`, `same-type` and `same-encoding` are about all operands and results, of which there is
//! one each at least; `same-shape(operands)` is about the operands only, `same-shape(source, dest)` about the
//! parts that it names. `equal-segments(a, b)` says that these lists are equally long. What applies lane by lane
//! ([`Trait::Elementwise`](crate::op::Trait::Elementwise)) has results of the shape of its operands.
//!
//! # How it is written
//!
//! Behind the semicolon stand the pieces of the custom form after the operation's name:
//!
//! | piece | meaning |
//! |---|---|
//! | `','` `'into'` `'sizes:'` | that text; several tokens are written without blanks |
//! | `lhs` | an operand or a list of them, an attribute, a region, a successor |
//! | `type(result)` | the type of a part, the types of a list; `type(operands)`, `type(results)` are all |
//! | `functional-type(operands, results)` | `(T, U) -> V` |
//! | `attr-dict`, `attr-dict-with-keyword` | `{…}`, `attributes {…}`: what no other piece shows |
//! | `[a]`, `[a \| b]` | an optional group, the first of several that fits |
//! | `{a \| b}` | one of several; the last where no other fits |
//! | `name(part, …)` | a directive |
//! | `''`, `' '` | no blank here, a blank here |
//! | `custom` | alone: functions in `parse::custom` and `print::custom` read and write the whole form |
//! | `generic` | alone: there is no custom form |
//!
//! A group is read when its first piece fits the next token, and written when its anchor is there: the
//! piece marked `^`, or else the first that may be missing. The blank before a piece follows MLIR's
//! rules.
//!
//! ## Directives
//!
//! A directive is one of `directive::Directive`, which `parse::declarative` reads and `print::declarative` writes.
//! `dimension-list(shape)` is `4x?x8`, `index-list(dynamic, static)` is `[%i, 4, ?]`'s sort of list,
//! `arrow-types(results)` an optional `-> (T, U)`.
//!
//! # What a writer promises
//!
//! What is written reads back as the same operation. So a custom form is written only where the
//! operation fits it (`fit`): the counts, the kinds of attributes, and every type that the text does
//! not show. Anything else is written in the generic form.

pub(crate) mod class;
mod compile;
mod confinement;
pub(crate) mod derive;
pub(crate) mod directive;
pub(crate) mod enumeration;
pub(crate) mod fit;
pub(crate) mod infer;
pub(crate) mod kind;
mod lexer;
pub(crate) mod normal;
pub(crate) mod segments;
pub(crate) mod signature;
pub(crate) mod syntax;

pub use signature::Signature;

use crate::ir::Op;
use crate::op::OpCode;

pub(crate) use enumeration::Enumeration;
pub(crate) use normal::normalize_of;

/// The operation in which the blocks inside end, where the signature says it.
pub(crate) fn terminator_of(code: OpCode) -> Option<OpCode> {
    Signature::of(code)
        .regions
        .iter()
        .find_map(|region| region.terminator)
}

/// The operations that may be around one of this code; any when there are none.
pub(crate) fn parents_of(code: OpCode) -> &'static [OpCode] {
    &Signature::of(code).parents
}

/// How many operands each group of the signature has; `None` when they do not fall into groups.
pub(crate) fn operand_groups(op: &Op) -> Option<Vec<usize>> {
    let ranges = segments::operands(Signature::of(op.code()?), op).ok()?;
    Some(ranges.iter().map(|range| range.len()).collect())
}
