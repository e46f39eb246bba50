//! Who else takes part.

use clap::builder::PossibleValuesParser;
use ovolo_bench::peer::{Means, Peer};

use super::Arguments;
use crate::note;

/// The names that `--against` takes.
pub fn peer_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Peer::ALL.map(Peer::name))
}

/// The peers that are asked for and installed; a word on each that is not.
pub fn peers(arguments: &Arguments) -> Vec<Peer> {
    let is_asked =
        |peer: &Peer| !arguments.no_clang && arguments.against.iter().any(|name| name == peer.name());
    let mut asked: Vec<Peer> = Peer::ALL.into_iter().filter(is_asked).collect();
    // Libraries that one of them loads read settings of others.
    for peer in &asked {
        if let Means::Multiplies(library) = peer.means() {
            // SAFETY: the threads of this process that have started wait for work.
            unsafe { library.prepare(arguments.threads) };
        }
    }
    asked.retain(|peer| {
        let missing = peer.missing();
        missing.iter().for_each(|how| note(how));
        missing.is_none()
    });
    asked
}
