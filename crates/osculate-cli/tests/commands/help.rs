//! The help of every command.

use crate::binary::{osculate, printed};

/// The commands that a help text lists, but for `help` itself.
fn listed(help: &str) -> Vec<String> {
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = below
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            let name = line.strip_prefix("  ")?;
            name.starts_with(|c: char| c.is_ascii_lowercase())
                .then(|| name.split(' ').next().unwrap_or_default().to_owned())
        });
    names.filter(|name| name != "help").collect()
}

/// The help texts of a command and of those below it, long and short.
fn texts(command: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for flag in ["--help", "-h"] {
        let arguments = [command, &[flag.to_owned()]].concat();
        found.push((arguments.join(" "), printed(&osculate(&arguments))));
    }
    for name in listed(&found[0].1) {
        found.extend(texts(&[command, &[name]].concat()));
    }
    found
}

#[test]
fn help_fits_80_columns_and_names_no_path_outside() {
    let texts = texts(&[]);
    let commands: Vec<&str> = texts.iter().map(|(command, _)| command.as_str()).collect();
    for command in [
        "toc --help",
        "deform -h",
        "events --help",
        "primitives --help",
        "experiment kaya --help",
        "schema --help",
        "completions --help",
        "man --help",
    ] {
        assert!(commands.contains(&command), "{command}: {commands:?}");
    }
    for (command, text) in &texts {
        for line in text.lines() {
            let length = line.chars().count();
            assert!(length <= 80, "{command}: {length} characters: {line}");
            assert!(!line.contains("../"), "{command}: {line}");
            let outside = ["/work", "/home", "/root", "shared/"];
            let named = outside.iter().find(|path| line.contains(*path));
            assert_eq!(named, None, "{command}: {line}");
        }
    }
}

#[test]
fn engines_have_one_name() {
    let helps = [&["events", "--help"][..], &["experiment", "kaya", "--help"]];
    for help in helps.map(|arguments| printed(&osculate(arguments))) {
        for engine in ["cells", "all-pairs", "pair-queue", "kaya"] {
            assert!(help.contains(&format!("- {engine}:")), "{engine}: {help}");
        }
        assert!(!help.contains("- tree:"), "{help}");
    }
    // What it was called before is understood.
    let run = |engine| {
        let run = [
            "events",
            "--discs",
            "9",
            "--seconds",
            "1",
            "--engine",
            engine,
        ];
        crate::binary::values(&printed(&osculate(&run)))[0]["engine"].clone()
    };
    assert_eq!((run("kaya"), run("tree")), ("kaya".into(), "kaya".into()));
}
