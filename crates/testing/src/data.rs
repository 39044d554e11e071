//! Where the benchmark data is.

use std::path::{Path, PathBuf};

/// The folder of the data sets; where there is none, a line says so and nothing is returned.
pub fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("EVOLEARNER_DATA").filter(|path| !path.is_empty()).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no data sets at {} (set EVOLEARNER_DATA)", folder.display());
    None
}
