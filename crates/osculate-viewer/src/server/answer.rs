//! Who is answered, and with what.

use super::Shared;
use super::connections::Connection;
use super::request::{self, Refusal, Request};
use super::response::Response;
use std::fs::{self, File};
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

/// Reads one request and answers it.
pub fn answer(stream: &TcpStream, connection: &Connection, shared: &Shared) -> io::Result<()> {
    stream.set_write_timeout(Some(shared.limits.stalled_time))?;
    let request = match request::read(stream, shared.limits.request_time) {
        Ok(request) => request,
        Err(Refusal::Say(status, why)) => {
            return Response::sentence(status, why).send(stream, true);
        }
        Err(Refusal::Silent) => return Ok(()),
    };
    let response = match asked_for(&request, shared) {
        Ok(thing) => {
            connection.trust();
            respond(thing, &request, shared)
        }
        Err(refused) => refused,
    };
    response.send(stream, request.method != "HEAD")
}

/// What there is.
enum Thing {
    Page,
    Trace,
    Shape,
}

/// What is asked for, by whom may know of it.
fn asked_for(request: &Request, shared: &Shared) -> Result<Thing, Response<'static>> {
    if !["GET", "HEAD"].contains(&request.method.as_str()) {
        return Err(Response::sentence(405, "only GET and HEAD are answered"));
    }
    // A page of somebody else whose name was made to lead here comes with that name.
    if !is_ours(&request.host, shared.local) {
        let sentence = "this server answers to its own address only";
        return Err(Response::sentence(403, sentence));
    }
    let nothing = || Response::sentence(404, "there is nothing here");
    let path = request.path.strip_prefix('/').unwrap_or("");
    let (token, name) = path.split_once('/').ok_or_else(nothing)?;
    if !equal(token.as_bytes(), shared.token.as_bytes()) {
        return Err(nothing());
    }
    match name {
        "" => Ok(Thing::Page),
        "trace" => Ok(Thing::Trace),
        "shape" => Ok(Thing::Shape),
        _ => Err(nothing()),
    }
}

fn is_ours(host: &str, local: SocketAddr) -> bool {
    let port = local.port();
    let names = ["127.0.0.1", "localhost"];
    let with_port = names.map(|name| format!("{name}:{port}"));
    let is = |name: &str| host.eq_ignore_ascii_case(name);
    // Browsers leave out the port that is http's own.
    with_port.iter().any(|name| is(name)) || (port == 80 && names.iter().any(|name| is(name)))
}

/// In a time that does not depend on where they differ.
fn equal(a: &[u8], b: &[u8]) -> bool {
    let different = a.iter().zip(b).fold(0, |bits, (a, b)| bits | (a ^ b));
    a.len() == b.len() && different == 0
}

fn respond<'a>(thing: Thing, request: &Request, shared: &'a Shared) -> Response<'a> {
    match thing {
        Thing::Page => Response::page(&shared.site.page),
        Thing::Trace => match open(&shared.site.trace) {
            Ok((file, length)) => {
                let name = shared.site.trace.file_name().unwrap_or_default();
                Response::file(&name.to_string_lossy(), file, length)
            }
            Err(error) => Response::sentence(404, &format!("the trace cannot be read: {error}")),
        },
        Thing::Shape => {
            let Some(path) = request.value("path") else {
                return Response::sentence(404, "which shape? It is asked for by shape?path=…");
            };
            match (shared.site.shape)(&path) {
                Ok(mesh) => Response::json(format!(r#"{{"mesh":{}}}"#, mesh.json())),
                Err(why) => Response::sentence(404, &why),
            }
        }
    }
}

/// A file and how long it is now.
fn open(path: &Path) -> io::Result<(File, u64)> {
    // Opening a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}
