//! Seeded meshes of few triangles, each about as large as the unit ball.

use super::mesh::Mesh;
use crate::seeded::Seeded;
use glam::DVec3;

/// From `-half` to `half` about `centre`; 12 triangles.
pub fn cuboid(centre: DVec3, half: DVec3) -> Mesh {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        centre + half * DVec3::new(sign(0), sign(1), sign(2))
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces
        .iter()
        .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
        .collect();
    Mesh::new((0..8).map(corner).collect(), triangles)
}

/// Some tetrahedron.
pub fn tetrahedron(rng: &mut Seeded) -> Mesh {
    let corners = [
        [1.0, 1.0, 1.0],
        [1.0, -1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
    ];
    let vertices = corners.map(|c| DVec3::from_array(c) * 0.6 + 0.3 * rng.inside());
    Mesh::new(
        vertices.to_vec(),
        vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
    )
}

/// Some octahedron along the axes.
pub fn octahedron(rng: &mut Seeded) -> Mesh {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| axis * rng.real(0.5, 1.0));
    let vertices = vec![axes[0], axes[1], -axes[0], -axes[1], axes[2], -axes[2]];
    let triangles = (0..4)
        .flat_map(|i| [[i, (i + 1) % 4, 4], [(i + 1) % 4, i, 5]])
        .collect();
    Mesh::new(vertices, triangles)
}

/// The polygon `outline` (fan-split from its first corner) swept from -height to height: 4n − 4 triangles.
pub fn prism(outline: &[[f64; 2]], height: f64) -> Mesh {
    let n = outline.len() as u32;
    let ring = |z: f64| outline.iter().map(move |p| DVec3::new(p[0], p[1], z));
    let vertices = ring(-height).chain(ring(height)).collect();
    let mut triangles = Vec::new();
    for i in 1..n - 1 {
        triangles.push([0, i + 1, i]);
        triangles.push([n, n + i, n + i + 1]);
    }
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.push([i, j, n + j]);
        triangles.push([i, n + j, n + i]);
    }
    Mesh::new(vertices, triangles)
}

/// Up to 60 triangles.
pub fn regular_prism(rng: &mut Seeded) -> Mesh {
    let n = rng.whole(3, 16);
    let radius = rng.real(0.4, 0.9);
    let corner = |i: i64| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / n as f64);
        [radius * cos, radius * sin]
    };
    prism(&(0..n).map(corner).collect::<Vec<_>>(), rng.real(0.05, 0.6))
}

/// A prism over an L.
pub fn l_shape(rng: &mut Seeded) -> Mesh {
    let (w, d) = (rng.real(0.2, 0.5), rng.real(0.2, 0.5));
    // The inner corner comes first, so that the fan stays inside.
    let outline = [
        [w, d],
        [w, 1.0],
        [0.0, 1.0],
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, d],
    ];
    prism(
        &outline.map(|p| [p[0] - 0.4, p[1] - 0.4]),
        rng.real(0.1, 0.4),
    )
}

/// A flat grid at z = 0.
pub fn plate(rng: &mut Seeded) -> Mesh {
    let (m, n) = (rng.whole(1, 3) as u32, rng.whole(1, 3) as u32);
    let (w, d) = (rng.real(0.5, 1.0), rng.real(0.5, 1.0));
    let at = |i: u32, n: u32| 2.0 * f64::from(i) / f64::from(n) - 1.0;
    let vertices = (0..=m)
        .flat_map(|i| (0..=n).map(move |j| DVec3::new(w * at(i, m), d * at(j, n), 0.0)))
        .collect();
    let corner = |i: u32, j: u32| i * (n + 1) + j;
    let triangles = (0..m)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            let (a, b, c, d) = (
                corner(i, j),
                corner(i + 1, j),
                corner(i + 1, j + 1),
                corner(i, j + 1),
            );
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Mesh::new(vertices, triangles)
}

/// Triangles anywhere, of about a size.
pub fn soup(rng: &mut Seeded, count: i64, size: f64) -> Mesh {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let centre = rng.inside() * 0.8;
        vertices.extend((0..3).map(|_| centre + size * rng.inside()));
    }
    unshared(vertices)
}

/// Triangles that share no corners: every three vertices are one.
pub fn unshared(vertices: Vec<DVec3>) -> Mesh {
    let triangles = (0..vertices.len() as u32 / 3)
        .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
        .collect();
    Mesh::new(vertices, triangles)
}

/// Triangles of almost no width.
pub fn needles(rng: &mut Seeded) -> Mesh {
    let mut vertices = Vec::new();
    for _ in 0..rng.whole(4, 20) {
        let (tip, end) = (rng.inside(), rng.inside());
        let width = rng.magnitude(-9.0, -2.0);
        vertices.extend([tip, end, end + width * rng.inside()]);
    }
    unshared(vertices)
}

/// Segments and points.
pub fn degenerate(rng: &mut Seeded) -> Mesh {
    let mut vertices = Vec::new();
    for _ in 0..rng.whole(4, 20) {
        let (p, q) = (rng.inside(), rng.inside());
        match rng.whole(0, 3) {
            0 => vertices.extend([p, p, p]),
            1 => vertices.extend([p, q, q]),
            2 => vertices.extend([p, q, p]),
            _ => vertices.extend([p, 0.5 * (p + q), q]),
        }
    }
    unshared(vertices)
}

/// Any of them, within about a unit of the origin.
pub fn any_mesh(rng: &mut Seeded) -> Mesh {
    match rng.whole(0, 7) {
        0 => tetrahedron(rng),
        1 => cuboid(
            DVec3::ZERO,
            DVec3::new(rng.real(0.2, 0.7), rng.real(0.2, 0.7), rng.real(0.2, 0.7)),
        ),
        2 => octahedron(rng),
        3 => l_shape(rng),
        4 => plate(rng),
        5 => regular_prism(rng),
        6 => {
            let count = rng.whole(4, 60);
            soup(rng, count, 0.3)
        }
        _ => {
            let count = rng.whole(4, 12);
            soup(rng, count, 0.8)
        }
    }
}
