//! Vector types, in the vector extensions that gcc and clang share, and the functions of them that a text calls.

use std::fmt::Write;

use ovolo_lang::types::Type;

use super::algebra::{Unprintable, c_type};

/// Lanes of the largest vector. Arbitrary.
const MOST_LANES: usize = 64;

const INLINE: &str = "static inline __attribute__((always_inline))";

/// `_mm512_…_ps`.
struct Intel {
    prefix: &'static str,
    letters: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Load,
    Store,
}

/// A vector type of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lanes {
    element: &'static str,
    /// `f32x16`.
    pub code: String,
    pub count: usize,
    bytes: usize,
}

impl Lanes {
    /// The type of a vector; `None` for any other type.
    pub fn of(ty: &Type) -> Result<Option<Lanes>, Unprintable> {
        let Some(vector) = ty.as_vector() else {
            return Ok(None);
        };
        let unknown = || Unprintable::new(format!("a value of type {ty}"));
        let (element, code, size) = match c_type(&vector.element)? {
            "float" => ("float", "f32", 4),
            "double" => ("double", "f64", 8),
            "bool" | "int8_t" => ("int8_t", "i8", 1),
            "int16_t" => ("int16_t", "i16", 2),
            "int32_t" => ("int32_t", "i32", 4),
            _ => ("int64_t", "i64", 8),
        };
        let [dim] = vector.shape.as_slice() else {
            return Err(unknown());
        };
        let count = usize::try_from(dim.size).map_err(|_| unknown())?;
        // Other numbers of lanes are no vectors in gcc.
        if dim.scalable || !count.is_power_of_two() || count > MOST_LANES {
            return Err(unknown());
        }
        Ok(Some(Lanes {
            element,
            code: format!("{code}x{count}"),
            count,
            bytes: count * size,
        }))
    }

    pub fn name(&self) -> String {
        format!("ovolo_{}", self.code)
    }

    /// The type, the type of it in memory, and the functions of it that a text calls.
    pub fn definitions(&self, text: &str) -> String {
        let Lanes {
            element,
            code,
            count: _,
            bytes,
        } = self;
        let name = self.name();
        let mut all = format!("typedef {element} {name} __attribute__((vector_size({bytes})));\n");
        let calls = |function: &str| text.contains(&format!("{function}_{code}("));
        if text.contains(&format!("{name}_at ")) {
            let _ = writeln!(
                all,
                "typedef {element} {name}_at __attribute__((vector_size({bytes}), aligned(sizeof({element})), may_alias));"
            );
        }
        if text.contains(&format!("{name}_bits)")) {
            let unsigned = format!("u{element}");
            let _ = writeln!(
                all,
                "typedef {unsigned} {name}_bits __attribute__((vector_size({bytes})));"
            );
        }
        let mut function = |result: &str, name: &str, parameters: &str, body: &str| {
            let _ = write!(
                all,
                "{INLINE} {result} {name}_{code}({parameters}) {{\n{body}}}\n"
            );
        };
        if calls("ovolo_splat") {
            let body = format!("  return x - ({name}){{0}};\n");
            function(&name, "ovolo_splat", &format!("{element} x"), &body);
        }
        if calls("ovolo_fma") {
            let parameters = format!("{name} a, {name} b, {name} c");
            function(&name, "ovolo_fma", &parameters, &self.fma());
        }
        if calls("ovolo_load") {
            let parameters = format!("const {element} *from, int64_t count, {name} other");
            function(
                &name,
                "ovolo_load",
                &parameters,
                &self.first_lanes(Direction::Load),
            );
        }
        if calls("ovolo_store") {
            let parameters = format!("{element} *to, int64_t count, {name} value");
            function(
                "void",
                "ovolo_store",
                &parameters,
                &self.first_lanes(Direction::Store),
            );
        }
        all + "\n"
    }

    /// Fused multiply-adds: the built-in of clang, the instruction for gcc, and lane by lane.
    fn fma(&self) -> String {
        let name = self.name();
        let suffix = if self.element == "float" { "" } else { "d" };
        let instruction = self.intel().map(|intel| {
            let Intel { prefix, letters } = intel;
            let condition = match self.bytes {
                64 => "__AVX512F__",
                _ => "__FMA__",
            };
            let bits = self.bytes * 8;
            let cast = format!("__m{bits}{suffix}");
            format!(
                "#elif defined({condition})\n  return ({name}){prefix}_fmadd_{letters}(({cast})a, ({cast})b, ({cast})c);\n"
            )
        });
        let scalar = if self.element == "float" { "fmaf" } else { "fma" };
        format!(
            "#if defined(__clang__)\n  return __builtin_elementwise_fma(a, b, c);\n{}#else\n  \
             for (int lane = 0; lane < {}; lane++) c[lane] = {scalar}(a[lane], b[lane], c[lane]);\n  return c;\n#endif\n",
            instruction.unwrap_or_default(),
            self.count,
        )
    }

    /// The first lanes from memory or to it: with a mask where the machine has them.
    fn first_lanes(&self, direction: Direction) -> String {
        let (name, count) = (self.name(), self.count);
        let is_load = direction == Direction::Load;
        let copied = match is_load {
            true => format!(
                "memcpy(&other, from, count * sizeof({}));\n  return other;",
                self.element
            ),
            false => format!("memcpy(to, &value, count * sizeof({}));", self.element),
        };
        let plain = format!("  count = count < 0 ? 0 : count > {count} ? {count} : count;\n  {copied}\n");
        let Some(Intel { prefix, letters }) = self.intel() else {
            return plain;
        };
        let condition = match self.bytes {
            64 => "__AVX512F__",
            _ => "__AVX512VL__",
        };
        let suffix = match self.element {
            "float" => "",
            "double" => "d",
            _ => "i",
        };
        let cast = format!("__m{}{suffix}", self.bytes * 8);
        let masked = match is_load {
            true => format!("return ({name}){prefix}_mask_loadu_{letters}(({cast})other, mask, from);"),
            false => format!("{prefix}_mask_storeu_{letters}(to, mask, ({cast})value);"),
        };
        let mask = match count {
            16 => "__mmask16",
            _ => "__mmask8",
        };
        let all = (1u32 << count) - 1;
        format!(
            "#if defined({condition})\n  {mask} mask = count <= 0 ? 0 : count >= {count} ? {all} : (1u << count) - 1;\n  \
             {masked}\n#else\n{plain}#endif\n"
        )
    }

    /// How the intrinsics of x86 for this type are spelled.
    fn intel(&self) -> Option<Intel> {
        let prefix = match self.bytes {
            16 => "_mm",
            32 => "_mm256",
            64 => "_mm512",
            _ => return None,
        };
        let letters = match self.element {
            "float" => "ps",
            "double" => "pd",
            "int32_t" => "epi32",
            "int64_t" => "epi64",
            _ => return None,
        };
        Some(Intel { prefix, letters })
    }
}

/// The C type of a scalar or a vector.
pub(super) fn value_type(ty: &Type) -> Result<String, Unprintable> {
    Ok(match Lanes::of(ty)? {
        Some(lanes) => lanes.name(),
        None => c_type(ty)?.to_string(),
    })
}
