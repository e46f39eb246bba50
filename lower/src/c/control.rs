//! Loops and conditions.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};

use super::algebra::{Unprintable, c_type};
use super::source::{Printer, unprintable};
use super::text::{Level, affine_text, nested, without_parentheses};

impl Printer<'_> {
    pub(super) fn affine_for(&mut self, id: OpId) -> Result<(), Unprintable> {
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

    pub(super) fn scf_for(&mut self, id: OpId) -> Result<(), Unprintable> {
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
            let (ty, init) = (self.type_of(self.module.ty(argument))?, self.value(init)?);
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

    /// The condition of `scf.while` hands on the results, or the arguments of the second block.
    pub(super) fn scf_while(&mut self, id: OpId) -> Result<(), Unprintable> {
        let (module, op) = (self.module, self.module.op(id));
        let blocks = [module.single_block(id, 0), module.single_block(id, 1)];
        let [Some(before), Some(after)] = blocks else {
            return Err(unprintable(op));
        };
        let mut carried = Vec::new();
        for (&argument, &init) in module.block(before).arguments.iter().zip(&op.operands) {
            let (ty, init) = (self.type_of(module.ty(argument))?, self.value(init)?);
            carried.push(self.name(argument));
            self.line(&format!("{ty} {} = {init};", carried[carried.len() - 1]));
        }
        let mut handed_on = Vec::new();
        for (&result, &argument) in op.results.iter().zip(&module.block(after).arguments) {
            let ty = self.type_of(module.ty(result))?;
            handed_on.push(self.name(result));
            self.line(&format!("{ty} {};", handed_on[handed_on.len() - 1]));
            self.names
                .insert(argument, handed_on[handed_on.len() - 1].clone());
        }
        self.line("for (;;) {");
        self.nested_block(before, &handed_on)?;
        self.nested_block(after, &carried)?;
        self.line("}");
        Ok(())
    }

    /// `scf.condition`: the results, and the end of the loop where the condition does not hold.
    pub(super) fn condition(&mut self, op: &Op, targets: &[String]) -> Result<(), Unprintable> {
        let (condition, values) = op.operands.split_first().ok_or_else(|| unprintable(op))?;
        self.assign(targets, values)?;
        let condition = self.value(*condition)?;
        self.line(&format!("if (!{condition}) break;"));
        Ok(())
    }

    pub(super) fn affine_if(&mut self, id: OpId) -> Result<(), Unprintable> {
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

    pub(super) fn branches(&mut self, id: OpId, condition: &str) -> Result<(), Unprintable> {
        let op = self.module.op(id);
        let mut targets = Vec::new();
        for &result in &op.results {
            let name = self.name(result);
            let ty = self.type_of(self.module.ty(result))?;
            self.line(&format!("{ty} {name};"));
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
}
