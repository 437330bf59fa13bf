//! `osculate man` and `osculate completions`.

use crate::binary::{assert_refused, listing, osculate, osculate_in, printed, text, written};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

#[test]
fn every_command_has_a_page() {
    let folder = TempDir::new().unwrap();
    let said = printed(&osculate_in(folder.path(), &["man", "share/man1"]));
    let pages = listing(&folder.path().join("share/man1"));
    assert!(
        said.starts_with(&format!("{} pages are in", pages.len())),
        "{said}"
    );
    for page in [
        "osculate.1",
        "osculate-toc.1",
        "osculate-deform.1",
        "osculate-events.1",
        "osculate-experiment-kaya.1",
        "osculate-schema.1",
    ] {
        assert!(pages.iter().any(|name| name == page), "{page}: {pages:?}");
    }
    let page = fs::read_to_string(folder.path().join("share/man1/osculate-toc.1")).unwrap();
    for part in [
        ".TH",
        "velocity",
        "osculate toc queries.json",
        "docs/queries.md",
    ] {
        assert!(page.contains(part), "{part} is missing in:\n{page}");
    }
    // Again, over what is there.
    printed(&osculate_in(folder.path(), &["man", "share/man1"]));
    assert_eq!(listing(&folder.path().join("share/man1")), pages);
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = TempDir::new().unwrap();
    written(&folder, "file", "");
    let refused = osculate_in(folder.path(), &["man", "file/man1"]);
    assert_refused(&refused, &["cannot make the folder file/man1"]);
    assert_refused(&osculate(&["man"]), &["<DIR>"]);
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&osculate(&["completions", shell]));
        for part in ["osculate", "primitives", "velocity-a", "completions"] {
            assert!(script.contains(part), "{shell}: {part} is missing");
        }
    }
    let refused = osculate(&["completions", "cmd"]);
    assert_refused(&refused, &["'cmd'", "bash, elvish, fish, powershell, zsh"]);
}

#[test]
fn bash_reads_its_completions() {
    let script = printed(&osculate(&["completions", "bash"]));
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "osculate.bash", script);
    let ask = "source \"$0\"; COMP_WORDS=(osculate deform --obs); COMP_CWORD=2; \
               _osculate osculate --obs deform; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", ask]).arg(&file).output() else {
        println!("skipped: there is no bash");
        return;
    };
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout).trim(), "--obstacle --obstacle-to");
}
