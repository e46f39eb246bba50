//! Descriptions of machines: what the cost model knows of a core and its memory.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A core, how many like it are used, and the memory they see. Read from a TOML file, or from the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    pub name: String,
    /// Threads that parallel loops run on, each on a core of its own.
    #[serde(default = "one")]
    pub threads: u32,
    /// Cycles from the start of a parallel loop to its end that are no work: waking the threads and joining them.
    #[serde(default = "fork_cycles")]
    pub fork_cycles: f64,
    /// Cycles per second.
    pub frequency: f64,
    /// Bytes of a vector register.
    pub vector_bytes: u64,
    pub vector_registers: u64,
    /// Vector multiply-adds, additions or multiplications that start in a cycle.
    pub float_ports: f64,
    /// Vector additions that start in a cycle beside those, on ports that do nothing else with floats.
    #[serde(default)]
    pub addition_ports: f64,
    /// Moves of lanes within and between vectors that start in a cycle.
    #[serde(default = "shuffle_ports")]
    pub shuffle_ports: f64,
    /// Integer operations that start in a cycle.
    pub integer_ports: f64,
    /// Cycles from the operands of a multiply-add to its result.
    pub fma_latency: f64,
    pub add_latency: f64,
    pub mul_latency: f64,
    /// Cycles of a division or square root, not pipelined.
    pub divide_latency: f64,
    /// Cycles from a store to a load of the same cell.
    pub forward_latency: f64,
    /// Loads, and stores, that start in a cycle.
    pub load_ports: f64,
    pub store_ports: f64,
    /// Operations that issue in a cycle.
    pub issue_width: f64,
    /// Data caches, nearest first.
    #[serde(rename = "cache")]
    pub caches: Vec<Cache>,
    /// Bytes per cycle from memory to one core.
    pub memory_bandwidth: f64,
    /// Cores that together have all the bandwidth that the memory gives.
    #[serde(default = "memory_cores")]
    pub memory_cores: f64,
}

/// One level of cache.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    /// Bytes that one core can use.
    pub size: u64,
    pub ways: u64,
    /// Bytes of a cache line.
    pub line: u64,
    /// Bytes per cycle from this cache to the one before it, or to the core.
    pub bandwidth: f64,
}

/// Why a machine file does not describe a machine.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    #[error("`{field}` must be {expected}")]
    Value { field: String, expected: &'static str },
}

impl Machine {
    /// Reads the TOML form that `Display` prints.
    pub fn parse(text: &str) -> Result<Machine, MachineError> {
        let machine: Machine = toml::from_str(text)?;
        machine.check()?;
        Ok(machine)
    }

    /// The machine this process runs on: cache sizes and vector width as the processor reports them, the
    /// rest as typical of a core with that vector width.
    pub fn host() -> Machine {
        let mut machine = Machine::generic();
        machine.name = "host".to_string();
        #[cfg(target_arch = "x86_64")]
        x86::describe(&mut machine);
        machine
    }

    /// A core with 32-byte vectors and the caches common to desktop and server processors.
    pub fn generic() -> Machine {
        Machine {
            name: "generic".to_string(),
            threads: one(),
            fork_cycles: fork_cycles(),
            frequency: 3.0e9,
            vector_bytes: 32,
            vector_registers: 16,
            float_ports: 2.0,
            addition_ports: 0.0,
            shuffle_ports: shuffle_ports(),
            integer_ports: 3.0,
            fma_latency: 4.0,
            add_latency: 3.0,
            mul_latency: 3.0,
            divide_latency: 8.0,
            forward_latency: 7.0,
            load_ports: 2.0,
            store_ports: 1.0,
            issue_width: 6.0,
            caches: vec![
                Cache {
                    size: 32 << 10,
                    ways: 8,
                    line: 64,
                    bandwidth: 128.0,
                },
                Cache {
                    size: 1 << 20,
                    ways: 16,
                    line: 64,
                    bandwidth: 40.0,
                },
                Cache {
                    size: 16 << 20,
                    ways: 16,
                    line: 64,
                    bandwidth: 26.0,
                },
            ],
            memory_bandwidth: 10.0,
            memory_cores: memory_cores(),
        }
    }

    /// Cycles to bring one line into cache `level` from the level behind it, in a stream.
    pub fn line_cycles(&self, level: usize) -> f64 {
        let behind = self
            .caches
            .get(level + 1)
            .map_or(self.memory_bandwidth, |c| c.bandwidth);
        self.caches[level].line as f64 / behind
    }

    fn check(&self) -> Result<(), MachineError> {
        let positive = [
            ("frequency", self.frequency),
            ("vector_bytes", self.vector_bytes as f64),
            ("vector_registers", self.vector_registers as f64),
            ("float_ports", self.float_ports),
            ("shuffle_ports", self.shuffle_ports),
            ("integer_ports", self.integer_ports),
            ("load_ports", self.load_ports),
            ("store_ports", self.store_ports),
            ("issue_width", self.issue_width),
            ("threads", f64::from(self.threads)),
            ("fork_cycles", self.fork_cycles),
            ("memory_cores", self.memory_cores),
            ("memory_bandwidth", self.memory_bandwidth),
        ];
        let caches = self.caches.iter().flat_map(|c| {
            [
                ("cache.size", c.size as f64),
                ("cache.ways", c.ways as f64),
                ("cache.line", c.line as f64),
                ("cache.bandwidth", c.bandwidth),
            ]
        });
        for (field, value) in positive.into_iter().chain(caches) {
            if !(value.is_finite() && value > 0.0) {
                return Err(MachineError::Value {
                    field: field.to_string(),
                    expected: "positive",
                });
            }
        }
        if !(self.addition_ports.is_finite() && self.addition_ports >= 0.0) {
            return Err(MachineError::Value {
                field: "addition_ports".to_string(),
                expected: "no less than zero",
            });
        }
        if self.caches.is_empty() {
            return Err(MachineError::Value {
                field: "cache".to_string(),
                expected: "given at least once",
            });
        }
        if !self.vector_bytes.is_power_of_two() {
            let field = "vector_bytes".to_string();
            return Err(MachineError::Value {
                field,
                expected: "a power of two",
            });
        }
        Ok(())
    }
}

fn shuffle_ports() -> f64 {
    1.0
}

/// Typical of a few channels: a core alone has about half of what there is.
fn memory_cores() -> f64 {
    2.0
}

fn one() -> u32 {
    1
}

/// About five microseconds: a thousand loops of eight iterations took 4.7 to 5.2 ms on two threads of a Zen 5
/// (`ovolo bench --threads 2` on an `affine.parallel` inside an `affine.for`).
fn fork_cycles() -> f64 {
    20_000.0
}

/// The TOML form.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&toml::to_string(self).map_err(|_| fmt::Error)?)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use raw_cpuid::{CacheType, CpuId};

    use super::{Cache, Machine};

    /// The first family of AMD's processors with two units for additions beside two for multiply-adds.
    const ZEN: u8 = 0x17;

    pub fn describe(machine: &mut Machine) {
        let cpu = CpuId::new();
        if let Some(brand) = cpu.get_processor_brand_string() {
            machine.name = brand.as_str().trim().to_string();
        }
        if std::arch::is_x86_feature_detected!("avx512f") {
            machine.vector_bytes = 64;
            machine.vector_registers = 32;
        } else if !std::arch::is_x86_feature_detected!("avx") {
            machine.vector_bytes = 16;
        }
        let is_amd = cpu
            .get_vendor_info()
            .is_some_and(|vendor| vendor.as_str() == "AuthenticAMD");
        let family = cpu.get_feature_info().map_or(0, |info| info.family_id());
        if is_amd && family >= ZEN {
            machine.addition_ports = 2.0;
            machine.shuffle_ports = 2.0;
        }
        let Some(parameters) = cpu.get_cache_parameters() else {
            return;
        };
        let found: Vec<Cache> = parameters
            .filter(|p| matches!(p.cache_type(), CacheType::Data | CacheType::Unified))
            .map(|p| {
                let (ways, line) = (p.associativity() as u64, p.coherency_line_size() as u64);
                let size = ways * line * p.physical_line_partitions() as u64 * p.sets() as u64;
                let bandwidth = [128.0, 40.0, 26.0][(p.level() as usize).clamp(1, 3) - 1];
                Cache {
                    size,
                    ways,
                    line,
                    bandwidth,
                }
            })
            .collect();
        if !found.is_empty() && found.iter().all(|c| c.size > 0) {
            machine.caches = found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_read_back() {
        for machine in [Machine::generic(), Machine::host()] {
            let text = machine.to_string();
            assert_eq!(Machine::parse(&text).unwrap(), machine, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let text = Machine::generic().to_string();
        let error = |from: &str, to: &str| Machine::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error("load_ports = 2.0", "load_ports = 0.0").contains("`load_ports` must be positive"));
        assert!(error("vector_bytes = 32", "vector_bytes = 33").contains("a power of two"));
        assert!(error("addition_ports = 0.0", "addition_ports = -1.0").contains("no less than zero"));
        assert!(error("frequency", "frequenzy").contains("frequenzy"));
    }
}
