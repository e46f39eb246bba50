//! The C interface of a function: what each of its parameters and results is there.

use inkwell::attributes::AttributeLoc;
use inkwell::types::BasicTypeEnum;
use inkwell::values::FunctionValue;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::types::{Dim, Type};

use crate::emit::{Emitter, function_type};
use crate::error::Result;
use crate::layout::{Placement, placement_of, shape_of};

/// One C parameter. A scalar is one; a memref is its pointer and what its type leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Scalar(Type),
    /// To elements of this type.
    Pointer(Type),
    /// An extent, a stride or an offset.
    Extent,
}

/// A function as C sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub name: String,
    pub parameters: Vec<Type>,
    pub results: Vec<Type>,
    /// Whether the module has the body and code outside may call it.
    pub(crate) exported: bool,
}

impl Component {
    pub fn of_type(ty: &Type) -> Result<Vec<Component>> {
        let Some(memref) = ty.as_memref() else {
            return Ok(vec![Component::Scalar(ty.clone())]);
        };
        let open = |dims: &[Dim]| dims.iter().filter(|d| **d == Dim::Dynamic).count();
        let extents = open(shape_of(memref)?)
            + match placement_of(memref)? {
                Placement::Strided { strides, offset } => open(&strides) + open(&[offset]),
                Placement::RowMajor | Placement::Map(_) => 0,
            };
        let mut components = vec![Component::Pointer(memref.element.clone())];
        components.resize(1 + extents, Component::Extent);
        Ok(components)
    }

    pub fn of_types(types: &[Type]) -> Result<Vec<Component>> {
        Ok(types
            .iter()
            .map(Component::of_type)
            .collect::<Result<Vec<_>>>()?
            .concat())
    }

    pub fn llvm_type<'c>(&self, emit: &Emitter<'c>) -> Result<BasicTypeEnum<'c>> {
        match self {
            Component::Scalar(ty) => emit.value_type(ty),
            Component::Pointer(element) => {
                emit.element_size(element)?;
                Ok(emit.pointer_type().into())
            }
            Component::Extent => Ok(emit.index_type().into()),
        }
    }
}

impl Signature {
    /// The type of the result that is returned by value: of the only result, unless it is a memref.
    pub(crate) fn returned(&self) -> Option<&Type> {
        match self.results.as_slice() {
            [ty] if ty.as_memref().is_none() => Some(ty),
            _ => None,
        }
    }

    /// The parts of the results that are written through trailing pointers.
    pub(crate) fn out_components(&self) -> Result<Vec<Component>> {
        match self.returned() {
            Some(_) => Ok(Vec::new()),
            None => Component::of_types(&self.results),
        }
    }

    /// Declares the function in the module under construction.
    pub(crate) fn declare<'c>(&self, emit: &Emitter<'c>) -> Result<FunctionValue<'c>> {
        let mut parameters = Component::of_types(&self.parameters)?
            .iter()
            .map(|c| c.llvm_type(emit))
            .collect::<Result<Vec<_>>>()?;
        for component in self.out_components()? {
            component.llvm_type(emit)?;
            parameters.push(emit.pointer_type().into());
        }
        let result = self.returned().map(|ty| emit.value_type(ty)).transpose()?;
        let ty = function_type(result, &parameters, emit.context);
        let function = emit.module.add_function(&self.name, ty, None);
        self.add_attributes(emit, function)?;
        Ok(function)
    }

    fn add_attributes<'c>(&self, emit: &Emitter<'c>, function: FunctionValue<'c>) -> Result<()> {
        for (component, position) in Component::of_types(&self.parameters)?.iter().zip(0..) {
            let location = AttributeLoc::Param(position);
            match component {
                Component::Scalar(Type::I1) => {
                    function.add_attribute(location, emit.enum_attribute("zeroext", 0))
                }
                Component::Pointer(element) => {
                    let alignment = u64::from(emit.element_alignment(element)?);
                    function.add_attribute(location, emit.enum_attribute("align", alignment));
                }
                Component::Scalar(_) | Component::Extent => {}
            }
        }
        if self.returned() == Some(&Type::I1) {
            function.add_attribute(AttributeLoc::Return, emit.enum_attribute("zeroext", 0));
        }
        Ok(())
    }

    /// Marks the memref parameters whose argument attributes say `llvm.noalias`.
    pub(crate) fn mark_noalias<'c>(
        &self,
        emit: &Emitter<'c>,
        function: FunctionValue<'c>,
        arg_attrs: &[Attribute],
    ) -> Result<()> {
        let mut position = 0;
        for (ty, attributes) in self.parameters.iter().zip(arg_attrs) {
            if ty.as_memref().is_some() && has_entry(attributes, "llvm.noalias") {
                let noalias = emit.enum_attribute("noalias", 0);
                function.add_attribute(AttributeLoc::Param(position), noalias);
            }
            position += Component::of_type(ty)?.len() as u32;
        }
        Ok(())
    }
}

/// Whether two types differ at most in what one of them leaves open.
pub(crate) fn cast_compatible(from: &Type, to: &Type) -> bool {
    match (from.as_memref(), to.as_memref()) {
        (Some(a), Some(b)) => {
            a.element == b.element && Component::of_type(from).is_ok() && Component::of_type(to).is_ok()
        }
        _ => false,
    }
}

fn has_entry(dictionary: &Attribute, name: &str) -> bool {
    matches!(dictionary, Attribute::Dictionary(entries) if entries.iter().any(|(n, _)| **n == *name))
}
