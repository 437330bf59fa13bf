//! The server of `osculate view`, and the browser that it opens.

use super::{NAMED, PAGE, TRACE, folder};
use crate::binary::{assert_refused, osculate_in, written};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A server that runs.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Without a display, and without programs in the path unless given.
    fn start(folder: &TempDir, arguments: &[&str], variables: &[(&str, &str)]) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
            .args(["view", "--page", "page.html"])
            .args(arguments)
            .current_dir(folder.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WSL_DISTRO_NAME")
            .env("PATH", "")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut address).unwrap();
        let address = address.trim_end().to_owned();
        Serving { child, address }
    }

    /// Status and body of what is at a name below the address.
    fn get(&self, name: &str) -> (String, String) {
        let rest = self.address.strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{path}{name} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head[9..12].to_owned(), body.to_owned())
    }

    /// Ends it by a signal, and gives the rest of standard error.
    #[track_caller]
    fn end(mut self, signal: &str) -> String {
        let id = self.child.id().to_string();
        let sent = Command::new("/bin/kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
        let mut error = String::new();
        let stderr = self.child.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut error).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{error}");
        error
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // Where a test has failed.
        let _ = self.child.kill();
    }
}

fn found(body: &str) -> (String, String) {
    ("200".to_owned(), body.to_owned())
}

#[test]
fn page_trace_and_shapes_until_ctrl_c() {
    let folder = folder();
    let serving = Serving::start(&folder, &["named.jsonl", "--no-open"], &[]);
    assert_eq!(serving.get(""), found(PAGE));
    assert_eq!(serving.get("trace"), found(NAMED));
    let (status, shape) = serving.get("shape?path=models%2Fa%20b.obj");
    assert_eq!(status, "200");
    let shape: serde_json::Value = serde_json::from_str(&shape).unwrap();
    // As it is in the file: the page knows the scale.
    let shape: osculate_trace::Shape = serde_json::from_value(shape).unwrap();
    let osculate_trace::ShapeKind::Mesh { vertices, .. } = &shape.kind else {
        panic!("{shape:?}");
    };
    assert_eq!(vertices.row::<3>(2), [0.0, 0.1, 0.3]);
    // A mesh that is there, and that the trace does not name.
    fs::copy(
        folder.path().join("models/a b.obj"),
        folder.path().join("b.obj"),
    )
    .unwrap();
    let (status, why) = serving.get("shape?path=b.obj");
    let told = "the trace names no shape file \"b.obj\"\n";
    assert_eq!((status.as_str(), why.as_str()), ("404", told));
    // Once it does, the mesh is served.
    let grown = format!("{NAMED}{{\"shape\":{{\"file\":{{\"path\":\"b.obj\"}}}}}}\n");
    written(&folder, "named.jsonl", &grown);
    assert_eq!(serving.get("trace"), found(&grown));
    assert_eq!(serving.get("shape?path=b.obj").0, "200");
    assert_eq!(serving.end("-INT"), "");
}

#[test]
fn shapes_elsewhere_are_not_served() {
    let folder = folder();
    let up = folder.path().join("up.obj");
    fs::copy(folder.path().join("models/a b.obj"), &up).unwrap();
    let paths = ["../up.obj", "./../up.obj", up.to_str().unwrap()];
    for path in paths {
        let trace = NAMED.replace("models/a b.obj", path);
        written(&folder, "models/t.jsonl", trace);
        let serving = Serving::start(&folder, &["models/t.jsonl", "--no-open"], &[]);
        let (status, why) = serving.get(&format!("shape?path={path}"));
        assert_eq!(status, "404", "{path}");
        assert!(why.contains("is not in the folder of the trace"), "{why}");
        assert_eq!(serving.end("-TERM"), "");
    }
}

#[test]
fn a_port_of_ones_own() {
    let folder = folder();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let arguments = ["discs.jsonl", "--no-open", "--port", &port];
    let start = ["view", "--page", "page.html"];
    let refused = osculate_in(folder.path(), &[&start[..], &arguments].concat());
    assert_refused(&refused, &[&format!("cannot serve at port {port}: ")]);
    drop(taken);
    let serving = Serving::start(&folder, &arguments, &[]);
    let start = format!("http://127.0.0.1:{port}/");
    assert!(serving.address.starts_with(&start), "{}", serving.address);
    assert_eq!(serving.get("trace"), found(TRACE));
    serving.end("-INT");
}

/// A program that notes what it was called with.
fn program(folder: &Path, code: u8) {
    let path = folder.join("bin/xdg-open");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let script =
        format!("#!/bin/sh\necho \"$@\" > opened.new\n/bin/mv opened.new opened\nexit {code}\n");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn opened(folder: &TempDir) -> String {
    // Fails by running for ever.
    loop {
        match fs::read_to_string(folder.path().join("opened")) {
            Ok(text) => return text,
            Err(_) => sleep(Duration::from_millis(5)),
        }
    }
}

const NO_BROWSER: &str = "no browser was found here: open the address above in one\n";

#[test]
fn the_browser() {
    let folder = folder();
    let bin = folder.path().join("bin");
    let path = ("PATH", bin.to_str().unwrap());
    program(folder.path(), 0);
    let serving = Serving::start(&folder, &["discs.jsonl"], &[("DISPLAY", ":7"), path]);
    assert_eq!(opened(&folder), format!("{}\n", serving.address));
    assert_eq!(serving.get("trace"), found(TRACE));
    assert_eq!(serving.end("-INT"), "");
    // Without a display, and where nothing opens addresses, the address is there and a sentence says what to do.
    for variables in [&[path][..], &[("WAYLAND_DISPLAY", "w")]] {
        let serving = Serving::start(&folder, &["discs.jsonl"], variables);
        assert_eq!(serving.get("trace"), found(TRACE));
        assert_eq!(serving.end("-INT"), NO_BROWSER);
    }
    // What is asked to open nothing opens nothing.
    fs::remove_file(folder.path().join("opened")).unwrap();
    let arguments = ["discs.jsonl", "--no-open"];
    let serving = Serving::start(&folder, &arguments, &[("DISPLAY", ":7"), path]);
    assert_eq!(serving.get("").0, "200");
    assert_eq!(serving.end("-INT"), "");
    assert!(!folder.path().join("opened").exists());
}
