//! Texts on disk by the content they were computed from; several processes may share one folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A folder of texts.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn new(folder: &Path) -> Result<Cache> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        Ok(Cache {
            folder: folder.to_path_buf(),
        })
    }

    /// The text that was kept under these parts.
    pub fn get(&self, parts: &[&str]) -> Option<String> {
        fs::read_to_string(self.path(parts)).ok()
    }

    /// Keeps a text under these parts. The file appears whole or not at all.
    pub fn put(&self, parts: &[&str], text: &str) -> Result<()> {
        let path = self.path(parts);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(&path).with_context(|| path.display().to_string())?;
        Ok(())
    }

    fn path(&self, parts: &[&str]) -> PathBuf {
        let name = format!("{:032x}", hash(parts));
        let (folder, name) = name.split_at(2);
        self.folder.join(folder).join(name)
    }
}

/// FNV-1a with 128 bits over the parts and their lengths: the same on every machine, and wide enough that two
/// texts never meet by chance.
fn hash(parts: &[&str]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let step = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
    parts.iter().fold(BASIS, |hash, part| {
        let hash = part.len().to_le_bytes().iter().fold(hash, step);
        part.as_bytes().iter().fold(hash, step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path()).unwrap();
        assert_eq!(cache.get(&["a", "b"]), None);
        cache.put(&["a", "b"], "text").unwrap();
        cache.put(&["a", "b"], "other text").unwrap();
        assert_eq!(cache.get(&["a", "b"]).as_deref(), Some("other text"));
        assert_eq!(cache.get(&["ab", ""]), None);
    }
}
