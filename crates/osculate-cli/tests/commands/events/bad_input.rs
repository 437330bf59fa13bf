//! `osculate events` on bad input: a sentence, exit code 2, nothing written.

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

use super::events_run::{refused, result, scene, within, written};
use crate::binary;

#[test]
fn bad_scenes() {
    let folder = TempDir::new().unwrap();
    let good = r#"{ "domain": { "low": [0, 0], "high": [9, 9], "boundary": "walls" },
  "bodies": [ { "position": [2, 2], "radius": 1, "mass": 2 },
    { "position": [6, 6], "radius": 1 } ] }"#;
    let trace = within(&folder, "t.jsonl");
    for (from, to, told) in [
        (
            "{ \"domain\"",
            "\"domain\"",
            &["s.json:1:9: not valid JSON"][..],
        ),
        ("[2, 2]", "[2, NaN]", &["s.json:2:", "not valid JSON"]),
        ("[2, 2]", "[2, 1e400]", &["bodies[0].position[1]", "1e400"]),
        (
            "[2, 2]",
            "[5.5, 5]",
            &["s.json:3:5", "bodies 0 and 1 overlap"],
        ),
        (
            "[2, 2]",
            "[0.5, 2]",
            &["s.json:2:15: bodies[0]: body 0", "outside of the domain"],
        ),
        (
            "\"mass\": 2",
            "\"mass\": -2",
            &["s.json:2:15: bodies[0]: body 0", "mass -2"],
        ),
        ("\"mass\": 2", "\"weight\": 2", &["unknown key \"weight\""]),
        (
            "\"radius\": 1 }",
            "\"radius\": 0 }",
            &["s.json:3:5: bodies[1]: body 1", "radius 0"],
        ),
    ] {
        let path = written(&folder, "s.json", &good.replacen(from, to, 1));
        refused(&[&path, "--seconds", "1", "--trace", &trace], told);
    }
    assert!(!Path::new(&trace).exists());
    refused(
        &["no-such.json", "--seconds", "1"],
        &["cannot read the scene no-such.json"],
    );
    let empty = written(&folder, "s.json", "");
    refused(&[&empty, "--seconds", "1"], &["is empty"]);
    let path = written(&folder, "s.json", good);
    refused(
        &[&path, "--seconds", "1", "--trace", &path],
        &["--trace would overwrite"],
    );
    refused(
        &[&path, "--seconds", "1", "--checkpoint", &path],
        &["--checkpoint would overwrite the scene"],
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), good);
    for option in ["--trace", "--checkpoint"] {
        let nowhere = within(&folder, "no-such/file");
        refused(
            &[&path, "--seconds", "1", option, &nowhere],
            &["cannot write to", "no-such/file"],
        );
    }
}

#[test]
fn bad_options() {
    let discs = ["--discs", "100", "--seconds", "1"];
    let with = |more: &[&'static str]| [&discs[..], more].concat();
    for (arguments, told) in [
        (vec![], "SCENE.json"),
        (vec!["--discs", "100"], "--seconds"),
        (vec!["--discs", "0", "--seconds", "1"], "0 is not in 1..="),
        (vec!["--discs", "-1", "--seconds", "1"], "-1"),
        (
            vec!["--discs", "99999999999", "--seconds", "1"],
            "99999999999 is not in",
        ),
        (vec!["--discs", "100", "--seconds", "0"], "between"),
        (vec!["--discs", "100", "--seconds", "-1"], "between"),
        (vec!["--discs", "100", "--seconds", "NaN"], "NaN"),
        (vec!["--discs", "100", "--seconds", "inf"], "inf"),
        (vec!["--discs", "100", "--seconds", "soon"], "not a number"),
        (
            with(&["--engine", "warp"]),
            "cells, all-pairs, pair-queue, kaya",
        ),
        (
            with(&["--fraction", "0.9"]),
            "100 discs cannot fill a fraction of 0.9: they start on a lattice, where they fill less than 0.7853",
        ),
        (
            with(&["--fraction", "0.53", "--3d"]),
            "100 spheres cannot fill",
        ),
        (with(&["--fraction", "0"]), "between"),
        (with(&["--fraction", "-0.3"]), "between"),
        (with(&["--seed", "x"]), "--seed"),
    ] {
        refused(&arguments, &[told]);
    }
}

#[test]
fn options_that_do_not_go_together() {
    let with = |more: &[&'static str]| [&["--discs", "100", "--seconds", "1"], more].concat();
    for (arguments, told) in [
        (with(&["--spheres", "5"]), "cannot be used with"),
        (with(&["scene.json"]), "cannot be used with"),
        (with(&["--resume", "c.json"]), "cannot be used with"),
        (with(&["--resolve-overlaps"]), "cannot be used with"),
        (with(&["--checkpoint-every", "1"]), "--checkpoint <FILE>"),
        (
            with(&["--checkpoint", "c.json", "--checkpoint-every", "1e-9"]),
            "more than a million checkpoints",
        ),
        (
            vec!["s.json", "--seconds", "1", "--3d"],
            "cannot be used with",
        ),
        (
            vec!["s.json", "--seconds", "1", "--seed", "1"],
            "cannot be used with",
        ),
        (
            vec!["s.json", "--seconds", "1", "--fraction", "0.1"],
            "cannot be used with",
        ),
        (
            vec!["s.json", "--seconds", "1", "--periodic"],
            "cannot be used with",
        ),
        (
            vec!["--resume", "c.json", "--periodic"],
            "cannot be used with",
        ),
        (
            vec!["--resume", "no-such.json"],
            "cannot read the checkpoint no-such.json",
        ),
        (
            vec![
                "--discs",
                "9000",
                "--seconds",
                "1",
                "--engine",
                "pair-queue",
            ],
            "it takes 8,192 bodies at most; use --engine cells",
        ),
        (
            vec!["--discs", "1", "--seconds", "1", "--periodic"],
            "not longer than 4 times the radius",
        ),
    ] {
        refused(&arguments, &[told]);
    }
}

#[test]
fn bad_checkpoints() {
    let folder = TempDir::new().unwrap();
    let file = within(&folder, "c.json");
    let pile = scene("events-pile.json");
    result(&[&pile, "--seconds", "4", "--checkpoint", &file]);
    let good = fs::read_to_string(&file).unwrap();
    refused(
        &["--resume", &file, "--seconds", "3"],
        &["c.json is of time 4, later than 3"],
    );
    let bad = |contents: &str, told: &[&str]| {
        let path: PathBuf = binary::written(&folder, "bad.json", contents);
        refused(
            &["--resume", path.to_str().unwrap()],
            &[&["bad.json"], told].concat(),
        );
    };
    bad("", &["EOF"]);
    bad(&good[..good.len() / 2], &["EOF"]);
    bad("{}", &["missing field `format`"]);
    let place = good.find(r#""position":["#).unwrap();
    let (before, after) = good.split_at(place);
    let end = after.find(']').unwrap();
    let moved = |to: &str| format!("{before}\"position\":[{to}{}", &after[end..]);
    bad(&moved("-5,3"), &["is damaged: body 0", "outside"]);
    bad(&moved("1e70,3"), &["is damaged: body 0"]);
    bad(&moved("1,2,3"), &["2 numbers"]);
    bad(
        &good.replace(r#""asleep":true"#, r#""asleep":false"#),
        &["at rest"],
    );
    bad(
        &good.replacen(r#""radius":"#, r#""radius":-"#, 1),
        &["body 0: its radius"],
    );
    bad(
        &good.replacen(r#""engine":"cells""#, r#""engine":"warp""#, 1),
        &["engine"],
    );
    assert!(good.contains(r#""next":11,"#), "{good}");
    bad(
        &good.replacen(r#""next":11,"#, r#""next":0,"#, 1),
        &["next checkpoint"],
    );
    bad(
        &good.replacen(r#""every":0.4,"#, r#""every":1e-50,"#, 1),
        &["next checkpoint"],
    );
    bad(&good.replacen(r#"{"body":"#, r#"{"body":9"#, 1), &["body "]);
    let scene = fs::read_to_string(&pile).unwrap();
    bad(&scene, &["damaged"]);
}
