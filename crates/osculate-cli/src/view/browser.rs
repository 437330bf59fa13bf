//! The browser of whoever sits here.

use std::env;
use std::process::Stdio;
use std::thread;

const NONE: &str = "no browser was found here: open the address above in one";

/// Opens an address in the browser, or says that there is none. Does not wait for it.
pub fn open(address: &str) {
    if !has_display() {
        eprintln!("{NONE}");
        return;
    }
    for mut command in open::commands(address) {
        let quiet = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What is not installed cannot be started: the next one may.
        let Ok(mut child) = quiet.spawn() else {
            continue;
        };
        thread::spawn(move || {
            if child.wait().is_ok_and(|status| !status.success()) {
                eprintln!("{NONE}");
            }
        });
        return;
    }
    eprintln!("{NONE}");
}

/// Without a display `xdg-open` would look for a browser in the terminal, which shows nothing of this.
fn has_display() -> bool {
    let shown_by = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];
    let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || shown_by.into_iter().any(set)
}
