//! Compiled code in this process, through LLVM's ORC.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Mutex, PoisonError};

use inkwell::context::Context;
use inkwell::llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use inkwell::llvm_sys::error::{
    LLVMConsumeError, LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage,
};
use inkwell::llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcDisposeLLJIT, LLVMOrcLLJITAddObjectFile, LLVMOrcLLJITGetExecutionSession,
    LLVMOrcLLJITGetMainJITDylib, LLVMOrcLLJITLookup, LLVMOrcLLJITMangleAndIntern, LLVMOrcLLJITRef,
};
use inkwell::llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags, LLVMOrcAbsoluteSymbols,
    LLVMOrcCSymbolMapPair, LLVMOrcExecutionSessionSetErrorReporter, LLVMOrcJITDylibDefine,
};
use inkwell::targets::{FileType, TargetMachine};

use crate::abi::Signature;
use crate::buffer::{Argument, Returned, Scalar};
use crate::call::{CallError, adapter_name, adapters, has_adapter, pack, unpack_result};
use crate::error::{LowerError, Result};
use crate::pool::{RUN_CHUNKS, run_chunks};
use crate::target;

/// The functions of a module as machine code. The code lives as long as this.
#[derive(Debug)]
pub struct Jit {
    jit: LLVMOrcLLJITRef,
    functions: BTreeMap<String, Function>,
    /// What the session reports beside the errors that its calls return.
    reports: Box<Reports>,
}

type Reports = Mutex<Vec<String>>;

#[derive(Debug)]
struct Function {
    signature: Signature,
    address: u64,
    /// Of the adapter that takes slots; 0 for a function that has none.
    adapter: u64,
}

// SAFETY: the session is only changed while it is made and dropped; the code it holds is read-only.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

impl Jit {
    /// The code of an object, whose functions have these signatures, on the machine that it was made for.
    pub(crate) fn new(signatures: &[Signature], machine: &TargetMachine, object: &[u8]) -> Result<Jit> {
        let mut raw: LLVMOrcLLJITRef = std::ptr::null_mut();
        // SAFETY: a null builder asks for the defaults.
        check(unsafe { LLVMOrcCreateLLJIT(&mut raw, std::ptr::null_mut()) })?;
        let mut jit = Jit {
            jit: raw,
            functions: BTreeMap::new(),
            reports: Box::default(),
        };
        let reports: *const Reports = &*jit.reports;
        // SAFETY: the reports are boxed and outlive the session, which `drop` ends.
        unsafe {
            let session = LLVMOrcLLJITGetExecutionSession(jit.jit);
            LLVMOrcExecutionSessionSetErrorReporter(session, report, reports.cast_mut().cast());
        }
        jit.define(RUN_CHUNKS, run_chunks as *const ())?;
        jit.add_object(object)?;
        let context = Context::create();
        let module = adapters(&context, signatures)?;
        module.set_triple(&machine.get_triple());
        module.set_data_layout(&machine.get_target_data().get_data_layout());
        jit.add_object(&target::emit(&module, machine, FileType::Object)?)?;
        for signature in signatures.iter().filter(|s| s.exported) {
            let adapter = match has_adapter(signature) {
                true => jit.look_up(&adapter_name(&signature.name))?,
                false => 0,
            };
            let function = Function {
                address: jit.look_up(&signature.name)?,
                adapter,
                signature: signature.clone(),
            };
            jit.functions.insert(signature.name.clone(), function);
        }
        Ok(jit)
    }

    /// The address of a function, to be cast to the C signature that the crate's documentation gives.
    pub fn symbol(&self, name: &str) -> Option<*const ()> {
        let function = self.functions.get(name)?;
        Some(function.address as *const ())
    }

    /// The interface of a function.
    pub fn signature(&self, name: &str) -> Option<&Signature> {
        self.functions.get(name).map(|f| &f.signature)
    }

    /// Calls a function whose results are scalars. The arguments are checked against its signature; that the indices
    /// it computes stay inside its buffers is up to the function.
    pub fn call(
        &self,
        name: &str,
        arguments: &mut [Argument<'_>],
    ) -> std::result::Result<Vec<Scalar>, CallError> {
        let results = self.call_returning(name, arguments)?;
        let scalars = results.into_iter().map(|result| match result {
            Returned::Scalar(scalar) => Some(scalar),
            Returned::MemRef(_) => None,
        });
        scalars
            .collect::<Option<_>>()
            .ok_or_else(|| CallError(format!("a result of @{name} is not a scalar")))
    }

    /// As [`Jit::call`], of a function that may return memrefs too. Who frees what they are of is between the
    /// function and its caller.
    pub fn call_returning(
        &self,
        name: &str,
        arguments: &mut [Argument<'_>],
    ) -> std::result::Result<Vec<Returned>, CallError> {
        let function = self
            .functions
            .get(name)
            .ok_or_else(|| CallError(format!("there is no function @{name} to call")))?;
        if function.adapter == 0 {
            return Err(CallError(format!(
                "@{name} has a parameter or a result that is neither a scalar of at most 64 bits nor a memref"
            )));
        }
        let wrong = |e: LowerError| CallError(e.message);
        let mut slots = pack(&function.signature, arguments)?;
        let mut values = vec![0u64; function.signature.out_components().map_err(wrong)?.len()];
        let through_pointers = function.signature.returned().is_none();
        if through_pointers {
            slots.extend(values.iter_mut().map(|v| std::ptr::from_mut(v) as u64));
        } else {
            slots.push(0);
        }
        // SAFETY: the adapter was made for this signature, which the slots fit.
        unsafe {
            let adapter: extern "C" fn(*mut u64) = std::mem::transmute(function.adapter as *const ());
            adapter(slots.as_mut_ptr());
        }
        if !through_pointers {
            values.extend(slots.last());
        }
        let mut values = values.into_iter();
        let results = &function.signature.results;
        let results = results.iter().map(|ty| unpack_result(ty, &mut values));
        results.collect::<Option<_>>().ok_or_else(|| {
            CallError(format!(
                "a result of @{name} is not a scalar or a memref with strides"
            ))
        })
    }

    /// Makes a function of this process known to the code by a name.
    fn define(&mut self, name: &str, address: *const ()) -> Result<()> {
        let name = CString::new(name).map_err(LowerError::internal)?;
        let flags = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
            | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8;
        // SAFETY: the name is a C string, and the definition is handed over to the session.
        unsafe {
            let mut pair = LLVMOrcCSymbolMapPair {
                Name: LLVMOrcLLJITMangleAndIntern(self.jit, name.as_ptr()),
                Sym: LLVMJITEvaluatedSymbol {
                    Address: address as u64,
                    Flags: LLVMJITSymbolFlags {
                        GenericFlags: flags,
                        TargetFlags: 0,
                    },
                },
            };
            let library = LLVMOrcLLJITGetMainJITDylib(self.jit);
            check(LLVMOrcJITDylibDefine(
                library,
                LLVMOrcAbsoluteSymbols(&mut pair, 1),
            ))
        }
    }

    fn add_object(&mut self, object: &[u8]) -> Result<()> {
        // SAFETY: the buffer is a copy that the JIT takes over.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast::<c_char>(),
                object.len(),
                c"object".as_ptr(),
            );
            let library = LLVMOrcLLJITGetMainJITDylib(self.jit);
            check(LLVMOrcLLJITAddObjectFile(self.jit, library, buffer))
        }
    }

    fn look_up(&self, name: &str) -> Result<u64> {
        let name = CString::new(name).map_err(LowerError::internal)?;
        let mut address = 0;
        // SAFETY: the name is a C string, the address is written before it is read.
        match check(unsafe { LLVMOrcLLJITLookup(self.jit, &mut address, name.as_ptr()) }) {
            Ok(()) => Ok(address),
            Err(error) => {
                let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
                let details: Vec<&str> = reports.iter().map(String::as_str).collect();
                let message = [&[error.message.as_str()], &details[..]].concat().join("; ");
                Err(LowerError::new(message))
            }
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: made by `LLVMOrcCreateLLJIT` and disposed of once.
        unsafe {
            let error = LLVMOrcDisposeLLJIT(self.jit);
            if !error.is_null() {
                LLVMConsumeError(error);
            }
        }
    }
}

/// Keeps what LLVM would print: the reason why symbols failed, which the failed call does not say.
extern "C" fn report(reports: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: the reporter owns the error, and `reports` is what the session was given.
    let (text, reports) = unsafe { (message(error), &*reports.cast_const().cast::<Reports>()) };
    reports.lock().unwrap_or_else(PoisonError::into_inner).push(text);
}

fn check(error: LLVMErrorRef) -> Result<()> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the error is not null and is ours.
    let message = unsafe { message(error) };
    Err(LowerError::new(format!("the code cannot be loaded: {message}")))
}

/// Takes over an error and says what it says.
///
/// # Safety
/// The error is not null and nobody else's.
unsafe fn message(error: LLVMErrorRef) -> String {
    // SAFETY: the message of an error is a C string that is ours to free.
    unsafe {
        let text = LLVMGetErrorMessage(error);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        message
    }
}
