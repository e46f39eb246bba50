//! A module as readable C with the same loops.
//!
//! The functions have the C interface of this crate: a memref is a pointer to its first element followed
//! by its dynamic extents. A pointer is `restrict` where the argument is `llvm.noalias`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use ovolo_lang::affine::AffineMap;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::with_buffers;
use ovolo_lang::ir::{BlockId, Module, Op, OpId, ValueId};
use ovolo_lang::linalg::with_loops;
use ovolo_lang::op::{self, OpCode, Scalars};
use ovolo_lang::types::{Dim, MemRefType, Type};

use super::algebra::{CAlgebra, Unprintable, c_type, call, float_literal};
use super::text::{HEADER, HELPERS, Level, RESERVED, affine_text, identifier, nested, without_parentheses};

/// The C text of every function of the module that has a body, with memrefs for tensors and loops for operations of linalg.
pub fn c_source(module: &Module) -> Result<String, Unprintable> {
    let memrefs = with_buffers(module).map(|(memrefs, _)| memrefs);
    let module = memrefs.as_ref().unwrap_or(module);
    let loops = with_loops(module);
    let module = loops.as_ref().unwrap_or(module);
    let mut text = String::from(HEADER);
    let mut bodies = String::new();
    for function in module.functions() {
        if module.single_block(function, 0).is_some() {
            bodies += &print_function(module, function)?;
        }
    }
    for (name, definition) in HELPERS {
        if bodies.contains(&format!("{name}(")) {
            text += definition;
        }
    }
    Ok(text + &bodies)
}

fn print_function(module: &Module, function: OpId) -> Result<String, Unprintable> {
    let op = module.op(function);
    let name = op
        .attribute("sym_name")
        .and_then(Attribute::as_str)
        .unwrap_or_default();
    if identifier(name) != name {
        return Err(Unprintable::new(format!("the function name `{name}`")));
    }
    let results = match op.attribute("function_type").and_then(Attribute::as_type) {
        Some(Type::Function(ty)) => ty.results.clone(),
        _ => Vec::new(),
    };
    let result = match results.as_slice() {
        [] => "void",
        [ty] => c_type(ty)?,
        _ => {
            return Err(Unprintable::new(format!(
                "the {} results of `{name}`",
                results.len()
            )));
        }
    };
    let body = module
        .single_block(function, 0)
        .ok_or_else(|| Unprintable::new(format!("the branches of `{name}`")))?;
    let mut printer = Printer::new(module, function);
    let mut parameters = Vec::new();
    for (index, &argument) in module.block(body).arguments.iter().enumerate() {
        printer.parameter(argument, op.is_noalias(index), &mut parameters)?;
    }
    if parameters.is_empty() {
        parameters.push("void".to_string());
    }
    printer.block(body, &[])?;
    let parameters = parameters.join(", ");
    Ok(format!(
        "{result} {name}({parameters}) {{\n{}}}\n\n",
        printer.text
    ))
}

struct Printer<'m> {
    module: &'m Module,
    text: String,
    depth: usize,
    /// What stands for each value: an identifier or a literal.
    names: BTreeMap<ValueId, String>,
    taken: BTreeSet<String>,
    /// The values that some operation takes: C compilers warn of variables that nobody reads.
    used: BTreeSet<ValueId>,
    /// The extents of each memref.
    extents: BTreeMap<ValueId, Vec<String>>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, function: OpId) -> Printer<'m> {
        let mut used = BTreeSet::new();
        module.walk(function, &mut |op| used.extend(&module.op(op).operands));
        Printer {
            used,
            module,
            text: String::new(),
            depth: 1,
            names: BTreeMap::new(),
            taken: RESERVED.split_whitespace().map(str::to_string).collect(),
            extents: BTreeMap::new(),
        }
    }

    fn parameter(
        &mut self,
        argument: ValueId,
        is_noalias: bool,
        parameters: &mut Vec<String>,
    ) -> Result<(), Unprintable> {
        let name = self.name(argument);
        let ty = self.module.ty(argument);
        let Some(memref) = ty.as_memref() else {
            parameters.push(format!("{} {name}", c_type(ty)?));
            return Ok(());
        };
        let extents: Vec<String> = shape(memref)?
            .iter()
            .enumerate()
            .map(|(i, extent)| match extent {
                Dim::Fixed(n) => n.to_string(),
                Dim::Dynamic => self.fresh(&format!("{name}_extent{i}")),
            })
            .collect();
        let pointer = if is_noalias { "*restrict " } else { "*" };
        parameters.push(declaration(c_type(&memref.element)?, pointer, &name, memref));
        let dynamic = extents.iter().zip(shape(memref)?);
        parameters.extend(
            dynamic
                .filter(|(_, extent)| **extent == Dim::Dynamic)
                .map(|(name, _)| format!("int64_t {name}")),
        );
        self.extents.insert(argument, extents);
        Ok(())
    }

    /// The statements of a block; its `affine.yield` or `scf.yield` assigns to `targets`.
    fn block(&mut self, block: BlockId, targets: &[String]) -> Result<(), Unprintable> {
        let module = self.module;
        for &id in &module.block(block).ops {
            let op = module.op(id);
            match op.code() {
                Some(OpCode::AffineYield | OpCode::ScfYield) => self.assign(targets, &op.operands),
                Some(code) => self.statement(id, code),
                None => Err(unprintable(op)),
            }
            .map_err(|e| e.or_at(op.span))?;
        }
        Ok(())
    }

    fn statement(&mut self, id: OpId, code: OpCode) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        match code {
            OpCode::Constant => self.constant(op),
            OpCode::AffineFor => self.affine_for(id),
            OpCode::AffineIf => self.affine_if(id),
            OpCode::ScfFor => self.scf_for(id),
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
            OpCode::AffineLoad => {
                let indices = self.map_results(op, "map", &op.operands[1..])?;
                let element = self.element(op.operands[0], &indices)?;
                self.declare(op, &element)
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
            OpCode::AffineStore => {
                let indices = self.map_results(op, "map", &op.operands[2..])?;
                self.store(op, &indices)
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
            OpCode::Return => {
                match self.values(&op.operands)?.as_slice() {
                    [] => {}
                    values => self.line(&format!("return {};", values.join(", "))),
                }
                Ok(())
            }
            _ => self.scalar(op, code),
        }
    }

    /// An operation to which the op table gives a meaning.
    fn scalar(&mut self, op: &Op, code: OpCode) -> Result<(), Unprintable> {
        let [result] = op.results.as_slice() else {
            return Err(unprintable(op));
        };
        let args = self.values(&op.operands)?;
        let types: Vec<&Type> = op.operands.iter().map(|&v| self.module.ty(v)).collect();
        if let Some(text) = call(code, &types, &args) {
            return self.declare(op, &text?);
        }
        let first = usize::from(code == OpCode::Select);
        let ty = op.operands.get(first).ok_or_else(|| unprintable(op))?;
        let scalars = Scalars {
            args: &args,
            ty: self.module.ty(*ty),
            result: self.module.ty(*result),
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: Default::default(),
        };
        let text = op::evaluate(code, &mut CAlgebra, &scalars).ok_or_else(|| unprintable(op))??;
        self.declare(op, &text)
    }

    fn constant(&mut self, op: &Op) -> Result<(), Unprintable> {
        use ovolo_lang::algebra::Algebra;
        let ty = self.module.ty(op.results[0]);
        let literal = match op.attribute("value") {
            Some(Attribute::Float(value)) => float_literal(value.kind, value.bits)?,
            Some(Attribute::Bool(value)) => u8::from(*value).to_string(),
            Some(Attribute::Integer { value, .. }) => {
                let value = i128::try_from(&**value).map_err(|_| unprintable(op))?;
                c_type(ty)?;
                CAlgebra.int_constant(ty, value)
            }
            _ => return Err(unprintable(op)),
        };
        self.names.insert(op.results[0], literal);
        Ok(())
    }

    fn affine_for(&mut self, id: OpId) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let sizes = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let &[lower, upper, _] = sizes.as_deref().unwrap_or_default() else {
            return Err(unprintable(op));
        };
        let (lower, upper) = (lower as usize, (lower + upper) as usize);
        let start = nested(
            "ovolo_max",
            &self.map_results(op, "lowerBoundMap", &op.operands[..lower])?,
        );
        let end = nested(
            "ovolo_min",
            &self.map_results(op, "upperBoundMap", &op.operands[lower..upper])?,
        );
        let step = op.attribute("step").and_then(Attribute::as_i64).unwrap_or(1);
        self.counted(id, [&start, &end, &step.to_string()], &op.operands[upper..])
    }

    fn scf_for(&mut self, id: OpId) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let Some((bounds, inits)) = op.operands.split_first_chunk::<3>() else {
            return Err(unprintable(op));
        };
        let bounds = self.values(bounds)?;
        self.counted(id, [&bounds[0], &bounds[1], &bounds[2]], inits)
    }

    /// A loop from a start to before an end by a step, with values that its iterations hand on.
    fn counted(
        &mut self,
        id: OpId,
        [start, end, step]: [&str; 3],
        inits: &[ValueId],
    ) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let body = self.module.single_block(id, 0).ok_or_else(|| unprintable(op))?;
        let (iv, carried) = self
            .module
            .block(body)
            .arguments
            .split_first()
            .ok_or_else(|| unprintable(op))?;
        let mut targets = Vec::new();
        for ((&argument, &init), &result) in carried.iter().zip(inits).zip(&op.results) {
            let (ty, init) = (c_type(self.module.ty(argument))?, self.value(init)?);
            let name = self.name(argument);
            self.line(&format!("{ty} {name} = {init};"));
            self.names.insert(result, name.clone());
            targets.push(name);
        }
        let ty = c_type(self.module.ty(*iv))?;
        let iv = self.name(*iv);
        let advance = match step {
            "1" => format!("{iv}++"),
            _ => format!("{iv} += {step}"),
        };
        self.line(&format!("for ({ty} {iv} = {start}; {iv} < {end}; {advance}) {{"));
        self.nested_block(body, &targets)?;
        self.line("}");
        Ok(())
    }

    fn affine_if(&mut self, id: OpId) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let set = op
            .attribute("condition")
            .and_then(Attribute::as_integer_set)
            .ok_or_else(|| unprintable(op))?;
        let operands = self.values(&op.operands)?;
        let (dims, symbols) = operands.split_at(set.num_dims as usize);
        let conditions: Vec<String> = set
            .constraints
            .iter()
            .map(|c| {
                let sign = if c.is_equality { "==" } else { ">=" };
                format!("{} {sign} 0", affine_text(&c.expr, dims, symbols, Level::Sum))
            })
            .collect();
        self.branches(id, &conditions.join(" && "))
    }

    fn branches(&mut self, id: OpId, condition: &str) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let mut targets = Vec::new();
        for &result in &op.results {
            let name = self.name(result);
            self.line(&format!("{} {name};", c_type(self.module.ty(result))?));
            targets.push(name);
        }
        self.line(&format!("if ({}) {{", without_parentheses(condition)));
        let then = self.module.single_block(id, 0).ok_or_else(|| unprintable(op))?;
        self.nested_block(then, &targets)?;
        if let Some(otherwise) = self.module.single_block(id, 1) {
            self.line("} else {");
            self.nested_block(otherwise, &targets)?;
        }
        self.line("}");
        Ok(())
    }

    fn nested_block(&mut self, block: BlockId, targets: &[String]) -> Result<(), Unprintable> {
        self.depth += 1;
        self.block(block, targets)?;
        self.depth -= 1;
        Ok(())
    }

    /// `targets = values`, all at once.
    fn assign(&mut self, targets: &[String], values: &[ValueId]) -> Result<(), Unprintable> {
        let mut texts = self.values(values)?;
        for (text, &value) in texts.iter_mut().zip(values) {
            if targets.len() > 1 && targets.contains(text) {
                let copy = self.fresh(text);
                let ty = c_type(self.module.ty(value))?;
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
    fn element(&self, buffer: ValueId, indices: &[String]) -> Result<String, Unprintable> {
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
    fn map_results(&self, op: &Op, name: &str, operands: &[ValueId]) -> Result<Vec<String>, Unprintable> {
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
    fn declare(&mut self, op: &Op, text: &str) -> Result<(), Unprintable> {
        let result = op.results[0];
        let ty = c_type(self.module.ty(result))?;
        if !self.used.contains(&result) {
            return Ok(());
        }
        let name = self.name(result);
        self.line(&format!("const {ty} {name} = {};", without_parentheses(text)));
        Ok(())
    }

    fn value(&self, value: ValueId) -> Result<String, Unprintable> {
        let name = self.names.get(&value).cloned();
        name.ok_or_else(|| Unprintable::new("a value from outside the function"))
    }

    fn values(&self, values: &[ValueId]) -> Result<Vec<String>, Unprintable> {
        values.iter().map(|&v| self.value(v)).collect()
    }

    /// Names a value after its name in the MLIR text.
    fn name(&mut self, value: ValueId) -> String {
        let wanted = self.module.value(value).name.as_deref().unwrap_or("v");
        let name = self.fresh(&identifier(wanted));
        self.names.insert(value, name.clone());
        name
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (1..).map(|n| format!("{wanted}_{n}"));
        let name = std::iter::once(wanted.to_string())
            .chain(numbered)
            .find(|name| !self.taken.contains(name))
            .expect("an endless supply of names");
        self.taken.insert(name.clone());
        name
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
    }
}

fn unprintable(op: &Op) -> Unprintable {
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
fn declaration(element: &str, pointer: &str, name: &str, memref: &MemRefType) -> String {
    let inner = memref.shape.iter().flatten().skip(1).filter_map(|d| d.fixed());
    let subscripts: String = inner.map(|n| format!("[{n}]")).collect();
    if subscripts.is_empty() || !has_array_form(memref) {
        return format!("{element} {pointer}{name}");
    }
    format!("{element} ({pointer}{name}){subscripts}")
}
