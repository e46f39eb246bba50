//! Arguments to call a function with.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::{Dim, Type};
use ovolo_rewrites::lift::{SizeCondition, assumed_sizes};
use ovolo_rewrites::typical_sizes::WINDOW;
use ovolo_timing::data::{Argument, Parameter, arguments, parameters};
use ovolo_timing::results::Results;

use super::Measure;
use super::extents::declared_extents;
use super::reach::reach;
use super::sizes::{Sizes, sizes};
use super::windows::Windows;
use super::work::{Work, multiple};

/// Iterations of the innermost loops that a call should have at most, about: a few milliseconds of most programs.
const ITERATIONS: f64 = 1.6e7;

/// Those that it may have where no lesser size says anything: a second of most programs.
const MOST_ITERATIONS: f64 = 1e9;

/// Bytes of all arguments at most, and of those whose size is made up.
const BYTES: f64 = 1e9;
const MADE_UP_BYTES: f64 = 64e6;

/// Bytes of arguments with which a size that is made up is halved. Arbitrary: to fill and to copy them
/// takes as long as some candidates run.
const MOST_MADE_UP_BYTES: f64 = 128e6;

/// Elements of one array of which the size is made up.
const MOST_REACHED: f64 = 32e6;

/// The greatest value that is made up for a size, and the least that still says something of greater ones.
const GREATEST: f64 = 1000.0;
const LEAST: i64 = 16;

/// Why a function cannot be measured, if it cannot.
pub fn measurable(module: &Module, function: OpId, measure: &Measure) -> Result<(), String> {
    let parameters = parameters(module, function).map_err(|e| e.to_string())?;
    // Arrays whose extents nobody asks for are made as long as the loops reach.
    let mut asks = false;
    module.walk(function, &mut |op| {
        asks |= module.op(op).code() == Some(OpCode::MemRefDim)
    });
    let is_size = |parameter: &Parameter| match parameter {
        Parameter::Scalar(_) => is_open(parameter),
        Parameter::Buffer { .. } => asks && is_open(parameter),
    };
    let sizes = sizes(module, function);
    let is_open = parameters.iter().any(is_size) || !sizes.arguments.is_empty() || !sizes.cells.is_empty();
    if measure.size.is_none() && measure.candidates.is_some() && is_open {
        return Err("its sizes are not known: say with --size at which to measure it".to_string());
    }
    Results::of(module, function).map_err(|e| e.to_string())?;
    Ok(())
}

/// Arguments of some size, with which the conditions hold if that is possible; of a size that fits where none is given.
pub fn made_up(
    module: &Module,
    function: OpId,
    size: Option<i64>,
    conditions: &[SizeCondition],
) -> Result<Vec<Argument>, String> {
    let sizes = sizes(module, function);
    let mut parameters = parameters(module, function).map_err(|e| e.to_string())?;
    for &n in &sizes.arguments {
        if let Some(parameter) = parameters.get_mut(n) {
            *parameter = Parameter::Scalar(Type::Index);
        }
    }
    let is_open = parameters.iter().any(is_open) || !sizes.cells.is_empty();
    let is_given = size.is_some() || !is_open;
    let mut size = match size {
        Some(size) => size,
        None if is_open => fitting(module, function, &parameters)?,
        None => 1,
    };
    let dynamic: Vec<Vec<bool>> = parameters.iter().map(dynamic_extents).collect();
    let (values, greatest, lengthened) = loop {
        let values = sizes_that_hold(conditions, &parameters, size, &Windows::of(module, function));
        let greatest = values.values().copied().fold(size, i64::max);
        let value = |place: usize| values.get(&place).copied().unwrap_or(size);
        let mut all = parameters.clone();
        let lengthened = lengthen(module, function, &mut all, greatest as f64, &value);
        // Arrays of products of sizes are longer than what a size alone tells.
        if is_given || size / 2 < LEAST || bytes(&all, greatest as f64) <= MOST_MADE_UP_BYTES {
            parameters = all;
            break (values, greatest, lengthened);
        }
        size /= 2;
    };
    if bytes(&parameters, greatest as f64) > BYTES {
        return Err("its arguments take too much memory".to_string());
    }
    let mut made = arguments(&parameters, greatest, 1).map_err(|e| e.to_string())?;
    for (n, value) in values {
        if let Some(Argument::Scalar { bits, .. }) = made.get_mut(n) {
            *bits = value as u64;
        }
    }
    for argument in lengthened {
        if let Some(Argument::Buffer(buffer)) = made.get_mut(argument) {
            buffer.dynamic.clone_from(&dynamic[argument]);
        }
    }
    for (places, value) in [(&sizes.steps, 1), (&sizes.starts, 0)] {
        for &n in places {
            if let Some(Argument::Scalar { bits, .. }) = made.get_mut(n) {
                *bits = value;
            }
        }
    }
    if sizes.come_from_data {
        in_range(&mut made, &sizes);
    }
    for cell in &sizes.cells {
        if let Some(Argument::Buffer(buffer)) = made.get_mut(cell.argument) {
            cell.set(buffer, size as u64);
        }
    }
    Ok(made)
}

/// What holds of the arguments of the versions of a function, which are private functions with the same ones.
pub fn conditions_of_versions(module: &Module, function: OpId) -> Vec<SizeCondition> {
    let ty = |function| module.op(function).attribute("function_type");
    let versions = module.functions().filter(|&other| ty(other) == ty(function));
    versions
        .flat_map(|version| assumed_sizes(module, version))
        .collect()
}

/// Values of the sizes among the arguments: all the same, but for windows, and those that must be greater than others for the
/// conditions to hold.
fn sizes_that_hold(
    conditions: &[SizeCondition],
    parameters: &[Parameter],
    size: i64,
    windows: &Windows<'_>,
) -> BTreeMap<usize, i64> {
    let is_size = |parameter: &Parameter| *parameter == Parameter::Scalar(Type::Index);
    let places = (0..parameters.len()).filter(|&n| is_size(&parameters[n]));
    let typical = |n: usize| {
        if windows.has(n) { size.min(WINDOW) } else { size }
    };
    let mut values: BTreeMap<usize, i64> = places.map(|n| (n, typical(n))).collect();
    for (place, value) in values.iter_mut() {
        let bound = |factor: i64| {
            let mut of_factor = conditions
                .iter()
                .filter(|condition| condition.terms == [(*place, factor)]);
            of_factor.next().map(|condition| condition.constant)
        };
        // At least so much, and at most.
        if let (Some(least), Some(most)) = (bound(1), bound(-1))
            && least.checked_add(most) == Some(0)
        {
            *value = most;
        }
    }
    // One may undo what another asked for, as often as there are others.
    for condition in conditions
        .iter()
        .cycle()
        .take(conditions.len().saturating_mul(conditions.len()))
    {
        let value = |(n, factor): &(usize, i64)| Some(values.get(n)?.saturating_mul(*factor));
        let known: Option<Vec<i64>> = condition.terms.iter().map(value).collect();
        let Some(known) = known else { continue };
        let lacking = known
            .into_iter()
            .fold(condition.constant, i64::saturating_add)
            .saturating_neg();
        let raised = condition.terms.iter().find(|(_, factor)| *factor > 0);
        if let Some(&(n, factor)) = raised.filter(|_| (1..=size).contains(&lacking)) {
            let raised = values.entry(n).or_insert(size);
            *raised = raised.saturating_add((lacking - 1) / factor + 1);
        }
    }
    values
}

/// Gives arrays with open extents as many elements as are accessed: linear ones, `A[i * n + k]`, and those that loops with
/// constant bounds walk through; their numbers. The extents are handed over all the same, so that those which the program asks for,
/// as those that its loops go up to, are what they are.
fn lengthen(
    module: &Module,
    function: OpId,
    parameters: &mut [Parameter],
    size: f64,
    value: &dyn Fn(usize) -> i64,
) -> Vec<usize> {
    let mut lengthened = Vec::new();
    let mut asked = BTreeSet::new();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        if let (Some(OpCode::MemRefDim), &[memref, dimension]) = (data.code(), data.operands.as_slice()) {
            let dimension = module.defining_op(dimension).map(|op| module.op(op));
            let dimension = dimension.and_then(|op| op.attribute("value")?.as_i64());
            asked.extend(dimension.map(|dimension| (memref, dimension)));
        }
    });
    let body = module.single_block(function, 0);
    let arguments = body.map_or(&[][..], |body| &module.block(body).arguments);
    for (number, (parameter, &memref)) in parameters.iter_mut().zip(arguments).enumerate() {
        let Parameter::Buffer { extents, .. } = parameter else {
            continue;
        };
        let most = reach(module, function, memref, size);
        // What is accessed whatever the sizes are.
        let fixed = reach(module, function, memref, 0.0);
        // What C declares tells how far apart rows are.
        let mut declared = declared_extents(module, function, number, value).into_iter();
        for (dimension, (extent, (most, fixed))) in
            extents.iter_mut().zip(most.into_iter().zip(fixed)).enumerate()
        {
            let is_open = *extent == Dim::Dynamic;
            let declared = if is_open { declared.next() } else { None };
            let declared = declared.map_or(0.0, |n| n as f64);
            let declared = if declared < BYTES { declared } else { 0.0 };
            let most = most.max(fixed).max(declared - 1.0);
            let is_asked_for = asked.contains(&(memref, dimension as i64));
            if is_open && is_asked_for && declared >= 1.0 {
                // What the loops go up to is what the integers say.
                *extent = Dim::Fixed(declared as i64);
                lengthened.push(number);
                continue;
            }
            if is_open && !is_asked_for && most + 1.0 > size && most < BYTES {
                *extent = Dim::Fixed(most as i64 + 1);
                lengthened.push(number);
            }
        }
    }
    lengthened.dedup();
    lengthened
}

/// Which extents are handed over.
fn dynamic_extents(parameter: &Parameter) -> Vec<bool> {
    match parameter {
        Parameter::Scalar(_) => Vec::new(),
        Parameter::Buffer { extents, .. } => extents.iter().map(|extent| *extent == Dim::Dynamic).collect(),
    }
}

fn is_open(parameter: &Parameter) -> bool {
    match parameter {
        Parameter::Scalar(ty) => *ty == Type::Index,
        Parameter::Buffer { extents, .. } => extents.contains(&Dim::Dynamic),
    }
}

fn bytes(parameters: &[Parameter], size: f64) -> f64 {
    let bytes = parameters.iter().map(|parameter| match parameter {
        Parameter::Scalar(_) => 8.0,
        Parameter::Buffer { element, extents } => {
            let extents = extents.iter().map(|e| e.fixed().map_or(size, |n| n as f64));
            extents.product::<f64>() * element.byte_size().unwrap_or(8) as f64
        }
    });
    bytes.sum()
}

/// A size with which a call takes some milliseconds and no subscript that goes up to it leaves an array.
fn fitting(module: &Module, function: OpId, parameters: &[Parameter]) -> Result<i64, String> {
    let work = Work::of(module, function, &Windows::of(module, function));
    let each = (ITERATIONS / work.fixed).max(1.0);
    let most = match work.open {
        0 => GREATEST,
        loops => each.powf(1.0 / f64::from(loops)).min(GREATEST),
    };
    let of_least = work.fixed * (LEAST as f64).powi(work.open as i32);
    let most = if of_least <= MOST_ITERATIONS {
        most.max(LEAST as f64)
    } else {
        most
    };
    let arguments = module.single_block(function, 0);
    let arguments = arguments.map_or(&[][..], |body| &module.block(body).arguments);
    // What is accessed of an array whatever the sizes are does not bound them.
    let fixed = parameters.iter().zip(arguments).flat_map(|(parameter, &memref)| {
        let Parameter::Buffer { extents, .. } = parameter else {
            return Vec::new();
        };
        let [few, many] = [0.0, GREATEST].map(|size| reach(module, function, memref, size));
        let dims = extents.iter().zip(few.iter().zip(&many));
        let sized = dims.filter(|(_, (few, many))| few != many);
        sized.filter_map(|(extent, _)| extent.fixed()).collect()
    });
    // The extents of what is small are not sizes that loops over other arrays go up to.
    let fixed = fixed.filter(|&n| n >= LEAST);
    let has_sizes =
        parameters.contains(&Parameter::Scalar(Type::Index)) || !sizes(module, function).cells.is_empty();
    let size = match fixed.min() {
        Some(least) if has_sizes => most.min(least as f64),
        _ => most,
    };
    let mut size = size as i64;
    // Of a linear array the extent says nothing of how many sizes are multiplied in its subscripts.
    let greatest_reach = |size: f64| {
        let open = parameters
            .iter()
            .zip(arguments)
            .filter(|(parameter, _)| is_open(parameter));
        let reached = open.map(|(_, &memref)| reach(module, function, memref, size).iter().product());
        reached.fold(0.0, f64::max)
    };
    let is_large = |size: f64| bytes(parameters, size) > MADE_UP_BYTES || greatest_reach(size) > MOST_REACHED;
    while size >= LEAST && is_large(size as f64) {
        size /= 2;
    }
    match size >= LEAST {
        true => Ok(size - size % multiple(module, function, size)),
        false => Err("no size that fits is known; `--size` gives one".to_string()),
    }
}

/// Makes every integer a subscript of the shortest of the arrays, but for those that have sizes.
fn in_range(arguments: &mut [Argument], sizes: &Sizes) {
    let has_sizes = |at: usize| sizes.cells.iter().any(|cell| cell.argument == at);
    let numbered = arguments.iter().enumerate();
    let buffers = numbered.filter_map(|(at, argument)| match argument {
        Argument::Buffer(buffer) if !has_sizes(at) => Some(buffer),
        _ => None,
    });
    let extents = buffers.flat_map(|buffer| buffer.extents.iter().copied());
    let least = extents.min().unwrap_or(1).max(1) as u64;
    for argument in arguments {
        if let Argument::Buffer(buffer) = argument
            && matches!(buffer.element, Type::Integer(_) | Type::Index)
        {
            let bits: Vec<u64> = buffer.elements().map(|bits| bits % least).collect();
            buffer.fill(bits.into_iter());
            buffer.keep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_lang::parse::parse_module;

    fn of(text: &str, size: Option<i64>) -> Result<Vec<Argument>, String> {
        let module = parse_module(text).expect("a module");
        let function = module.functions().next().expect("a function");
        made_up(
            &module,
            function,
            size,
            &conditions_of_versions(&module, function),
        )
    }

    fn extents(argument: &Argument) -> &[i64] {
        match argument {
            Argument::Buffer(buffer) => &buffer.extents,
            Argument::Scalar { .. } => panic!("an array"),
        }
    }

    fn bits(argument: &Argument) -> u64 {
        match argument {
            Argument::Scalar { bits, .. } => *bits,
            Argument::Buffer(_) => panic!("a number"),
        }
    }

    #[test]
    fn elements_of_a_vector_are_beside_one_another() {
        let vector = "
func.func @scale(%n: index, %step: index, %lda: index, %A: memref<?xf32>, %B: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i * symbol(%step)] : memref<?xf32>
    affine.for %j = 0 to %n {
      affine.store %x, %B[%i * symbol(%lda) + %j] : memref<?xf32>
    }
  }
  return
}";
        let made = of(vector, Some(30)).expect("arguments");
        assert_eq!([&made[0], &made[1], &made[2]].map(bits), [30, 1, 30]);
    }

    #[test]
    fn windows_margins_and_strides_are_small() {
        let convolution = "
func.func @pooled(%h: index, %pad: index, %window: index, %stride: index, %A: memref<?xf32>, %x: f32) {
  %places = affine.apply affine_map<()[h, p, w] -> (h + p * 2 - w)>()[%h, %pad, %window]
  %last = arith.divsi %places, %stride : index
  affine.for %i = 0 to affine_map<()[s] -> (s + 1)>()[%last] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}";
        let made = of(convolution, Some(30)).expect("arguments");
        let made: Vec<u64> = made[..4].iter().map(bits).collect();
        assert_eq!(made, [30, 8, 8, 8]);
    }

    #[test]
    fn sizes_are_those_of_a_version() {
        let rows = "
func.func @rows(%n: index, %lda: index, %A: memref<?xf32>, %x: f32) attributes
    {ovolo.where = affine_set<(d0, d1, d2, d3) : (d1 - d0 - 3 >= 0)>} {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i * symbol(%lda) + %j + 3] : memref<?xf32>
    }
  }
  return
}";
        let made = of(rows, Some(30)).expect("arguments");
        assert_eq!([&made[0], &made[1]].map(bits), [30, 33]);
        assert!(extents(&made[2])[0] > 29 * 33 + 29 + 3);
    }

    #[test]
    fn sizes_leave_a_call_short() {
        let cube = "
func.func @cube(%n: index, %A: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        affine.store %a, %A[%k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}";
        let made = of(cube, None).expect("arguments");
        assert_eq!(extents(&made[1]), [251, 251]);
        assert_eq!(extents(&of(cube, Some(7)).expect("arguments")[1]), [7, 7]);
    }

    /// As C says it, `double A[n][n]`: the loops go up to what the array has, and C's caller says what that is.
    #[test]
    fn an_integer_that_only_gives_extents_is_a_size() {
        let text = "
func.func @rows(%n: i32, %k: i32, %A: memref<?x?xf64> {c.extents = affine_map<()[s0, s1] -> (s0, s0)>}) {
  %0 = arith.constant 0 : index
  %m = memref.dim %A, %0 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    %a = affine.load %A[%i, 0] : memref<?x?xf64>
    affine.store %a, %A[0, %i] : memref<?x?xf64>
  }
  return
}";
        let made = of(text, Some(50)).expect("arguments");
        assert!(matches!(made[0], Argument::Scalar { bits: 50, .. }));
        assert_eq!(extents(&made[2]), [50, 50]);
    }

    /// A window reaches beyond the columns under a condition, and the loops go up to those that there are, which are those of the result.
    #[test]
    fn an_extent_that_is_asked_for_is_what_the_integer_says() {
        let text = "
func.func @window(%n: i32, %A: memref<?x?xf64> {ovolo.extents = affine_map<()[s0] -> (s0, s0)>},
    %B: memref<?x?xf64> {ovolo.extents = affine_map<()[s0] -> (s0, s0)>}) {
  %0 = arith.constant 1 : index
  %m = memref.dim %A, %0 : memref<?x?xf64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %m {
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%m] {
        %a = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        affine.store %a, %B[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}";
        let made = of(text, Some(30)).expect("arguments");
        assert!(matches!(made[0], Argument::Scalar { bits: 30, .. }));
        assert_eq!(extents(&made[1])[1], 30);
        assert_eq!(extents(&made[2])[1], 30);
    }

    #[test]
    fn loops_begin_before_they_end_and_end_where_something_is_divided_by() {
        let text = "
func.func @rest(%n: index, %k: i32, %m: i32, %A: memref<?xf64>) {
  %first = arith.index_cast %k : i32 to index
  %size = arith.index_cast %m : i32 to index
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%first) to %n {
    affine.for %j = 0 to %size {
      %at = arith.remsi %j, %size : index
      %a = memref.load %A[%at] : memref<?xf64>
      affine.store %a, %A[%i] : memref<?xf64>
    }
  }
  return
}";
        let made = of(text, Some(60)).expect("arguments");
        assert_eq!([&made[0], &made[1], &made[2]].map(bits), [60, 0, 60]);
    }

    /// As blocks of a schedule are lowered: a loop over blocks and one inside a block, which may be a part of one.
    #[test]
    fn loops_over_blocks_have_the_iterations_of_the_loop() {
        let text = "
func.func @blocks(%A: memref<?x10x10xf32>) {
  %0 = arith.constant 0 : index
  %n = memref.dim %A, %0 : memref<?x10x10xf32>
  affine.for %b = 0 to %n {
    affine.for %i = 0 to 10 step 4 {
      affine.for %j = 0 to 10 step 4 {
        affine.for %ii = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4, 10)>(%i) {
          affine.for %jj = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0) -> (d0 + 4, 10)>(%j) {
            %a = affine.load %A[%b, %ii, %jj] : memref<?x10x10xf32>
            affine.store %a, %A[%b, %jj, %ii] : memref<?x10x10xf32>
          }
        }
      }
    }
  }
  return
}";
        let made = of(text, None).expect("arguments");
        assert_eq!(extents(&made[0]), [1000, 10, 10]);
    }

    /// As Polygeist prints it: the size is an `i32`, and rows have their length.
    #[test]
    fn an_integer_that_is_a_size_stays_inside_the_arrays() {
        let text = "
func.func @rows(%n: i32, %A: memref<?x40xf64>) {
  %m = arith.index_cast %n : i32 to index
  affine.for %i = 0 to %m {
    %a = affine.load %A[0, %i] : memref<?x40xf64>
    affine.store %a, %A[%i, 0] : memref<?x40xf64>
  }
  return
}";
        let made = of(text, None).expect("arguments");
        assert!(matches!(made[0], Argument::Scalar { bits: 40, .. }));
        assert_eq!(extents(&made[1]), [40, 40]);
    }

    #[test]
    fn what_iterations_are_multiplied_by_keeps_them_inside_the_arrays() {
        let text = "
func.func @strided(%s: i32, %A: memref<100xf32>) {
  %step = arith.index_cast %s : i32 to index
  affine.for %i = 0 to 100 {
    %a = affine.load %A[%i * symbol(%step)] : memref<100xf32>
    affine.store %a, %A[%i] : memref<100xf32>
  }
  return
}";
        let made = of(text, None).expect("arguments");
        assert!(matches!(made[0], Argument::Scalar { bits: 1, .. }));
    }

    #[test]
    fn subscripts_from_data_are_inside_the_arrays() {
        let text = "
func.func @gather(%I: memref<100xi32>, %A: memref<50xf32>) {
  affine.for %i = 0 to 50 {
    %x = affine.load %I[%i] : memref<100xi32>
    %p = arith.index_cast %x : i32 to index
    %a = memref.load %A[%p] : memref<50xf32>
    affine.store %a, %A[%i] : memref<50xf32>
  }
  return
}";
        let made = of(text, None).expect("arguments");
        let Argument::Buffer(buffer) = &made[0] else {
            panic!("an array");
        };
        assert!(buffer.elements().all(|bits| bits < 50));
    }

    /// As C says it: rows of a fixed length, and a pointer to them.
    #[test]
    fn arrays_have_what_loops_with_constant_bounds_access() {
        let text = "
func.func @rows(%s: i32, %A: memref<?x40xf64>, %B: memref<?xf64>) {
  %zero = arith.constant 0 : index
  %end = arith.constant 3000 : index
  %step = arith.index_cast %s : i32 to index
  affine.for %i = 0 to 2000 {
    %a = affine.load %A[%i + 2, 0] : memref<?x40xf64>
    affine.store %a, %A[%i, 0] : memref<?x40xf64>
  }
  scf.for %i = %zero to %end step %step {
    %b = memref.load %B[%i] : memref<?xf64>
    memref.store %b, %B[%i] : memref<?xf64>
  }
  return
}";
        let made = of(text, None).expect("arguments");
        assert!(matches!(made[0], Argument::Scalar { bits: 1, .. }));
        assert_eq!(extents(&made[1]), [2002, 40]);
        assert_eq!(extents(&made[2]), [3000]);
    }

    #[test]
    fn what_does_not_fit_is_not_made() {
        let text = "func.func @f(%A: memref<100000x100000xf64>) { return }";
        assert!(of(text, None).is_err());
    }
}
