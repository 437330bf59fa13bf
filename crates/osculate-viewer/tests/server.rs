//! The server, as a client over TCP meets it.

#![deny(clippy::too_many_lines)]

use osculate_viewer::{Limits, Mesh, Server, Site};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const PAGE: &str = "<!doctype html><title>a page</title><!--osculate:trace-->";
const TRACE: &str = "{\"osculate-trace\":2,\"dimension\":3}\n";

/// A folder with a trace in it, and a site of that.
fn site() -> (TempDir, Site) {
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("trace.jsonl");
    fs::write(&trace, TRACE).unwrap();
    let shape = |path: &str| match path {
        "models/a b.ply" => Ok(Mesh {
            vertices: vec![[0.0, 1.0, 2.0]; 3],
            triangles: vec![[0, 1, 2]],
        }),
        other => Err(format!("the trace names no shape {other:?}")),
    };
    let site = Site {
        page: PAGE.to_owned(),
        trace,
        shape: Box::new(shape),
    };
    (folder, site)
}

fn started() -> (TempDir, Server) {
    let (folder, site) = site();
    let server = Server::start(0, site).unwrap();
    (folder, server)
}

fn token(server: &Server) -> &str {
    let start = format!("http://127.0.0.1:{}/", server.port());
    let rest = server.address().strip_prefix(&start).unwrap();
    rest.strip_suffix('/').unwrap()
}

fn connected(server: &Server) -> TcpStream {
    TcpStream::connect((Ipv4Addr::LOCALHOST, server.port())).unwrap()
}

#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1);
        let mut pairs = lines.filter_map(|line| line.split_once(": "));
        let (_, value) = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// Reads until the server ends the connection.
fn reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no head in {}", bytes.escape_ascii()));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.strip_prefix("HTTP/1.1 ").unwrap()[..3].parse();
    let body = bytes[end + 4..].to_vec();
    Reply {
        status: status.unwrap(),
        head,
        body,
    }
}

fn ask_raw(server: &Server, request: &[u8]) -> Reply {
    let mut stream = connected(server);
    stream.write_all(request).unwrap();
    reply(stream)
}

fn ask(server: &Server, method: &str, target: &str, host: &str) -> Reply {
    let request = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n");
    ask_raw(server, request.as_bytes())
}

/// What is at a name behind the token.
fn get(server: &Server, name: &str) -> Reply {
    let target = format!("/{}/{name}", token(server));
    ask(server, "GET", &target, &host(server))
}

fn host(server: &Server) -> String {
    format!("127.0.0.1:{}", server.port())
}

#[test]
fn the_page_the_trace_and_a_shape() {
    let (_folder, server) = started();
    let page = get(&server, "");
    assert_eq!((page.status, page.text()), (200, PAGE));
    assert_eq!(
        page.header("Content-Type"),
        Some("text/html; charset=utf-8")
    );
    let trace = get(&server, "trace");
    assert_eq!((trace.status, trace.text()), (200, TRACE));
    assert_eq!(
        trace.header("Content-Type"),
        Some("application/octet-stream")
    );
    let name = Some("inline; filename=\"trace.jsonl\"");
    assert_eq!(trace.header("Content-Disposition"), name);
    // Who asks anew may say so.
    assert_eq!(get(&server, "trace?again=1").text(), TRACE);
    for target in ["shape?path=models%2Fa%20b.ply", "shape?path=models/a+b.ply"] {
        let shape = get(&server, target);
        let triangles = "AAAAAAEAAAACAAAA";
        let vertex = "AAAAAAAAAAAAAAAAAADwPwAAAAAAAABA";
        assert_eq!(
            (shape.status, shape.text()),
            (
                200,
                &*format!(
                    r#"{{"mesh":{{"vertices":["f64","{}"],"triangles":["u32","{triangles}"]}}}}"#,
                    vertex.repeat(3)
                )
            )
        );
        assert_eq!(shape.header("Content-Type"), Some("application/json"));
    }
}

#[test]
#[cfg(unix)]
fn hostile_names_stay_within_their_header() {
    let (folder, mut site) = site();
    let name = "a\"\\; b\r\nSet-Cookie: c=d\u{e4}.jsonl";
    fs::rename(&site.trace, folder.path().join(name)).unwrap();
    site.trace = folder.path().join(name);
    let server = Server::start(0, site).unwrap();
    let trace = get(&server, "trace");
    assert_eq!((trace.status, trace.text()), (200, TRACE));
    let told = "inline; filename=\"a__; b__Set-Cookie: c=d_.jsonl\"";
    assert_eq!(trace.header("Content-Disposition"), Some(told));
    assert_eq!(trace.header("Set-Cookie"), None);
}

#[test]
fn every_answer_keeps_the_page_to_itself() {
    let (_folder, server) = started();
    let elsewhere = ask(&server, "GET", "/", "elsewhere.example");
    let answers = [get(&server, ""), get(&server, "trace"), get(&server, "x")];
    for answer in answers.iter().chain([&elsewhere]) {
        let has = |name| answer.header(name).unwrap_or_default();
        assert_eq!(has("Cache-Control"), "no-store");
        assert_eq!(has("X-Content-Type-Options"), "nosniff");
        assert_eq!(has("Referrer-Policy"), "no-referrer");
        assert_eq!(has("Cross-Origin-Resource-Policy"), "same-origin");
        assert_eq!(has("Connection"), "close");
        assert_eq!(has("Content-Length"), answer.body.len().to_string());
        let policy = has("Content-Security-Policy");
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        assert!(
            policy.contains("connect-src 'self' data: blob:;"),
            "{policy}"
        );
        // Nothing from other machines: neither a scheme nor a name of one.
        assert!(
            !policy.contains("http") && !policy.contains('*'),
            "{policy}"
        );
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
    }
}

#[test]
fn without_the_token_there_is_nothing() {
    let (_folder, server) = started();
    let right = token(&server).to_owned();
    assert_eq!(right.len(), 32);
    let other = if right.starts_with('0') { "1" } else { "0" };
    let wrong = format!("{other}{}", &right[1..]);
    for target in [
        "/".to_owned(),
        "//".to_owned(),
        "/trace".to_owned(),
        "/index.html".to_owned(),
        format!("/{right}"),
        format!("/{wrong}/"),
        format!("/{wrong}/trace"),
        format!("/{}/trace", &right[1..]),
        format!("/{right}0/trace"),
        format!(
            "/{}/trace",
            right.to_uppercase().replace(char::is_numeric, "g")
        ),
    ] {
        let answer = ask(&server, "GET", &target, &host(&server));
        let told = "there is nothing here\n";
        assert_eq!((answer.status, answer.text()), (404, told), "{target}");
    }
    let (_folder, another) = started();
    assert_ne!(token(&another), right);
}

#[test]
fn only_its_own_names() {
    let (_folder, server) = started();
    let port = server.port();
    let target = format!("/{}/trace", token(&server));
    for host in [format!("127.0.0.1:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(ask(&server, "GET", &target, &host).status, 200, "{host}");
    }
    for host in [
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        format!("rebound.example:{port}"),
        format!("127.0.0.1.rebound.example:{port}"),
        format!("localhost.:{port}"),
        format!("127.0.0.1:{port}0"),
        format!("127.0.0.1:{}", port ^ 1),
        format!("[::1]:{port}"),
        format!("0.0.0.0:{port}"),
        String::new(),
    ] {
        let answer = ask(&server, "GET", &target, &host);
        assert_eq!(answer.status, 403, "{host}");
        assert!(!answer.text().contains("osculate-trace"));
    }
    let no_host = format!("GET {target} HTTP/1.0\r\n\r\n");
    assert_eq!(ask_raw(&server, no_host.as_bytes()).status, 400);
    let two = format!(
        "GET {target} HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\n\r\n",
        host(&server)
    );
    assert_eq!(ask_raw(&server, two.as_bytes()).status, 400);
}

#[test]
fn only_get_and_head() {
    let (_folder, server) = started();
    let target = format!("/{}/trace", token(&server));
    for method in [
        "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "CONNECT",
    ] {
        let answer = ask(&server, method, &target, &host(&server));
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("Allow"), Some("GET, HEAD"));
    }
    // A body that is not read does not keep the answer from its sender.
    let body = "x".repeat(200_000);
    let post = format!(
        "POST {target} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
        host(&server),
        body.len()
    );
    assert_eq!(ask_raw(&server, post.as_bytes()).status, 405);
    let head = ask(&server, "HEAD", &target, &host(&server));
    assert_eq!((head.status, head.text()), (200, ""));
    let length = TRACE.len().to_string();
    assert_eq!(head.header("Content-Length"), Some(&*length));
}

#[test]
fn no_way_out_of_the_site() {
    let (folder, server) = started();
    fs::write(folder.path().join("secret"), "secret").unwrap();
    for name in [
        "secret",
        "../secret",
        "..%2fsecret",
        "%2e%2e/secret",
        "trace/../secret",
        "trace/",
        "trace%00",
        "./trace",
        "/trace",
        "..\\secret",
        "trace/../../../../../../etc/passwd",
        "shape",
        "shape?path=",
        "shape?path=../secret",
        "shape?path=%2e%2e%2fsecret",
        "shape?path=/etc/passwd",
        "shape?path=%ff",
        "shape?path=a&path=b",
        "shape?path=models%2Fa%20b.ply%00",
    ] {
        let answer = get(&server, name);
        assert_eq!(answer.status, 404, "{name}");
        assert!(!answer.text().starts_with("secret"), "{name}");
    }
}

#[test]
fn long_requests_are_refused() {
    let (_folder, server) = started();
    let start = format!(
        "GET /{}/ HTTP/1.1\r\nHost: {}\r\n",
        token(&server),
        host(&server)
    );
    // As long as it may be, and longer by one.
    let filled = |length: usize| {
        let name = "X: ";
        let rest = length - start.len() - name.len() - "\r\n\r\n".len();
        format!("{start}{name}{}\r\n\r\n", "x".repeat(rest))
    };
    assert_eq!(ask_raw(&server, filled(16384).as_bytes()).status, 200);
    assert_eq!(ask_raw(&server, filled(16385).as_bytes()).status, 431);
    assert_eq!(ask_raw(&server, filled(500_000).as_bytes()).status, 431);
    let many = start.clone() + &"A: b\r\n".repeat(5000);
    assert_eq!(ask_raw(&server, many.as_bytes()).status, 431);
    let target = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000));
    assert_eq!(ask_raw(&server, target.as_bytes()).status, 431);
    // Something else altogether.
    let tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n";
    assert_eq!(ask_raw(&server, tls).status, 400);
    assert_eq!(ask_raw(&server, b"\r\n\r\n").status, 400);
    assert_eq!(get(&server, "").status, 200);
}

#[test]
fn a_request_in_pieces_is_one() {
    let (_folder, server) = started();
    let request = format!(
        "GET /{}/trace HTTP/1.1\r\nHost: {}\r\n\r\n",
        token(&server),
        host(&server)
    );
    let mut stream = connected(&server);
    stream.set_nodelay(true).unwrap();
    for byte in request.as_bytes() {
        stream.write_all(&[*byte]).unwrap();
    }
    assert_eq!(reply(stream).text(), TRACE);
}

#[test]
fn half_a_request_is_not_waited_for() {
    let (_folder, site) = site();
    let limits = Limits {
        request_time: Duration::from_millis(300),
        ..Limits::default()
    };
    let server = Server::start_with(0, site, limits).unwrap();
    let mut half = connected(&server);
    half.write_all(b"GET /").unwrap();
    let silent = connected(&server);
    // Others are answered meanwhile.
    assert_eq!(get(&server, "").status, 200);
    assert_eq!(reply(half).status, 408);
    // Who never said anything is told nothing.
    let mut rest = Vec::new();
    let mut silent = silent;
    silent.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"");
}

/// A byte now and then does not make more time.
#[test]
fn a_slow_request_ends() {
    let (_folder, site) = site();
    let limits = Limits {
        request_time: Duration::from_millis(300),
        ..Limits::default()
    };
    let server = Server::start_with(0, site, limits).unwrap();
    let mut slow = connected(&server);
    let mut answered = [0; 12];
    slow.set_read_timeout(Some(Duration::from_millis(20)))
        .unwrap();
    slow.write_all(b"GET /").unwrap();
    // Fails by running for ever.
    while slow.read(&mut answered).is_err() {
        let _ = slow.write_all(b"x");
    }
    assert_eq!(&answered, b"HTTP/1.1 408");
}

#[test]
fn who_holds_connections_open_keeps_nobody_out() {
    let (_folder, site) = site();
    let limits = Limits {
        connections: 8,
        request_time: Duration::from_secs(600),
        stalled_time: Duration::from_secs(600),
    };
    let server = Server::start_with(0, site, limits).unwrap();
    let mut held = Vec::new();
    for _ in 0..100 {
        let mut stream = connected(&server);
        stream.write_all(b"GET /never/").unwrap();
        held.push(stream);
    }
    assert_eq!(get(&server, "").status, 200);
    assert_eq!(get(&server, "trace").text(), TRACE);
    // The first one was closed in favour of later ones.
    let mut rest = Vec::new();
    let _ = held[0].read_to_end(&mut rest);
    assert_eq!(rest, b"");
}

/// A trace that is larger than what the system buffers for a connection.
fn large(folder: &Path, byte: u8) -> usize {
    const LENGTH: usize = 64 << 20;
    fs::write(folder.join("trace.jsonl"), vec![byte; LENGTH]).unwrap();
    LENGTH
}

#[test]
fn who_does_not_read_keeps_nobody_waiting() {
    let (folder, site) = site();
    let length = large(folder.path(), b'a');
    let limits = Limits {
        connections: 4,
        ..Limits::default()
    };
    let server = Server::start_with(0, site, limits).unwrap();
    let request = format!(
        "GET /{}/trace HTTP/1.1\r\nHost: {}\r\n\r\n",
        token(&server),
        host(&server)
    );
    let stuck: Vec<TcpStream> = (0..3)
        .map(|_| {
            let mut stream = connected(&server);
            stream.write_all(request.as_bytes()).unwrap();
            // Until the answer has begun, and no further.
            assert_eq!(stream.read(&mut [0; 4]).unwrap(), 4);
            stream
        })
        .collect();
    assert_eq!(get(&server, "").status, 200);
    assert_eq!(get(&server, "trace").body.len(), length);
    // What was begun is not given up for others: they are turned away instead.
    let mut fourth = connected(&server);
    fourth.write_all(request.as_bytes()).unwrap();
    assert_eq!(fourth.read(&mut [0; 4]).unwrap(), 4);
    assert_eq!(reply(connected(&server)).status, 503);
    for mut stream in stuck {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        assert!(rest.ends_with(b"aaaa") && rest.len() > length);
    }
}

#[test]
fn who_stalls_for_long_is_given_up() {
    let (folder, site) = site();
    let length = large(folder.path(), b'a');
    let limits = Limits {
        stalled_time: Duration::from_millis(200),
        ..Limits::default()
    };
    let server = Server::start_with(0, site, limits).unwrap();
    let request = format!(
        "GET /{}/trace HTTP/1.1\r\nHost: {}\r\n\r\n",
        token(&server),
        host(&server)
    );
    let mut stalled = connected(&server);
    stalled.write_all(request.as_bytes()).unwrap();
    thread::sleep(Duration::from_secs(2));
    let mut rest = Vec::new();
    let _ = stalled.read_to_end(&mut rest);
    assert!(rest.len() < length, "{}", rest.len());
}

#[test]
fn many_at_once() {
    let (folder, server) = started();
    let trace: String = (0..50_000)
        .map(|line| format!("{{\"line\":{line}}}\n"))
        .collect();
    fs::write(folder.path().join("trace.jsonl"), &trace).unwrap();
    thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                for _ in 0..4 {
                    let answer = get(&server, "trace");
                    assert_eq!((answer.status, answer.text() == trace), (200, true));
                }
            });
        }
    });
}

#[test]
fn a_trace_that_grows_shrinks_and_vanishes() {
    let (folder, server) = started();
    let path = folder.path().join("trace.jsonl");
    let mut file = File::options().append(true).open(&path).unwrap();
    let mut whole = TRACE.to_owned();
    for line in 0..20 {
        let line = format!("{{\"line\":{line}}}\n");
        file.write_all(line.as_bytes()).unwrap();
        whole += &line;
        assert_eq!(get(&server, "trace").text(), whole);
    }
    // While it is sent: what was there when it was asked for.
    let length = large(folder.path(), b'b');
    let mut growing = connected(&server);
    let request = format!(
        "GET /{}/trace HTTP/1.1\r\nHost: {}\r\n\r\n",
        token(&server),
        host(&server)
    );
    growing.write_all(request.as_bytes()).unwrap();
    growing.peek(&mut [0; 4]).unwrap();
    file.write_all(b"more").unwrap();
    let answer = reply(growing);
    assert_eq!(answer.body.len(), length);
    assert!(answer.body.ends_with(b"bbbb"));
    // One that shrinks ends early, which the length tells.
    let mut shrinking = connected(&server);
    shrinking.write_all(request.as_bytes()).unwrap();
    shrinking.peek(&mut [0; 4]).unwrap();
    file.set_len(3).unwrap();
    let answer = reply(shrinking);
    let promised = (length + 4).to_string();
    assert_eq!(answer.header("Content-Length"), Some(&*promised));
    assert!(answer.body.len() < length);

    fs::remove_file(&path).unwrap();
    let gone = get(&server, "trace");
    assert_eq!(gone.status, 404);
    assert!(
        gone.text().starts_with("the trace cannot be read: "),
        "{}",
        gone.text()
    );
    fs::create_dir(&path).unwrap();
    assert_eq!(get(&server, "trace").status, 404);
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "back\n").unwrap();
    assert_eq!(get(&server, "trace").text(), "back\n");
}

#[test]
fn a_server_ends_with_its_connections() {
    let (folder, server) = started();
    large(folder.path(), b'a');
    let port = server.port();
    let mut half = connected(&server);
    half.write_all(b"GET /").unwrap();
    let mut stuck = connected(&server);
    let request = format!(
        "GET /{}/trace HTTP/1.1\r\nHost: {}\r\n\r\n",
        token(&server),
        host(&server)
    );
    stuck.write_all(request.as_bytes()).unwrap();
    stuck.peek(&mut [0; 4]).unwrap();
    drop(server);
    let mut rest = Vec::new();
    let _ = half.read_to_end(&mut rest);
    let _ = stuck.read_to_end(&mut rest);
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err());
}

#[test]
fn a_port_that_is_taken() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let (_folder, first) = site();
    assert!(Server::start(port, first).is_err());
    drop(taken);
    let (_folder, second) = site();
    assert_eq!(Server::start(port, second).unwrap().port(), port);
}
