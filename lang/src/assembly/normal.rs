//! One spelling for equal attributes.

use crate::attribute::NamedAttribute;
use crate::op::OpCode;

use super::kind::Kind;
use super::signature::Signature;

/// Brings the attributes of an operation into the form in which its custom form gives them: flags in
/// their order, and none that says only what its absence says.
pub(crate) fn normalize_of(code: OpCode, attributes: &mut Vec<NamedAttribute>) {
    normalize(Signature::of(code), attributes);
}

pub(crate) fn normalize(signature: &Signature, attributes: &mut Vec<NamedAttribute>) {
    attributes.retain_mut(|(name, value)| {
        let Some(spec) = signature.attribute(name) else {
            return true;
        };
        if let Kind::Enumeration(e) = &spec.kind
            && let Some(normal) = e.normal(value)
        {
            *value = normal;
        }
        spec.default.as_ref() != Some(value)
    });
}
