//! Linear arrays with rows and columns.
//!
//! Where all subscripts of an array, in both functions, have the form `r * n + c` with `0 <= c < n`, the pair `(r, c)` names the
//! cell as well as the number does: two pairs are of one cell where they are equal, and only there. The subscripts become
//! such pairs (or longer lists), and questions about them are linear. The form is guessed from what variables are multiplied by (Grosser,
//! Ramanujam, Pouchet, Sadayappan & Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015); that the
//! columns are inside their rows is asked of z3, for each access. So it is where rows have a constant length: `A[i * 400 + k]`, and
//! `A[i * 401]` on the diagonal; of several chains of strides the longest that fits is taken.
//!
//! A row need not be full. Where `q` is `n / d`, `q * d` elements are in a row of `n` whenever one is, so that `r * n + h * q + c` with
//! `0 <= h < d` and `0 <= c < q` is the list `(r, h, c)` (heads of attention): lists are of different cells where each stride is at least
//! the next one times its extent.
//!
//! Of an array that is only read, and shares memory with none that is written, it is enough that equal lists are of one cell: there any
//! products of sizes will do, and nothing is asked. An access is inside then where the first function has one of the same list.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, Constraint, constant};
use z3::ast::Bool;

use super::Refused;
use super::ask::Asked;
use super::function::{Access, Array, Domain, Function, Guard, Symbol, Symbols, Value};
use super::polynomial::{Product, Sums, expanded};
use super::safety::is_inside;
use super::sources::variables;

/// The shortest rows of constant length that are looked for. Arbitrary: shorter ones are unrolled, or lanes.
const SHORTEST_ROW: i64 = 16;

/// Strides in a chain of constant ones. Arbitrary.
const MOST_STRIDES: usize = 4;

/// What the subscripts of an array are multiplied by, the greatest first, and the extents of all dimensions but the first, where different
/// lists are to be different cells.
#[derive(PartialEq)]
struct Layout {
    strides: Vec<Product>,
    extents: Option<Vec<AffineExpr>>,
    /// For each extent whether the stride before is the next one times it, and not more.
    are_full: Vec<bool>,
    /// How subscripts are expanded: `n * (m + 1)` is n rows of `m + 1`, or what is left of other rows.
    sums: Sums,
}

/// Gives the linear arrays of both functions that have rows and columns as many subscripts.
pub fn split(functions: &mut [Function; 2], symbols: &Symbols, asked: &mut Asked) -> Refused<()> {
    let arguments = (0..functions[0].arguments.len()).map(Array::Argument);
    let locals = (0..functions[0].locals.len()).map(Array::Local);
    for array in arguments.chain(locals).collect::<Vec<_>>() {
        let Some(extent) = linear_extent(functions, array) else {
            continue;
        };
        for layout in layouts(functions, array, is_only_read(functions, array), symbols) {
            let mut split = Split {
                array,
                layout: &layout,
                whole_rows: layout.rows(&extent, false),
                asked,
            };
            let Some(first) = split.function(&functions[0], false)? else {
                continue;
            };
            let Some(second) = split.function(&functions[1], layout.extents.is_none())? else {
                continue;
            };
            *functions = [first, second];
            for function in functions.iter_mut() {
                let Some(extents) = &layout.extents else {
                    continue;
                };
                let rows = layout.rows(&extent, true).map_or(extent.clone(), constant);
                let extents: Vec<AffineExpr> = std::iter::once(rows).chain(extents.iter().cloned()).collect();
                match array {
                    Array::Argument(number) => {
                        if let Some(Some(memory)) = function.arguments.get_mut(number) {
                            memory.0 = extents;
                        }
                    }
                    Array::Local(number) => {
                        let each = extents.into_iter().map(|extent| vec![extent]);
                        function.locals[number].extents = each.collect();
                    }
                    _ => {}
                }
            }
            break;
        }
    }
    Ok(())
}

/// How many cells an array of one dimension has, one of the functions' own where both make the same.
fn linear_extent(functions: &[Function; 2], array: Array) -> Option<AffineExpr> {
    match array {
        Array::Argument(number) => match functions[0].arguments.get(number)?.as_ref()?.0.as_slice() {
            [extent] => Some(extent.clone()),
            _ => None,
        },
        Array::Local(number) => {
            let [first, second] = functions.each_ref().map(|function| function.locals.get(number));
            let extents = first.filter(|_| first == second)?.extents.as_slice();
            let [extent] = extents else { return None };
            let [extent] = extent.as_slice() else { return None };
            extent.is_symbolic_or_constant().then(|| extent.clone())
        }
        _ => None,
    }
}

/// Whether an array is an argument, and no function stores to it, nor to any that it may share memory with.
fn is_only_read(functions: &[Function; 2], array: Array) -> bool {
    let Array::Argument(argument) = array else {
        return false;
    };
    let is_written = |other: usize| functions.iter().any(|f| f.writes(Array::Argument(other)));
    let is_apart = |other: usize| {
        let mut memory = functions.iter().map(|f| f.arguments.get(other));
        memory.all(|memory| matches!(memory, Some(Some((_, true)))))
    };
    let mut written = (0..functions[0].arguments.len()).filter(|&other| is_written(other));
    !is_written(argument) && (is_apart(argument) || written.all(is_apart))
}

/// The layouts that the subscripts of an array suggest, the likeliest first, and those without rows where they are asked for.
fn layouts(functions: &[Function; 2], array: Array, with_free: bool, symbols: &Symbols) -> Vec<Layout> {
    let of_mode = |sums: Sums| {
        let [first, second] = functions
            .each_ref()
            .map(|function| subscripts(function, array, sums));
        let (Some(first), Some(second)) = (first, second) else {
            return Vec::new();
        };
        let has_sum = |product: &Product| {
            let mut sizes = product.sizes.iter();
            sizes.any(|size| !matches!(size, AffineExpr::Symbol(_)))
        };
        if sums == Sums::All && !first.iter().chain(&second).any(has_sum) {
            return Vec::new();
        }
        let is_by_size = |product: &Product| !product.sizes.is_empty() && product.varying.is_some();
        match first.iter().chain(&second).any(is_by_size) {
            true => {
                let products = [first, second].concat();
                let of_all = symbolic(&products, sums, symbols, |_| true);
                // `j` may run through several of what constants are multiplied by: `A[i * 4 * n + n + j]`.
                let of_varying = symbolic(&products, sums, symbols, |product| product.varying.is_some());
                of_all.into_iter().chain(of_varying).collect()
            }
            false if sums == Sums::OfVarying => constants(&first),
            false => Vec::new(),
        }
    };
    let mut all: Vec<Layout> = Vec::new();
    let modes = [Sums::OfVarying, Sums::All];
    let free = [Sums::None].into_iter().filter(|_| with_free);
    for layout in modes.into_iter().chain(free).flat_map(of_mode) {
        if !all.contains(&layout) {
            all.push(layout);
        }
    }
    all
}

/// The products that the subscripts of an array are sums of; `None` where one is not read.
fn subscripts(function: &Function, array: Array, sums: Sums) -> Option<Vec<Product>> {
    let mut products = Vec::new();
    let mut is_read = true;
    let mut note = |access: &Access| {
        if access.array == array {
            match access.subscripts.as_slice() {
                [subscript] => match expanded(subscript, sums) {
                    Some(found) => products.extend(found),
                    None => is_read = false,
                },
                _ => is_read = false,
            }
        }
    };
    for statement in &function.statements {
        note(&statement.target);
        statement.value.map(&mut AffineExpr::clone, &mut |access| {
            note(access);
            None
        });
    }
    // What is read at subscripts that are data is a function of these, whatever the rows.
    let touched = function.touches.iter().filter(|touch| !touch.is_gather);
    touched.for_each(|touch| note(&touch.statement.target));
    is_read.then_some(products)
}

/// Rows of constant lengths: the parts of a chain of what variables are multiplied by, each a divisor of the one before, the
/// longest first.
fn constants(products: &[Product]) -> Vec<Layout> {
    let varying = products.iter().filter(|product| product.varying.is_some());
    let factors = varying.filter_map(|product| product.factor.checked_abs());
    let mut factors: Vec<i64> = factors.filter(|factor| *factor >= SHORTEST_ROW).collect();
    factors.sort_unstable();
    factors.dedup();
    let mut chain: Vec<i64> = Vec::new();
    for factor in factors {
        if chain.first().is_none_or(|last| factor % last == 0) && chain.len() < MOST_STRIDES {
            chain.insert(0, factor);
        }
    }
    let lengths = (1..=chain.len()).rev();
    let parts = lengths.flat_map(|length| chain.windows(length));
    parts
        .map(|part| {
            let strides: Vec<i64> = part.iter().copied().chain([1]).collect();
            let of = |&factor: &i64| Product {
                factor,
                sizes: Vec::new(),
                varying: None,
            };
            Layout {
                extents: Some(
                    (strides.windows(2))
                        .map(|pair| constant(pair[0] / pair[1]))
                        .collect(),
                ),
                are_full: vec![true; strides.len() - 1],
                strides: strides.iter().map(of).collect(),
                sums: Sums::OfVarying,
            }
        })
        .collect()
}

/// Rows whose lengths are sizes, times the greatest factor of those products that count; strides alone where no sum is a factor.
fn symbolic(
    products: &[Product],
    sums: Sums,
    symbols: &Symbols,
    counts: impl Fn(&Product) -> bool,
) -> Option<Layout> {
    let products = || products.iter();
    let mut strides = vec![Product {
        factor: 1,
        sizes: Vec::new(),
        varying: None,
    }];
    for product in products().filter(|product| product.varying.is_some()) {
        if strides.iter().all(|stride| stride.sizes != product.sizes) {
            strides.push(Product {
                factor: 0,
                sizes: product.sizes.clone(),
                varying: None,
            });
        }
    }
    for product in products().filter(|product| counts(product)) {
        let stride = strides[1..]
            .iter_mut()
            .find(|stride| stride.sizes == product.sizes);
        if let Some(stride) = stride {
            stride.factor = gcd(stride.factor, product.factor);
        }
    }
    strides.sort_by_cached_key(|stride| {
        let sizes: Vec<String> = stride.sizes.iter().map(AffineExpr::to_string).collect();
        std::cmp::Reverse((sizes.len(), sizes))
    });
    for at in 1..strides.len() {
        if extent_between(&strides[at], &strides[at - 1], symbols).is_some() {
            strides.swap(at - 1, at);
        }
    }
    if sums == Sums::None {
        return Some(Layout {
            strides,
            extents: None,
            are_full: Vec::new(),
            sums,
        });
    }
    let are_full = strides.windows(2).map(|pair| pair[0].over(&pair[1]).is_some());
    let are_full = are_full.collect();
    let extents = strides
        .windows(2)
        .map(|pair| extent_between(&pair[0], &pair[1], symbols));
    let extents = extents.collect::<Option<Vec<AffineExpr>>>()?;
    let extents = extents.iter().map(AffineExpr::simplified).collect();
    Some(Layout {
        strides,
        extents: Some(extents),
        are_full,
        sums,
    })
}

/// How many of the second stride are in the first: where that is `n` and the second is a quotient `n / d`, `d`, wherever the quotient is
/// at least one.
fn extent_between(stride: &Product, next: &Product, symbols: &Symbols) -> Option<AffineExpr> {
    let product = |quotient: Product| {
        let sizes = quotient.sizes.into_iter();
        sizes.fold(constant(quotient.factor), |product, size| product * size)
    };
    if let Some(quotient) = stride.over(next) {
        return Some(product(quotient));
    }
    next.sizes.iter().enumerate().find_map(|(at, size)| {
        let AffineExpr::Symbol(number) = size else {
            return None;
        };
        let Some(Symbol::Quotient(dividend, divisor)) = symbols.all.get(*number as usize) else {
            return None;
        };
        let whole = stride.sizes.iter().position(|size| size == dividend)?;
        let (mut stride, mut next) = (stride.clone(), next.clone());
        stride.sizes.remove(whole);
        next.sizes.remove(at);
        Some(product(stride.over(&next)?) * divisor)
    })
}

/// What is done to the accesses of an array.
struct Split<'l, 'a> {
    array: Array,
    layout: &'l Layout,
    /// How many rows are inside, where that is a constant.
    whole_rows: Option<i64>,
    asked: &'a mut Asked,
}

impl Split<'_, '_> {
    /// The function with the subscripts split; `None` where a column is not shown to be inside its row. What is seen to be inside of the
    /// array as it is need not be an access of the other function, where that is asked.
    fn function(&mut self, function: &Function, leaves_inside: bool) -> Refused<Option<Function>> {
        let mut statements = Vec::new();
        for statement in &function.statements {
            let target = self.access(&statement.target, &statement.domain)?;
            let value = self.value(&statement.value, &statement.domain)?;
            let (Some(target), Some(value)) = (target, value) else {
                return Ok(None);
            };
            let mut statement = statement.clone();
            (statement.target, statement.value) = (target, value);
            statements.push(statement);
        }
        let mut touches = Vec::new();
        for touch in &function.touches {
            let mut touch = touch.clone();
            if touch.statement.target.array == self.array && !touch.is_gather {
                if leaves_inside && is_inside(&touch, 0, self.asked)? {
                    continue;
                }
                let Some(target) = self.access(&touch.statement.target, &touch.statement.domain)? else {
                    return Ok(None);
                };
                // Where it is not known how many rows there are, inside is what the other function accesses too.
                touch.extents = match &self.layout.extents {
                    Some(extents) => {
                        let rows = self.whole_rows.map(constant).into_iter().collect();
                        let columns = extents.iter().map(|extent| vec![extent.clone()]);
                        std::iter::once(rows).chain(columns).collect()
                    }
                    None => vec![Vec::new(); self.layout.strides.len()],
                };
                touch.statement.target = target;
                touch.is_split = true;
            }
            touches.push(touch);
        }
        Ok(Some(Function {
            statements,
            touches,
            locals: function.locals.clone(),
            arguments: function.arguments.clone(),
            updates: function.updates.clone(),
        }))
    }

    fn value(&mut self, value: &Value, domain: &Domain) -> Refused<Option<Value>> {
        Ok(Some(match value {
            Value::Load(access) => match self.access(access, domain)? {
                Some(access) => Value::Load(Rc::new(access)),
                None => return Ok(None),
            },
            Value::Op(op) => {
                let mut operands = Vec::new();
                for operand in &op.operands {
                    match self.value(operand, domain)? {
                        Some(operand) => operands.push(operand),
                        None => return Ok(None),
                    }
                }
                op.with(operands)
            }
            Value::Choice(choice) => {
                let mut within = |guard: &Guard, value| {
                    let mut domain = domain.clone();
                    domain.guards.push(guard.clone());
                    self.value(value, &domain)
                };
                let then = within(&choice.0, &choice.1)?;
                let otherwise = within(&choice.0.negated(), &choice.2)?;
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) => {
                        Value::Choice(Rc::new((choice.0.clone(), then, otherwise)))
                    }
                    _ => return Ok(None),
                }
            }
            Value::OneOf(number, values) => {
                let mut all = Vec::new();
                for (n, value) in values.iter().enumerate() {
                    let mut domain = domain.clone();
                    domain.guards.push(Guard::All(vec![Constraint {
                        expr: number + &constant(-(n as i64)),
                        is_equality: true,
                    }]));
                    match self.value(value, &domain)? {
                        Some(value) => all.push(value),
                        None => return Ok(None),
                    }
                }
                Value::OneOf(number.clone(), Rc::new(all))
            }
            Value::Index(_) | Value::Argument(_) => value.clone(),
        }))
    }

    fn access(&mut self, access: &Access, domain: &Domain) -> Refused<Option<Access>> {
        if access.array != self.array {
            return Ok(Some(access.clone()));
        }
        let sums = self.layout.sums;
        let subscripts = access.subscripts.first();
        let subscripts = subscripts.and_then(|expr| expanded(expr, sums));
        let subscripts = subscripts.and_then(|products| self.layout.split(&products));
        let Some(mut subscripts) = subscripts else {
            return Ok(None);
        };
        for inner in (1..subscripts.len()).rev() {
            let Some(extents) = &self.layout.extents else {
                break;
            };
            let extent = &extents[inner - 1];
            let mut found = None;
            let moves: &[i64] = match self.layout.are_full[inner - 1] {
                true => &[0, 1, -1, 2, -2],
                false => &[0],
            };
            for &rows in moves {
                let column = (&subscripts[inner] + &(extent * &constant(rows))).simplified();
                if self.is_within(&column, extent, domain)? {
                    found = Some((rows, column));
                    break;
                }
            }
            let Some((rows, column)) = found else {
                return Ok(None);
            };
            subscripts[inner - 1] = (&subscripts[inner - 1] + &constant(-rows)).simplified();
            subscripts[inner] = column;
        }
        Ok(Some(Access {
            subscripts,
            ..access.clone()
        }))
    }

    fn is_within(&mut self, column: &AffineExpr, extent: &AffineExpr, domain: &Domain) -> Refused<bool> {
        let dims = variables("v", domain);
        let mut conditions = self.asked.sizes.domain(domain, &dims)?;
        let column = self.asked.sizes.encode(column, &dims)?;
        let extent = self.asked.sizes.encode(extent, &dims)?;
        conditions.push(Bool::and(&[column.ge(0), column.lt(&extent)]).not());
        self.asked.is_impossible(&conditions)
    }
}

impl Layout {
    /// How many rows an array has, the last that is not whole with them or not, where that is a constant.
    fn rows(&self, extent: &AffineExpr, with_part: bool) -> Option<i64> {
        let stride = self.strides.first().filter(|stride| stride.sizes.is_empty())?;
        let extent = extent.as_constant()?;
        let whole = extent.checked_div_euclid(stride.factor)?;
        Some(whole + i64::from(with_part && extent % stride.factor != 0))
    }

    fn split(&self, products: &[Product]) -> Option<Vec<AffineExpr>> {
        let mut subscripts = vec![constant(0); self.strides.len()];
        for product in products {
            let mut rest = product.clone();
            for (subscript, stride) in subscripts.iter_mut().zip(&self.strides) {
                if let Some(quotient) = rest.over(stride) {
                    rest.factor -= quotient.factor * stride.factor;
                    *subscript = &*subscript + &quotient.expr();
                }
            }
            if rest.factor != 0 {
                return None;
            }
        }
        Some(subscripts.iter().map(AffineExpr::simplified).collect())
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a.saturating_abs(),
        _ => gcd(b, a % b),
    }
}
