//! Calls of functions.

use crate::op::OpCode;
use crate::types::Type;

use super::access::check_view;
use super::frame::Frame;
use super::machine::Machine;
use super::program::{Constant, Function, Parameter, Place};
use super::reason::Stop;
use super::shape::{check_tensor, element_count};
use super::{Domain, Outcome, Reason, Tensor, Trap, Value};
use crate::interpret::program::calls::{Call, Callee};

impl<'a, D: Domain> Machine<'a, D> {
    pub fn call_from_outside(&mut self, name: &str, arguments: &[Value<D::Value>]) -> Outcome<D::Value> {
        let outside = |reason| Trap {
            span: Default::default(),
            op: String::new(),
            reason,
        };
        let function = self.function(name).map_err(outside)?;
        check_arguments(function, arguments).map_err(outside)?;
        self.activate(function, arguments)
    }

    pub(super) fn call(&mut self, x: &Call, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        self.spend(1)?;
        let callee = match &x.callee {
            Callee::Named(name) => self.function(name)?,
            Callee::Indirect(slot) => {
                let name = frame.function(*slot)?;
                self.function(&name)?
            }
        };
        if let Some(reason) = &callee.refused {
            return Err(reason.clone().into());
        }
        let types = callee.parameters.iter().map(|parameter| &parameter.ty);
        let values: Option<Vec<_>> = x
            .arguments
            .iter()
            .zip(types)
            .map(|(&place, ty)| frame.read(place, matches!(ty, Type::Vector(_))))
            .collect();
        let undefined = || Reason::Unsupported("an argument that is poison or was never defined".into());
        let values = values.ok_or_else(undefined)?;
        check_arguments(callee, &values)?;
        if self.depth == 0 {
            return Err(Reason::DepthLimit.into());
        }
        let returned = self.activate(callee, &values)?;
        let fits = |(place, value): (&Place, &Value<D::Value>)| place.fits(value);
        if returned.len() != x.results.len() || !x.results.iter().zip(&returned).all(fits) {
            return Err(Reason::Unsupported("a call with other results".into()).into());
        }
        for (place, value) in x.results.iter().zip(&returned) {
            frame.write(*place, value);
        }
        Ok(())
    }

    fn function(&self, name: &str) -> Result<&'a Function, Reason> {
        let function = self
            .program
            .by_name
            .get(name)
            .map(|&i| &self.program.functions[i]);
        function.ok_or_else(|| Reason::NoFunction(name.to_string()))
    }

    /// Runs a function on arguments that it takes.
    fn activate(&mut self, function: &'a Function, arguments: &[Value<D::Value>]) -> Outcome<D::Value> {
        let located = |reason: Reason| Trap {
            span: function.span,
            op: OpCode::Func.name().to_string(),
            reason,
        };
        if let Some(reason) = &function.refused {
            return Err(located(reason.clone()));
        }
        let mut frame = self.frame(function);
        for (parameter, value) in function.parameters.iter().zip(arguments) {
            frame.write(parameter.place, value);
        }
        let stack = self.memory.buffer_count();
        let returned = self
            .region(&function.body, &mut frame)
            .map_err(|stop| stop.at(function.span, OpCode::Func.name()))?;
        self.memory.free_stack_from(stack);
        let read = |(&place, ty): (&Place, &Type)| frame.read(place, matches!(ty, Type::Vector(_)));
        let results: Option<Vec<_>> = returned.iter().zip(&function.results).map(read).collect();
        results.ok_or_else(|| {
            located(Reason::Unsupported(
                "a result that is poison or was never defined".into(),
            ))
        })
    }

    fn frame(&mut self, function: &Function) -> Frame<D::Value> {
        let undefined = self.domain.undefined();
        let sizes = function.sizes;
        let mut frame = Frame {
            index: vec![0; sizes.index as usize],
            data: vec![undefined; sizes.data as usize],
            memrefs: vec![None; sizes.memrefs as usize],
            tensors: vec![None; sizes.tensors as usize],
            functions: vec![None; sizes.functions as usize],
        };
        for (place, constant) in &function.constants {
            self.write_constant(&mut frame, *place, constant);
        }
        frame
    }

    fn write_constant(&mut self, frame: &mut Frame<D::Value>, place: Place, constant: &Constant) {
        let range = place.range();
        match constant {
            Constant::Index(lanes) => {
                for (i, slot) in frame.index[range].iter_mut().enumerate() {
                    *slot = lanes[if lanes.len() == 1 { 0 } else { i }];
                }
            }
            Constant::Data(ty, lanes) => {
                for (i, slot) in frame.data[range].iter_mut().enumerate() {
                    *slot = self
                        .domain
                        .constant(ty, lanes[if lanes.len() == 1 { 0 } else { i }]);
                }
            }
            Constant::Tensor(sizes, ty, cells) => {
                let count = element_count(sizes).unwrap_or(0);
                let cells = match cells.as_slice() {
                    [one] => vec![self.domain.constant(ty, *one); count],
                    _ => cells.iter().map(|&bits| self.domain.constant(ty, bits)).collect(),
                };
                frame.tensors[range.start] = Some(Tensor::new(sizes, cells));
            }
            Constant::Function(name) => frame.functions[range.start] = Some(name.as_str().into()),
        }
    }
}

fn check_arguments<V: Clone>(function: &Function, arguments: &[Value<V>]) -> Result<(), Reason> {
    if function.refused.is_some() {
        return Ok(());
    }
    if arguments.len() != function.parameters.len() {
        return Err(Reason::BadArgument {
            index: arguments.len().min(function.parameters.len()),
            expected: format!("{} arguments", function.parameters.len()),
        });
    }
    for (index, (Parameter { place, ty, unit }, value)) in
        function.parameters.iter().zip(arguments).enumerate()
    {
        let bad = |expected: &str| Reason::BadArgument {
            index,
            expected: expected.to_string(),
        };
        if !place.fits(value) {
            return Err(bad("a value of another kind"));
        }
        match (value, ty) {
            (Value::MemRef(memref), Type::MemRef(ty)) => {
                check_view(memref, ty, *unit).map_err(|_| bad("a memref of another shape"))?;
            }
            (Value::Tensor(tensor), Type::Tensor(ty)) => {
                let count = element_count(&tensor.sizes).ok();
                let cells = count.and_then(|count| count.checked_mul(*unit as usize));
                if check_tensor(&tensor.sizes, ty).is_err() || cells != Some(tensor.cells.len()) {
                    return Err(bad("a tensor of another shape"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
