//! Smooth closed bodies between cross-sections: limbs, panels, and whatever a lathe turns.

use super::quad_surface::{QuadSurface, check_length};
use super::{MeshError, TriMesh};
use crate::numbers::rounding::{length, sqrt};
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::DVec3;

/// A cross-section of a body: an ellipse, or something between that and a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Section {
    centre: DVec3,
    /// Half its widths along its own x axis, and along y.
    half: [f64; 2],
    /// By how much its own x axis is turned about y, from x towards −z.
    tilt: f64,
    /// 2 for an ellipse; the larger, the nearer to a rectangle.
    squareness: f64,
    /// From 0, a sharp edge around the body, to 1: as smooth as its neighbours allow.
    smooth: f64,
}

/// How many numbers a section is.
const NUMBERS: usize = 7;
/// Shorter pieces are left out, as a share of the body.
const SLIVER: f64 = 1e-9;
/// Into how many stretches a piece is cut to measure it.
const STRETCHES: usize = 16;

impl Section {
    /// An ellipse in a plane z = const.
    pub(crate) fn new(centre: DVec3, half: [f64; 2]) -> Section {
        Section {
            centre,
            half,
            tilt: 0.0,
            squareness: 2.0,
            smooth: 1.0,
        }
    }

    /// A circle about the z axis.
    pub(crate) fn round(radius: f64, height: f64) -> Section {
        Section::new(DVec3::new(0.0, 0.0, height), [radius; 2])
    }

    /// The same, turned about y.
    pub(crate) fn tilted(self, tilt: f64) -> Section {
        Section { tilt, ..self }
    }

    /// The same, nearer to a rectangle.
    pub(crate) fn square(self, squareness: f64) -> Section {
        Section { squareness, ..self }
    }

    /// The same, with an edge there.
    pub(crate) fn crisp(self, smooth: f64) -> Section {
        Section { smooth, ..self }
    }

    fn numbers(&self) -> [f64; NUMBERS] {
        let DVec3 { x, y, z } = self.centre;
        let [u, v] = self.half;
        [x, y, z, u, v, self.tilt, self.squareness]
    }

    /// Whether it is only a point.
    fn is_pole(&self) -> bool {
        self.half == [0.0; 2]
    }
}

/// A point of the section with these numbers, a share of a turn around.
fn point([x, y, z, u, v, tilt, squareness]: [f64; NUMBERS], around: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(TAU * around);
    // In polar coordinates, so that points are spread evenly whatever the squareness.
    let power = |value: f64| libm::pow(value.abs(), squareness);
    let radius = if squareness == 2.0 {
        1.0
    } else {
        libm::pow(power(cos) + power(sin), -1.0 / squareness)
    };
    let (right, back) = (u * radius * cos, v * radius * sin);
    let (sin_tilt, cos_tilt) = libm::sincos(tilt);
    DVec3::new(x + right * cos_tilt, y + back, z - right * sin_tilt)
}

/// A part of the way along a body: a parabola through all numbers of a section.
struct Piece {
    from: [f64; NUMBERS],
    bend: [f64; NUMBERS],
    to: [f64; NUMBERS],
    /// How far along the body each of its stretches ends, from the piece's beginning.
    lengths: [f64; STRETCHES],
}

fn between(from: [f64; NUMBERS], to: [f64; NUMBERS], share: f64) -> [f64; NUMBERS] {
    core::array::from_fn(|number| from[number] * (1.0 - share) + to[number] * share)
}

impl Piece {
    fn new(from: [f64; NUMBERS], bend: [f64; NUMBERS], to: [f64; NUMBERS]) -> Piece {
        let mut piece = Piece {
            from,
            bend,
            to,
            lengths: [0.0; STRETCHES],
        };
        let mut sum = 0.0;
        let mut before = from;
        for stretch in 0..STRETCHES {
            let here = piece.at((stretch + 1) as f64 / STRETCHES as f64);
            // As seen from four sides: a flat end has a length too.
            let sides = [0.0, 0.25, 0.5, 0.75].map(|side| point(here, side) - point(before, side));
            sum += sides.iter().map(|&side| length(side)).sum::<f64>() / 4.0;
            piece.lengths[stretch] = sum;
            before = here;
        }
        piece
    }

    fn length(&self) -> f64 {
        self.lengths[STRETCHES - 1]
    }

    /// The section at a share of the parameter.
    fn at(&self, share: f64) -> [f64; NUMBERS] {
        let (first, second) = (
            between(self.from, self.bend, share),
            between(self.bend, self.to, share),
        );
        between(first, second, share)
    }

    /// The section at a share of the length.
    fn along(&self, share: f64) -> [f64; NUMBERS] {
        let target = share * self.length();
        let mut before = 0.0;
        for (stretch, &after) in self.lengths.iter().enumerate() {
            if target <= after {
                let within = (target - before) / (after - before).max(f64::MIN_POSITIVE);
                return self.at((stretch as f64 + within.clamp(0.0, 1.0)) / STRETCHES as f64);
            }
            before = after;
        }
        self.to
    }
}

/// A closed surface of about `triangles` triangles through these sections, along z on the whole.
///
/// Sections are the corners of what becomes a smooth curve: the surface keeps within them. It ends in a point where the
/// first or the last section is one, else with a flat face there.
pub(crate) fn loft(sections: &[Section], triangles: usize) -> Result<TriMesh, MeshError> {
    let sections = with_poles(sections)?;
    let pieces = pieces(&sections);
    let total: f64 = pieces.iter().map(Piece::length).sum();
    check_length("loft", "length", total)?;
    let widest = sections.iter().fold(0.0_f64, |most, section| {
        most.max(section.half[0] + section.half[1])
    });
    let quads = triangles as f64 / 2.0;
    // Cells about as long as wide, on a body that is thinner than at its widest; an even number around is symmetric.
    let round = 0.8 * 0.5 * TAU * widest;
    let around = 2 * (0.5 * sqrt(quads * round / total) + 0.5) as usize;
    let around = around.max(6);
    let rows = rows(&pieces, total, quads / around as f64 + 1.0);
    between_poles(&sections, &pieces, &rows, around)
}

/// Cuts each piece into rows, and each row into cells.
fn between_poles(
    sections: &[Section],
    pieces: &[Piece],
    rows: &[usize],
    around: usize,
) -> Result<TriMesh, MeshError> {
    let mut rings = Vec::new();
    for (piece, &rows) in pieces.iter().zip(rows) {
        rings.extend((1..=rows).map(|row| piece.along(row as f64 / rows as f64)));
    }
    rings.pop();
    let poles = [&sections[0], &sections[sections.len() - 1]].map(|section| section.centre);
    surface(&rings, around, poles)
}

/// Into how many rows each piece is cut: at least one, as long as each other as far as that goes, `wanted` in all.
fn rows(pieces: &[Piece], total: f64, wanted: f64) -> Vec<usize> {
    let with = |spacing: f64| -> Vec<usize> {
        let rows = |piece: &Piece| ((piece.length() / spacing + 0.5) as usize).max(1);
        pieces.iter().map(rows).collect()
    };
    let (mut fine, mut coarse) = (total / (wanted + 1.0), total);
    for _ in 0..50 {
        let middle = 0.5 * (fine + coarse);
        if with(middle).iter().sum::<usize>() as f64 > wanted {
            fine = middle;
        } else {
            coarse = middle;
        }
    }
    with(coarse)
}

/// Joins rings of points to each other, and the outer ones to the poles.
fn surface(
    rings: &[[f64; NUMBERS]],
    around: usize,
    poles: [DVec3; 2],
) -> Result<TriMesh, MeshError> {
    let mut vertices = Vec::with_capacity(rings.len() * around + 2);
    for &ring in rings {
        vertices.extend((0..around).map(|column| point(ring, column as f64 / around as f64)));
    }
    let [bottom, top] = [vertices.len() as u32, vertices.len() as u32 + 1];
    vertices.extend(poles);
    let index = |row: usize, column: usize| (row * around + column % around) as u32;
    let mut surface = QuadSurface::new(vertices, rings.len() * around, 0);
    for column in 0..around {
        surface.triangle([bottom, index(0, column + 1), index(0, column)]);
        surface.triangle([
            top,
            index(rings.len() - 1, column),
            index(rings.len() - 1, column + 1),
        ]);
        for row in 1..rings.len() {
            surface.flat_quad([
                index(row - 1, column),
                index(row - 1, column + 1),
                index(row, column + 1),
                index(row, column),
            ]);
        }
    }
    surface.finish()
}

/// The sections, with a point at either end.
fn with_poles(sections: &[Section]) -> Result<Vec<Section>, MeshError> {
    let (Some(first), Some(last)) = (sections.first(), sections.last()) else {
        return Err(MeshError::NoTriangles);
    };
    let pole = |section: &Section| Section {
        half: [0.0; 2],
        ..*section
    };
    let mut all = Vec::with_capacity(sections.len() + 2);
    if !first.is_pole() {
        all.push(pole(first));
    }
    all.extend_from_slice(sections);
    if !last.is_pole() {
        all.push(pole(last));
    }
    Ok(all)
}

/// The curve that has the sections as its corners.
fn pieces(sections: &[Section]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let scale = sections.iter().fold(0.0_f64, |most, section| {
        most.max(length(section.centre - sections[0].centre))
            .max(section.half[0])
    });
    let mut add = |from, bend, to| {
        let piece = Piece::new(from, bend, to);
        // Between two roundings that meet there is nothing but what rounding of numbers leaves.
        if piece.length() > SLIVER * scale {
            pieces.push(piece);
        }
    };
    let mut reached = sections[0].numbers();
    for (number, section) in sections.iter().enumerate().skip(1) {
        let corner = section.numbers();
        let Some(next) = sections.get(number + 1) else {
            add(reached, between(reached, corner, 0.5), corner);
            break;
        };
        let before = sections[number - 1].numbers();
        // Half-way to its neighbours at most, where their roundings begin. At the ends there are none.
        let whole = |to_end: bool| if to_end { 1.0 } else { 0.5 };
        let entering = section.smooth * whole(number == 1);
        let leaving = section.smooth * whole(number + 2 == sections.len());
        let entry = between(corner, before, entering);
        let exit = between(corner, next.numbers(), leaving);
        add(reached, between(reached, entry, 0.5), entry);
        add(entry, corner, exit);
        reached = exit;
    }
    pieces
}

/// A corner of the profile of a body that is turned on a lathe: radius, height, and how smooth it is there.
pub(crate) type Corner = (f64, f64, f64);

/// A body turned on a lathe about z, of about `triangles` triangles.
pub(crate) fn turned(profile: &[Corner], triangles: usize) -> Result<TriMesh, MeshError> {
    loft(&round_sections(profile), triangles)
}

/// The same with `around` cells around it, and no more rows than its profile needs.
pub(crate) fn turned_coarsely(profile: &[Corner], around: usize) -> Result<TriMesh, MeshError> {
    let sections = with_poles(&round_sections(profile))?;
    let pieces = pieces(&sections);
    let total = pieces.iter().map(Piece::length).sum();
    check_length("loft", "length", total)?;
    between_poles(
        &sections,
        &pieces,
        &alloc::vec![1; pieces.len()],
        around.max(3),
    )
}

fn round_sections(profile: &[Corner]) -> Vec<Section> {
    let section = |&(radius, height, smooth): &Corner| Section::round(radius, height).crisp(smooth);
    profile.iter().map(section).collect()
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;

    #[test]
    fn lofts_are_closed_and_as_fine_as_asked() {
        let limb = [
            Section::round(0.0, 0.0),
            Section::round(0.3, 0.0),
            Section::new(DVec3::new(0.1, 0.0, 0.5), [0.4, 0.3]).square(4.0),
            Section::new(DVec3::new(0.0, 0.1, 1.0), [0.2, 0.3]).tilted(0.3),
            Section::round(0.2, 2.0).crisp(0.1),
        ];
        for triangles in [100, 333, 1_000, 5_000, 20_000] {
            let mesh = loft(&limb, triangles).unwrap();
            let made = mesh.triangles().len();
            assert_closed(&mesh, made, 2);
            let off = made as f64 / triangles as f64;
            assert!((0.8..1.25).contains(&off), "{made} for {triangles}");
        }
    }

    #[test]
    fn a_turned_cylinder_has_its_size() {
        let mesh = turned(&[(1.0, 0.0, 0.0), (1.0, 2.0, 0.0)], 20_000).unwrap();
        assert_closed(&mesh, mesh.triangles().len(), 2);
        let mut volume = 0.0;
        for index in 0..mesh.triangles().len() {
            let [a, b, c] = mesh.triangle(index);
            volume += a.dot(b.cross(c)) / 6.0;
        }
        assert!((volume / TAU - 1.0).abs() < 2e-3, "{volume}");
        let coarse = turned_coarsely(&[(1.0, 0.0, 0.0), (1.0, 2.0, 0.0)], 7).unwrap();
        assert_closed(&coarse, 28, 2);
        let within = |p: &DVec3| p.z.abs() <= 2.0 && p.truncate().length() <= 1.0 + 1e-12;
        assert!(mesh.vertices().iter().all(within));
    }

    #[test]
    fn the_surface_keeps_within_its_sections() {
        let profile = [
            (0.0, 0.0, 1.0),
            (0.5, 0.0, 1.0),
            (0.1, 0.4, 1.0),
            (0.4, 1.0, 1.0),
            (0.0, 1.0, 1.0),
        ];
        let mesh = turned(&profile, 3_000).unwrap();
        let widest = mesh.vertices().iter().map(|p| p.truncate().length());
        assert!(widest.fold(0.0, f64::max) < 0.5);
        assert!(mesh.vertices().iter().all(|p| (0.0..=1.0).contains(&p.z)));
    }

    #[test]
    fn nothing_is_an_error() {
        assert!(loft(&[], 100).is_err());
        assert!(loft(&[Section::round(0.0, 1.0)], 100).is_err());
        assert!(loft(&[Section::round(f64::NAN, 1.0)], 100).is_err());
    }
}
