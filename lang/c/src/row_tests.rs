//! The test, in C, of whether the rows of a matrix lie as the function of a part takes them to ([`crate::rows`]).
//!
//! The rows `a[low]` to `a[high]`, and their elements to `columns`, are all that the part accesses, as [`crate::reach`] finds the
//! ends of subscripts. The test reads no pointer that may be none: it begins with whether the part itself reads `a[low]` and
//! `a[high]`, between which everything is of the table. An access is executed at an end of its subscript where the loops around
//! it have iterations when each of their variables is at the end of its own range that leads there.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineMap};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::diagnostic::{Diagnostic, Span};
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::entry::{EXTENTS, FIRST};
use crate::first_element::count_from;
use crate::polynomial::{Polynomial, constant, difference, least_of, sum, times};
use crate::reach::{Side, UNKNOWN_EXTENT, at_the_end, least_around, limit, split, toward};
use crate::values::{Around, Values, is_parameter, quotient};

/// Columns from which on the test of a row is cheap beside what is done with it. Arbitrary.
const FEWEST_COLUMNS: i64 = 16;

/// What the test calls: whether the rows from `low` to `high` are equally far apart and none reaches into the next, how many
/// elements apart they are, and where the element of a row and a column would be.
const HELPER: &str = "\
static int ovolo_rows(const void *table, long long low, long long high, long long row, long long column,
                      long long columns, long long size, long long *stride, const char **element) {
  typedef const char *pointer __attribute__((may_alias));
  const pointer *rows = (const pointer *)table;
  long long bytes = low < high ? rows[low + 1] - rows[low] : columns * size;
  int even = bytes >= columns * size && bytes % size == 0;
  for (long long i = low + 1; i < high; i++) even &= rows[i + 1] - rows[i] == bytes;
  *stride = bytes / size;
  *element = rows[low] - (low - row) * bytes + column * size;
  return even;
}
";

/// What stands in front of C in which parts are replaced so.
pub fn prelude<'a>(mut replacements: impl Iterator<Item = &'a str>) -> &'static str {
    match replacements.any(|text| text.contains("ovolo_rows(")) {
        true => HELPER,
        false => "",
    }
}

/// A table, as the test is written for it.
pub struct Table<'a> {
    /// The memref that stands for the rows.
    pub memref: ValueId,
    /// The pointer to the table, as C writes it.
    pub text: &'a str,
    /// What the names in the test begin with.
    pub name: &'a str,
    /// The name of the table, for diagnostics, and a place of it.
    pub told: (&'a str, Span),
}

/// The names that the test of a table declares: the address of the first element that the memref has, and the distance of rows
/// in elements.
pub fn results(name: &str) -> [String; 2] {
    [format!("{name}_rows"), format!("{name}_stride")]
}

/// Statements that set `flag`, an integer that is 1 before, to whether the rows of the tables are equally far apart, and declare
/// the [`results`]. `text_of` writes arguments of the function. Bytes may be stored into pointers, so where the function stores
/// such its tables are tested to be elsewhere; `is_apart` tells arguments that are arrays of their own.
///
/// Where subscripts begin at a constant above 0, as in tables that are counted from 1, the memref begins there.
pub fn test(
    module: &mut Module,
    function: OpId,
    tables: &[Table<'_>],
    flag: &str,
    text_of: &dyn Fn(ValueId) -> Option<String>,
    is_apart: &dyn Fn(ValueId) -> bool,
) -> Result<String, Diagnostic> {
    let mut text = String::new();
    let mut columns_before = Vec::new();
    for table in tables {
        let mut finder = Finder {
            values: Values::new(module),
            text_of,
        };
        let refuse = |what: &str| {
            let message = format!("{what} of `{}`, a table of pointers to rows", table.told.0);
            let help = "rows are tested to be equally far apart where the loops are counted and run through all of them";
            Diagnostic::new(table.told.1, message).help(help)
        };
        let Some(ends) = finder.ends(function, table.memref) else {
            return Err(refuse("it is not seen which elements are accessed"));
        };
        if ends.first_read.is_empty() || ends.last_read.is_empty() {
            return Err(refuse("it is not seen that the first and the last row are read"));
        }
        let (name, a) = (table.name, table.text);
        let [rows, stride] = results(name);
        let [low, high, columns] = ["low", "high", "columns"].map(|part| format!("{name}_{part}"));
        let conditions = ends.conditions.iter().map(|c| format!("{c} >= 0 && "));
        let conditions: String = conditions.collect();
        text += &outermost(&low, &ends.low, '<');
        text += &outermost(&high, &ends.high, '>');
        text += &outermost(&columns, &ends.columns, '>');
        let first = format!("({})", ends.first_read.join(" || ")).replace("$low", &low);
        let last = format!("({})", ends.last_read.join(" || ")).replace("$high", &high);
        let [row, column] = ends.origin;
        if column != 0 {
            text += &format!("{columns} -= {column}; ");
        }
        text += &format!(
            "long long {stride} = 0; const char *{rows} = 0; \
             {flag} = {flag} && {conditions}{columns} >= {FEWEST_COLUMNS} && {low} <= {high} && {first} && {last} && \
             ovolo_rows({a}, {low}, {high}, {row}, {column}, {columns}, sizeof(**{a}), &{stride}, &{rows}); "
        );
        begin_at(module, function, table.memref, ends.origin);
        columns_before.push(column);
    }
    for (memref, span) in byte_stores(module, function) {
        let is_global = argument_attribute(module, function, memref, "c.global").is_some();
        if module.defining_op(memref).is_some() || is_global || is_apart(memref) {
            continue;
        }
        let stored = tables
            .iter()
            .zip(&columns_before)
            .find(|(table, _)| table.memref == memref);
        let Some((stored, before)) = stored else {
            let message = format!(
                "a `char` is stored here, which may change the pointers of `{}`, a table of pointers to rows",
                tables[0].told.0
            );
            return Err(Diagnostic::new(span, message));
        };
        for table in tables {
            let ((to, p), (from, a)) = ((stored.name, stored.text), (table.name, table.text));
            text += &format!(
                "{flag} = {flag} && ((const char *)({a} + {from}_high + 1) <= (const char *){p}[{to}_low] || \
                 (const char *){p}[{to}_high] + ({to}_columns + {before}) * (long long)sizeof(**{p}) <= (const char *)({a} + {from}_low)); "
            );
        }
    }
    Ok(text)
}

/// Makes a memref begin at a row and a column, below which nothing is accessed.
fn begin_at(module: &mut Module, function: OpId, memref: ValueId, origin: [i64; 2]) {
    for (dimension, start) in origin.into_iter().enumerate().filter(|(_, start)| *start != 0) {
        count_from(module, function, memref, dimension, &constant(start));
    }
    let extents = argument_attribute(module, function, memref, EXTENTS).and_then(Attribute::as_affine_map);
    let Some(extents) = extents.filter(|_| origin[0] != 0).cloned() else {
        return;
    };
    let mut results = extents.results.to_vec();
    if results[0] != AffineExpr::Constant(UNKNOWN_EXTENT) {
        results[0] = results[0].clone() + AffineExpr::Constant(-origin[0]);
    }
    let map = AffineMap::new(0, extents.num_symbols, results);
    let arguments = module
        .single_block(function, 0)
        .map(|block| &module.block(block).arguments);
    let at = arguments.and_then(|all| all.iter().position(|argument| *argument == memref));
    let Some(Attribute::Array(all)) = module.op(function).attribute("arg_attrs").cloned() else {
        return;
    };
    let mut all = all.to_vec();
    if let Some(Attribute::Dictionary(own)) = at.and_then(|at| all.get_mut(at)) {
        let mut entries = own.to_vec();
        for (_, value) in entries.iter_mut().filter(|(name, _)| &**name == EXTENTS) {
            *value = Attribute::affine_map(map.clone());
        }
        *own = entries.into();
    }
    module
        .op_mut(function)
        .set_attribute("arg_attrs", Attribute::array(all));
}

/// An attribute of an argument of a function.
fn argument_attribute<'m>(
    module: &'m Module,
    function: OpId,
    argument: ValueId,
    name: &str,
) -> Option<&'m Attribute> {
    let arguments = &module.block(module.single_block(function, 0)?).arguments;
    let at = arguments.iter().position(|other| *other == argument)?;
    module.op(function).argument_attribute(at, name)
}

/// The memrefs into which a function stores bytes, each with a place where it does.
fn byte_stores(module: &Module, function: OpId) -> Vec<(ValueId, Span)> {
    let mut found: Vec<(ValueId, Span)> = Vec::new();
    module.walk(function, &mut |id| {
        let op = module.op(id);
        let is_store = matches!(op.code(), Some(OpCode::AffineStore | OpCode::MemRefStore));
        let [value, memref, ..] = op.operands.as_slice() else {
            return;
        };
        let is_byte = is_store && *module.ty(*value) == Type::integer(8);
        if is_byte && found.iter().all(|(known, _)| known != memref) {
            found.push((*memref, op.span));
        }
    });
    found
}

/// The declaration of a variable that is the least or the greatest of some expressions.
fn outermost(name: &str, all: &[String], comparison: char) -> String {
    let mut text = format!("long long {name} = {}; ", all[0]);
    for other in &all[1..] {
        text += &format!("if ({other} {comparison} {name}) {name} = {other}; ");
    }
    text
}

/// What the accesses of a matrix reach, as C writes it.
#[derive(Default)]
struct Ends {
    /// The least row and column where they are constants, and 0 where they are not.
    origin: [i64; 2],
    low: Vec<String>,
    high: Vec<String>,
    /// One more than the greatest subscripts in rows.
    columns: Vec<String>,
    /// What must not be negative.
    conditions: Vec<String>,
    /// Whether the part reads row `$low`, and row `$high`: one of these holds.
    first_read: Vec<String>,
    last_read: Vec<String>,
}

struct Finder<'a> {
    values: Values<'a>,
    text_of: &'a dyn Fn(ValueId) -> Option<String>,
}

impl Finder<'_> {
    fn ends(&mut self, function: OpId, memref: ValueId) -> Option<Ends> {
        let module = self.values.module;
        let mut users = Vec::new();
        module.walk(function, &mut |op| {
            // The extent of rows is the stride, which is an argument.
            let is_extent = module.op(op).code() == Some(OpCode::MemRefDim);
            if module.op(op).operands.contains(&memref) && !is_extent {
                users.push(op);
            }
        });
        let mut ends = Ends::default();
        let first = self.first(function, memref)?;
        let mut starts = Vec::new();
        for access in users {
            starts.push(self.access(access, memref, &first, &mut ends)?);
        }
        let is_constant = |start: &Polynomial| start.keys().all(Vec::is_empty);
        ends.origin = [0, 1].map(|n| {
            let least = |start: &[Polynomial; 2]| match is_constant(&start[n]) {
                true => start[n].get(&Vec::new()).copied().unwrap_or(0),
                false => 0,
            };
            starts.iter().map(least).min().unwrap_or(0).max(0)
        });
        if !first.is_empty() {
            ends.origin[0] = 0;
        }
        (!ends.low.is_empty()).then_some(ends)
    }

    /// The row that the memref begins with.
    fn first(&mut self, function: OpId, memref: ValueId) -> Option<Polynomial> {
        let module = self.values.module;
        let Some(first) = argument_attribute(module, function, memref, FIRST) else {
            return Some(Polynomial::new());
        };
        let arguments = &module.block(module.single_block(function, 0)?).arguments;
        let map = first.as_affine_map()?;
        let integers: Vec<ValueId> = arguments
            .iter()
            .copied()
            .filter(|a| module.ty(*a).is_integer())
            .collect();
        self.values.of_expr(map.results.first()?, map, &integers)
    }

    /// Adds the ends of an access, and gives the least row and column of it.
    fn access(
        &mut self,
        access: OpId,
        memref: ValueId,
        first: &Polynomial,
        ends: &mut Ends,
    ) -> Option<[Polynomial; 2]> {
        let [own, column] = self.row_of(access, memref)?;
        let row = sum(own.clone(), first)?;
        let loops = self.values.loops(access)?;
        let least = least_around(&mut self.values, &loops)?;
        let bound = |subscript: &Polynomial, end: Side| {
            let mut inner = loops.iter().rev();
            inner.try_fold(subscript.clone(), |subscript, around| {
                at_the_end(subscript, around, &least, end)
            })
        };
        let rows = [bound(&row, Side::First)?, bound(&row, Side::Last)?];
        let columns = [bound(&column, Side::First)?, bound(&column, Side::Last)?];
        add(&mut ends.low, self.text(&rows[0])?);
        add(&mut ends.high, self.text(&rows[1])?);
        add(
            &mut ends.columns,
            self.text(&sum(columns[1].clone(), &constant(1))?)?,
        );
        if least_of(&columns[0], &least).is_none_or(|least| least < 0) {
            match columns[0].keys().all(Vec::is_empty) {
                true => return None,
                false => add(&mut ends.conditions, self.text(&columns[0])?),
            }
        }
        if self.is_always(access, memref, &own) {
            for (end, name, found) in [
                (Side::First, "$low", &mut ends.first_read),
                (Side::Last, "$high", &mut ends.last_read),
            ] {
                for other in [Side::First, Side::Last] {
                    let read = self.read_at(&row, &loops, &least, end, other);
                    if let Some(read) = read {
                        add(found, format!("({}{name} == {})", read.1, read.0));
                    }
                }
            }
        }
        let ([row, _], [column, _]) = (rows, columns);
        Some([row, column])
    }

    /// Whether an access of a row is executed in each iteration of the loops around it, or another one of the same row.
    fn is_always(&mut self, access: OpId, memref: ValueId, row: &Polynomial) -> bool {
        let module = self.values.module;
        let (mut inner, mut around) = (access, module.parent_op(access));
        while let Some(id) = around {
            match module.op(id).code() {
                Some(OpCode::AffineFor | OpCode::ScfFor) => {}
                Some(OpCode::ScfIf | OpCode::AffineIf) if self.is_in_each(id, inner, memref, row) => {}
                Some(OpCode::Func) => return true,
                _ => return false,
            }
            (inner, around) = (id, module.parent_op(id));
        }
        false
    }

    /// Whether the branches of a condition that an operation is not in access a row, too.
    fn is_in_each(&mut self, condition: OpId, inner: OpId, memref: ValueId, row: &Polynomial) -> bool {
        let module = self.values.module;
        let blocks: Vec<_> = (0..module.op(condition).regions.len())
            .map(|region| module.single_block(condition, region))
            .collect();
        let mut all = blocks.len() == 2;
        for block in blocks {
            let ops = block.map_or(&[][..], |block| &module.block(block).ops);
            all = all
                && (ops.contains(&inner)
                    || ops
                        .iter()
                        .any(|&op| self.row_of(op, memref).is_some_and(|[own, _]| own == *row)));
        }
        all
    }

    /// The row and the column that an operation accesses.
    fn row_of(&mut self, access: OpId, memref: ValueId) -> Option<[Polynomial; 2]> {
        let op = self.values.module.op(access);
        let at = match op.code()? {
            OpCode::AffineLoad | OpCode::MemRefLoad => 0,
            OpCode::AffineStore | OpCode::MemRefStore => 1,
            _ => return None,
        };
        if op.operands.iter().position(|v| *v == memref) != Some(at) {
            return None;
        }
        let operands = &op.operands[at + 1..];
        let [row, column] = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => [0, 1].map(|n| self.values.of_expr(map.results.get(n)?, map, operands)),
            None => [0, 1].map(|n| self.values.of_value(*operands.get(n)?)),
        };
        Some([row?, column?])
    }

    /// A row that is read where loops are at the ends that lead to an end of the subscript, those that do not change it at another,
    /// and the condition under which all these loops have iterations.
    fn read_at(
        &mut self,
        row: &Polynomial,
        loops: &[Around],
        least: &BTreeMap<ValueId, i64>,
        end: Side,
        other: Side,
    ) -> Option<(String, String)> {
        let mut chosen = Vec::new();
        let mut subscript = row.clone();
        for around in loops.iter().rev() {
            let (factor, rest) = split(subscript, around.variable)?;
            let at = match factor.is_empty() {
                true => other,
                false => toward(&factor, least, end)?,
            };
            let is_exact = around.is_complete
                && match at {
                    Side::First => around.lower.len() == 1,
                    Side::Last => around.upper.len() == 1 && around.is_unit_step,
                };
            let value = limit(around, at).filter(|_| is_exact)?;
            let value = self.values.expanded(&value)?;
            subscript = sum(rest, &times(&factor, &value)?)?;
            chosen.push(value);
        }
        let (mut known, mut conditions) = (BTreeMap::new(), Vec::new());
        for (around, value) in loops.iter().zip(chosen.into_iter().rev()) {
            let [lower, upper] = [&around.lower, &around.upper];
            // Each lower limit is below each upper one.
            for (lower, upper) in lower.iter().flat_map(|l| upper.iter().map(move |u| (l, u))) {
                let trips = self.values.expanded(&difference(upper, lower)?)?;
                let trips = substituted(&trips, &known)?;
                match trips.keys().all(Vec::is_empty) {
                    true if least_of(&trips, &BTreeMap::new())? < 1 => return None,
                    true => {}
                    false => add(&mut conditions, format!("{} >= 1 && ", self.text(&trips)?)),
                }
            }
            let value = substituted(&value, &known)?;
            known.insert(around.variable, value);
        }
        Some((self.text(&substituted(row, &known)?)?, conditions.concat()))
    }

    /// A polynomial of arguments as C writes it.
    fn text(&mut self, polynomial: &Polynomial) -> Option<String> {
        let polynomial = self.values.expanded(polynomial)?;
        let mut terms = Vec::new();
        for (product, n) in &polynomial {
            let mut factors = Vec::new();
            if *n != 1 || product.is_empty() {
                factors.push(format!("{n}LL"));
            }
            for value in product {
                factors.push(self.factor(*value)?);
            }
            terms.push(factors.join(" * "));
        }
        Some(match terms.len() {
            0 => "0LL".to_string(),
            1 if !terms[0].starts_with('-') => terms.remove(0),
            _ => format!("({})", terms.join(" + ")),
        })
    }

    fn factor(&mut self, value: ValueId) -> Option<String> {
        if let Some((dividend, by)) = quotient(self.values.module, value) {
            let dividend = self.values.of_value(dividend)?;
            return Some(format!("({} / {by})", self.text(&dividend)?));
        }
        let is_known = is_parameter(self.values.module, value);
        let text = (self.text_of)(value).filter(|_| is_known)?;
        let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(match is_name {
            true => format!("(long long){text}"),
            false => format!("(long long)({text})"),
        })
    }
}

fn add(all: &mut Vec<String>, one: String) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// A polynomial with others in the place of some variables.
fn substituted(polynomial: &Polynomial, known: &BTreeMap<ValueId, Polynomial>) -> Option<Polynomial> {
    let mut total = Polynomial::new();
    for (product, n) in polynomial {
        let mut term = constant(*n);
        for value in product {
            let own = || [(vec![*value], 1)].into();
            term = times(&term, &known.get(value).cloned().unwrap_or_else(own))?;
        }
        total = sum(total, &term)?;
    }
    Some(total)
}
