//! libclang, the one place that calls it: translation units, cursors and types as values that live as long as their unit.
//!
//! The library is loaded when C is first read on a thread, from where the system keeps it or from `LIBCLANG_PATH`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::ptr;

use clang_sys as sys;
use ovolo_lang::diagnostic::{Diagnostic, Span};

pub use clang_sys as raw;

/// What to do where libclang cannot be used.
const HOW_TO_INSTALL: &str = "C is read with libclang 17 or newer: install `libclang1-19`, or set LIBCLANG_PATH to the folder it is in";

/// A file as libclang read it.
pub struct Unit {
    index: sys::CXIndex,
    unit: sys::CXTranslationUnit,
    file: sys::CXFile,
    /// Bytes of the file.
    length: u32,
}

/// A node of the syntax tree.
#[derive(Clone, Copy)]
pub struct Cursor<'u> {
    raw: sys::CXCursor,
    unit: &'u Unit,
}

/// A type of C.
#[derive(Clone, Copy)]
pub struct Type<'u> {
    raw: sys::CXType,
    unit: &'u Unit,
}

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Int(i128),
    Float(f64),
}

/// Loads the library for this thread.
pub fn load() -> Result<(), String> {
    if !sys::is_loaded() {
        sys::load().map_err(|_| format!("libclang is not found; {HOW_TO_INSTALL}"))?;
    }
    match sys::clang_getCursorBinaryOperatorKind::is_loaded() {
        true => Ok(()),
        false => Err(format!("the libclang that is found is too old; {HOW_TO_INSTALL}")),
    }
}

/// Options for headers that come with a compiler and not with clang, `omp.h`: gcc's are looked at last.
fn headers_of_gcc() -> Vec<String> {
    let entries = |folder: &Path| {
        let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
        // Versions are numbers.
        found.sort_by_key(|path| {
            path.file_name()
                .and_then(|name| name.to_str()?.parse::<u32>().ok())
        });
        found
    };
    let targets = entries(Path::new("/usr/lib/gcc"));
    let versions = targets.iter().flat_map(|target| entries(target));
    let folders = versions.map(|version| version.join("include"));
    let last = folders.rev().find(|folder| folder.join("omp.h").exists());
    last.map(|folder| vec!["-idirafter".to_string(), folder.display().to_string()])
        .unwrap_or_default()
}

impl Unit {
    /// Reads a file with the arguments of a compiler. `text` is what the file holds. The errors that clang finds are
    /// placed in the file; those of headers say where they are.
    pub fn parse(path: &str, text: &str, arguments: &[String]) -> Result<Unit, Vec<Diagnostic>> {
        let failed = |message: String| vec![Diagnostic::new(Span::default(), message)];
        load().map_err(failed)?;
        let c_text = |text: &str| CString::new(text).map_err(|_| failed("a NUL byte in a name".to_string()));
        let name = c_text(path)?;
        let words = arguments
            .iter()
            .cloned()
            .chain(headers_of_gcc())
            .map(|word| c_text(&word))
            .collect::<Result<Vec<_>, _>>()?;
        // Programs of before C99 call functions that are declared nowhere.
        let language = [
            c"-x".as_ptr(),
            c"c".as_ptr(),
            c"-Wno-implicit-function-declaration".as_ptr(),
            c"-Wno-implicit-int".as_ptr(),
        ];
        let words: Vec<*const c_char> = language
            .into_iter()
            .chain(words.iter().map(|word| word.as_ptr()))
            .collect();
        let mut unsaved = sys::CXUnsavedFile {
            Filename: name.as_ptr(),
            Contents: text.as_ptr().cast(),
            Length: text.len() as _,
        };
        // SAFETY: all pointers are to live, NUL-terminated strings, and the counts are theirs.
        unsafe {
            let index = sys::clang_createIndex(0, 0);
            let mut unit = ptr::null_mut();
            let code = sys::clang_parseTranslationUnit2(
                index,
                name.as_ptr(),
                words.as_ptr(),
                words.len() as c_int,
                &mut unsaved,
                1,
                sys::CXTranslationUnit_None,
                &mut unit,
            );
            if code != sys::CXError_Success || unit.is_null() {
                sys::clang_disposeIndex(index);
                return Err(failed(format!("libclang cannot read {path}")));
            }
            let unit = Unit {
                index,
                unit,
                file: sys::clang_getFile(unit, name.as_ptr()),
                length: text.len() as u32,
            };
            match unit.errors() {
                errors if errors.is_empty() => Ok(unit),
                errors => Err(errors),
            }
        }
    }

    /// The root of the tree.
    pub fn root(&self) -> Cursor<'_> {
        // SAFETY: the unit is alive.
        let raw = unsafe { sys::clang_getTranslationUnitCursor(self.unit) };
        Cursor { raw, unit: self }
    }

    fn errors(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        // SAFETY: the unit is alive, and each diagnostic is disposed of once.
        unsafe {
            for number in 0..sys::clang_getNumDiagnostics(self.unit) {
                let diagnostic = sys::clang_getDiagnostic(self.unit, number);
                let place = sys::clang_getDiagnosticLocation(diagnostic);
                // What clang does not know of gcc's headers is not declared, and told where it is used.
                let is_own = sys::clang_Location_isInSystemHeader(place) == 0;
                if is_own && sys::clang_getDiagnosticSeverity(diagnostic) >= sys::CXDiagnostic_Error {
                    let message = text_of(sys::clang_getDiagnosticSpelling(diagnostic));
                    found.push(match self.offset(place) {
                        Some(start) => Diagnostic::new(
                            Span {
                                start,
                                end: start + 1,
                            },
                            message,
                        ),
                        None => Diagnostic::new(Span::default(), format!("{}: {message}", self.place(place))),
                    });
                }
                sys::clang_disposeDiagnostic(diagnostic);
            }
        }
        found
    }

    /// The offset in the file of a place, or of the use of the macro that it comes from; `None` in another file.
    fn offset(&self, place: sys::CXSourceLocation) -> Option<u32> {
        let (mut file, mut offset) = (ptr::null_mut(), 0);
        // SAFETY: the unit is alive; null pointers are for what is not asked for.
        let is_own = unsafe {
            sys::clang_getExpansionLocation(place, &mut file, ptr::null_mut(), ptr::null_mut(), &mut offset);
            !file.is_null() && sys::clang_File_isEqual(file, self.file) != 0
        };
        is_own.then_some(offset.min(self.length))
    }

    fn place(&self, place: sys::CXSourceLocation) -> String {
        let (mut file, mut line) = (ptr::null_mut(), 0);
        // SAFETY: the unit is alive; null pointers are for what is not asked for.
        unsafe {
            sys::clang_getExpansionLocation(place, &mut file, &mut line, ptr::null_mut(), ptr::null_mut());
            match file.is_null() {
                true => "the command line".to_string(),
                false => format!("{}:{line}", text_of(sys::clang_getFileName(file))),
            }
        }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: both were made by `parse` and nothing that borrows from them is left.
        unsafe {
            sys::clang_disposeTranslationUnit(self.unit);
            sys::clang_disposeIndex(self.index);
        }
    }
}

impl<'u> Cursor<'u> {
    fn with(&self, raw: sys::CXCursor) -> Cursor<'u> {
        Cursor { raw, unit: self.unit }
    }

    /// One of the constants `CXCursor_…`.
    pub fn kind(&self) -> c_int {
        self.raw.kind
    }

    /// Whether it is an expression.
    pub fn is_expression(&self) -> bool {
        // SAFETY: any kind may be asked.
        unsafe { sys::clang_isExpression(self.raw.kind) != 0 }
    }

    /// The name of what is declared or referred to.
    pub fn name(&self) -> String {
        // SAFETY: the cursor's unit is alive.
        text_of(unsafe { sys::clang_getCursorSpelling(self.raw) })
    }

    /// The declaration as clang prints it.
    pub fn printed(&self) -> String {
        // SAFETY: the cursor's unit is alive; a null policy is the default one.
        text_of(unsafe { sys::clang_getCursorPrettyPrinted(self.raw, ptr::null_mut()) })
    }

    /// The direct children, in the order of the text.
    pub fn children(&self) -> Vec<Cursor<'u>> {
        struct Found<'a>(Vec<sys::CXCursor>, PhantomData<&'a ()>);
        extern "C" fn visit(cursor: sys::CXCursor, _: sys::CXCursor, data: *mut c_void) -> c_int {
            // SAFETY: `data` is the `Found` of the call below.
            unsafe { (*data.cast::<Found>()).0.push(cursor) };
            sys::CXChildVisit_Continue
        }
        let mut found = Found(Vec::new(), PhantomData);
        // SAFETY: the visitor only appends to `found`, which outlives the call.
        unsafe { sys::clang_visitChildren(self.raw, visit, (&raw mut found).cast()) };
        found.0.into_iter().map(|raw| self.with(raw)).collect()
    }

    /// Calls `f` for every node below this one.
    pub fn walk(&self, f: &mut impl FnMut(Cursor<'u>)) {
        for child in self.children() {
            f(child);
            child.walk(f);
        }
    }

    /// The type of an expression or a declaration.
    pub fn ty(&self) -> Type<'u> {
        // SAFETY: the cursor's unit is alive.
        let raw = unsafe { sys::clang_getCursorType(self.raw) };
        Type { raw, unit: self.unit }
    }

    /// What a name refers to, as the first of its declarations.
    pub fn declaration(&self) -> Cursor<'u> {
        // SAFETY: the cursor's unit is alive.
        self.with(unsafe { sys::clang_getCanonicalCursor(sys::clang_getCursorReferenced(self.raw)) })
    }

    /// The first of its declarations.
    pub fn canonical(&self) -> Cursor<'u> {
        // SAFETY: the cursor's unit is alive.
        self.with(unsafe { sys::clang_getCanonicalCursor(self.raw) })
    }

    /// A number that equal cursors share.
    pub fn hash(&self) -> u32 {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_hashCursor(self.raw) }
    }

    /// Whether it is the same node.
    pub fn is(&self, other: &Cursor<'u>) -> bool {
        // SAFETY: both units are alive.
        unsafe { sys::clang_equalCursors(self.raw, other.raw) != 0 }
    }

    /// Where it stands in the file, or where the macro is used that it comes from; empty at the start of the file for what
    /// stands in a header.
    pub fn span(&self) -> Span {
        // SAFETY: the cursor's unit is alive.
        let (start, end) = unsafe {
            let range = sys::clang_getCursorExtent(self.raw);
            (sys::clang_getRangeStart(range), sys::clang_getRangeEnd(range))
        };
        let Some(start) = self.unit.offset(start) else {
            return Span::default();
        };
        let end = self.unit.offset(end).unwrap_or(start).max(start);
        Span { start, end }
    }

    /// The offset of the node's own token: of an operator, of the name in a declaration.
    pub fn location(&self) -> Option<u32> {
        // SAFETY: the cursor's unit is alive.
        self.unit
            .offset(unsafe { sys::clang_getCursorLocation(self.raw) })
    }

    /// The value of a constant expression; `None` where clang knows none.
    pub fn evaluate(&self) -> Option<Constant> {
        // SAFETY: the result is disposed of once, and read as what it says it is.
        unsafe {
            let result = sys::clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return None;
            }
            let value = match sys::clang_EvalResult_getKind(result) {
                sys::CXEval_Int if sys::clang_EvalResult_isUnsignedInt(result) != 0 => {
                    Some(Constant::Int(sys::clang_EvalResult_getAsUnsigned(result).into()))
                }
                sys::CXEval_Int => Some(Constant::Int(sys::clang_EvalResult_getAsLongLong(result).into())),
                sys::CXEval_Float => Some(Constant::Float(sys::clang_EvalResult_getAsDouble(result))),
                _ => None,
            };
            sys::clang_EvalResult_dispose(result);
            value
        }
    }

    /// The operator of a binary expression or of a compound assignment, as C writes it.
    pub fn binary_operator(&self) -> String {
        // SAFETY: the cursor's unit is alive, and `load` saw that the library has both functions.
        text_of(unsafe {
            sys::clang_getBinaryOperatorKindSpelling(sys::clang_getCursorBinaryOperatorKind(self.raw))
        })
    }

    /// One of the constants `CXUnaryOperator_…`.
    pub fn unary_operator(&self) -> c_int {
        // SAFETY: the cursor's unit is alive, and the library is new enough for `load`.
        unsafe { sys::clang_getCursorUnaryOperatorKind(self.raw) }
    }

    /// The initial value of a variable.
    pub fn initializer(&self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        let raw = unsafe { sys::clang_Cursor_getVarDeclInitializer(self.raw) };
        // SAFETY: any cursor may be asked.
        let is_null = unsafe { sys::clang_Cursor_isNull(raw) != 0 };
        (!is_null).then(|| self.with(raw))
    }

    /// Whether it is a declaration with `static`.
    pub fn is_static(&self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_getStorageClass(self.raw) == sys::CX_SC_Static }
    }

    /// Whether a variable of a function is neither `static` nor `extern`.
    pub fn is_automatic(&self) -> bool {
        // SAFETY: the cursor's unit is alive.
        let class = unsafe { sys::clang_Cursor_getStorageClass(self.raw) };
        class != sys::CX_SC_Static && class != sys::CX_SC_Extern
    }

    /// Whether a member of a struct is a bit-field.
    pub fn is_bit_field(&self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_isBitField(self.raw) != 0 }
    }

    /// Whether a variable or function is declared outside functions.
    pub fn is_global(&self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe {
            let parent = sys::clang_getCursorSemanticParent(self.raw);
            parent.kind == sys::CXCursor_TranslationUnit
        }
    }

    /// Whether a function has a body here, and it is this.
    pub fn is_definition(&self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_isCursorDefinition(self.raw) != 0 }
    }
}

impl<'u> Type<'u> {
    fn with(&self, raw: sys::CXType) -> Type<'u> {
        Type { raw, unit: self.unit }
    }

    /// One of the constants `CXType_…`, of the type without its names.
    pub fn kind(&self) -> c_int {
        self.canonical().raw.kind
    }

    fn canonical(&self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        self.with(unsafe { sys::clang_getCanonicalType(self.raw) })
    }

    /// Bytes; `None` where they are not constant.
    pub fn size(&self) -> Option<u32> {
        // SAFETY: the type's unit is alive.
        u32::try_from(unsafe { sys::clang_Type_getSizeOf(self.raw) }).ok()
    }

    /// What a pointer points to.
    pub fn pointee(&self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        self.with(unsafe { sys::clang_getPointeeType(self.canonical().raw) })
    }

    /// The elements of an array.
    pub fn element(&self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        self.with(unsafe { sys::clang_getArrayElementType(self.canonical().raw) })
    }

    /// The extent of an array, where it is a constant.
    pub fn extent(&self) -> Option<i64> {
        // SAFETY: the type's unit is alive.
        let extent = unsafe { sys::clang_getArraySize(self.canonical().raw) };
        (extent >= 0).then_some(extent)
    }

    /// What a function returns.
    pub fn result(&self) -> Type<'u> {
        // SAFETY: the type's unit is alive.
        self.with(unsafe { sys::clang_getResultType(self.canonical().raw) })
    }

    /// The declaration of a struct.
    pub fn declaration(&self) -> Cursor<'u> {
        // SAFETY: the type's unit is alive.
        let raw = unsafe { sys::clang_getTypeDeclaration(self.canonical().raw) };
        Cursor { raw, unit: self.unit }
    }

    /// The type of integers that an enumeration is.
    pub fn underlying(&self) -> Type<'u> {
        // SAFETY: the type's unit is alive, and any cursor may be asked.
        let raw = unsafe { sys::clang_getEnumDeclIntegerType(self.declaration().raw) };
        Type { raw, unit: self.unit }
    }

    /// Whether a pointer is `restrict`.
    pub fn is_restrict(&self) -> bool {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_isRestrictQualifiedType(self.canonical().raw) != 0 }
    }

    /// Whether it is `volatile`.
    pub fn is_volatile(&self) -> bool {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_isVolatileQualifiedType(self.canonical().raw) != 0 }
    }

    /// Whether it is `const`.
    pub fn is_const(&self) -> bool {
        // SAFETY: the type's unit is alive.
        unsafe { sys::clang_isConstQualifiedType(self.canonical().raw) != 0 }
    }

    /// The type as it is written.
    pub fn name(&self) -> String {
        // SAFETY: the type's unit is alive.
        text_of(unsafe { sys::clang_getTypeSpelling(self.raw) })
    }
}

fn text_of(string: sys::CXString) -> String {
    // SAFETY: libclang gives a NUL-terminated string or null, and it is disposed of once.
    unsafe {
        let text = sys::clang_getCString(string);
        let owned = match text.is_null() {
            true => String::new(),
            false => CStr::from_ptr(text).to_string_lossy().into_owned(),
        };
        sys::clang_disposeString(string);
        owned
    }
}
