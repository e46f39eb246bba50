//! The kernels that are measured, and their data.

use std::path::Path;

use anyhow::bail;
use ovolo::measure::made_up;
use ovolo_bench::data_set::{DataSet, Sizes};
use ovolo_bench::kernels::{Kernel, c_kernels, kernels};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::bufferize::bufferize;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::isolate_function::isolate_function;
use ovolo_lang::parse::parse_module;
use ovolo_lang::specialize::specialize;
use ovolo_timing::data::Argument;

use super::Arguments;
use crate::c_file::{self, CArguments};
use crate::input::{self, Source};
use crate::{Failure, note};

/// What is measured.
pub struct Subject {
    pub name: String,
    pub source: Source,
    /// The kernel as a user writes it in C.
    pub c: Option<String>,
    pub data: Option<AtSizes>,
    /// Of a file with several functions: which one of the file, and which one of those that it becomes, as parts of a function of C do.
    pub function: Option<[String; 2]>,
    /// Whether others are measured too where it cannot be.
    pub is_one_of_many: bool,
}

impl Subject {
    /// A kernel of which nothing but the C is given.
    fn in_c(name: &str, file: String, text: String) -> Subject {
        Subject {
            name: name.to_string(),
            c: Some(text.clone()),
            source: Source { name: file, text },
            data: None,
            function: None,
            is_one_of_many: false,
        }
    }

    /// The kernels of a file.
    fn each_in(path: &Path, c: &CArguments) -> Result<Vec<Subject>, Failure> {
        let source = input::read(path)?;
        let name = path.display().to_string();
        match c_file::is_c(&source.name) {
            true => Subject::each_in_c(&name, &source, c),
            false => Subject::each_in_mlir(&name, source),
        }
    }

    /// The kernels of a file of C: all functions that it has, where it has several.
    fn each_in_c(name: &str, source: &Source, c: &CArguments) -> Result<Vec<Subject>, Failure> {
        let whole = || Subject::in_c(name, source.name.clone(), source.text.clone());
        let imported = source.imported(c, None)?;
        let module = &imported.module;
        let functions = module.functions().filter(|&f| input::has_body(module, f));
        let functions: Vec<&str> = functions.map(|f| input::function_name(module, f)).collect();
        let is_whole = |function: &str| imported.parts.iter().any(|part| part.function == function);
        if let [only] = functions.as_slice()
            && is_whole(only)
        {
            return Ok(vec![whole()]);
        }
        let of_part = |part: &str| {
            let numbered = |of: &str| part.strip_prefix(of).is_some_and(|rest| rest.starts_with('_'));
            let known = imported.parts.iter().map(|part| part.function.as_str());
            known
                .filter(|of| numbered(of))
                .max_by_key(|of| of.len())
                .unwrap_or(part)
                .to_string()
        };
        let subject = |function: &&str| {
            let (own, c) = match is_whole(function) {
                true => (function.to_string(), Some(source.text.clone())),
                // C's compilers get what is printed of the part.
                false => (of_part(function), None),
            };
            Subject {
                name: format!("{name}:{function}"),
                c,
                function: Some([own, function.to_string()]),
                is_one_of_many: true,
                ..whole()
            }
        };
        Ok(functions.iter().map(subject).collect())
    }

    /// The kernels of a file of MLIR: all functions that it has, where it has several, but for those that only others call.
    fn each_in_mlir(name: &str, source: Source) -> Result<Vec<Subject>, Failure> {
        let module = parse_module(&source.text).map_err(|diagnostics| source.failure(&diagnostics))?;
        let functions = module.functions().filter(|&f| input::has_body(&module, f));
        let functions: Vec<OpId> = functions.collect();
        let is_private = |f: OpId| {
            let visibility = module.op(f).attribute("sym_visibility");
            visibility.and_then(Attribute::as_str) == Some("private")
        };
        let whole = |function: Option<[String; 2]>| Subject {
            name: match &function {
                Some([function, _]) => format!("{name}:{function}"),
                None => name.to_string(),
            },
            source: source.clone(),
            c: None,
            data: None,
            is_one_of_many: function.is_some(),
            function,
        };
        if functions.len() < 2 {
            return Ok(vec![whole(None)]);
        }
        let called = functions.iter().filter(|&&f| !is_private(f));
        let names = called.map(|&f| input::function_name(&module, f).to_string());
        Ok(names.map(|name| whole(Some([name.clone(), name]))).collect())
    }

    /// The module, and the function that is measured.
    pub fn module(&self, c: &CArguments) -> Result<(Module, OpId), Failure> {
        let [of_file, name] = match &self.function {
            Some([of_file, name]) => [of_file, name].map(|name| Some(name.as_str())),
            None => [None; 2],
        };
        let mut module = match self.function {
            Some(_) if self.is_c() => self.source.imported_quietly(c, of_file)?.module,
            _ => self.source.module_with(c, None)?,
        };
        if !self.is_c() && self.function.is_some() {
            let function = input::function(&module, name)?;
            module = isolate_function(&module, function);
        }
        // Code is called with memory.
        bufferize(&mut module);
        let function = input::function(&module, name)?;
        Ok((module, function))
    }

    /// Whether the functions have the parameters that C gives them.
    fn is_c(&self) -> bool {
        c_file::is_c(&self.source.name)
    }
}

/// Data at the sizes of one of their sets.
pub struct AtSizes {
    pub data: DataSet,
    pub set: Sizes,
}

/// What the command line names.
pub fn subjects(arguments: &Arguments) -> Result<Vec<Subject>, Failure> {
    let mut subjects = Vec::new();
    for name in &arguments.kernels {
        let before = subjects.len();
        for kernel in kernels(name) {
            subjects.extend(built_in(kernel, &arguments.set)?);
        }
        subjects.extend(c_kernels(name).map(|kernel| {
            let file = format!("{}.c", kernel.name);
            Subject::in_c(kernel.name, file, kernel.text.to_string())
        }));
        if subjects.len() > before {
            continue;
        }
        if !Path::new(name).exists() {
            return Err(Failure::bad_input(format!(
                "error: `{name}` is neither a file nor a kernel that `ovolo bench --list` names"
            )));
        }
        if !Path::new(name).is_dir() {
            subjects.extend(Subject::each_in(Path::new(name), &arguments.c)?);
            continue;
        }
        for file in input::files_within(Path::new(name), &["c", "mlir"])? {
            match Subject::each_in(&file, &arguments.c) {
                Ok(own) => subjects.extend(own.into_iter().map(|subject| Subject {
                    is_one_of_many: true,
                    ..subject
                })),
                Err(why) => note(&why.message),
            }
        }
    }
    Ok(subjects)
}

/// A kernel, once for each of the sets where it has some.
fn built_in(kernel: &Kernel, sets: &[String]) -> Result<Vec<Subject>, Failure> {
    let subject = |name: String, data: Option<AtSizes>| Subject {
        name,
        source: Source {
            name: format!("{}.mlir", kernel.name),
            text: kernel.text.to_string(),
        },
        c: kernel.c.map(str::to_string),
        data,
        function: None,
        is_one_of_many: false,
    };
    let Some(text) = kernel.data else {
        return Ok(vec![subject(kernel.name.to_string(), None)]);
    };
    let sized = |set: &String| -> anyhow::Result<Subject> {
        let data = DataSet::parse(text)?;
        let set = sizes_of_set(&data, set)?.clone();
        let name = match sets {
            [_] => kernel.name.to_string(),
            _ => format!("{} {}", kernel.name, set.name),
        };
        Ok(subject(name, Some(AtSizes { data, set })))
    };
    let all: anyhow::Result<Vec<Subject>> = sets.iter().map(sized).collect();
    all.map_err(|e| failure(kernel.name, &e))
}

/// A failure that says of which kernel it is.
pub fn failure(kernel: &str, error: &anyhow::Error) -> Failure {
    Failure::bad_input(format!("error: {kernel}: {error:#}"))
}

/// Makes the arguments of one measurement.
pub fn data(
    subject: &Subject,
    module: &Module,
    function: OpId,
    options: &Arguments,
) -> anyhow::Result<Vec<Argument>> {
    if let Some(AtSizes { data, set }) = &subject.data {
        return data.filled(set);
    }
    let mut made = made_up(module, function, options.size, &[]).map_err(anyhow::Error::msg)?;
    // What comes from C, as text of MLIR too, is not passed these extents.
    for (at, argument) in made.iter_mut().enumerate() {
        if let Argument::Buffer(buffer) = argument
            && module.op(function).argument_attribute(at, "c.extents").is_some()
        {
            buffer.dynamic.fill(false);
        }
    }
    Ok(made)
}

fn sizes_of_set<'d>(data: &'d DataSet, set: &str) -> anyhow::Result<&'d Sizes> {
    let names = || data.sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>();
    match data.set(set) {
        Some(sizes) => Ok(sizes),
        None => bail!("no data set `{set}`, only {}", names().join(", ")),
    }
}

/// The kernel for the sizes of a set, as PolyBench's C programs know them when they are compiled.
pub fn for_sizes(
    AtSizes { data, set }: &AtSizes,
    module: &Module,
    function: OpId,
    arguments: &mut [Argument],
) -> anyhow::Result<Module> {
    let module = specialize(module, function, &data.known(set)?).map_err(anyhow::Error::msg)?;
    for argument in arguments {
        if let Argument::Buffer(buffer) = argument {
            buffer.dynamic.fill(false);
        }
    }
    Ok(module)
}

/// What the compilers of a file of C are told: its own headers lie beside it.
pub fn c_arguments(subject: &Subject, options: &Arguments) -> Vec<String> {
    let folder = Path::new(&subject.source.name).parent();
    let folder = folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut all = options.c.arguments();
    all.push(format!("-iquote{}", folder.display()));
    all
}
