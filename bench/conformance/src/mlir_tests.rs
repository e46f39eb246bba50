//! How much of MLIR Ovolo reads, measured on MLIR's own tests.
//!
//! The folder `mlir/test` of MLIR's sources is given; each `.mlir` file of the [`chunk::FOLDERS`] is cut into
//! [`chunk::Chunk`]s at its split markers. What `mlir-opt-19` says about a chunk is the [`referee::Verdict`]; what
//! Ovolo says, in a process of its own, is the [`reader::Reading`]. [`judge`] compares the two, and the
//! [`table`], the [`failures`] and the [`targets`] are made from the [`judge::Outcome`]s.
//!
//! Nothing of the tests is kept but in the cache folder, which is outside of what is committed.

pub mod aliases;
pub mod cache;
pub mod chunk;
pub mod failures;
pub mod fault;
pub mod json;
pub mod judge;
pub mod options;
pub mod reader;
pub mod referee;
pub mod scope;
pub mod table;
pub mod targets;

use std::collections::BTreeSet;

use anyhow::Result;
use rayon::prelude::*;

use chunk::Chunk;
use judge::{Outcome, Readings};
use options::Options;
use reader::{Readers, Reading};
use referee::{Referee, Verdict};

/// The outcomes of all chunks that the options select, in the order of the folders.
pub fn measure(options: &Options, referee: &Referee) -> Result<Vec<Outcome>> {
    let chunks = chunk::collect(options)?;
    let readers = Readers::new()?;
    let verdicts: Vec<Verdict> = chunks
        .par_iter()
        .map(|c| referee.judge(&c.text))
        .collect::<Result<_>>()?;
    let readings: Vec<Readings> = chunks
        .par_iter()
        .zip(&verdicts)
        .map(|(chunk, verdict)| read(&readers, chunk, verdict))
        .collect::<Result<_>>()?;
    referee.prefetch(&prints(&verdicts, &readings))?;
    let judged = chunks.into_par_iter().zip(verdicts).zip(readings);
    judged
        .map(|((chunk, verdict), readings)| judge::outcome(referee, chunk, verdict, readings))
        .collect()
}

fn read(readers: &Readers, chunk: &Chunk, verdict: &Verdict) -> Result<Readings> {
    let generic = match verdict {
        Verdict::Accepted(generic) => Some(readers.read(generic)?),
        _ => None,
    };
    Ok(Readings {
        source: readers.read(&chunk.text)?,
        generic,
    })
}

/// Every text that the referee will be asked about.
fn prints<'a>(verdicts: &'a [Verdict], readings: &'a [Readings]) -> BTreeSet<&'a str> {
    let mut prints = BTreeSet::new();
    for (verdict, readings) in verdicts.iter().zip(readings) {
        let Verdict::Accepted(generic) = verdict else {
            continue;
        };
        prints.insert(generic.as_str());
        if let Reading::Printed { custom, .. } = &readings.source {
            prints.insert(custom);
        }
        if let Some(Reading::Printed { custom, generic }) = &readings.generic {
            prints.extend([custom.as_str(), generic]);
        }
    }
    prints
}
