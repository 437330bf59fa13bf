//! Answers, each with the headers that keep the page to itself.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The page runs what is inside it, and fetches from its own server alone. Its scripts and styles are part of it; pictures,
/// workers and downloads are blobs that it makes.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; \
     img-src data: blob:; font-src data:; worker-src blob:; connect-src 'self' data: blob:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

const PLAIN: &str = "text/plain; charset=utf-8";

/// An answer to a request.
#[derive(Debug)]
pub struct Response<'a> {
    status: u16,
    kind: &'static str,
    name: Option<String>,
    body: Body<'a>,
}

#[derive(Debug)]
enum Body<'a> {
    Text(&'a str),
    Owned(String),
    /// So many bytes of a file, from its start.
    File(File, u64),
}

impl<'a> Response<'a> {
    /// The page.
    pub fn page(page: &'a str) -> Response<'a> {
        let body = Body::Text(page);
        Response::new(200, "text/html; charset=utf-8", body)
    }

    /// JSON.
    pub fn json(text: String) -> Response<'a> {
        let body = Body::Owned(text);
        Response::new(200, "application/json", body)
    }

    /// The first bytes of a file, which the page calls by its name.
    pub fn file(name: &str, file: File, length: u64) -> Response<'a> {
        let body = Body::File(file, length);
        // What a header can hold, and a quoted string in it.
        let allowed = |c: char| (c == ' ' || c.is_ascii_graphic()) && !"\"\\".contains(c);
        let name = name.chars().map(|c| if allowed(c) { c } else { '_' });
        Response {
            name: Some(name.collect()),
            ..Response::new(200, "application/octet-stream", body)
        }
    }

    /// A status with a sentence for people.
    pub fn sentence(status: u16, sentence: &str) -> Response<'a> {
        let body = Body::Owned(format!("{sentence}\n"));
        Response::new(status, PLAIN, body)
    }

    fn new(status: u16, kind: &'static str, body: Body<'a>) -> Response<'a> {
        Response {
            status,
            kind,
            name: None,
            body,
        }
    }

    fn head(&self) -> String {
        let length = match &self.body {
            Body::Text(text) => text.len() as u64,
            Body::Owned(text) => text.len() as u64,
            Body::File(_, length) => *length,
        };
        let (status, kind) = (self.status, self.kind);
        let more = match (&self.name, status) {
            (Some(name), _) => format!("Content-Disposition: inline; filename=\"{name}\"\r\n"),
            (None, 405) => "Allow: GET, HEAD\r\n".to_owned(),
            (None, _) => String::new(),
        };
        format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{more}\
             Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             Content-Security-Policy: {POLICY}\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n",
            reason(status)
        )
    }

    /// Writes all of it, or the head alone.
    pub fn send(self, mut stream: &TcpStream, with_body: bool) -> io::Result<()> {
        let head = self.head();
        // In one piece if it is short: a second small packet would wait for the first one's receipt.
        let short = match &self.body {
            Body::Owned(text) if with_body => text.as_str(),
            _ => "",
        };
        stream.write_all([head.as_bytes(), short.as_bytes()].concat().as_slice())?;
        match self.body {
            Body::Text(text) if with_body => stream.write_all(text.as_bytes()),
            Body::File(file, length) if with_body => copy(file, length, stream),
            _ => Ok(()),
        }
    }
}

/// What was promised, and no more where the file has grown since. One that has shrunk ends the connection early, which the
/// client notices by the length.
fn copy(file: File, length: u64, mut stream: &TcpStream) -> io::Result<()> {
    let mut file = file.take(length);
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(()),
            count => stream.write_all(&chunk[..count])?,
        }
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Error",
    }
}
