//! What the times of a run were taken on.

use std::fs;

/// The processor's name where the system tells it, else its architecture.
pub fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("{} ({})", std::env::consts::ARCH, std::env::consts::OS))
}
