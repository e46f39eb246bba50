//! The statements of a function as readable C with the same loops.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueId};
use ovolo_lang::op::{self, OpCode, Scalars};
use ovolo_lang::types::{Dim, MemRefType, Type};

use super::algebra::{CAlgebra, Unprintable, c_type, call};
use super::lanes::{Lanes, value_type};
use super::text::{Level, RESERVED, affine_text, identifier, nested, without_parentheses};

/// The statements of a function.
pub(super) struct Printer<'m> {
    pub module: &'m Module,
    pub text: String,
    pub depth: usize,
    /// What stands for each value: an identifier or a literal.
    pub names: BTreeMap<ValueId, String>,
    taken: BTreeSet<String>,
    /// How many operands each value is: C compilers warn of variables that nobody reads.
    pub uses: BTreeMap<ValueId, usize>,
    /// The extents of each memref.
    pub extents: BTreeMap<ValueId, Vec<String>>,
    /// Loops around are shared out to threads.
    pub is_shared_out: bool,
    /// The vector types of the text.
    pub vectors: BTreeSet<Lanes>,
    /// Of masks of first lanes how many these are.
    pub ends: BTreeMap<ValueId, String>,
    /// Masks that are read lane by lane.
    pub by_lane: BTreeSet<ValueId>,
    /// Vectors in variables of their own, into which more may be inserted.
    pub inserted: BTreeSet<ValueId>,
}

impl<'m> Printer<'m> {
    pub fn new(module: &'m Module, function: OpId) -> Printer<'m> {
        let mut uses = BTreeMap::new();
        let mut by_lane = BTreeSet::new();
        module.walk(function, &mut |op| {
            let op = module.op(op);
            for (n, &operand) in op.operands.iter().enumerate() {
                *uses.entry(operand).or_insert(0) += 1;
                if is_read_by_lanes(op, n) {
                    by_lane.insert(operand);
                }
            }
        });
        Printer {
            uses,
            module,
            text: String::new(),
            depth: 1,
            names: BTreeMap::new(),
            taken: RESERVED.split_whitespace().map(str::to_string).collect(),
            extents: BTreeMap::new(),
            is_shared_out: false,
            vectors: BTreeSet::new(),
            ends: BTreeMap::new(),
            by_lane,
            inserted: BTreeSet::new(),
        }
    }

    /// The C type of a value.
    pub fn type_of(&mut self, ty: &Type) -> Result<String, Unprintable> {
        self.vectors.extend(Lanes::of(ty)?);
        value_type(ty)
    }

    /// The statements of a block; its `affine.yield` or `scf.yield` assigns to `targets`.
    pub fn block(&mut self, block: BlockId, targets: &[String]) -> Result<(), Unprintable> {
        let module = self.module;
        // A loop may execute an insertion many times.
        let inserted = std::mem::take(&mut self.inserted);
        for &id in &module.block(block).ops {
            let op = module.op(id);
            match op.code() {
                Some(OpCode::AffineYield | OpCode::ScfYield) => self.assign(targets, &op.operands),
                Some(OpCode::ScfCondition) => self.condition(op, targets),
                Some(code) => self.statement(id, code),
                None => Err(unprintable(op)),
            }
            .map_err(|e| e.or_at(op.span))?;
        }
        self.inserted = inserted;
        Ok(())
    }

    fn statement(&mut self, id: OpId, code: OpCode) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        match code {
            OpCode::Constant => self.constant(op),
            OpCode::AffineFor => self.affine_for(id),
            OpCode::AffineIf => self.affine_if(id),
            OpCode::AffineParallel => self.affine_parallel(id),
            OpCode::ScfFor => self.scf_for(id),
            OpCode::ScfWhile => self.scf_while(id),
            OpCode::ScfIf => {
                let condition = self.value(*op.operands.first().ok_or_else(|| unprintable(op))?)?;
                self.branches(id, &condition)
            }
            OpCode::AffineApply => {
                let results = self.map_results(op, "map", &op.operands)?;
                self.declare(op, &results[0])
            }
            OpCode::AffineMin => {
                let least = nested("ovolo_min", &self.map_results(op, "map", &op.operands)?);
                self.declare(op, &least)
            }
            OpCode::AffineMax => {
                let greatest = nested("ovolo_max", &self.map_results(op, "map", &op.operands)?);
                self.declare(op, &greatest)
            }
            OpCode::AffineLoad | OpCode::AffineVectorLoad => {
                let indices = self.map_results(op, "map", &op.operands[1..])?;
                let element = self.element(op.operands[0], &indices)?;
                match code {
                    OpCode::AffineLoad => self.declare(op, &element),
                    _ => self.vector_load(op, &element),
                }
            }
            OpCode::AffinePrefetch => {
                let indices = self.map_results(op, "map", &op.operands[1..])?;
                let element = self.element(op.operands[0], &indices)?;
                let is_write = op.attribute("isWrite") == Some(&Attribute::Bool(true));
                self.line(&format!(
                    "__builtin_prefetch(&{element}, {});",
                    i32::from(is_write)
                ));
                Ok(())
            }
            OpCode::MemRefLoad => {
                let indices = self.values(&op.operands[1..])?;
                let element = self.element(op.operands[0], &indices)?;
                self.declare(op, &element)
            }
            OpCode::AffineStore | OpCode::AffineVectorStore => {
                let indices = self.map_results(op, "map", &op.operands[2..])?;
                match code {
                    OpCode::AffineStore => self.store(op, &indices),
                    _ => self.vector_store(op, &self.element(op.operands[1], &indices)?),
                }
            }
            OpCode::MemRefStore => {
                let indices = self.values(&op.operands[2..])?;
                self.store(op, &indices)
            }
            OpCode::MemRefAlloc | OpCode::MemRefAlloca => self.allocate(op, code),
            OpCode::MemRefDealloc => {
                let buffer = self.value(op.operands[0])?;
                self.line(&format!("free({buffer});"));
                Ok(())
            }
            OpCode::MemRefDim => {
                let index = self.value(op.operands[1])?;
                let extents = &self.extents[&op.operands[0]];
                let extent = index.parse::<usize>().ok().and_then(|i| extents.get(i));
                let extent = extent.cloned().ok_or_else(|| unprintable(op))?;
                self.names.insert(op.results[0], extent);
                Ok(())
            }
            OpCode::MemRefGetGlobal => self.table(op),
            OpCode::MemRefReinterpretCast => self.view_of_first(op),
            OpCode::MemRefCollapseShape => self.collapsed(op),
            OpCode::MemRefExtractAlignedPointer => {
                let buffer = self.value(op.operands[0])?;
                self.declare(op, &format!("(int64_t)(intptr_t){buffer}"))
            }
            OpCode::Call => self.call(op),
            OpCode::Return => self.returned(op),
            _ => match self.vector(op, code) {
                Some(outcome) => outcome,
                None => self.computed(op, code),
            },
        }
    }

    /// A view of the first elements of a linear array: the same pointer.
    fn view_of_first(&mut self, op: &Op) -> Result<(), Unprintable> {
        let list = |name| op.attribute(name).and_then(Attribute::as_i64_list);
        let is_linear = |value: ValueId| {
            let memref = self.module.ty(value).as_memref();
            memref.is_some_and(|ty| ty.layout.is_none() && ty.shape.as_ref().is_some_and(|s| s.len() == 1))
        };
        let is_first = list("static_offsets") == Some(vec![0]) && list("static_strides") == Some(vec![1]);
        if !is_first || ![op.operands[0], op.results[0]].into_iter().all(is_linear) {
            return Err(unprintable(op));
        }
        let extent = match (list("static_sizes").as_deref(), op.operands.get(1)) {
            (Some(_), Some(&size)) => self.value(size)?,
            (Some([size]), None) => size.to_string(),
            _ => return Err(unprintable(op)),
        };
        let buffer = self.value(op.operands[0])?;
        self.names.insert(op.results[0], buffer);
        self.extents.insert(op.results[0], vec![extent]);
        Ok(())
    }

    /// Several dimensions as one: the same elements, behind a pointer of another type.
    fn collapsed(&mut self, op: &Op) -> Result<(), Unprintable> {
        let (source, result) = (op.operands[0], op.results[0]);
        let types = [source, result].map(|value| self.module.ty(value).as_memref());
        let [Some(from), Some(to)] = types else {
            return Err(unprintable(op));
        };
        if shape(from)?.len() != self.extents[&source].len() {
            return Err(unprintable(op));
        }
        let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
            return Err(unprintable(op));
        };
        let mut left = self.extents[&source].iter();
        let mut extents = Vec::new();
        for group in groups.iter() {
            let Attribute::Array(group) = group else {
                return Err(unprintable(op));
            };
            let of_group: Vec<String> = left
                .by_ref()
                .take(group.len())
                .map(|n| format!("({n})"))
                .collect();
            extents.push(match of_group.as_slice() {
                [one] => one.clone(),
                all => format!("({})", all.join(" * ")),
            });
        }
        let buffer = self.value(source)?;
        let element = self.type_of(&to.element)?;
        let name = self.name(result);
        let pointer = declaration(&element, "*", &name, to);
        self.line(&format!("{pointer} = (void *){buffer};"));
        self.extents.insert(result, extents);
        Ok(())
    }

    /// An operation to which the op table gives a meaning.
    fn computed(&mut self, op: &Op, code: OpCode) -> Result<(), Unprintable> {
        let [result] = op.results.as_slice() else {
            return Err(unprintable(op));
        };
        if self.module.ty(*result).as_vector().is_some() {
            return self.elementwise(op, code);
        }
        let text = self.scalar_text(op, code, &self.values(&op.operands)?)?;
        self.declare(op, &text)
    }

    /// What an operation computes of the texts of its operands, or of lanes of them.
    pub fn scalar_text(&self, op: &Op, code: OpCode, args: &[String]) -> Result<String, Unprintable> {
        let types = op.operands.iter().map(|&v| self.module.ty(v).element());
        let types: Vec<&Type> = types.collect();
        if let Some(text) = call(code, &types, args) {
            return text;
        }
        let first = usize::from(code == OpCode::Select);
        let ty = types.get(first).ok_or_else(|| unprintable(op))?;
        let result = op.results.first().ok_or_else(|| unprintable(op))?;
        let scalars = Scalars {
            args,
            ty,
            result: self.module.ty(*result).element(),
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: Default::default(),
        };
        op::evaluate(code, &mut CAlgebra, &scalars).ok_or_else(|| unprintable(op))?
    }

    /// Two values of a type combined by another operation than the one at hand.
    pub fn combined(
        &self,
        op: &Op,
        code: OpCode,
        ty: &Type,
        args: &[String; 2],
    ) -> Result<String, Unprintable> {
        let scalars = Scalars {
            args,
            ty,
            result: ty,
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: Default::default(),
        };
        op::evaluate(code, &mut CAlgebra, &scalars).ok_or_else(|| unprintable(op))?
    }

    pub fn nested_block(&mut self, block: BlockId, targets: &[String]) -> Result<(), Unprintable> {
        self.depth += 1;
        self.block(block, targets)?;
        self.depth -= 1;
        Ok(())
    }

    /// `targets = values`, all at once.
    pub fn assign(&mut self, targets: &[String], values: &[ValueId]) -> Result<(), Unprintable> {
        let mut texts = self.values(values)?;
        for (text, &value) in texts.iter_mut().zip(values) {
            if targets.len() > 1 && targets.contains(text) {
                let copy = self.fresh(text);
                let ty = self.type_of(self.module.ty(value))?;
                self.line(&format!("const {ty} {copy} = {text};"));
                *text = copy;
            }
        }
        for (target, text) in targets.iter().zip(texts) {
            self.line(&format!("{target} = {text};"));
        }
        Ok(())
    }

    fn allocate(&mut self, op: &Op, code: OpCode) -> Result<(), Unprintable> {
        let result = op.results[0];
        let memref = self
            .module
            .ty(result)
            .as_memref()
            .ok_or_else(|| unprintable(op))?;
        let mut sizes = self.values(&op.operands)?.into_iter();
        let extents: Vec<String> = shape(memref)?
            .iter()
            .map(|extent| match extent {
                Dim::Fixed(n) => Some(n.to_string()),
                Dim::Dynamic => sizes.next(),
            })
            .collect::<Option<_>>()
            .ok_or_else(|| unprintable(op))?;
        let element = c_type(&memref.element)?;
        let count = match extents.as_slice() {
            [] => "1".to_string(),
            _ => extents.join(" * "),
        };
        let name = self.name(result);
        if code == OpCode::MemRefAlloca {
            let data = self.fresh(&format!("{name}_data"));
            self.line(&format!("_Alignas(64) {element} {data}[{count}];"));
            let pointer = declaration(element, "*", &name, memref);
            self.line(&format!("{pointer} = (void *){data};"));
        } else {
            let pointer = declaration(element, "*", &name, memref);
            let bytes = format!("{count} * sizeof({element})");
            self.line(&format!("{pointer} = ovolo_alloc({bytes});"));
        }
        self.extents.insert(result, extents);
        Ok(())
    }

    fn store(&mut self, op: &Op, indices: &[String]) -> Result<(), Unprintable> {
        let element = self.element(op.operands[1], indices)?;
        let value = self.value(op.operands[0])?;
        self.line(&format!("{element} = {value};"));
        Ok(())
    }

    /// `A[i][j]`, or `A[i * n + j]` where an inner extent is dynamic.
    pub fn element(&self, buffer: ValueId, indices: &[String]) -> Result<String, Unprintable> {
        let name = self.value(buffer)?;
        let memref = self.module.ty(buffer).as_memref();
        let memref = memref.ok_or_else(|| Unprintable::new(format!("the buffer `{name}`")))?;
        if indices.is_empty() {
            return Ok(format!("*{name}"));
        }
        if has_array_form(memref) {
            let subscripts: String = indices.iter().map(|i| format!("[{i}]")).collect();
            return Ok(name + &subscripts);
        }
        let extents = &self.extents[&buffer];
        let mut offset = indices[0].clone();
        for (index, extent) in indices.iter().zip(extents).skip(1) {
            let is_name = offset.chars().all(|c| c.is_alphanumeric() || c == '_');
            let outer = if is_name { offset } else { format!("({offset})") };
            offset = format!("{outer} * {extent} + {index}");
        }
        Ok(format!("{name}[{offset}]"))
    }

    /// The results of the map attribute `name` at these operands.
    pub fn map_results(&self, op: &Op, name: &str, operands: &[ValueId]) -> Result<Vec<String>, Unprintable> {
        let map: &AffineMap = op
            .attribute(name)
            .and_then(Attribute::as_affine_map)
            .ok_or_else(|| unprintable(op))?;
        let operands = self.values(operands)?;
        if operands.len() != (map.num_dims + map.num_symbols) as usize {
            return Err(unprintable(op));
        }
        let (dims, symbols) = operands.split_at(map.num_dims as usize);
        let results = map.results.iter();
        Ok(results
            .map(|e| affine_text(e, dims, symbols, Level::Sum))
            .collect())
    }

    /// `const T name = text;`
    pub fn declare(&mut self, op: &Op, text: &str) -> Result<(), Unprintable> {
        let result = op.results[0];
        let ty = self.type_of(self.module.ty(result))?;
        if !self.uses.contains_key(&result) {
            return Ok(());
        }
        let name = self.name(result);
        self.line(&format!("const {ty} {name} = {};", without_parentheses(text)));
        Ok(())
    }

    pub fn value(&self, value: ValueId) -> Result<String, Unprintable> {
        let name = self.names.get(&value).cloned();
        name.ok_or_else(|| Unprintable::new("a value from outside the function"))
    }

    pub fn values(&self, values: &[ValueId]) -> Result<Vec<String>, Unprintable> {
        values.iter().map(|&v| self.value(v)).collect()
    }

    /// Names a value after its name in the MLIR text.
    pub fn name(&mut self, value: ValueId) -> String {
        let wanted = self.module.value(value).name.as_deref().unwrap_or("v");
        let name = self.fresh(&identifier(wanted));
        self.names.insert(value, name.clone());
        name
    }

    /// Keeps a name from being given to a variable.
    pub fn reserve(&mut self, name: String) {
        self.taken.insert(name);
    }

    pub fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (1..).map(|n| format!("{wanted}_{n}"));
        let name = std::iter::once(wanted.to_string())
            .chain(numbered)
            .find(|name| !self.taken.contains(name))
            .expect("an endless supply of names");
        self.taken.insert(name.clone());
        name
    }

    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
    }
}

/// The masks that something else than loads and stores reads, lane by lane.
fn is_read_by_lanes(op: &Op, operand: usize) -> bool {
    match op.code() {
        Some(OpCode::VectorMaskedLoad | OpCode::VectorMaskedStore) => operand + 2 != op.operands.len(),
        _ => true,
    }
}

pub(super) fn unprintable(op: &Op) -> Unprintable {
    Unprintable::new(format!("this `{}`", op.name.as_str())).or_at(op.span)
}

/// The extents of a row-major memref.
pub(crate) fn shape(memref: &MemRefType) -> Result<&[Dim], Unprintable> {
    match (&memref.shape, &memref.layout) {
        (Some(shape), None) => Ok(shape),
        _ => Err(Unprintable::new(format!("the memref type {memref:?}"))),
    }
}

/// Whether all extents but the outermost are static, so that C's own subscripts do.
fn has_array_form(memref: &MemRefType) -> bool {
    let inner = memref.shape.iter().flatten().skip(1);
    inner.copied().all(|extent| extent != Dim::Dynamic)
}

/// `T *restrict name`, or `T (*restrict name)[n]` for an array of more than one dimension.
pub(super) fn declaration(element: &str, pointer: &str, name: &str, memref: &MemRefType) -> String {
    let inner = memref.shape.iter().flatten().skip(1).filter_map(|d| d.fixed());
    let subscripts: String = inner.map(|n| format!("[{n}]")).collect();
    if subscripts.is_empty() || !has_array_form(memref) {
        return format!("{element} {pointer}{name}");
    }
    format!("{element} ({pointer}{name}){subscripts}")
}
