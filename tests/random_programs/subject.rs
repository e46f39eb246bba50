//! A program that is checked: its text, and what its arguments are.

use std::fmt;

use crate::program::{Data, Program};

/// The text of a program with the shapes of its arrays.
#[derive(Clone, Debug)]
pub struct Subject {
    pub text: String,
    pub data: Data,
    /// In the order of the arguments, which end with a scalar and two sizes.
    pub arrays: Vec<Argument>,
    /// Of each run.
    pub sizes: Vec<[i64; 2]>,
}

#[derive(Clone, Debug)]
pub struct Argument {
    pub shape: Vec<i64>,
    pub no_alias: bool,
    /// The argument that `@shared` passes in its place, itself where it passes this one.
    pub shared: usize,
}

const MARK: &str = "// arguments: ";

impl Subject {
    /// `None` when the program runs too many statements.
    pub fn of(program: &Program, most: usize) -> Option<Subject> {
        let extents = program.extents(most)?;
        let shared = program.shared(&extents);
        let arrays = program.arrays.iter().enumerate().map(|(n, array)| Argument {
            shape: program.shape(n, &extents),
            no_alias: array.no_alias,
            shared: shared[n],
        });
        Some(Subject {
            text: program.text(&extents),
            data: program.data,
            arrays: arrays.collect(),
            sizes: program.sizes.clone(),
        })
    }

    /// What [`fmt::Display`] printed: a case that is kept.
    pub fn read(text: &str) -> Option<Subject> {
        let head = text.lines().find_map(|line| line.strip_prefix(MARK))?;
        let mut words = head.split(' ');
        let data = match words.next()? {
            "f32" => Data::F32,
            "f64" => Data::F64,
            "i8" => Data::I8,
            "i16" => Data::I16,
            "i32" => Data::I32,
            "i64" => Data::I64,
            _ => return None,
        };
        let (mut arrays, mut sizes) = (Vec::new(), Vec::new());
        for word in words {
            if let Some((n, m)) = word.split_once(',') {
                sizes.push([n.parse().ok()?, m.parse().ok()?]);
                continue;
            }
            let (shape, shared) = word.split_once('@')?;
            let no_alias = shape.ends_with('!');
            let extents = shape.trim_end_matches('!').split('x').filter(|n| !n.is_empty());
            arrays.push(Argument {
                shape: extents.map(|n| n.parse().ok()).collect::<Option<_>>()?,
                no_alias,
                shared: shared.parse().ok()?,
            });
        }
        Some(Subject {
            text: text.to_string(),
            data,
            arrays,
            sizes,
        })
    }

    /// Whether one array may stand for several arguments.
    pub fn is_shared(&self) -> bool {
        self.arrays.iter().enumerate().any(|(n, array)| array.shared != n)
    }
}

/// As it can be kept: `// arguments: f32 3x4!@0 5@1 7,2`, each array with `!` where it overlaps no other, then the sizes
/// of each run.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{}", self.data.name())?;
        for array in &self.arrays {
            let shape: Vec<String> = array.shape.iter().map(i64::to_string).collect();
            let mark = if array.no_alias { "!" } else { "" };
            write!(f, " {}{mark}@{}", shape.join("x"), array.shared)?;
        }
        for [n, m] in &self.sizes {
            write!(f, " {n},{m}")?;
        }
        write!(f, "\n{}", self.text)
    }
}
