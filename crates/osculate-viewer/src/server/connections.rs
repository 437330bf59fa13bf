//! The connections that there are, few enough.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All connections of a server.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    /// By number, and so the oldest first.
    streams: BTreeMap<u64, Entry>,
    next: u64,
    closed: bool,
}

#[derive(Debug)]
struct Entry {
    stream: TcpStream,
    trusted: bool,
}

/// One connection, which is counted until this is dropped.
#[derive(Debug)]
pub struct Connection {
    number: u64,
    all: Arc<Connections>,
}

impl Connections {
    pub fn new(most: usize) -> Connections {
        let open = Mutex::default();
        Connections { most, open }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection. If there are too many, the oldest that has not shown the token is closed in its favour: who only
    /// holds connections open never keeps out who asks. `None` if all have shown it.
    pub fn admit(self: &Arc<Connections>, stream: &TcpStream) -> Option<Connection> {
        let stream = stream.try_clone().ok()?;
        let mut open = self.open();
        if open.closed {
            return None;
        }
        if open.streams.len() >= self.most {
            let (&number, _) = open.streams.iter().find(|(_, entry)| !entry.trusted)?;
            let entry = open.streams.remove(&number)?;
            // Wakes its thread, which then ends.
            let _ = entry.stream.shutdown(Shutdown::Both);
        }
        let number = open.next;
        open.next += 1;
        let trusted = false;
        open.streams.insert(number, Entry { stream, trusted });
        let all = Arc::clone(self);
        Some(Connection { number, all })
    }

    /// Closes all, for good.
    pub fn close_all(&self) {
        let mut open = self.open();
        open.closed = true;
        for (_, entry) in std::mem::take(&mut open.streams) {
            let _ = entry.stream.shutdown(Shutdown::Both);
        }
    }
}

impl Connection {
    /// The client has shown the token: until all is sent, the connection is not closed in favour of others.
    pub fn trust(&self) {
        self.set_trusted(true);
    }

    /// All is sent.
    pub fn done(&self) {
        self.set_trusted(false);
    }

    fn set_trusted(&self, trusted: bool) {
        if let Some(entry) = self.all.open().streams.get_mut(&self.number) {
            entry.trusted = trusted;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.open().streams.remove(&self.number);
    }
}
