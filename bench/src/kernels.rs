//! The kernels of `bench/kernels`, part of the binary.

/// A kernel's name, its MLIR text, and the data file of a kernel that has one.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    pub name: &'static str,
    pub text: &'static str,
    /// Read by [`crate::data_set::DataSet::parse`].
    pub data: Option<&'static str>,
}

macro_rules! kernels {
    (made up: $($plain:literal)*; polybench: $($name:literal)*;) => {
        /// Every kernel, in the order they are listed and run.
        pub static KERNELS: &[Kernel] = &[
            $(Kernel {
                name: $plain,
                text: include_str!(concat!("../kernels/", $plain, ".mlir")),
                data: None,
            },)*
            $(Kernel {
                name: concat!("polybench/", $name),
                text: include_str!(concat!("../kernels/polybench/", $name, ".mlir")),
                data: Some(include_str!(concat!("../kernels/polybench/data/", $name, ".mlir"))),
            },)*
        ];
    };
}

kernels! {
    made up:
    "gemm_f32"
    "gemm_f64"
    "gemm_f32_odd"
    "gemm_f64_odd"
    "matrix_chain_i32"
    "dl/matmul-bias-relu"
    "dl/batched-matmul"
    "dl/conv2d"
    "dl/depthwise-conv2d"
    "dl/layernorm"
    "dl/softmax";

    polybench:
    "2mm"
    "3mm"
    "adi"
    "atax"
    "bicg"
    "cholesky"
    "correlation"
    "covariance"
    "deriche"
    "doitgen"
    "durbin"
    "fdtd-2d"
    "floyd-warshall"
    "gemm"
    "gemver"
    "gesummv"
    "gramschmidt"
    "heat-3d"
    "jacobi-1d"
    "jacobi-2d"
    "lu"
    "ludcmp"
    "mvt"
    "nussinov"
    "seidel-2d"
    "symm"
    "syr2k"
    "syrk"
    "trisolv"
    "trmm";
}

/// The kernel of this name, those of the folder of this name, or all of them.
pub fn kernels(name: &str) -> impl Iterator<Item = &'static Kernel> + use<'_> {
    KERNELS
        .iter()
        .filter(move |kernel| name == "all" || kernel.name == name || kernel.folder() == Some(name))
}

impl Kernel {
    /// The part of the name before the slash.
    pub fn folder(&self) -> Option<&'static str> {
        self.name.split_once('/').map(|(folder, _)| folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The files below a folder, without the ending, from where the folder is.
    fn files(root: &Path, folder: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(root.join(folder)).expect("a folder of kernels") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().expect("a name").to_string_lossy();
            let name = if folder.is_empty() {
                stem.into_owned()
            } else {
                format!("{folder}/{stem}")
            };
            if path.is_dir() {
                files(root, &name, found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn every_file_is_listed() {
        let mut found = BTreeSet::new();
        files(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/kernels")),
            "",
            &mut found,
        );
        let mut listed: BTreeSet<String> = KERNELS.iter().map(|k| k.name.to_string()).collect();
        for kernel in KERNELS.iter().filter(|k| k.data.is_some()) {
            let (folder, name) = kernel.name.split_once('/').expect("a folder");
            listed.insert(format!("{folder}/data/{name}"));
        }
        assert_eq!(found, listed);
    }

    #[test]
    fn names_select() {
        assert_eq!(kernels("all").count(), KERNELS.len());
        assert_eq!(kernels("polybench").count(), 30);
        assert_eq!(kernels("polybench/lu").count(), 1);
        assert_eq!(kernels("lu").count(), 0);
    }
}
