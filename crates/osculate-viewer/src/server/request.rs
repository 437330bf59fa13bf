//! Reading a request, strictly: what is not understood is refused.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest request, with all its headers.
const MOST: usize = 16 << 10;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// Before the question mark.
    pub path: String,
    /// After it; empty if there is none.
    pub query: String,
    pub host: String,
}

/// Why there is no request.
#[derive(Debug)]
pub enum Refusal {
    /// To be answered with this status and sentence.
    Say(u16, &'static str),
    /// The client went away, or never said anything: browsers open connections ahead.
    Silent,
}

/// Reads a request that ends within `time`. What follows it on the connection is left alone.
pub fn read(mut stream: &TcpStream, time: Duration) -> Result<Request, Refusal> {
    let deadline = Instant::now() + time;
    let mut head = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(late(&head));
        }
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Err(Refusal::Silent),
            Ok(count) => count,
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => continue,
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Err(late(&head)),
                _ => return Err(Refusal::Silent),
            },
        };
        // The end may begin in what came before.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&chunk[..count]);
        let end = head[from..].windows(4).position(|four| four == b"\r\n\r\n");
        match end {
            Some(end) if from + end + 4 <= MOST => return parse(&head[..from + end]),
            None if head.len() < MOST => (),
            _ => return Err(Refusal::Say(431, "the request is too long")),
        }
    }
}

fn late(head: &[u8]) -> Refusal {
    if head.is_empty() {
        Refusal::Silent
    } else {
        Refusal::Say(408, "the request took too long")
    }
}

/// The lines of a request without the empty one.
fn parse(head: &[u8]) -> Result<Request, Refusal> {
    let bad = |why| Refusal::Say(400, why);
    let head = std::str::from_utf8(head).map_err(|_| bad("the request is no text"))?;
    let mut lines = head.split("\r\n");
    let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = words[..] else {
        return Err(bad("the first line is no request"));
    };
    let is_token = |text: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        !text.is_empty() && text.chars().all(allowed)
    };
    if !is_token(method)
        || !target.starts_with('/')
        || target.chars().any(|c| !c.is_ascii_graphic())
    {
        return Err(bad("the first line is no request"));
    }
    if !["HTTP/1.1", "HTTP/1.0"].contains(&version) {
        return Err(Refusal::Say(505, "only HTTP/1.1 is understood"));
    }
    let mut hosts = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(bad("a header has no colon"))?;
        // A name with a blank is how two servers come to understand one request in two ways.
        if !is_token(name) || value.contains(['\r', '\n', '\0']) {
            return Err(bad("a header is malformed"));
        }
        if name.eq_ignore_ascii_case("host") {
            hosts.push(value.trim_matches([' ', '\t']));
        }
    }
    let [host] = hosts[..] else {
        return Err(bad("there must be one Host"));
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        host: host.to_owned(),
    })
}

impl Request {
    /// The value of a key of the query, decoded. `None` if it is not there once, or no text.
    pub fn value(&self, key: &str) -> Option<String> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let mut values = pairs.filter(|(name, _)| *name == key);
        match (values.next(), values.next()) {
            (Some((_, value)), None) => decoded(value),
            _ => None,
        }
    }
}

/// Text that was encoded as `encodeURIComponent` and `URLSearchParams` do.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
                (16 * high + low) as u8
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(head: &str) -> u16 {
        match parse(head.as_bytes()) {
            Err(Refusal::Say(status, _)) => status,
            other => panic!("{head:?}: {other:?}"),
        }
    }

    #[test]
    fn requests_of_browsers() {
        let head =
            "GET /t/shape?path=a%20b%2Fc.ply&x=1 HTTP/1.1\r\nHost: \tlocalhost:80 \r\nAccept: */*";
        let request = parse(head.as_bytes()).ok().unwrap();
        assert_eq!((&*request.method, &*request.path), ("GET", "/t/shape"));
        assert_eq!(request.host, "localhost:80");
        assert_eq!(request.value("path").as_deref(), Some("a b/c.ply"));
        assert_eq!((request.value("y"), request.value("pat")), (None, None));
        let text = |text| decoded(text);
        assert_eq!(text("%C3%A4+%2B").as_deref(), Some("ä +"));
        assert_eq!(
            (text("%"), text("%2"), text("%+1"), text("%ff")),
            (None, None, None, None)
        );
    }

    #[test]
    fn what_is_no_request() {
        for head in [
            "",
            "GET",
            "GET /",
            "GET  / HTTP/1.1",
            "GET / HTTP/1.1 ",
            "GET http://127.0.0.1/ HTTP/1.1\r\nHost: a",
            "GET * HTTP/1.1\r\nHost: a",
            "G\u{e4}T / HTTP/1.1\r\nHost: a",
            "GET /\u{e4} HTTP/1.1\r\nHost: a",
            "GET /\t HTTP/1.1\r\nHost: a",
            "GET / HTTP/1.1",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: a",
            "GET / HTTP/1.1\r\nHost : a",
            "GET / HTTP/1.1\r\nHost: a\r\n folded: b",
            "GET / HTTP/1.1\r\nHost: a\nX: b",
            "GET / HTTP/1.1\r\nHost: a\r\nno colon",
        ] {
            assert_eq!(refused(head), 400, "{head:?}");
        }
        assert_eq!(refused("GET / HTTP/2.0\r\nHost: a"), 505);
        assert!(matches!(parse(b"GET /\xff"), Err(Refusal::Say(400, _))));
    }
}
