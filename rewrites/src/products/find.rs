//! The chains of products of a function.

use std::collections::{BTreeMap, BTreeSet};

use egg::{Id, RecExpr};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::linalg::{Body, definition};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Signedness, Type};
use rustc_hash::FxHashMap;

use super::contraction::{Contraction, Reading, common, reading};
use super::memory::Memory;
use super::path::{Label, Path};
use super::{Chain, Storage, Term};
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
        // Products of unknown extents are in no chain.
        let Some(chain) = chain.filter(|chain| chain.factors.len() >= 3) else {
            continue;
        };
        match finder.obstacle(&chain, model) {
            None => found.chains.push(chain),
            Some(reason) => found.kept.push(finder.kept(root, &reason)),
        }
    }
    found.kept.extend(finder.apart);
    found
}

struct Finder<'m> {
    module: &'m Module,
    memory: Memory<'m>,
    /// In the order of the text.
    products: BTreeMap<OpId, Contraction>,
    /// The operations that use each value, once for each use.
    users: FxHashMap<ValueId, Vec<OpId>>,
    /// Products that are factors of others and of nothing else, with what is only there for them.
    consumed: BTreeMap<OpId, Vec<OpId>>,
    /// The product that makes the value of an operand, where it is consumed.
    maker: FxHashMap<ValueId, OpId>,
    /// Factors of products that are computed by themselves, each with the reason.
    apart: Vec<NotLifted>,
}

impl<'m> Finder<'m> {
    fn new(module: &'m Module, function: OpId) -> Finder<'m> {
        let mut users: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
        let mut readings = BTreeMap::new();
        module.walk(function, &mut |op| {
            for operand in &module.op(op).operands {
                users.entry(*operand).or_default().push(op);
            }
            readings.extend(reading(module, op).map(|reading| (op, reading)));
        });
        let products = readings.iter().filter_map(|(&op, reading)| match reading {
            Reading::Product(product) => Some((op, product.clone())),
            Reading::Other { .. } => None,
        });
        let mut finder = Finder {
            module,
            memory: Memory::new(module, function),
            products: products.collect(),
            users,
            consumed: BTreeMap::new(),
            maker: FxHashMap::default(),
            apart: Vec::new(),
        };
        for (&op, reading) in &readings {
            let Some((value, consumer)) = finder.factor_of(op, reading, &readings) else {
                continue;
            };
            match finder.only_factor(op, reading, value, &readings[&consumer], consumer) {
                Ok(helpers) => {
                    finder.consumed.insert(op, helpers);
                    finder.maker.insert(value, op);
                }
                Err(reason) => {
                    let kept = finder.kept(op, &format!("a factor that is computed by itself: {reason}"));
                    finder.apart.push(kept);
                }
            }
        }
        finder
    }

    fn kept(&self, op: OpId, reason: &str) -> NotLifted {
        NotLifted {
            span: self.module.op(op).span,
            reason: reason.to_string(),
        }
    }

    /// What an operation makes, and the first one like it that takes this as a factor.
    fn factor_of(
        &self,
        op: OpId,
        reading: &Reading,
        readings: &BTreeMap<OpId, Reading>,
    ) -> Option<(ValueId, OpId)> {
        let value = match self.module.op(op).results.first() {
            Some(&result) => result,
            None => reading.output(),
        };
        let takes_it = |user: &&OpId| {
            **user != op
                && self.comes_before(op, **user)
                && readings
                    .get(user)
                    .is_some_and(|other| other.inputs().contains(&value))
        };
        let consumer = self.users.get(&value)?.iter().find(takes_it)?;
        Some((value, *consumer))
    }

    /// Whether an operation comes first, where both are in one block; where not, whoever uses a value comes later.
    fn comes_before(&self, op: OpId, user: OpId) -> bool {
        let blocks = [op, user].map(|op| self.module.op(op).parent);
        blocks[0] != blocks[1] || self.memory.place(op) < self.memory.place(user)
    }

    /// The operations that are there for a product alone, which is a factor of one other and of nothing else; or why it
    /// is not.
    fn only_factor(
        &self,
        op: OpId,
        reading: &Reading,
        value: ValueId,
        other: &Reading,
        consumer: OpId,
    ) -> Result<Vec<OpId>, String> {
        let product = product_of(reading)?;
        let other = product_of(other)?;
        if !product.is_static || !other.is_static {
            return Err("which order of products is cheapest is not known: an extent is not".to_string());
        }
        let users = self.users.get(&value).map_or(&[][..], Vec::as_slice);
        if product.block != other.block {
            return Err("what takes it is in another block".to_string());
        }
        if other.output == value {
            return Err("what takes it accumulates into it, too".to_string());
        }
        if !other.continues(value, product) {
            return Err("what is summed over are not its rows or its columns".to_string());
        }
        match self.module.op(op).results.first() {
            Some(_) if users.len() > 1 => Err("it is used elsewhere, too".to_string()),
            Some(_) => self
                .zero_tensor(product.output)
                .ok_or_else(|| "it is added to what is not known to be zero".to_string()),
            None => {
                let helpers = self
                    .memory
                    .temporary(value, op, users, |op| self.fills_with_zero(op))?;
                match helpers.consumer == consumer {
                    true => Ok(helpers.others),
                    false => Err("it is used elsewhere, too".to_string()),
                }
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

    /// The chain that ends with a product, if its shapes match, and the products at which it was cut.
    fn chain(&self, root: OpId) -> (Option<Chain>, Vec<OpId>) {
        enum Step {
            Enter(ValueId, Vec<Label>, BTreeSet<Label>),
            Leave,
        }
        let mut path = Path::default();
        let mut written = RecExpr::default();
        let (mut inner, mut cut) = (Vec::new(), Vec::new());
        let mut done: Vec<Id> = Vec::new();
        let product = &self.products[&root];
        let entered = path.begin(product);
        let mut flags = product.flags;
        let mut pending = vec![Step::Leave];
        pending.extend(
            entered
                .into_iter()
                .rev()
                .map(|(value, labels, left)| Step::Enter(value, labels, left)),
        );
        // Each product adds one factor to those that are there or expected.
        let mut count = 2;
        while let Some(step) = pending.pop() {
            match step {
                Step::Leave => {
                    let (right, left) = (done.pop(), done.pop());
                    let (left, right) = left.zip(right).expect("both parts come before the product");
                    done.push(written.add(Term::Product([left, right])));
                }
                Step::Enter(value, labels, left) => match self.maker.get(&value) {
                    Some(op) if count < MOST_FACTORS => {
                        count += 1;
                        inner.push(*op);
                        let product = &self.products[op];
                        flags = common(flags, product.flags);
                        pending.push(Step::Leave);
                        let parts = path.through(product, &labels, &left);
                        pending.extend(
                            parts
                                .into_iter()
                                .rev()
                                .map(|(value, labels, left)| Step::Enter(value, labels, left)),
                        );
                    }
                    maker => {
                        cut.extend(maker);
                        done.push(written.add(Term::Factor(path.len() as u32)));
                        path.push(value, labels, left);
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
        let chain = path.finish(self.module).map(|laid| {
            let written = numbered(&written, &laid.numbers);
            Chain {
                root,
                element: self.module.ty(product.output).element().clone(),
                factors: laid.factors,
                numbers: laid.numbers,
                extents: laid.extents,
                result: laid.result,
                flags,
                written,
                storage: match self.module.op(root).results.is_empty() {
                    true => Storage::Memrefs,
                    false => Storage::Tensors,
                },
                inner,
            }
        });
        (chain, cut)
    }

    /// Why a chain cannot be taken in another order.
    fn obstacle(&self, chain: &Chain, model: FpModel) -> Option<String> {
        let (module, root) = (self.module, &self.products[&chain.root]);
        let values = chain
            .factors
            .iter()
            .map(|factor| factor.value)
            .chain([root.output]);
        for ty in values.map(|v| module.ty(v)) {
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
            Type::Integer(ty) if ty.width > 0 && ty.signedness == Signedness::Signless => {}
            Type::Index => {}
            Type::Float(_) if model.with_flags(chain.flags).reassoc => {}
            Type::Float(_) => {
                return Some(
                    "products of matrices of floats are taken in another order under --fp reassoc, or where \
                     each multiplication and addition has fastmath<reassoc>"
                        .to_string(),
                );
            }
            ty => return Some(format!("products of matrices of {ty} are not reassociated")),
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
        let is_factor = |value: ValueId| chain.factors.iter().any(|factor| factor.value == value);
        reads.filter(|&(input, _)| is_factor(input)).collect()
    }
}

/// The product that a reading is, or why it is none.
fn product_of(reading: &Reading) -> Result<&Contraction, String> {
    match reading {
        Reading::Product(product) => Ok(product),
        Reading::Other { reason, .. } => Err((*reason).to_string()),
    }
}

/// The term with the number of each factor for its place.
fn numbered(term: &RecExpr<Term>, numbers: &[u32]) -> RecExpr<Term> {
    let renamed = term.as_ref().iter().map(|term| match term {
        Term::Factor(place) => Term::Factor(numbers[*place as usize]),
        product => product.clone(),
    });
    RecExpr::from(renamed.collect::<Vec<Term>>())
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
        Attribute::Bool(value) => !value,
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

fn has_space(ty: &Type) -> bool {
    match ty {
        Type::MemRef(memref) => memref.memory_space.is_some(),
        Type::Tensor(tensor) => tensor.encoding.is_some(),
        _ => true,
    }
}
