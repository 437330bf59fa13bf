//! A server of one trace, on loopback, for whoever knows its address.
//!
//! `docs/decisions/viewer-server.md` says why it is our own, and what each limit keeps out.

mod answer;
mod connections;
mod request;
mod response;

use crate::mesh::Mesh;
use answer::answer;
use connections::{Connection, Connections};
use response::Response;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Loads the mesh that a path names, or says in a sentence why there is none.
pub type LoadShape = dyn Fn(&str) -> Result<Mesh, String> + Send + Sync;

/// What a server serves.
pub struct Site {
    /// The page, at the address itself.
    pub page: String,
    /// The file of the trace, at `trace`: its bytes as they are when it is asked for.
    pub trace: PathBuf,
    /// For shape files, at `shape?path=…`. It must check the path: who knows the address may ask for any.
    pub shape: Box<LoadShape>,
}

impl fmt::Debug for Site {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut site = formatter.debug_struct("Site");
        site.field("trace", &self.trace).finish_non_exhaustive()
    }
}

/// What clients may take of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many connections there are at once. Where a further one comes, one that has not shown the token goes; where all have,
    /// the further one is turned away.
    pub connections: usize,
    /// How long a client may take for its request.
    pub request_time: Duration,
    /// How long a client may take nothing of an answer.
    pub stalled_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 64,
            request_time: Duration::from_secs(10),
            stalled_time: Duration::from_secs(60),
        }
    }
}

/// A server that runs until it is dropped.
///
/// It listens on 127.0.0.1 alone, and answers who has the right `Host` and the token in the address, which is new for every
/// server. What there is: the page, `trace`, and `shape?path=…`.
#[derive(Debug)]
pub struct Server {
    address: String,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

/// What all threads of a server know.
#[derive(Debug)]
struct Shared {
    site: Site,
    limits: Limits,
    local: SocketAddr,
    token: String,
    connections: Arc<Connections>,
    stopping: AtomicBool,
}

impl Server {
    /// Starts a server at this port, or at any free one for 0.
    pub fn start(port: u16, site: Site) -> io::Result<Server> {
        Server::start_with(port, site, Limits::default())
    }

    /// [`Server::start`] with other limits.
    pub fn start_with(port: u16, site: Site, limits: Limits) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let local = listener.local_addr()?;
        let token = new_token()?;
        let address = format!("http://{local}/{token}/");
        let shared = Arc::new(Shared {
            site,
            limits,
            local,
            token,
            connections: Arc::new(Connections::new(limits.connections)),
            stopping: AtomicBool::new(false),
        });
        let accepting = {
            let shared = Arc::clone(&shared);
            thread::Builder::new().spawn(move || accept(&listener, &shared))?
        };
        Ok(Server {
            address,
            shared,
            accepting: Some(accepting),
        })
    }

    /// Where a browser finds it: `http://127.0.0.1:PORT/TOKEN/`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.shared.local.port()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // A connection wakes the one thread that waits for connections.
        let woken = TcpStream::connect(self.shared.local).is_ok();
        if let (true, Some(accepting)) = (woken, self.accepting.take()) {
            let _ = accepting.join();
        }
        self.shared.connections.close_all();
    }
}

/// 128 bits from the system's generator, in hexadecimal.
fn new_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A thread per connection, so that none waits for another.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    loop {
        let accepted = listener.accept();
        if shared.stopping.load(Ordering::SeqCst) {
            return;
        }
        let Ok((stream, _)) = accepted else {
            // Too many open files, say. It may pass.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        match shared.connections.admit(&stream) {
            Some(connection) => {
                let shared = Arc::clone(shared);
                // Without a thread the connection is dropped, which closes it.
                let _ = thread::Builder::new().spawn(move || serve(stream, connection, &shared));
            }
            None => turn_away(stream),
        }
    }
}

/// What fits into a new connection's buffer: this never waits.
fn turn_away(stream: TcpStream) {
    if stream.set_nonblocking(true).is_ok() {
        let _ = Response::sentence(503, "too many connections").send(&stream, false);
    }
    let _ = stream.shutdown(Shutdown::Write);
}

fn serve(stream: TcpStream, connection: Connection, shared: &Shared) {
    // A client that went away is no error of ours.
    let _ = answer(&stream, &connection, shared);
    connection.done();
    let _ = finish(&stream, shared.limits.request_time);
}

/// Ends a connection so that the client sees all of the answer: closing with bytes unread would discard it.
fn finish(stream: &TcpStream, most: Duration) -> io::Result<()> {
    use std::io::Read;
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(most.min(Duration::from_secs(1))))?;
    let (mut unread, mut stream) = ([0; 4096], stream);
    // A megabyte is more than browsers send with anything here.
    for _ in 0..256 {
        if stream.read(&mut unread)? == 0 {
            break;
        }
    }
    Ok(())
}
