//! Broken files of every format: each is read, or ends in a sentence with its name and the place; no panic, no large
//! allocation.
//!
//! `OSCULATE_CASES` is the number of broken files a format (1,000), `OSCULATE_SEED` which ones.

use osculate_events::World;
#[cfg(feature = "events")]
use osculate_io::{AnyCheckpoint, EventSceneFile, Overlaps};
use osculate_io::{MaxSize, PrimitiveQueries, QueryFile, load_mesh};
#[cfg(feature = "events")]
use osculate_judge::seeded::Seeded;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

thread_local! {
    /// The largest request for memory of this thread so far.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

struct Watching;

#[expect(unsafe_code, reason = "requests for memory are seen in no other way")]
// SAFETY: hands every request on to the system's allocator unchanged, and asks for nothing itself.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.set(LARGEST.get().max(layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.set(LARGEST.get().max(size));
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// One to four changes: a bit, a byte, a piece that is left out, twice there or elsewhere, an end that is missing, a number
/// that is another one.
fn broken(whole: &[u8], random: &mut Seeded) -> Vec<u8> {
    const NUMBERS: [&str; 8] = [
        "-1",
        "0",
        "1e999",
        "18446744073709551616",
        "4294967295",
        "nan",
        "-0.0",
        "3",
    ];
    let mut bytes = whole.to_vec();
    for _ in 0..1 + random.below(4) {
        let start = random.below(bytes.len().max(1));
        let end = (start + 1 + random.below(40)).min(bytes.len());
        match random.below(7) {
            _ if bytes.is_empty() => {}
            0 => bytes[start] ^= 1 << random.below(8),
            1 => bytes[start] = random.bits() as u8,
            2 => bytes.truncate(start),
            3 => drop(bytes.drain(start..end)),
            4 => {
                let block = bytes[start..end].to_vec();
                bytes.splice(start..start, block);
            }
            5 => {
                let (block, place) = (bytes[start..end].to_vec(), random.below(bytes.len().max(1)));
                bytes.splice(place..place, block);
            }
            _ => {
                let is_digit = |at: &usize| bytes[*at].is_ascii_digit();
                let from = (start..bytes.len()).find(is_digit).unwrap_or(start);
                let to = (from..bytes.len()).find(|at| !is_digit(at));
                let to = to.unwrap_or(bytes.len()).max(from + 1).min(bytes.len());
                let number = NUMBERS[random.below(NUMBERS.len())];
                bytes.splice(from..to, number.bytes());
            }
        }
    }
    bytes
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Has many broken versions of `whole` read by `read`, which gives the sentence that the reading ends in, if it fails.
fn attack(name: &str, whole: &[u8], read: impl Fn(&[u8]) -> Result<(), String>) {
    read(whole).unwrap();
    let seed = setting("OSCULATE_SEED", 1);
    let mut random = Seeded::new(seed ^ whole.len() as u64);
    let (mut good, cases) = (0, setting("OSCULATE_CASES", 1000));
    for case in 0..cases {
        let bytes = broken(whole, &mut random);
        LARGEST.set(0);
        let outcome = read(&bytes);
        let largest = LARGEST.get();
        // Readers ask for 64 KiB and a byte at once; a search of walls and the like for less.
        let most = (1 << 17) + 100 * bytes.len();
        assert!(
            largest < most,
            "{name}, case {case} of seed {seed}: {largest} bytes"
        );
        match outcome {
            Ok(()) => good += 1,
            Err(error) => {
                let place = ["line ", "byte ", ":", "the file", "is empty"];
                let told = error.contains(name) && place.iter().any(|part| error.contains(part));
                assert!(told, "{name}, case {case} of seed {seed}: {error}");
                assert!(
                    error.len() < 2000,
                    "{name}, case {case} of seed {seed}: {error}"
                );
            }
        }
    }
    println!("{name}: {cases} broken files, {good} of them still whole");
}

/// A file that is gone afterwards.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn attack_mesh(name: &str, whole: &[u8]) {
    let path = std::env::temp_dir().join(format!("osculate-{}-{name}", std::process::id()));
    let file = Temporary(path);
    attack(name, whole, |bytes| {
        // Anew: some file systems wait for the disk when a file is written over.
        let _ = fs::remove_file(&file.0);
        fs::write(&file.0, bytes).unwrap();
        let mesh = load_mesh(&file.0);
        mesh.map(drop).map_err(|error| error.to_string())
    });
}

fn binary_ply(little: bool) -> Vec<u8> {
    let order = if little { "little" } else { "big" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty double y\n\
         property short z\nelement face 2\nproperty list uchar int vertex_indices\nproperty uchar red\n\
         element tristrips 1\nproperty list int int vertex_index\nend_header\n"
    )
    .into_bytes();
    let mut put = |value: &[u8]| {
        if little {
            bytes.extend(value);
        } else {
            bytes.extend(value.iter().rev());
        }
    };
    for vertex in 0..4_i16 {
        put(&f32::from(vertex).to_le_bytes());
        put(&f64::from(vertex % 2).to_le_bytes());
        put(&(vertex / 2).to_le_bytes());
    }
    for corners in [&[0, 1, 2][..], &[0, 1, 2, 3]] {
        put(&[corners.len() as u8]);
        for corner in corners {
            put(&i32::to_le_bytes(*corner));
        }
        put(&[7]);
    }
    for value in [8, 0, 1, 2, 3, -1, 3, 2, 1_i32] {
        put(&value.to_le_bytes());
    }
    bytes
}

fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(3_u32.to_le_bytes());
    for value in 0..36_u8 {
        bytes.extend(f32::from(value % 7).to_le_bytes());
        if value % 12 == 11 {
            bytes.extend([0, 0]);
        }
    }
    bytes
}

#[test]
fn broken_meshes() {
    let obj = "# made\nmtllib m.mtl\no a\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0\nv 0 0 1e-3 .5 .5 .5\nvn 0 0 1\nf 1 2 3\n\
               f 1//1 2//1 -1//1\nf 1/1/1 2/2/1 \\\n 3/3/1 4\n";
    attack_mesh("a.obj", obj.as_bytes());
    let ply = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
               element face 2\nproperty list uchar int vertex_indices\nelement tristrips 1\n\
               property list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n4 0 1 2 3\n\
               8 0 1 2 3 -1 3 2 1\n";
    attack_mesh("a.ply", ply.as_bytes());
    attack_mesh("l.ply", &binary_ply(true));
    attack_mesh("b.ply", &binary_ply(false));
    let stl = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n\
               facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e-3 0\nendloop\nendfacet\n\
               endsolid s\n";
    attack_mesh("a.stl", stl.as_bytes());
    attack_mesh("b.stl", &binary_stl());
}

#[test]
fn broken_queries() {
    let queries = r#"{ "format": "osculate-queries/1", "span": [0, 2], "tolerance": 1e-6, "bodies": {
        "m": { "mesh": "builtin:box", "scale": 2 }, "c": { "compound": [ { "ball": { "radius": 1 } },
        { "box": { "half": [1, 2, 3] }, "at": { "position": [0, 0, 9], "rotation": [0, 0, 0.6, 0.8] } } ] },
        "h": { "hull": { "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }, "margin": 0.5 },
        "f": { "half_space": { "normal": [0, 0, 1], "offset": 1 } } }, "queries": [
        { "a": { "body": "m", "at": { "position": [1, 2, 3] }, "linear": [1, 0, 0] },
          "b": { "body": "h", "from": {}, "to": { "position": [0, 0, 1] } }, "clearance": 0.1 } ] }"#;
    attack("q.json", queries.as_bytes(), |bytes| {
        let name = Path::new("q.json");
        let file = QueryFile::from_reader(bytes, name, Path::new("/nowhere"), MaxSize::default());
        file.map(drop).map_err(|error| error.to_string())
    });
    let rows = "0,1,0,1,1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,3,0,1,1\n\
                0,1,0,1,-1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,3,0,1,1\n";
    attack("q.csv", rows.repeat(2).as_bytes(), |bytes| {
        let kind = osculate::query::points::PairKind::VertexFace;
        for query in PrimitiveQueries::new(bytes, Path::new("q.csv"), kind) {
            query.map_err(|error| error.to_string())?;
        }
        Ok(())
    });
}

#[cfg(feature = "events")]
#[test]
fn broken_scenes_and_checkpoints() {
    let scene = r#"{ "format": "osculate-scene/1", "gravity": [0, -9.81], "restitution": 0.5,
        "domain": { "low": [0, 0], "high": [40, 90], "boundary": "walls" }, "walls": [
        { "segment": { "from": [1, 1], "to": [2, 2] } }, { "ball": { "centre": [30, 30], "radius": 2 } } ],
        "bodies": [ { "position": [20, 50], "radius": 1, "velocity": [1, 2] },
                    { "position": [10, 20], "radius": 2, "mass": 3, "restitution": 1 } ] }"#;
    attack("s.json", scene.as_bytes(), |bytes| {
        let name = Path::new("s.json");
        let file = EventSceneFile::from_reader(bytes, name, Overlaps::Refuse, MaxSize::default());
        file.map(drop).map_err(|error| error.to_string())
    });
    let checkpoint = checkpoint(scene);
    attack("c.json", checkpoint.as_bytes(), |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Ok(());
        };
        let read = AnyCheckpoint::parse(text, Path::new("c.json"));
        let made = match read.map_err(|error| error.to_string())? {
            AnyCheckpoint::Discs(found) => World::from_snapshot(&found.snapshot).map(drop),
            AnyCheckpoint::Spheres(found) => World::from_snapshot(&found.snapshot).map(drop),
        };
        // Whoever has it made names the file.
        made.map_err(|error| format!("c.json: {error}"))
    });
}

/// A run of the scene, as it is saved.
#[cfg(feature = "events")]
fn checkpoint(scene: &str) -> String {
    let file = EventSceneFile::parse(scene, Path::new("s.json"), Overlaps::Refuse).unwrap();
    let osculate_io::EventScene::Discs(scene) = file.scene else {
        panic!("not discs")
    };
    let checkpoint = osculate_io::Checkpoint {
        engine: "cells".to_owned(),
        seed: Some(1),
        seconds: 5.0,
        every: Some(1.0),
        next: 1,
        start: osculate_io::StartSums {
            kinetic_energy: 1.0,
            potential_energy: 2.0,
            momentum: [0.5, 0.25],
            absolute_momentum: 3.0,
        },
        snapshot: World::new(&scene).snapshot(),
    };
    let mut bytes = Vec::new();
    checkpoint.write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
