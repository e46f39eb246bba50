//! Linear arrays with rows and columns.
//!
//! Where all subscripts of an argument, in both functions, have the form `r * n + c` with `0 <= c < n`, the pair `(r, c)` names the
//! cell as well as the number does: two pairs are of one cell where they are equal, and only there. The subscripts become
//! such pairs (or longer lists), and questions about them are linear. The form is guessed from what variables are multiplied by (Grosser,
//! Ramanujam, Pouchet, Sadayappan & Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015); that the
//! columns are inside their rows is asked of z3, for each access.

use std::rc::Rc;

use ovolo_lang::affine::{AffineExpr, AffineOp, Constraint, constant};
use z3::ast::Bool;

use super::Refused;
use super::ask::Asked;
use super::function::{Access, Array, Domain, Function, Guard, Value};
use super::sources::variables;

/// Products in one subscript. Arbitrary.
const MOST_PRODUCTS: usize = 64;

/// A number times sizes times what varies, if anything does.
#[derive(Clone, Debug, PartialEq)]
struct Product {
    factor: i64,
    /// Symbols, and sums of symbols by which something that varies is multiplied, in order.
    sizes: Vec<AffineExpr>,
    varying: Option<AffineExpr>,
}

/// What the subscripts of an array are multiplied by, the greatest first, and the extents of all dimensions but the first.
struct Layout {
    strides: Vec<Product>,
    extents: Vec<AffineExpr>,
}

/// Gives the linear arguments of both functions that have rows and columns as many subscripts.
pub fn split(functions: &mut [Function; 2], asked: &mut Asked) -> Refused<()> {
    for argument in 0..functions[0].arguments.len() {
        let Some(Some((extents, _))) = functions[0].arguments.get(argument) else {
            continue;
        };
        let [extent] = extents.as_slice() else { continue };
        let rows = extent.clone();
        let Some(layout) = layout(functions, Array::Argument(argument)) else {
            continue;
        };
        let mut split = Split {
            array: Array::Argument(argument),
            layout: &layout,
            asked,
        };
        let changed = [split.function(&functions[0])?, split.function(&functions[1])?];
        let [Some(first), Some(second)] = changed else {
            continue;
        };
        *functions = [first, second];
        for function in functions.iter_mut() {
            let extents = std::iter::once(rows.clone()).chain(layout.extents.iter().cloned());
            if let Some(Some(memory)) = function.arguments.get_mut(argument) {
                memory.0 = extents.collect();
            }
        }
    }
    Ok(())
}

/// The layout that the subscripts of an array suggest; `None` where they are affine.
fn layout(functions: &[Function; 2], array: Array) -> Option<Layout> {
    let mut subscripts: Vec<Vec<Product>> = Vec::new();
    let mut is_read = true;
    let mut note = |access: &Access| {
        if access.array == array {
            match access.subscripts.as_slice() {
                [subscript] => match polynomial(subscript) {
                    Some(products) => subscripts.push(products),
                    None => is_read = false,
                },
                _ => is_read = false,
            }
        }
    };
    for statement in functions.iter().flat_map(|function| &function.statements) {
        note(&statement.target);
        statement.value.map(&mut AffineExpr::clone, &mut |access| {
            note(access);
            None
        });
    }
    let touched = functions.iter().flat_map(|function| &function.touches);
    touched.for_each(|touch| note(&touch.statement.target));
    let products = || subscripts.iter().flatten();
    if !is_read || !products().any(|product| !product.sizes.is_empty() && product.varying.is_some()) {
        return None;
    }
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
    for product in products() {
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
    let extents = strides.windows(2).map(|pair| {
        let quotient = pair[0].over(&pair[1])?;
        let sizes = quotient.sizes.into_iter();
        Some(sizes.fold(constant(quotient.factor), |product, size| product * size))
    });
    let extents = extents.collect::<Option<Vec<AffineExpr>>>()?;
    let extents = extents.iter().map(AffineExpr::simplified).collect();
    Some(Layout { strides, extents })
}

/// An expression as a sum of products; `None` where something is beyond 64 bits, or varies twice.
fn polynomial(expr: &AffineExpr) -> Option<Vec<Product>> {
    let of = |factor, sizes, varying| Product {
        factor,
        sizes,
        varying,
    };
    let found = match expr {
        AffineExpr::Constant(0) => Vec::new(),
        AffineExpr::Constant(c) => vec![of(*c, Vec::new(), None)],
        AffineExpr::Symbol(_) => vec![of(1, vec![expr.clone()], None)],
        AffineExpr::Binary(AffineOp::Add, ab) => {
            let mut sum = polynomial(&ab.0)?;
            for product in polynomial(&ab.1)? {
                let known = sum
                    .iter_mut()
                    .find(|known| known.sizes == product.sizes && known.varying == product.varying);
                match known {
                    Some(known) => known.factor = known.factor.checked_add(product.factor)?,
                    None => sum.push(product),
                }
            }
            sum.retain(|product| product.factor != 0);
            sum
        }
        AffineExpr::Binary(AffineOp::Mul, ab) => {
            let (mut first, mut second) = (polynomial(&ab.0)?, polynomial(&ab.1)?);
            let varies = |sum: &[Product]| sum.iter().any(|product| product.varying.is_some());
            let (of_first, of_second) = (varies(&first), varies(&second));
            // A sum that is a factor may be the length of rows.
            for (sum, expr, other) in [(&mut first, &ab.0, of_second), (&mut second, &ab.1, of_first)] {
                if sum.len() > 1 && other && !varies(sum) {
                    *sum = vec![of(1, vec![expr.simplified()], None)];
                }
            }
            let mut all = Vec::new();
            for a in &first {
                for b in &second {
                    let mut sizes = [&a.sizes[..], &b.sizes[..]].concat();
                    sizes.sort_by_cached_key(AffineExpr::to_string);
                    if a.varying.is_some() && b.varying.is_some() {
                        return None;
                    }
                    let varying = a.varying.clone().or_else(|| b.varying.clone());
                    all.push(of(a.factor.checked_mul(b.factor)?, sizes, varying));
                }
            }
            all
        }
        other => vec![of(1, Vec::new(), Some(other.clone()))],
    };
    (found.len() <= MOST_PRODUCTS).then_some(found)
}

impl Product {
    /// The quotient by a product of sizes, where it is a whole one.
    fn over(&self, stride: &Product) -> Option<Product> {
        let mut sizes = self.sizes.clone();
        for size in &stride.sizes {
            let place = sizes.iter().position(|own| own == size)?;
            sizes.remove(place);
        }
        let is_whole = stride.factor != 0 && self.factor % stride.factor == 0;
        is_whole.then(|| Product {
            factor: self.factor / stride.factor,
            sizes,
            varying: self.varying.clone(),
        })
    }

    fn expr(&self) -> AffineExpr {
        let factors = self.varying.iter().chain(&self.sizes).cloned();
        factors.fold(constant(self.factor), |product, factor| factor * product)
    }
}

/// What is done to the accesses of an array.
struct Split<'l, 'a> {
    array: Array,
    layout: &'l Layout,
    asked: &'a mut Asked,
}

impl Split<'_, '_> {
    /// The function with the subscripts split; `None` where a column is not shown to be inside its row.
    fn function(&mut self, function: &Function) -> Refused<Option<Function>> {
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
            if touch.statement.target.array == self.array {
                let Some(target) = self.access(&touch.statement.target, &touch.statement.domain)? else {
                    return Ok(None);
                };
                // How many rows there are is not known: inside is what the other function accesses too.
                touch.extents = vec![Vec::new(); target.subscripts.len()];
                touch.statement.target = target;
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
        let subscripts = access.subscripts.first().and_then(polynomial);
        let subscripts = subscripts.and_then(|products| self.layout.split(&products));
        let Some(mut subscripts) = subscripts else {
            return Ok(None);
        };
        for inner in (1..subscripts.len()).rev() {
            let extent = &self.layout.extents[inner - 1];
            let mut found = None;
            for rows in [0, 1, -1] {
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
    fn split(&self, products: &[Product]) -> Option<Vec<AffineExpr>> {
        let mut subscripts = vec![constant(0); self.strides.len()];
        for product in products {
            let mut strides = self.strides.iter().enumerate();
            let (place, rest) = strides.find_map(|(place, stride)| Some((place, product.over(stride)?)))?;
            subscripts[place] = &subscripts[place] + &rest.expr();
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
