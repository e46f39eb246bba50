//! Choosing tile sizes: coordinate descent over the predicted cost, from a few starting points.

use egg::Symbol;
use indexmap::IndexMap;
use ovolo_rewrites::egraph::EGraph;
use ovolo_rewrites::level::{Level, Tiles, size_name};
use ovolo_rewrites::schedule::NestSchedule;
use ovolo_rewrites::term::Node;
use rayon::prelude::*;

use crate::expression::Expressions;
use crate::machine::Machine;
use crate::nest::{Best, Candidate, Model};
use crate::space::{Space, Style, Unfit, sizes_of};

/// The sizes of the tiles of one induction variable of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Sizes {
    /// Lanes of a vector; 0 where the variable has no vector tiles.
    vector: i64,
    /// Vectors, or iterations where there are none, in a register tile; 0 where there is no such tile.
    register: i64,
    /// Iterations that a cache tile should have; it is rounded up to whole register tiles.
    cache: i64,
}

type Assignment = IndexMap<Symbol, Sizes>;

/// What was predicted, by assignment.
type Costs = IndexMap<Vec<(Symbol, Sizes)>, Best>;

/// What the search of tile sizes found.
#[derive(Clone, Debug, Default)]
pub struct Extraction {
    /// The cheapest nests, the best first, no two alike.
    pub candidates: Vec<Candidate>,
    /// How many assignments of tile sizes were costed.
    pub assignments: usize,
}

const REGISTER_VECTORS: &[i64] = &[1, 2, 3, 4, 6];
const REGISTER_ITERATIONS: &[i64] = &[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16];
const CACHE: &[i64] = &[16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
/// Stripes of a wavefront, and the tiles of its time.
const STRIPES: &[i64] = &[1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256];
/// Sizes of both to start from: what fits into a cache is found by changing one size at a time only near it.
const FIRST_STRIPES: &[i64] = &[8, 4, 16];

/// A greater size of a tile is not taken from anybody: products of sizes must not overflow.
const GREATEST: i64 = 1 << 31;

/// Costs of classes that are predicted before the search settles for what it has.
const BUDGET: usize = 150_000;

/// Rounds of descent; it nearly always stops earlier, where no single change helps.
const MOST_ROUNDS: usize = 5;

/// The `keep` cheapest nests of the class `root` with loops of a style.
pub fn extract(
    egraph: &EGraph<'_>,
    root: egg::Id,
    machine: &Machine,
    style: Style,
    keep: usize,
) -> Extraction {
    let none = Tiles::new();
    let all = |style, start| {
        let space = Space::all(egraph, root, style);
        cheapest(egraph, space, &none, machine, keep, start)
    };
    if style != Style::Any {
        return all(style, None).0;
    }
    // What is packed multiplies the nests, and moves the best sizes little.
    let (mut found, start) = all(Style::InPlace, None);
    if let Some(start) = start.filter(|_| packs(egraph)) {
        found.add(all(style, Some(start)).0, keep);
    }
    found
}

/// Whether something is read from copies in some nest.
fn packs(egraph: &EGraph<'_>) -> bool {
    let mut nodes = egraph.classes().flat_map(|class| &class.nodes);
    nodes.any(|node| matches!(node, Node::Panels(..)))
}

/// The `keep` cheapest nests of the class `root` that a schedule describes.
pub fn extract_within(
    egraph: &EGraph<'_>,
    root: egg::Id,
    wanted: &NestSchedule,
    machine: &Machine,
    keep: usize,
) -> Result<Extraction, Unfit> {
    let mut found: Option<Extraction> = None;
    let mut unfit: Option<Unfit> = None;
    for sizes in sizes_of(egraph, wanted) {
        let expressions = Expressions::new(egraph, machine);
        match Space::within(egraph, root, &expressions, &wanted.body, &sizes) {
            Ok(space) => {
                let (more, _) = cheapest(egraph, space, &sizes, machine, keep, None);
                match &mut found {
                    Some(found) => found.add(more, keep),
                    None => found = Some(more),
                }
            }
            Err(reason) => {
                // The way to read the sizes that gets furthest into the text says most.
                let further = unfit.as_ref().is_none_or(|u| u.statement < reason.statement);
                unfit = if further { Some(reason) } else { unfit };
            }
        }
    }
    found.ok_or_else(|| {
        unfit.unwrap_or(Unfit {
            statement: None,
            instead: Vec::new(),
        })
    })
}

impl Extraction {
    fn add(&mut self, more: Extraction, keep: usize) {
        self.candidates.extend(more.candidates);
        self.candidates
            .sort_by(|a, b| a.cost.total().total_cmp(&b.cost.total()));
        self.candidates.truncate(keep);
        self.assignments += more.assignments;
    }
}

/// The cheapest nests of a space, some sizes of tiles given, and the best of the others. The search begins at `start`,
/// or where tiles are good on common machines.
fn cheapest(
    egraph: &EGraph<'_>,
    space: Space,
    sizes: &Tiles,
    machine: &Machine,
    keep: usize,
    start: Option<Assignment>,
) -> (Extraction, Option<Assignment>) {
    let expressions = Expressions::new(egraph, machine);
    let model = Model::new(egraph, space, expressions, machine);
    let model = Sized {
        egraph,
        model: &model,
        sizes,
    };
    let mut costs = Costs::new();
    let starts = start.map_or_else(
        || starting_points(model.model, egraph, machine),
        |start| vec![start],
    );
    // Where plain loops on threads beat every nest near a start, the sizes of tiles would never matter.
    let goals: &[fn(&Best) -> f64] = match machine.threads {
        1 => &[|best| best.any],
        _ => &[|best| best.any, |best| best.on_one_thread],
    };
    for start in starts {
        for goal in goals {
            descend(&model, machine, start.clone(), &mut costs, goal);
        }
    }
    let mut ranked: Vec<(&Vec<(Symbol, Sizes)>, f64)> = costs.iter().map(|(a, c)| (a, c.any)).collect();
    ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
    // Assignments of one cost differ in sizes that the nest does not use.
    ranked.dedup_by(|a, b| a.1 == b.1);
    let best = ranked.first().map(|(best, _)| best.iter().copied().collect());
    let mut candidates: Vec<Candidate> = Vec::new();
    for (assignment, _) in ranked.into_iter().take(keep) {
        let tiles = model.tiles(&assignment.iter().copied().collect());
        candidates.extend(
            tiles
                .map(|tiles| model.model.candidates(&tiles))
                .unwrap_or_default(),
        );
    }
    candidates.sort_by(|a, b| a.cost.total().total_cmp(&b.cost.total()));
    // Forms of one cost differ in nothing that the model sees: one of them is enough.
    candidates.dedup_by(|a, b| a.cost == b.cost);
    candidates.truncate(keep);
    let found = Extraction {
        candidates,
        assignments: costs.len(),
    };
    (found, best)
}

/// Register tiles that keep the multiply-add units busy on common machines, and no tiling at all.
fn starting_points(model: &Model<'_, '_>, egraph: &EGraph<'_>, machine: &Machine) -> Vec<Assignment> {
    let (_, widest) = model.element_bytes();
    let lanes = (machine.vector_bytes as f64 / widest) as i64;
    // A tile of m rows and n vectors needs m · n cells, n operands and one more register.
    let registers = machine.vector_registers as i64;
    let shapes = [2, 1, 4].map(|vectors| ((registers - vectors - 1) / vectors, vectors));
    let mut points = Vec::new();
    for ((rows, vectors), stripe) in shapes.into_iter().zip(FIRST_STRIPES) {
        let mut point = Assignment::new();
        for (_, tile) in model.tile_loops() {
            let root = egraph.analysis.root(tile);
            let sizes = point.entry(root).or_insert(Sizes {
                vector: 0,
                register: 0,
                cache: if is_in_wavefront(egraph, root) {
                    *stripe
                } else {
                    256
                },
            });
            match egraph.analysis.level(tile) {
                Level::Vector => {
                    sizes.vector = lanes.max(1);
                    sizes.register = vectors;
                }
                Level::Register if sizes.vector == 0 => sizes.register = rows.clamp(1, 12),
                _ => {}
            }
        }
        points.push(point);
    }
    points
}

/// Whether a loop variable is that of stripes, or of the time with which they move.
fn is_in_wavefront(egraph: &EGraph<'_>, root: Symbol) -> bool {
    let mut all = egraph.analysis.wavefronts.iter();
    all.any(|(stripe, wavefront)| *stripe == root || wavefront.time == root)
}

/// A model with the sizes of tiles that are given.
#[derive(Clone, Copy)]
struct Sized<'s, 'x, 'a> {
    egraph: &'x EGraph<'a>,
    model: &'s Model<'x, 'a>,
    sizes: &'s Tiles,
}

/// Changes one size after the other while that brings nearer to a goal.
fn descend(
    model: &Sized<'_, '_, '_>,
    machine: &Machine,
    start: Assignment,
    costs: &mut Costs,
    goal: &dyn Fn(&Best) -> f64,
) {
    let mut best = start;
    let mut best_cost = goal(&evaluate_all(model, vec![best.clone()], costs)[0]);
    for _ in 0..MOST_ROUNDS {
        let before = best_cost;
        for root in best.keys().copied().collect::<Vec<_>>() {
            if costs.len() * model.model.places() > BUDGET {
                return;
            }
            for coordinate in [Coordinate::Register, Coordinate::Cache, Coordinate::Vector] {
                let caches = if is_in_wavefront(model.egraph, root) {
                    STRIPES
                } else {
                    CACHE
                };
                let options = options(model.model, machine, &best, root, coordinate, caches);
                let totals = evaluate_all(model, options.clone(), costs);
                for (option, total) in options.into_iter().zip(totals) {
                    let total = goal(&total);
                    if total < best_cost * (1.0 - 1e-9) {
                        best_cost = total;
                        best = option;
                    }
                }
            }
        }
        if best_cost >= before {
            return;
        }
    }
}

#[derive(Clone, Copy)]
enum Coordinate {
    Vector,
    Register,
    Cache,
}

/// The assignments that differ from `from` in one size of one variable.
fn options(
    model: &Model<'_, '_>,
    machine: &Machine,
    from: &Assignment,
    root: Symbol,
    coordinate: Coordinate,
    caches: &[i64],
) -> Vec<Assignment> {
    let sizes = from[&root];
    let range = model.range(root).max(1.0) as i64;
    let (narrowest, widest) = model.element_bytes();
    let of_registers = |bytes: f64| ((machine.vector_bytes as f64 / bytes) as i64).max(1);
    let lanes = of_registers(widest);
    let changed: Vec<Sizes> = match coordinate {
        Coordinate::Vector if sizes.vector == 0 => Vec::new(),
        Coordinate::Vector => {
            let lanes = [lanes, lanes / 2, lanes / 4].into_iter();
            // Rows of narrow elements that are taken apart or put together want whole registers of these.
            lanes
                .chain(Some(of_registers(narrowest)).filter(|&all| all > of_registers(widest)))
                .filter(|&v| v > 1)
                .map(|vector| Sizes { vector, ..sizes })
                .collect()
        }
        Coordinate::Register if sizes.register == 0 => Vec::new(),
        Coordinate::Register => {
            let (list, unit) = if sizes.vector > 0 {
                (REGISTER_VECTORS, sizes.vector)
            } else {
                (REGISTER_ITERATIONS, 1)
            };
            let fits = list.iter().filter(|&&n| n == 1 || n * unit <= range);
            fits.map(|&register| Sizes { register, ..sizes }).collect()
        }
        Coordinate::Cache => {
            let fits = caches.iter().filter(|&&n| n < range);
            fits.map(|&cache| Sizes { cache, ..sizes }).collect()
        }
    };
    changed
        .into_iter()
        .filter(|new| *new != sizes)
        .map(|new| {
            let mut option = from.clone();
            option.insert(root, new);
            option
        })
        .collect()
}

/// What is predicted, in the order of the assignments.
fn evaluate_all(model: &Sized<'_, '_, '_>, assignments: Vec<Assignment>, costs: &mut Costs) -> Vec<Best> {
    let keys: Vec<Vec<(Symbol, Sizes)>> = assignments
        .iter()
        .map(|a| a.iter().map(|(r, s)| (*r, *s)).collect())
        .collect();
    let fresh: Vec<(Vec<(Symbol, Sizes)>, Best)> = keys
        .par_iter()
        .zip(&assignments)
        .filter(|(key, _)| !costs.contains_key(*key))
        .map(|(key, assignment)| {
            let tiles = model.tiles(assignment);
            let best = tiles.map_or(Best::NONE, |tiles| model.model.best(&tiles));
            (key.clone(), best)
        })
        .collect();
    costs.extend(fresh);
    keys.iter().map(|key| costs[key]).collect()
}

impl Sized<'_, '_, '_> {
    /// The value of each tile size symbol: what is given, or what the assignment says. `None` where sizes do not
    /// divide each other as the rules promise.
    fn tiles(&self, assignment: &Assignment) -> Option<Tiles> {
        if self.sizes.values().any(|size| !(1..=GREATEST).contains(size)) {
            return None;
        }
        let mut tiles = self.sizes.clone();
        for (tile, variable) in &self.egraph.analysis.loops {
            let Some(sizes) = assignment.get(&variable.root) else {
                continue;
            };
            let given = |level| {
                let mut loops = self.egraph.analysis.loops.iter();
                let tile = loops.find(|(_, other)| other.root == variable.root && other.level == level)?;
                self.sizes.get(&size_name(*tile.0)).copied()
            };
            let vector = given(Level::Vector).unwrap_or(sizes.vector.max(1));
            let register = given(Level::Register).unwrap_or(sizes.register.max(1) * vector);
            let cache = (sizes.cache + register - 1) / register * register;
            let size = match variable.level {
                Level::Point | Level::Lockstep | Level::Product => continue,
                Level::Vector => vector,
                Level::Register => register,
                Level::Cache | Level::Wavefront => given(variable.level).unwrap_or(cache),
            };
            tiles.insert(size_name(*tile), size);
        }
        divide(self.egraph, &tiles).then_some(tiles)
    }
}

/// Whether every size is positive, and one of a finer tile of a loop divides those of the coarser ones.
pub fn divide(egraph: &EGraph<'_>, tiles: &Tiles) -> bool {
    let mut by_root: IndexMap<Symbol, Vec<(Level, i64)>> = IndexMap::new();
    for (tile, variable) in &egraph.analysis.loops {
        if let Some(&size) = tiles.get(&size_name(*tile)) {
            by_root
                .entry(variable.root)
                .or_default()
                .push((variable.level, size));
        }
    }
    let mut roots = by_root.into_values();
    roots.all(|mut sizes| {
        sizes.sort_unstable();
        let divides = |pair: &[(Level, i64)]| pair[1].1 % pair[0].1 == 0;
        sizes.iter().all(|(_, size)| *size >= 1) && sizes.windows(2).all(divides)
    })
}
