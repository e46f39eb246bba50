//! Libraries with a routine for products of matrices, loaded where one is asked for.

use std::ffi::{CStr, c_char, c_int};
use std::sync::OnceLock;

use libloading::Library;
use ovolo_lang::float::encode;
use ovolo_lang::types::FloatKind;

use ovolo_timing::call::{Function, Word};

use crate::matrix_product::{Matrix, MatrixProduct};

/// A library and what is to be known of it before it is loaded.
pub struct ProductLibrary {
    /// The names it is loaded by, of which the first that is found is taken.
    files: &'static [&'static str],
    /// Debian's package that has it.
    pub package: &'static str,
    /// Routines for products, of f32 and of f64 where there is one.
    routines: [Option<&'static str>; 2],
    parameters: Parameters,
    /// How it is told the number of its threads.
    threads: &'static str,
    /// How it is told to take its kernels for AVX-512, which it does not choose by itself on every processor that has them.
    wide: Option<(&'static str, &'static str)>,
    version: fn(&Library) -> Option<String>,
    loaded: OnceLock<Result<(Library, &'static str), String>>,
}

/// What a routine is passed.
#[derive(Clone, Copy)]
enum Parameters {
    /// Those of the C interface of BLAS: the order of elements and numbers for transpositions.
    Cblas,
    /// Those of oneDNN, whose matrices are always row-major: letters for transpositions.
    OneDnn,
}

pub static OPENBLAS: ProductLibrary = ProductLibrary {
    files: &["libopenblas.so.0", "libopenblas.so"],
    package: "libopenblas-dev",
    routines: [Some("cblas_sgemm"), Some("cblas_dgemm")],
    parameters: Parameters::Cblas,
    threads: "OPENBLAS_NUM_THREADS",
    wide: Some(("OPENBLAS_CORETYPE", "SKYLAKEX")),
    version: |library| text(library, b"openblas_get_config"),
    loaded: OnceLock::new(),
};

pub static BLIS: ProductLibrary = ProductLibrary {
    files: &["libblis.so.4", "libblis.so"],
    package: "libblis-dev",
    routines: [Some("cblas_sgemm"), Some("cblas_dgemm")],
    parameters: Parameters::Cblas,
    threads: "BLIS_NUM_THREADS",
    wide: Some(("BLIS_ARCH_TYPE", "0")),
    version: |library| text(library, b"bli_info_get_version_str"),
    loaded: OnceLock::new(),
};

pub static ONEDNN: ProductLibrary = ProductLibrary {
    files: &["libdnnl.so.2", "libdnnl.so"],
    package: "libdnnl-dev",
    routines: [Some("dnnl_sgemm"), None],
    parameters: Parameters::OneDnn,
    threads: "OMP_NUM_THREADS",
    wide: None,
    version: onednn_version,
    loaded: OnceLock::new(),
};

/// A call of a routine.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The routine, the library and what the library was told.
    pub command: String,
    pub version: String,
    pub function: Function,
    pub words: Vec<Word>,
}

impl ProductLibrary {
    /// Tells the library through the environment how many threads it has and, unless the user has said so, which kernels to
    /// take. It reads that when it is loaded.
    ///
    /// # Safety
    /// No other thread reads or writes the environment.
    pub unsafe fn prepare(&self, threads: u32) {
        let is_wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
        let wide = self
            .wide
            .filter(|(name, _)| is_wide && std::env::var_os(name).is_none());
        // SAFETY: as the caller promises.
        unsafe {
            std::env::set_var(self.threads, threads.to_string());
            wide.iter()
                .for_each(|(name, value)| std::env::set_var(name, value));
        }
    }

    /// The name by which it is known where it is missing.
    pub fn file(&self) -> &'static str {
        self.files[0]
    }

    /// The library and the name that it was found by. It stays in the process, where threads of its own may wait for work.
    pub fn load(&self) -> Result<&(Library, &'static str), &str> {
        let load = || {
            let mut missing = String::new();
            for &file in self.files {
                // SAFETY: the libraries that are named here initialise nothing but themselves.
                match unsafe { Library::new(file) } {
                    Ok(library) => return Ok((library, file)),
                    Err(error) => missing = error.to_string(),
                }
            }
            Err(missing)
        };
        self.loaded.get_or_init(load).as_ref().map_err(String::as_str)
    }

    /// The call that computes a product, or why there is none.
    pub fn routine(&self, product: &MatrixProduct) -> Result<Routine, String> {
        let name = match product.kind {
            FloatKind::F32 => self.routines[0],
            FloatKind::F64 => self.routines[1],
            _ => None,
        };
        let name = name.ok_or_else(|| format!("it has none for products of {}", product.kind.as_str()))?;
        let (library, file) = self.load()?;
        // SAFETY: the symbol is only used as an address here.
        let symbol = unsafe { library.get::<*const u8>(name.as_bytes()) };
        let symbol = symbol.map_err(|error| error.to_string())?;
        Ok(Routine {
            command: self.command(name, file),
            version: (self.version)(library).unwrap_or_default(),
            // SAFETY: the words are those that the routine takes, and the library is never unloaded.
            function: unsafe { Function::new(*symbol) },
            words: self.words(product),
        })
    }

    /// The routine, the file, and the variables of the environment that the library reads.
    fn command(&self, routine: &str, file: &str) -> String {
        let names = [Some(self.threads), self.wide.map(|(name, _)| name)];
        let set = names.into_iter().flatten().filter_map(|name| {
            let value = std::env::var(name).ok()?;
            Some(format!("{name}={value}"))
        });
        let words: Vec<String> = set.collect();
        format!("{routine} of {file}, {}", words.join(" "))
    }

    fn words(&self, product: &MatrixProduct) -> Vec<Word> {
        let MatrixProduct {
            kind,
            m,
            n,
            k,
            a,
            b,
            c,
            ..
        } = *product;
        let transposed = |matrix: Matrix| {
            Word::Integer(match (self.parameters, matrix.is_transposed) {
                (Parameters::Cblas, false) => 111,
                (Parameters::Cblas, true) => 112,
                (Parameters::OneDnn, false) => i64::from(b'N'),
                (Parameters::OneDnn, true) => i64::from(b'T'),
            })
        };
        let scalar = |value| Word::Float(encode(kind, value) as u64);
        let bytes = match kind {
            FloatKind::F32 => 4,
            _ => 8,
        };
        let matrix = |matrix: Matrix| {
            let address = Word::Address {
                argument: matrix.argument,
                offset: matrix.offset as usize * bytes,
            };
            [address, Word::Integer(matrix.leading)]
        };
        let order = match self.parameters {
            Parameters::Cblas => Some(Word::Integer(ROW_MAJOR)),
            Parameters::OneDnn => None,
        };
        let mut words: Vec<Word> = order.into_iter().collect();
        words.extend([transposed(a), transposed(b)]);
        words.extend([m, n, k].map(Word::Integer));
        words.push(scalar(product.alpha));
        words.extend([matrix(a), matrix(b)].concat());
        words.push(scalar(product.beta));
        words.extend(matrix(c));
        words
    }
}

/// `CblasRowMajor`.
const ROW_MAJOR: i64 = 101;

/// What a function without parameters says.
fn text(library: &Library, function: &[u8]) -> Option<String> {
    // SAFETY: the functions that are named here return a string that stays where it is.
    let text = unsafe {
        let function = library
            .get::<unsafe extern "C" fn() -> *const c_char>(function)
            .ok()?;
        let text = function();
        (!text.is_null()).then(|| CStr::from_ptr(text))
    };
    Some(text?.to_string_lossy().trim().to_string())
}

/// The first of what `dnnl_version` returns.
#[repr(C)]
struct OneDnnVersion {
    numbers: [c_int; 3],
}

fn onednn_version(library: &Library) -> Option<String> {
    // SAFETY: the function returns a record that starts so.
    let [major, minor, patch] = unsafe {
        let function = library.get::<unsafe extern "C" fn() -> *const OneDnnVersion>(b"dnnl_version");
        function.ok()?().as_ref()?.numbers
    };
    Some(format!("oneDNN {major}.{minor}.{patch}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(argument: usize, leading: i64, is_transposed: bool) -> Matrix {
        Matrix {
            argument,
            offset: 3,
            leading,
            is_transposed,
        }
    }

    fn product(kind: FloatKind) -> MatrixProduct {
        MatrixProduct {
            kind,
            m: 5,
            n: 7,
            k: 9,
            alpha: 2.0,
            beta: 0.5,
            a: matrix(0, 10, true),
            b: matrix(1, 11, false),
            c: matrix(2, 12, false),
        }
    }

    #[test]
    fn routines_are_passed_what_their_interface_says() {
        let integer = Word::Integer;
        let at = |argument, offset| Word::Address { argument, offset };
        let double = |x: f64| Word::Float(x.to_bits());
        let single = |x: f32| Word::Float(x.to_bits().into());
        let blas = [
            [101, 112, 111, 5, 7, 9].map(integer).to_vec(),
            vec![double(2.0), at(0, 24), integer(10), at(1, 24), integer(11)],
            vec![double(0.5), at(2, 24), integer(12)],
        ];
        assert_eq!(OPENBLAS.words(&product(FloatKind::F64)), blas.concat());
        let onednn = [
            [b'T', b'N', 5, 7, 9].map(|word| integer(word.into())).to_vec(),
            vec![single(2.0), at(0, 12), integer(10), at(1, 12), integer(11)],
            vec![single(0.5), at(2, 12), integer(12)],
        ];
        assert_eq!(ONEDNN.words(&product(FloatKind::F32)), onednn.concat());
    }

    #[test]
    fn what_is_missing_is_told() {
        let absent = ProductLibrary {
            files: &["libovolo-absent.so.1", "libovolo-absent.so"],
            package: "libovolo-absent-dev",
            routines: [None; 2],
            parameters: Parameters::Cblas,
            threads: "",
            wide: None,
            version: |_| None,
            loaded: OnceLock::new(),
        };
        assert!(absent.load().is_err());
        let reason = ONEDNN.routine(&product(FloatKind::F64)).expect_err("no routine");
        assert_eq!(reason, "it has none for products of f64");
    }
}
