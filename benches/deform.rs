//! A step of deforming meshes: its contacts, and how much of it is free. See README.md beside this file.

use glam::DVec3;
use osculate::{
    mesh::icosphere,
    motion::DeformingMesh,
    query::deforming::{DeformingStats, Scope, deforming_contacts, free_step},
};
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

/// A square sheet that sinks over a ball at rest, with folds; a fifth of the faces are the ball's.
fn cloth_over_ball(faces: usize) -> Result<DeformingMesh, Box<dyn std::error::Error>> {
    let ball = icosphere(1.0, faces / 5)?;
    let side = ((faces - ball.triangles().len()) as f64 / 2.0).sqrt() as u32;
    let frame = |gap: f64, touching: f64| -> Vec<DVec3> {
        let at = |i: u32| 3.6 * f64::from(i) / f64::from(side) - 1.8;
        (0..=side)
            .flat_map(|i| (0..=side).map(move |j| (at(i), at(j))))
            .map(|(x, y)| draped(x, y, gap, touching))
            .collect()
    };
    let mut triangles = Vec::new();
    for i in 0..side {
        for j in 0..side {
            let corner = i * (side + 1) + j;
            let (right, up) = (corner + side + 1, corner + 1);
            triangles.extend([[corner, right, up], [right, right + 1, up]]);
        }
    }
    let cloth = DeformingMesh::new(&frame(0.03, 1.0), &frame(-0.002, 1.1), &triangles)?;
    Ok(DeformingMesh::join(&[
        DeformingMesh::between(&ball, &ball)?,
        cloth,
    ])?)
}

/// Where the point `(x, y)` of a sheet is that follows a ball at a `gap` as far as an angle, and hangs in folds from there.
fn draped(x: f64, y: f64, gap: f64, touching: f64) -> DVec3 {
    let (length, turn) = (x.hypot(y), y.atan2(x));
    let angle = length.min(touching);
    let free = length - angle;
    let across = (1.0 + gap) * angle.sin() + free * angle.cos();
    let height = (1.0 + gap) * angle.cos() - free * angle.sin();
    // Outward only: the sheet and the ball are apart at the start.
    let fold = 1.0 + 0.3 * free * (1.0 + (9.0 * turn).cos());
    DVec3::new(
        across * fold * turn.cos(),
        across * fold * turn.sin(),
        height,
    )
}
