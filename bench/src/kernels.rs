//! The kernels of `bench/kernels`, part of the binary.

/// A kernel's name and its MLIR text.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! kernels {
    ($($name:literal)*) => {
        /// Every kernel, in the order they are listed and run.
        pub static KERNELS: &[Kernel] = &[$(Kernel {
            name: $name,
            text: include_str!(concat!("../kernels/", $name, ".mlir")),
        }),*];
    };
}

kernels! {
    "gemm_f32"
    "gemm_f64"
    "gemm_f32_odd"
    "gemm_f64_odd"
    "matmul_bias_relu"
    "2mm"
    "atax"
    "jacobi2d"
    "matrix_chain_i32"
}

/// The kernel of this name.
pub fn kernel(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().find(|kernel| kernel.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn every_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .expect("the folder of kernels")
            .map(|entry| entry.expect("an entry").path())
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
            .collect();
        let listed = KERNELS.iter().map(|k| k.name.to_string()).collect();
        assert_eq!(files, listed);
    }
}
