//! What loops over tiles are called: a level for each kind of tile, a name for its loop variable and for its size.

use std::collections::BTreeMap;

use egg::Symbol;

/// Tile sizes by symbol.
pub type Tiles = BTreeMap<Symbol, i64>;

/// What a loop does with the iterations of its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Every iteration.
    Point,
    /// One vector after the other.
    Vector,
    /// One register tile after the other.
    Register,
    /// One cache tile after the other.
    Cache,
    /// One stripe of a wavefront after the other; see [`Wavefront`](crate::egraph::Wavefront).
    Wavefront,
    /// One place of a wavefront after the other, for all iterations of a register tile.
    Lockstep,
    /// One pair of iterations of two loops after the other.
    Product,
}

impl Level {
    /// What a name ends with behind an apostrophe, which no name of MLIR has.
    pub fn suffix(self) -> &'static str {
        match self {
            Level::Point => "",
            Level::Vector => "v",
            Level::Register => "r",
            Level::Cache => "c",
            Level::Wavefront => "w",
            Level::Lockstep => "s",
            Level::Product => "p",
        }
    }

    /// Whether a loop runs over tiles, which have a size.
    pub fn has_tiles(self) -> bool {
        !matches!(self, Level::Point | Level::Lockstep | Level::Product)
    }

    /// Whether a loop runs over places of a wavefront: they are iterations that no single variable tells.
    pub(crate) fn has_places(self) -> bool {
        matches!(self, Level::Wavefront | Level::Lockstep | Level::Product)
    }
}

/// The symbol of the tile size of a tile loop.
pub fn size_name(tile: Symbol) -> Symbol {
    Symbol::from(format!("T_{tile}"))
}

/// The induction variable of the source and the level of a tile, from the symbol of its size.
pub fn tile_of(size: Symbol) -> Option<(Symbol, Level)> {
    let (root, suffix) = size.as_str().strip_prefix("T_")?.rsplit_once('\'')?;
    let levels = [Level::Vector, Level::Register, Level::Cache, Level::Wavefront];
    let level = levels.into_iter().find(|level| level.suffix() == suffix)?;
    Some((Symbol::from(root), level))
}
