//! A trace of meshes that deform, and of what touches on the way.

use osculate::motion::DeformingMesh;
use osculate::query::deforming::DeformingContact;
use osculate::query::points::PairKind;
use osculate_trace::{
    Bodies, Column, Compression, Deform, Events, Header, Precision, Shape, ShapeKind, TraceWriter,
};
use std::io::{self, Write};

/// How many rows a line has at most.
const ROWS: usize = 4096;

/// Meshes that deform from time 0 to time 1, and contacts that were found.
#[derive(Clone, Copy, Debug)]
pub struct DeformTrace<'a> {
    /// What to call the trace.
    pub title: &'a str,
    /// What the bodies of the mesh are called.
    pub names: &'a [&'a str],
    /// The meshes, joined.
    pub mesh: &'a DeformingMesh,
    /// What touches, in any order.
    pub contacts: &'a [DeformingContact],
}

/// Writes a trace of meshes that deform.
pub fn write_deform_trace<W: Write>(
    writer: W,
    deform: &DeformTrace,
    precision: Precision,
    compression: Compression,
) -> io::Result<W> {
    let mesh = deform.mesh;
    let header = Header {
        span: Some([0.0, 1.0]),
        precision,
        ..Header::new(3, deform.title)
    };
    let mut trace = TraceWriter::new(writer, &header, compression)?;
    let ranges: Vec<[u32; 2]> = (0..mesh.bodies())
        .map(|body| {
            let next = body + 1;
            let last = if next < mesh.bodies() {
                mesh.first_vertex(next)
            } else {
                mesh.paths().len() as u32
            };
            [mesh.first_vertex(body), last]
        })
        .collect();
    for &[first, last] in &ranges {
        let of_body = |triangle: &&[u32; 3]| (first..last).contains(&triangle[0]);
        let triangles = mesh.triangles().iter().filter(of_body);
        let triangles: Vec<u32> = triangles.flatten().map(|vertex| vertex - first).collect();
        trace.write(Shape::from(ShapeKind::Mesh {
            vertices: vertices(mesh, [first, last], 0.0),
            triangles: triangles.into(),
        }))?;
    }
    let name = |body: usize| deform.names.get(body).copied().unwrap_or("mesh").to_owned();
    trace.write(Bodies {
        shape: Some((0..ranges.len() as u32).collect::<Vec<_>>().into()),
        name: (0..ranges.len()).map(name).collect(),
        ..Bodies::default()
    })?;
    for (body, &range) in ranges.iter().enumerate() {
        let to = vertices(mesh, range, 1.0);
        // What rests needs no line.
        if to != vertices(mesh, range, 0.0) {
            trace.write(Deform {
                body,
                time: 0.0,
                until: 1.0,
                from: None,
                to,
            })?;
        }
    }
    write_contacts(&mut trace, deform)?;
    trace.end(1.0, "answered")
}

fn vertices(mesh: &DeformingMesh, [first, last]: [u32; 2], time: f64) -> Column {
    let paths = &mesh.paths()[first as usize..last as usize];
    let places = paths.iter().map(|path| match time {
        0.0 => path.start(),
        _ => path.end(),
    });
    places
        .flat_map(|place| place.to_array())
        .collect::<Vec<f64>>()
        .into()
}

/// Writes contacts in the order of time.
fn write_contacts(trace: &mut TraceWriter<impl Write>, deform: &DeformTrace) -> io::Result<()> {
    let mesh = deform.mesh;
    let mut contacts: Vec<&DeformingContact> = deform.contacts.iter().collect();
    contacts.sort_by(|a, b| a.contact.lower.total_cmp(&b.contact.lower));
    for contacts in contacts.chunks(ROWS) {
        let column = |number: fn(&DeformingMesh, &DeformingContact) -> i32| -> Column {
            let numbers = contacts.iter().map(|contact| number(mesh, contact));
            numbers.collect::<Vec<i32>>().into()
        };
        let times: Vec<f64> = contacts.iter().map(|found| found.contact.lower).collect();
        let points = contacts.iter().map(|found| found.contact.point.to_array());
        let kinds = contacts.iter().map(|found| match found.kind {
            PairKind::EdgeEdge => 1,
            PairKind::VertexEdge => 2,
            _ => 0,
        });
        trace.write(Events {
            time: Some(times.into()),
            a: Some(column(|mesh, found| bodies(mesh, found)[0])),
            b: Some(column(|mesh, found| bodies(mesh, found)[1])),
            kind: Some(kinds.collect::<Vec<u8>>().into()),
            kinds: match mesh.own_edges().is_empty() {
                true => &["vertex and triangle", "two edges"][..],
                false => &["vertex and triangle", "two edges", "vertex and edge"],
            }
            .iter()
            .map(|&kind| kind.to_owned())
            .collect(),
            point: Some(points.flatten().collect::<Vec<f64>>().into()),
            ..Events::default()
        })?;
    }
    Ok(())
}

/// The bodies whose features touch.
fn bodies(mesh: &DeformingMesh, found: &DeformingContact) -> [i32; 2] {
    let [a, b] = found.features.map(|feature| feature as usize);
    let vertices = match found.kind {
        PairKind::EdgeEdge => [mesh.edges()[a][0], mesh.edges()[b][0]],
        PairKind::VertexEdge => [a as u32, mesh.edges()[b][0]],
        _ => [a as u32, mesh.triangles()[b][0]],
    };
    vertices.map(|vertex| mesh.body(vertex) as i32)
}
