//! `osculate robot`.

use crate::binary::{
    assert_refused, listing, osculate, osculate_in, printed, text, values, written,
};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const DOCS: &str = include_str!("../../../../docs/robots.md");

/// A folder with the robot of the documentation and its files.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/robots");
    for name in listing(&scenes) {
        fs::copy(scenes.join(&name), folder.path().join(&name)).unwrap();
    }
    folder
}

/// What `osculate robot` prints in that folder, with these words after it.
fn lines(folder: &TempDir, arguments: &str) -> Vec<Value> {
    let words: Vec<&str> = ["robot"].into_iter().chain(arguments.split(' ')).collect();
    values(&printed(&osculate_in(folder.path(), &words)))
}

const ARM: &str = "arm.urdf --srdf arm.srdf";

#[test]
fn commands_of_the_documentation_work() {
    let folder = folder();
    let commands: Vec<&str> = DOCS
        .lines()
        .filter_map(|line| line.strip_prefix("    osculate robot "))
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let command = command.split('#').next().unwrap().trim();
        let words: Vec<&str> = ["robot"]
            .into_iter()
            .chain(command.split_whitespace())
            .collect();
        let output = osculate_in(folder.path(), &words);
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), ""),
            "{command}"
        );
        assert!(!output.stdout.is_empty(), "{command}");
    }
}

#[test]
fn files_of_the_documentation_are_read() {
    let blocks: Vec<&str> = DOCS
        .split("```json\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    let [path, around] = blocks[..] else {
        panic!("{} blocks", blocks.len())
    };
    let folder = folder();
    written(&folder, "p.json", path);
    written(&folder, "e.json", around);
    let answers = lines(&folder, &format!("{ARM} --path p.json --env e.json"));
    assert_eq!(answers.len(), 1);
}

#[test]
fn a_robot_is_described() {
    let folder = folder();
    let words: Vec<&str> = "robot arm.urdf --srdf arm.srdf".split(' ').collect();
    let shown = printed(&osculate_in(folder.path(), &words));
    for told in [
        "arm: 6 links, 5 joints, 4 numbers in a configuration",
        "10 of 15 pairs of links with shapes are checked against each other, by the SRDF file",
        "1 × grip",
        "group arm: turn, elbow, wrist",
    ] {
        assert!(shown.contains(told), "{told} is missing in:\n{shown}");
    }
    let described = &lines(&folder, &format!("{ARM} --json"))[0];
    assert_eq!(described["links"].as_array().unwrap().len(), 6);
    assert_eq!(
        described["configuration"],
        json!(["turn", "elbow", "wrist", "grip"])
    );
    assert_eq!(described["default"], json!([0.0, 0.4, 0.0, 0.05]));
    assert_eq!(described["pairs"].as_array().unwrap().len(), 10);
    assert_eq!(described["joints"][4]["mimic"]["joint"], "grip");
    let bare = &lines(&folder, "arm.urdf --json")[0];
    assert_eq!(bare["default"][1], 0.0);
}

#[test]
fn edges_are_answered_in_order_whatever_the_threads_and_the_file() {
    let folder = folder();
    let asked = format!("{ARM} --env arm-around.json --edges arm-edges.csv");
    let answers = lines(&folder, &asked);
    let outcomes: Vec<&str> = answers
        .iter()
        .map(|answer| answer["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["free", "free", "contact", "contact"]);
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer["edge"], number);
    }
    // Down onto the table, with the cup first.
    let last = &answers[3];
    assert_eq!(
        (&last["link_a"], &last["shape_a"], &last["obstacle"]),
        (&json!("palm"), &json!("cup"), &json!("table"))
    );
    assert_eq!(last["link_b"], Value::Null);
    let number = |key: &str| last[key].as_f64().unwrap();
    assert!(number("time") < number("time_upper") && number("separation") <= number("tolerance"));
    assert_eq!(
        (last["segment"].as_u64(), number("fraction")),
        (Some(0), number("time"))
    );
    // The elbow has gone from 0.4 towards 2.2.
    let elbow = last["configuration"][1].as_f64().unwrap();
    assert!(
        (elbow - (0.4 + 1.8 * number("time"))).abs() < 1e-12,
        "{elbow}"
    );
    for jobs in ["1", "3"] {
        assert_eq!(lines(&folder, &format!("{asked} --jobs {jobs}")), answers);
    }
    let of_json = lines(
        &folder,
        &format!("{ARM} --env arm-around.json --edges arm-edges.json"),
    );
    assert_eq!(of_json[0], answers[0]);
    assert_eq!(of_json[2]["time"], last["time"]);
}

#[test]
fn a_path_is_one_edge_with_segments() {
    let folder = folder();
    let answers = lines(
        &folder,
        &format!("{ARM} --env arm-around.json --path arm-path.json --stats"),
    );
    let [answer] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(
        (&answer["edge"], &answer["outcome"]),
        (&json!(0), &json!("contact"))
    );
    assert_eq!(answer["segment"], 2);
    let [time, fraction] = ["time", "fraction"].map(|key| answer[key].as_f64().unwrap());
    assert!((time - (2.0 + fraction) / 3.0).abs() < 1e-12);
    assert!(answer["searches"].as_u64() > Some(0) && answer["micros"].as_f64() > Some(0.0));
    // With what stands around left out, the arm does not touch itself.
    let alone = lines(
        &folder,
        &format!("{ARM} --env arm-around.json --path arm-path.json --self"),
    );
    assert_eq!(alone[0]["outcome"], "free");
    // But it does come within half a metre of itself.
    let wide = lines(
        &folder,
        &format!("{ARM} --path arm-path.json --clearance 0.5"),
    );
    assert_eq!(wide[0]["outcome"], "overlapping");
    assert!(wide[0]["pairs"].as_array().unwrap().len() > 1);
}

#[test]
fn what_must_be_free_has_an_exit_code() {
    let folder = folder();
    let code = |arguments: &str| {
        let words: Vec<&str> = ["robot"].into_iter().chain(arguments.split(' ')).collect();
        let output = osculate_in(folder.path(), &words);
        (
            output.status.code(),
            text(&output.stderr).to_owned(),
            values(text(&output.stdout)).len(),
        )
    };
    let free = code(&format!(
        "{ARM} --edges arm-edges.csv --self --require-free"
    ));
    let told = "not free: 1 of 4 edges are not proven free\n".to_owned();
    assert_eq!(free, (Some(3), told, 4));
    let all = code(&format!("{ARM} --path arm-path.json --require-free"));
    assert_eq!((all.0, all.2), (Some(0), 1));
    // What runs out of steps is not proven.
    let budget = code(&format!(
        "{ARM} --path arm-path.json --require-free --budget 1"
    ));
    assert_eq!(budget.0, Some(3), "{budget:?}");
}

#[test]
fn built_in_robots_show_something() {
    for (name, _) in [("arm6", 6), ("arm7", 7)] {
        let shown = printed(&osculate(&["robot", &format!("builtin:{name}")]));
        assert!(shown.contains("touches"), "{shown}");
        let answers = values(&printed(&osculate(&[
            "robot",
            &format!("builtin:{name}"),
            "--json",
        ])));
        assert_eq!(answers[0]["outcome"], "contact");
    }
    let help = printed(&osculate(&["robot", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains(&osculate::robot::BUILTIN_NAMES.join(", ")),
        "{help}"
    );
    assert_refused(
        &osculate(&["robot", "builtin:none"]),
        &["no built-in robot \"none\"", "arm7"],
    );
    assert_refused(
        &osculate(&["robot", "builtin:arm7", "--srdf", "x"]),
        &["--srdf goes with a URDF file"],
    );
}

#[test]
fn methods_agree() {
    let folder = folder();
    let asked = format!("{ARM} --env arm-around.json --edges arm-edges.csv");
    let slabs = lines(&folder, &asked);
    for parts in [
        "",
        " --without directions,upper-bounds",
        " --without dynamic-volumes,lower-bounds,precomputed,hierarchical",
    ] {
        let culling = lines(
            &folder,
            &format!("{asked} --method temporal-culling{parts}"),
        );
        for (one, other) in slabs.iter().zip(&culling) {
            assert_eq!(one["outcome"], other["outcome"]);
            assert_eq!(one["obstacle"], other["obstacle"]);
            let number = |answer: &Value, key: &str| answer[key].as_f64().unwrap_or_default();
            assert!(
                number(one, "time") <= number(other, "time_upper"),
                "{one} {other}"
            );
            assert!(
                number(other, "time") <= number(one, "time_upper"),
                "{one} {other}"
            );
        }
    }
    let output = osculate(&["robot", "builtin:arm6", "--without", "directions"]);
    assert_refused(&output, &["goes with --method temporal-culling"]);
}

#[test]
fn what_always_touches_is_told_and_not_checked() {
    let folder = folder();
    let arm = fs::read_to_string(folder.path().join("arm.urdf")).unwrap();
    // A palm so long that it always touches the upper arm.
    written(
        &folder,
        "long.urdf",
        arm.replace("0.04 0.16 0.06", "1.3 0.16 0.06"),
    );
    let output = osculate_in(
        folder.path(),
        &["robot", "long.urdf", "--edges", "arm-edges.csv"],
    );
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stderr);
    assert!(
        told.starts_with("note: upper and palm always touch, and are not checked"),
        "{told}"
    );
    assert_eq!(values(text(&output.stdout))[0]["outcome"], "free");
}

#[test]
fn traces_show_one_edge() {
    let folder = folder();
    let asked =
        format!("{ARM} --env arm-around.json --edges arm-edges.csv --trace t.jsonl --edge 3");
    lines(&folder, &asked);
    let trace = values(&fs::read_to_string(folder.path().join("t.jsonl")).unwrap());
    let told = serde_json::to_string(&trace).unwrap();
    assert!(
        told.contains("\"palm\"") && told.contains("\"cup\""),
        "{}",
        &told[..500]
    );
    let output = osculate_in(
        folder.path(),
        &[
            "robot",
            "arm.urdf",
            "--edges",
            "arm-edges.csv",
            "--trace",
            "u.jsonl",
            "--edge",
            "4",
        ],
    );
    assert_refused(&output, &["--edge 4: there is no such edge", "there are 4"]);
    assert!(!folder.path().join("u.jsonl").exists());
}

#[test]
fn bad_input_is_refused() {
    let folder = folder();
    let loose = fs::read_to_string(folder.path().join("arm.urdf"))
        .unwrap()
        .replace("child link=\"palm\"", "child link=\"paw\"");
    written(&folder, "loose.urdf", loose);
    written(&folder, "far.csv", "turn\n0,1\n0,2e9\n");
    written(&folder, "bad.csv", "turn\n0,1\n0,x\n");
    written(
        &folder,
        "env.json",
        r#"{"bodies": {"b": {"ball": {"radius": 1}, "at": {}, "attached_to": "paw"}}}"#,
    );
    let cases: [(&str, &[&str]); 11] = [
        ("none.urdf", &["cannot read the URDF file none.urdf"]),
        (
            "loose.urdf",
            &["loose.urdf:58:12: joint \"wrist\": there is no link \"paw\""],
        ),
        (
            "arm.urdf --srdf arm.urdf --path none.json",
            &["cannot read the path file none.json"],
        ),
        (
            "arm.urdf --edges far.csv",
            &["far.csv: edge 1: ", "\"turn\"", "2000000000"],
        ),
        (
            "arm.urdf --edges bad.csv",
            &["bad.csv, line 3: field 2 (turn): 'x' is not a finite number"],
        ),
        (
            "arm.urdf --edges arm.urdf",
            &["edges are read from .json, .csv, .npz and .npy files"],
        ),
        (
            "arm.urdf --path arm-path.json --env env.json",
            &["env.json:1:67: bodies.b.attached_to: the robot has no link \"paw\""],
        ),
        (
            "arm.urdf --require-free",
            &["--require-free needs a motion"],
        ),
        ("arm.urdf --trace t.jsonl", &["--trace needs a motion"]),
        (
            "arm.urdf --max-size 100",
            &["larger than the max size of 100 bytes"],
        ),
        (
            "arm.urdf --path arm-around.json",
            &["arm-around.json:", "unknown key \"bodies\""],
        ),
    ];
    for (arguments, told) in cases {
        let words: Vec<&str> = ["robot"].into_iter().chain(arguments.split(' ')).collect();
        assert_refused(&osculate_in(folder.path(), &words), told);
    }
    for (arguments, told) in [
        ("--package x", "NAME=DIR"),
        ("--clearance -1", "clearance"),
        ("--path a --edges b", "cannot be used with"),
    ] {
        let words: Vec<&str> = ["robot", "arm.urdf"]
            .into_iter()
            .chain(arguments.split(' '))
            .collect();
        let output = osculate_in(folder.path(), &words);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(told),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn shared_robots_are_answered() {
    let data: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.join("robots").is_dir() {
        println!("skipped: the shared robots are not beside the project");
        return;
    }
    let folder = TempDir::new().unwrap();
    let panda = data.join("robots/panda_description");
    let package = format!("example-robot-data={}", data.display());
    let edges = written(
        &folder,
        "e.csv",
        "panda_joint1,panda_joint4\n0,-2.3,1,-2.3\n0,-2.3,0,-0.1\n0,-2.3,0,-3.07\n",
    );
    let [urdf, srdf] = ["urdf/panda.urdf", "srdf/panda.srdf"].map(|name| panda.join(name));
    let output = osculate(&[
        "robot".as_ref(),
        urdf.as_os_str(),
        "--srdf".as_ref(),
        srdf.as_os_str(),
        "--package".as_ref(),
        package.as_ref(),
        "--edges".as_ref(),
        edges.as_os_str(),
    ]);
    let answers = values(&printed(&output));
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["outcome"], "free");
}
