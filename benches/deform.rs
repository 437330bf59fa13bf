//! A step of deforming meshes: its contacts, and how much of it is free. See README.md beside this file.

use osculate::{
    motion::DeformingMesh,
    query::deforming::{DeformingStats, Scope, deforming_contacts, free_step},
};
use osculate_benches::cloth::cloth_over_ball;
use osculate_benches::options::Options;
use osculate_benches::stopwatch::{REPETITIONS, fastest};
use osculate_io::MaxSize;
use std::path::Path;

const SIZES: [usize; 6] = [1_000, 5_000, 20_000, 50_000, 100_000, 200_000];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("deform");
    println!(
        "Times in ms: the fastest of {REPETITIONS} runs after a warm-up, everything included but the making of the mesh. \
         A face: nanoseconds, pairs whose boxes may touch, pairs compared exactly."
    );
    println!(
        "\nscene               faces question |       ms  ns/face  boxes compared | contacts free step"
    );
    let mut lines = vec![
        "scene,faces,edges,question,ms,ns_a_face,box_pairs_a_face,compared_a_face,contacts,free_step"
            .to_owned(),
    ];
    if options.wants("cloth-ball 92")
        && let Some(mesh) = cloth_ball()
    {
        measure("cloth-ball 92", &mesh, &mut lines);
    }
    let sizes = if options.quick { &SIZES[..2] } else { &SIZES };
    for &faces in sizes.iter().filter(|_| options.wants("cloth over ball")) {
        measure("cloth over ball", &cloth_over_ball(faces)?, &mut lines);
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// What all of a search takes.
fn searched(mesh: &DeformingMesh) -> DeformingStats {
    let mut contacts = deforming_contacts(mesh, Scope::All);
    contacts.by_ref().for_each(drop);
    contacts.stats()
}

fn measure(scene: &str, mesh: &DeformingMesh, lines: &mut Vec<String>) {
    let (step, time) = fastest(|| free_step(mesh, Scope::All));
    lines.push(report(scene, mesh, "step", time, step.stats, step.lower));
    let (stats, time) = fastest(|| searched(mesh));
    lines.push(report(scene, mesh, "contacts", time, stats, step.lower));
}

/// Prints a row, and returns it as a line of CSV.
fn report(
    scene: &str,
    mesh: &DeformingMesh,
    question: &str,
    time: f64,
    stats: DeformingStats,
    step: f64,
) -> String {
    let (faces, edges) = (mesh.triangles().len(), mesh.edges().len());
    let a_face = |count: u64| count as f64 / faces as f64;
    let (boxes, compared) = (a_face(stats.box_pairs), a_face(stats.candidates));
    let (ms, ns, contacts) = (time / 1e3, 1e3 * time / faces as f64, stats.contacts);
    println!(
        "{scene:<16} {faces:>8} {question:<8} | {ms:>8.2} {ns:>8.0} {boxes:>6.2} {compared:>8.3} | {contacts:>8} {step:.6e}"
    );
    format!(
        "{scene},{faces},{edges},{question},{ms:.3},{ns:.1},{boxes:.3},{compared:.4},{contacts},{step}"
    )
}

/// Two frames of a simulation, if they are beside the workspace: a cloth of 92,230 triangles on a ball that turns.
fn cloth_ball() -> Option<DeformingMesh> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/deformable");
    let load = |name: &str| {
        osculate_io::load(name, Path::new(folder), MaxSize::default())
            .map_err(|error| println!("cloth-ball 92 is left out: {error}"))
            .ok()
    };
    let (start, end) = (load("cloth_ball92.ply")?, load("cloth_ball93.ply")?);
    Some(DeformingMesh::between(&start, &end).unwrap_or_else(|error| panic!("{error}")))
}
