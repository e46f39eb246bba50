//! The chains of products of a function.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, RecExpr};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::linalg::{Body, definition, operand_groups};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Signedness, Type};
use rustc_hash::FxHashMap;

use super::memory::Memory;
use super::{Chain, Storage, Term, product_of};
use crate::lift::NotLifted;

/// Factors of a chain; of a longer one the parts are chains of their own. Arbitrary: the e-graph of so many has 350,000
/// nodes.
const MOST_FACTORS: usize = 128;

/// The chains of a function, and those that stay as they are.
#[derive(Debug, Default)]
pub struct Found {
    pub chains: Vec<Chain>,
    pub kept: Vec<NotLifted>,
}

/// Every chain of at least three factors whose elements may be summed in another order.
pub fn chains(module: &Module, function: OpId, model: FpModel) -> Found {
    let finder = Finder::new(module, function);
    let inner: BTreeSet<OpId> = finder.consumed.keys().copied().collect();
    let mut found = Found::default();
    // Where a chain is cut the parts become roots.
    let mut roots: Vec<OpId> = finder
        .products
        .keys()
        .copied()
        .filter(|op| !inner.contains(op))
        .collect();
    roots.reverse();
    while let Some(root) = roots.pop() {
        let (chain, cut) = finder.chain(root);
        roots.extend(cut);
        if chain.factors.len() < 3 {
            continue;
        }
        match finder.obstacle(&chain, model) {
            None => found.chains.push(chain),
            Some(reason) => found.kept.push(NotLifted {
                span: module.op(root).span,
                reason,
            }),
        }
    }
    found.kept.extend(finder.of_unknown_size());
    found
}

/// A product as an operation says it.
#[derive(Clone, Debug)]
struct Product {
    block: BlockId,
    inputs: [ValueId; 2],
    /// What is accumulated into.
    output: ValueId,
    /// Whether all extents are known.
    is_static: bool,
}

struct Finder<'m> {
    module: &'m Module,
    memory: Memory<'m>,
    /// In the order of the text.
    products: BTreeMap<OpId, Product>,
    /// The operations that use each value, once for each use.
    users: FxHashMap<ValueId, Vec<OpId>>,
    /// Products that are factors of others and of nothing else, with what is only there for them.
    consumed: BTreeMap<OpId, Vec<OpId>>,
    /// The product that makes the value of an operand, where it is consumed.
    maker: FxHashMap<ValueId, OpId>,
}

impl<'m> Finder<'m> {
    fn new(module: &'m Module, function: OpId) -> Finder<'m> {
        let mut users: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
        let mut products = BTreeMap::new();
        module.walk(function, &mut |op| {
            for operand in &module.op(op).operands {
                users.entry(*operand).or_default().push(op);
            }
            products.extend(product(module, op).map(|product| (op, product)));
        });
        let mut finder = Finder {
            module,
            memory: Memory::new(module, function),
            products,
            users,
            consumed: BTreeMap::new(),
            maker: FxHashMap::default(),
        };
        let products: Vec<OpId> = finder.products.keys().copied().collect();
        for op in products {
            if let Some((value, helpers)) = finder.only_factor(op) {
                finder.consumed.insert(op, helpers);
                finder.maker.insert(value, op);
            }
        }
        finder
    }

    /// The result of a product that is a factor of one other product and nothing else, and the operations that
    /// are there for that product alone.
    fn only_factor(&self, op: OpId) -> Option<(ValueId, Vec<OpId>)> {
        let product = &self.products[&op];
        if !product.is_static {
            return None;
        }
        let is_consumer = |consumer: OpId, value: ValueId| {
            self.products.get(&consumer).is_some_and(|other| {
                other.is_static
                    && other.block == product.block
                    && other.inputs.contains(&value)
                    && other.output != value
            })
        };
        match self.module.op(op).results.first() {
            Some(&result) => {
                let [consumer] = self.users.get(&result)?.as_slice() else {
                    return None;
                };
                let zero = self.zero_tensor(product.output)?;
                is_consumer(*consumer, result).then_some((result, zero))
            }
            None => {
                let buffer = product.output;
                let users = self.users.get(&buffer)?;
                let helpers = self
                    .memory
                    .temporary(buffer, op, users, |op| self.fills_with_zero(op))?;
                is_consumer(helpers.consumer, buffer).then_some((buffer, helpers.others))
            }
        }
    }

    /// The operations that make a tensor of zeros: what it is filled by and where it comes from.
    fn zero_tensor(&self, value: ValueId) -> Option<Vec<OpId>> {
        let op = self.module.defining_op(value)?;
        match self.module.op(op).code()? {
            OpCode::LinalgFill if self.fills_with_zero(op) => {
                let [scalar, target] = self.module.op(op).operands[..] else {
                    return None;
                };
                let made = [scalar, target]
                    .into_iter()
                    .filter_map(|v| self.module.defining_op(v));
                Some([op].into_iter().chain(made).collect())
            }
            OpCode::Constant => match self.module.op(op).attribute("value")? {
                Attribute::DenseElements(dense) => dense.elements.iter().all(is_zero).then(|| vec![op]),
                _ => None,
            },
            _ => None,
        }
    }

    fn fills_with_zero(&self, op: OpId) -> bool {
        let data = self.module.op(op);
        let scalar = data.operands.first().and_then(|&v| self.module.defining_op(v));
        let constant = scalar
            .map(|op| self.module.op(op))
            .filter(|op| op.code() == Some(OpCode::Constant));
        data.code() == Some(OpCode::LinalgFill)
            && is_plain(self.module, op)
            && constant.and_then(|op| op.attribute("value")).is_some_and(is_zero)
    }

    /// The chain that ends with a product, and the products at which it was cut.
    fn chain(&self, root: OpId) -> (Chain, Vec<OpId>) {
        enum Step {
            Enter(ValueId),
            Leave,
        }
        let mut factors: Vec<ValueId> = Vec::new();
        let mut written = RecExpr::default();
        let (mut inner, mut cut) = (Vec::new(), Vec::new());
        let mut done: Vec<Id> = Vec::new();
        let mut numbers = Vec::new();
        let product = &self.products[&root];
        let [left, right] = product.inputs;
        let mut pending = vec![Step::Leave, Step::Enter(right), Step::Enter(left)];
        // Each product adds one factor to those that are there or expected.
        let mut count = 2;
        while let Some(step) = pending.pop() {
            match step {
                Step::Leave => {
                    let (right, left) = (done.pop(), done.pop());
                    let (left, right) = left.zip(right).expect("both parts come before the product");
                    done.push(written.add(Term::Product([left, right])));
                }
                Step::Enter(value) => match self.maker.get(&value) {
                    Some(op) if count < MOST_FACTORS => {
                        count += 1;
                        inner.push(*op);
                        let [left, right] = self.products[op].inputs;
                        pending.extend([Step::Leave, Step::Enter(right), Step::Enter(left)]);
                    }
                    maker => {
                        cut.extend(maker);
                        // A vector is a row at one end and a column at the other.
                        let is_matrix = shape(self.module.ty(value)).is_some_and(|dims| dims.len() == 2);
                        let first = factors.iter().position(|f| is_matrix && *f == value);
                        let first = first.unwrap_or(factors.len());
                        factors.push(value);
                        numbers.push(first as u32);
                        done.push(written.add(Term::Factor(first as u32)));
                    }
                },
            }
        }
        inner.sort_unstable();
        let helpers: BTreeSet<OpId> = inner
            .iter()
            .flat_map(|op| self.consumed[op].iter().copied())
            .collect();
        inner.extend(helpers);
        let (element, extents) = self.extents(&factors);
        let is_vector =
            |v: Option<&ValueId>| v.is_some_and(|&v| shape(self.module.ty(v)).map_or(0, <[Dim]>::len) == 1);
        let are_vectors = [is_vector(factors.first()), is_vector(factors.last())];
        let chain = Chain {
            root,
            factors,
            numbers,
            extents,
            are_vectors,
            element,
            written,
            storage: match self.module.op(root).results.is_empty() {
                true => Storage::Memrefs,
                false => Storage::Tensors,
            },
            inner,
        };
        (chain, cut)
    }

    fn extents(&self, factors: &[ValueId]) -> (Type, Vec<i64>) {
        let shapes = factors
            .iter()
            .map(|&f| fixed_shape(self.module.ty(f)).unwrap_or_default());
        let shapes: Vec<Vec<i64>> = shapes.collect();
        let mut extents = Vec::with_capacity(factors.len() + 1);
        for (n, shape) in shapes.iter().enumerate() {
            extents.push(match shape.as_slice() {
                [_] if n == 0 => 1,
                [rows, ..] => *rows,
                [] => 1,
            });
        }
        extents.push(match shapes.last().map(Vec::as_slice) {
            Some([_, columns]) => *columns,
            _ => 1,
        });
        (self.module.ty(factors[0]).element().clone(), extents)
    }

    /// Why a chain cannot be taken in another order.
    fn obstacle(&self, chain: &Chain, model: FpModel) -> Option<String> {
        let (module, root) = (self.module, &self.products[&chain.root]);
        let types = chain.factors.iter().chain([&root.output]).map(|&v| module.ty(v));
        for ty in types.clone() {
            if *ty.element() != chain.element {
                return Some("products of elements of several types are not reassociated".to_string());
            }
            if has_space(ty) {
                return Some(
                    "products in a memory space or with an encoding are not reassociated".to_string(),
                );
            }
        }
        match &chain.element {
            Type::Integer(ty) if ty.width > 1 && ty.signedness == Signedness::Signless => {}
            Type::Float(_) if model.reassoc => {}
            Type::Float(_) => {
                return Some(
                    "products of matrices of floats are taken in another order under --fp reassoc"
                        .to_string(),
                );
            }
            ty => return Some(format!("products of matrices of {ty} are not reassociated")),
        }
        let fits = |(n, factor): (usize, &ValueId)| {
            let shape = fixed_shape(module.ty(*factor)).unwrap_or_default();
            match shape.as_slice() {
                [rows, columns] => *rows == chain.extents[n] && *columns == chain.extents[n + 1],
                [length] if n == 0 => *length == chain.extents[1] && chain.extents[0] == 1,
                [length] => {
                    n + 1 == chain.factors.len() && *length == chain.extents[n] && chain.extents[n + 1] == 1
                }
                _ => false,
            }
        };
        if !chain.factors.iter().enumerate().all(fits) {
            return Some("the shapes of the factors do not match".to_string());
        }
        match chain.storage {
            Storage::Tensors => None,
            Storage::Memrefs => {
                let reads: Vec<(ValueId, OpId)> = self.reads(chain);
                self.memory.obstacle(chain, root.output, &reads)
            }
        }
    }

    /// Each factor with the product that reads it.
    fn reads(&self, chain: &Chain) -> Vec<(ValueId, OpId)> {
        let products = chain
            .inner
            .iter()
            .chain([&chain.root])
            .filter(|op| self.products.contains_key(op));
        let reads = products.flat_map(|op| self.products[op].inputs.map(|input| (input, *op)));
        reads.filter(|(input, _)| chain.factors.contains(input)).collect()
    }

    /// Products of which one is a factor of the other, of extents that are not all known.
    fn of_unknown_size(&self) -> Vec<NotLifted> {
        let result = |op: OpId| self.module.op(op).results.first().copied();
        let results: BTreeMap<ValueId, OpId> = self
            .products
            .keys()
            .filter_map(|&op| Some((result(op)?, op)))
            .collect();
        let is_unknown = |(op, product): &(&OpId, &Product)| {
            let factors = product.inputs.iter().filter_map(|input| results.get(input));
            let mut chained = factors.map(|op| &self.products[op]).chain([*product]);
            self.products.contains_key(op)
                && product.inputs.iter().any(|input| results.contains_key(input))
                && chained.any(|product| !product.is_static)
        };
        let unknown = self.products.iter().filter(is_unknown);
        let kept = unknown.map(|(op, _)| NotLifted {
            span: self.module.op(*op).span,
            reason: "which order of products is cheapest is not known: an extent is not".to_string(),
        });
        kept.collect()
    }
}

/// The product that an operation is: a named one with nothing but its operands.
fn product(module: &Module, op: OpId) -> Option<Product> {
    let data = module.op(op);
    let codes = [
        OpCode::LinalgMatmul,
        OpCode::LinalgMatvec,
        OpCode::LinalgVecmat,
        OpCode::LinalgDot,
    ];
    let code = data.code().filter(|code| codes.contains(code))?;
    let (inputs, outputs) = operand_groups(data)?;
    let (&[left, right], &[output]) = (inputs.as_slice(), outputs.as_slice()) else {
        return None;
    };
    let values = [left, right, output];
    let is_tensor = |v: &ValueId| matches!(module.ty(*v), Type::Tensor(_));
    let is_memref = |v: &ValueId| matches!(module.ty(*v), Type::MemRef(_));
    let is_result = data.results.len() == usize::from(is_tensor(&output));
    if !is_plain(module, op) || !is_result || !(values.iter().all(is_tensor) || values.iter().all(is_memref))
    {
        return None;
    }
    let ranks = [left, right].map(|v| shape(module.ty(v)).map_or(0, <[Dim]>::len));
    (product_of(ranks) == Some(code)).then_some(())?;
    Some(Product {
        block: data.parent?,
        inputs: [left, right],
        output,
        is_static: values.iter().all(|&v| fixed_shape(module.ty(v)).is_some()),
    })
}

/// Whether a named operation has the region of its definition and no attribute that says more.
fn is_plain(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let allowed = ["operandSegmentSizes", "linalg.memoized_indexing_maps"];
    let elements: Vec<Type> = data
        .operands
        .iter()
        .map(|&v| module.ty(v).element().clone())
        .collect();
    let body = data
        .code()
        .and_then(definition)
        .and_then(|d| Body::of(d, &elements, &[]).ok());
    let has_region = |body: Body| matches!(data.regions.as_slice(), [region] if body.is(module, *region));
    data.attributes.iter().all(|(name, _)| allowed.contains(&&**name)) && body.is_some_and(has_region)
}

fn is_zero(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Integer { value, .. } => **value == 0.into(),
        Attribute::Float(value) => {
            let bits = value.bits;
            let kind = value.kind;
            ovolo_lang::interpret::float::decode(kind, bits) == Some(0.0)
        }
        Attribute::DenseElements(dense) => dense.elements.iter().all(is_zero),
        _ => false,
    }
}

fn shape(ty: &Type) -> Option<&[Dim]> {
    match ty {
        Type::MemRef(memref) => memref.shape.as_deref(),
        Type::Tensor(tensor) => tensor.shape.as_deref(),
        _ => None,
    }
}

fn fixed_shape(ty: &Type) -> Option<Vec<i64>> {
    shape(ty)?.iter().map(|dim| dim.fixed()).collect()
}

fn has_space(ty: &Type) -> bool {
    match ty {
        Type::MemRef(memref) => memref.memory_space.is_some(),
        Type::Tensor(tensor) => tensor.encoding.is_some(),
        _ => true,
    }
}
