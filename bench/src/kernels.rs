//! The kernels of `bench/kernels`, part of the binary.

/// A kernel's name, its MLIR text, and the data file or the C of a kernel that has one.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    pub name: &'static str,
    pub text: &'static str,
    /// Read by [`crate::data_set::DataSet::parse`].
    pub data: Option<&'static str>,
    /// The same function as a user writes it in C, for the other compilers.
    pub c: Option<&'static str>,
}

/// A kernel that is C alone, as a user writes it.
#[derive(Clone, Copy, Debug)]
pub struct CKernel {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! c_kernels {
    ($($folder:literal / $name:literal)*) => {
        /// Every kernel that is C alone, in the order they are listed and run.
        pub static C_KERNELS: &[CKernel] = &[
            $(CKernel {
                name: concat!($folder, "/", $name),
                text: include_str!(concat!("../kernels/", $folder, "/", $name, ".c")),
            },)*
        ];
    };
}

macro_rules! kernels {
    (without data: $($plain:literal)*;
     with c: $($suite:literal / $user:literal)*;
     with data: $($folder:literal / $name:literal)*;) => {
        /// Every kernel, in the order they are listed and run.
        pub static KERNELS: &[Kernel] = &[
            $(Kernel {
                name: $plain,
                text: include_str!(concat!("../kernels/", $plain, ".mlir")),
                data: None,
                c: None,
            },)*
            $(Kernel {
                name: concat!($suite, "/", $user),
                text: include_str!(concat!("../kernels/", $suite, "/", $user, ".mlir")),
                data: None,
                c: Some(include_str!(concat!("../kernels/", $suite, "/", $user, ".c"))),
            },)*
            $(Kernel {
                name: concat!($folder, "/", $name),
                text: include_str!(concat!("../kernels/", $folder, "/", $name, ".mlir")),
                data: Some(include_str!(concat!("../kernels/", $folder, "/data/", $name, ".mlir"))),
                c: None,
            },)*
        ];
    };
}

kernels! {
    without data:
    "gemm_f32"
    "gemm_f64"
    "matrix_chain_i32"
    "dl/matmul-bias-relu"
    "dl/batched-matmul"
    "dl/conv2d"
    "dl/depthwise-conv2d"
    "dl/layernorm"
    "dl/softmax";

    with c:
    "suite"/"fir"
    "suite"/"conv5x5"
    "suite"/"filter3x3"
    "suite"/"conv_strided"
    "suite"/"conv_transposed"
    "suite"/"max_pool"
    "suite"/"average_pool"
    "suite"/"batch_4x4"
    "suite"/"transform_points"
    "suite"/"dct8x8"
    "suite"/"blur_two_stages"
    "suite"/"sobel_u8"
    "suite"/"flat_product"
    "suite"/"edit_distance"
    "suite"/"integral_image"
    "suite"/"red_black"
    "suite"/"stencil27"
    "suite"/"upsample"
    "suite"/"complex_product"
    "suite"/"grey_u8"
    "suite"/"lstm_cell"
    "suite"/"histogram"
    "suite"/"lattice";

    with data:
    "gemm"/"f32"
    "gemm"/"f64"
    "polybench"/"2mm"
    "polybench"/"3mm"
    "polybench"/"adi"
    "polybench"/"atax"
    "polybench"/"bicg"
    "polybench"/"cholesky"
    "polybench"/"correlation"
    "polybench"/"covariance"
    "polybench"/"deriche"
    "polybench"/"doitgen"
    "polybench"/"durbin"
    "polybench"/"fdtd-2d"
    "polybench"/"floyd-warshall"
    "polybench"/"gemm"
    "polybench"/"gemver"
    "polybench"/"gesummv"
    "polybench"/"gramschmidt"
    "polybench"/"heat-3d"
    "polybench"/"jacobi-1d"
    "polybench"/"jacobi-2d"
    "polybench"/"lu"
    "polybench"/"ludcmp"
    "polybench"/"mvt"
    "polybench"/"nussinov"
    "polybench"/"seidel-2d"
    "polybench"/"symm"
    "polybench"/"syr2k"
    "polybench"/"syrk"
    "polybench"/"trisolv"
    "polybench"/"trmm";
}

c_kernels! {
    "suite"/"absolute_differences_u8"
    "suite"/"adam_step"
    "suite"/"advection_upwind"
    "suite"/"alpha_blend_u8"
    "suite"/"argmax_rows"
    "suite"/"attention_causal_values"
    "suite"/"attention_scores"
    "suite"/"batch_3x3_inverse"
    "suite"/"batch_6x6_product"
    "suite"/"batch_8x8_vector"
    "suite"/"batch_cholesky4"
    "suite"/"batch_norm_nchw"
    "suite"/"biquad_channels"
    "suite"/"box_blur_u8"
    "suite"/"channels_last"
    "suite"/"cholesky_flat"
    "suite"/"column_sums"
    "suite"/"complex_matrix_vector"
    "suite"/"conv1d_channels"
    "suite"/"count_above"
    "suite"/"dense_input_gradient"
    "suite"/"dense_relu"
    "suite"/"dense_weight_gradient"
    "suite"/"depthwise3x3"
    "suite"/"downsample2x2"
    "suite"/"erode_u8"
    "suite"/"escape_steps"
    "suite"/"fft_stage"
    "suite"/"find_min_pos"
    "suite"/"fir_complex"
    "suite"/"four_index"
    "suite"/"gauss_jordan"
    "suite"/"gauss_seidel_sweep"
    "suite"/"gauss_separable"
    "suite"/"harris"
    "suite"/"heat1d_steps"
    "suite"/"jacobi_flat"
    "suite"/"last_index"
    "suite"/"lattice_collide"
    "suite"/"lattice_stream"
    "suite"/"layer_norm_rows"
    "suite"/"longest_common"
    "suite"/"lookup_u8"
    "suite"/"lower_solve"
    "suite"/"max_index"
    "suite"/"median3"
    "suite"/"min_plus_int"
    "suite"/"moving_average"
    "suite"/"mttkrp"
    "suite"/"nbody_forces"
    "suite"/"pair_energy_cutoff"
    "suite"/"particle_push"
    "suite"/"pascal_mod"
    "suite"/"planes_to_pixels_u8"
    "suite"/"points_to_planes"
    "suite"/"prefix_sum"
    "suite"/"q15_fir"
    "suite"/"q31_biquad"
    "suite"/"q7_product"
    "suite"/"quaternion_rotate"
    "suite"/"relu_backward"
    "suite"/"rgb565_unpack"
    "suite"/"rgb_to_yuv_u8"
    "suite"/"row_extremes"
    "suite"/"row_norms"
    "suite"/"saturating_add_u8"
    "suite"/"smith_waterman"
    "suite"/"softmax_rows"
    "suite"/"stencil7_flat"
    "suite"/"string_match"
    "suite"/"tensor_times_matrix"
    "suite"/"threshold_u8"
    "suite"/"transpose_flat"
    "suite"/"unsharp_mask"
    "suite"/"wave2d_step"
}

/// As [`kernels`], of those that are C alone.
pub fn c_kernels(name: &str) -> impl Iterator<Item = &'static CKernel> + use<'_> {
    C_KERNELS
        .iter()
        .filter(move |kernel| name == "all" || kernel.name == name || folder(kernel.name) == Some(name))
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
        folder(self.name)
    }
}

fn folder(name: &str) -> Option<&str> {
    name.split_once('/').map(|(folder, _)| folder)
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
        listed.extend(C_KERNELS.iter().map(|k| k.name.to_string()));
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
        assert_eq!(kernels("gemm").count(), 2);
    }
}
