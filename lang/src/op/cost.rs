//! What operations on scalars occupy of a core.

/// What an operation occupies of a core, as its row says it: of latencies that differ from machine to machine, multiples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub unit: Unit,
    /// What the latency is a multiple of.
    pub latency: Latency,
    /// From the operands to the result, in `latency`.
    pub times: f64,
    /// Instructions of the unit that the operation is made of.
    pub instructions: f64,
    /// Whether latency and instructions are those of each bit of the type.
    pub is_per_bit: bool,
}

/// The unit of a core that an operation occupies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unit {
    /// Multiply-adds, and all on floats that has no unit of its own.
    Float,
    /// Sums and differences of floats.
    Addition,
    /// Division and square root, which are not pipelined.
    Divide,
    Integer,
    /// A call of a function of the C library: cycles from one call to the next in a loop of calls that do not depend on
    /// each other, of f32 and of f64, for operands of both signs and a size of up to five. Measured with glibc 2.36 on a
    /// Zen 5, whole cycles; values for which a function has a short way take less, and large angles much more.
    Library {
        single: f64,
        double: f64,
    },
}

/// The latencies of a machine that others are multiples of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Latency {
    /// One cycle.
    Cycle,
    /// Of a sum of floats.
    Add,
    /// Of a product.
    Multiply,
    /// Of a multiply-add.
    Fma,
    /// Until the next division can begin, half of what a division takes.
    Divide,
}

impl Cost {
    const fn new(unit: Unit, times: f64, latency: Latency) -> Cost {
        Cost {
            unit,
            latency,
            times,
            instructions: 1.0,
            is_per_bit: false,
        }
    }

    pub(super) const fn float(times: f64, latency: Latency) -> Cost {
        Cost::new(Unit::Float, times, latency)
    }

    pub(super) const fn addition() -> Cost {
        Cost::new(Unit::Addition, 1.0, Latency::Add)
    }

    pub(super) const fn divide(times: f64) -> Cost {
        Cost::new(Unit::Divide, times, Latency::Divide)
    }

    pub(super) const fn integer(times: f64, latency: Latency) -> Cost {
        Cost::new(Unit::Integer, times, latency)
    }

    pub(super) const fn library(single: f64, double: f64) -> Cost {
        Cost::new(Unit::Library { single, double }, 1.0, Latency::Cycle)
    }

    pub(super) const fn instructions(self, instructions: f64) -> Cost {
        Cost { instructions, ..self }
    }

    pub(super) const fn per_bit(self) -> Cost {
        Cost {
            is_per_bit: true,
            ..self
        }
    }

    /// Cycles from the operands to the result on no machine in particular, for choices that are the same on all of them.
    pub fn typical_cycles(&self) -> f64 {
        let latency = match (self.unit, self.latency) {
            // Calls that wait for each other take about twice as long.
            (Unit::Library { double, .. }, _) => return 2.0 * double,
            (_, Latency::Cycle) => 1.0,
            (_, Latency::Add | Latency::Multiply | Latency::Fma) => 4.0,
            (_, Latency::Divide) => 7.5,
        };
        let bits = if self.is_per_bit { 64.0 } else { 1.0 };
        (self.times * latency + self.instructions - 1.0) * bits
    }
}
