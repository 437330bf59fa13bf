//! Cables that are saved, and go on elsewhere with the same bits.

use super::Rods;
use super::bodies::Obstacles;
use super::contact::{Contact, Place};
use super::error::RodError;
use super::frames::Frames;
use super::parts::Parts;
use super::settings::{Contacts, RodSettings};
use glam::DVec3;
use osculate::query::points::PairKind;
use std::ops::Range;

/// What is read is of this version.
const VERSION: u32 = 1;

/// Cables and obstacles as plain numbers: see [`Rods::save`]. With the feature `serde` they can be written and read; formats must keep every
/// bit of an `f64`, as `serde_json` does with its feature `float_roundtrip`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedRods {
    version: u32,
    settings: RodSettings,
    parts: Parts,
    frames: Frames,
    obstacles: Obstacles,
    contacts: Vec<Contact>,
    last_part: f64,
    time: f64,
}

impl Rods {
    /// Forgets what a step works with, which is made anew. Cables then go on just as those that are restored do. Nothing that can be seen changes,
    /// but later steps may differ in their last bits from those of cables that did not forget.
    pub fn forget(&mut self) {
        self.engine = None;
    }

    /// Saves everything, after it [forgot](Rods::forget) what cannot be saved: these cables and those that are restored from what is returned go on
    /// with the same bits.
    ///
    /// ```
    /// use osculate::glam::DVec3;
    /// use osculate_world::rods::{Cable, End, RodMaterial, RodSettings, Rods};
    ///
    /// let mut rods = Rods::new(RodSettings::default())?;
    /// let points = (0..=20).map(|i| 0.05 * f64::from(i) * DVec3::X).collect();
    /// rods.add(Cable::new("line", points, RodMaterial::rope(5e-3)).with_ends([End::Pinned, End::Free]))?;
    /// rods.step();
    /// let mut other = Rods::restore(&rods.save())?;
    /// for _ in 0..10 {
    ///     rods.step();
    ///     other.step();
    /// }
    /// assert_eq!(rods.positions(0)?, other.positions(0)?);
    /// # Ok::<(), osculate_world::rods::RodError>(())
    /// ```
    pub fn save(&mut self) -> SavedRods {
        self.forget();
        SavedRods {
            version: VERSION,
            settings: self.settings,
            parts: self.parts.clone(),
            frames: self.frames.clone(),
            obstacles: self.obstacles.clone(),
            contacts: self.contacts.clone(),
            last_part: self.last_part,
            time: self.time,
        }
    }

    /// Cables that go on where others were [saved](Rods::save). What is damaged is refused, and so is what touches.
    pub fn restore(saved: &SavedRods) -> Result<Rods, RodError> {
        saved.settings.check()?;
        saved.check().map_err(RodError::Damaged)?;
        let mut rods = Rods {
            settings: saved.settings,
            parts: saved.parts.clone(),
            frames: saved.frames.clone(),
            obstacles: saved.obstacles.clone(),
            contacts: saved.contacts.clone(),
            engine: None,
            last_part: saved.last_part,
            time: saved.time,
        };
        rods.check_places(&rods.parts, &rods.obstacles)?;
        if !rods.knows_its_contacts() {
            return Err(RodError::Damaged("a contact is nowhere"));
        }
        rods.forget();
        Ok(rods)
    }

    /// Whether all contacts are of features that there are.
    fn knows_its_contacts(&mut self) -> bool {
        let engine = self.engine.take().unwrap_or_else(|| self.new_engine());
        let Some(surroundings) = &engine.surroundings else {
            return self.contacts.is_empty();
        };
        let mesh = &surroundings.mesh;
        let vertices = self.parts.particles.len() + self.obstacles.vertices.len();
        let (edges, faces) = (mesh.edges().len(), mesh.triangles().len());
        let of = |kind: PairKind| match kind {
            PairKind::EdgeEdge => [edges, edges],
            PairKind::VertexEdge => [vertices, edges],
            PairKind::VertexVertex => [vertices, vertices],
            PairKind::VertexFace => [vertices, faces],
        };
        self.contacts.iter().all(|contact| {
            let is_placed = match contact.place {
                Place::Plane(particle, plane) => {
                    (particle as usize) < self.parts.particles.len()
                        && plane < self.obstacles.planes.len()
                }
                Place::Features(kind, [a, b]) => {
                    let [most_a, most_b] = of(kind);
                    (a as usize) < most_a && (b as usize) < most_b
                }
            };
            let count = contact.count;
            is_placed
                && count <= 4
                && contact.vertices[..count.min(4)]
                    .iter()
                    .all(|&v| (v as usize) < vertices)
        })
    }
}

/// Whether numbers are below a count.
fn below(numbers: impl IntoIterator<Item = u32>, count: usize) -> bool {
    numbers.into_iter().all(|number| (number as usize) < count)
}

/// Whether ranges follow each other up to a count.
fn fill<'a>(ranges: impl Iterator<Item = &'a Range<usize>>, count: usize) -> bool {
    let mut next = 0;
    for range in ranges {
        if range.start != next || range.end < range.start {
            return false;
        }
        next = range.end;
    }
    next == count
}

fn are_finite(vectors: &[DVec3]) -> bool {
    vectors.iter().all(|vector| vector.is_finite())
}

impl SavedRods {
    fn check(&self) -> Result<(), &'static str> {
        let is_true = |holds: bool, why: &'static str| if holds { Ok(()) } else { Err(why) };
        is_true(self.version == VERSION, "they are of another version")?;
        is_true(
            self.time.is_finite() && self.last_part.is_finite(),
            "a time is none",
        )?;
        is_true(self.are_particles_whole(), "a particle is not whole")?;
        is_true(self.are_edges_whole(), "an edge is not whole")?;
        is_true(self.are_strands_whole(), "a cable is not whole")?;
        is_true(self.are_obstacles_whole(), "an obstacle is not whole")?;
        let is_ignored = self.settings.contacts == Contacts::Ignored;
        is_true(
            !is_ignored || self.contacts.is_empty(),
            "there are contacts that are ignored",
        )
    }

    fn are_particles_whole(&self) -> bool {
        let particles = &self.parts.particles;
        let count = particles.len();
        let vectors = [
            &particles.positions,
            &particles.velocities,
            &particles.positions_before,
            &particles.velocities_before,
            &particles.forces,
            &particles.drives,
        ];
        let numbers = [&particles.masses, &particles.drags];
        vectors.iter().all(|of| of.len() == count && are_finite(of))
            && numbers
                .iter()
                .all(|of| of.len() == count && of.iter().all(|x| *x >= 0.0))
            && particles
                .masses
                .iter()
                .all(|mass| *mass > 0.0 && mass.is_finite())
            && particles.pulls.iter().all(|pull| {
                (pull.particle as usize) < count
                    && pull.velocity.is_finite()
                    && pull.place.is_finite()
                    && pull.most > 0.0
                    && pull.stiffness > 0.0
            })
            && particles.is_held.len() == count
            && particles.fresh.len() == count
            && particles.waits.len() == count
    }

    fn are_edges_whole(&self) -> bool {
        let Parts {
            particles,
            edges,
            bends,
            strands,
        } = &self.parts;
        let count = particles.len();
        let frames = &self.frames;
        let edge_is = |edge: &super::parts::Edge| {
            let numbers = [edge.rest, edge.placed, edge.stretch, edge.radius];
            below(edge.ends, count)
                && below([edge.strand], strands.len())
                && numbers.iter().all(|x| *x > 0.0 && x.is_finite())
        };
        let bend_is = |bend: &super::parts::Bend| {
            below(bend.edges, edges.len()) && below(bend.particles, count) && bend.span > 0.0
        };
        edges.iter().all(edge_is)
            && bends.iter().all(bend_is)
            && [
                frames.tangents.len(),
                frames.directors.len(),
                frames.angles.len(),
            ] == [edges.len(); 3]
            && frames.between.len() == bends.len()
            && are_finite(&frames.tangents)
            && are_finite(&frames.directors)
            && frames
                .angles
                .iter()
                .chain(&frames.between)
                .all(|x| x.is_finite())
    }

    fn are_strands_whole(&self) -> bool {
        let Parts {
            particles,
            edges,
            bends,
            strands,
        } = &self.parts;
        let of = |strand: &super::parts::Strand| {
            let least = if strand.is_closed { 3 } else { 2 };
            let ends =
                strand.points.len() - usize::from(!strand.is_closed && !strand.points.is_empty());
            strand.points.len() >= least
                && below(strand.points.iter().copied(), particles.len())
                && strand.edges.len() == ends
                && strand.bends.len() == ends - usize::from(!strand.is_closed)
        };
        strands.iter().all(of)
            && fill(strands.iter().map(|strand| &strand.edges), edges.len())
            && fill(strands.iter().map(|strand| &strand.bends), bends.len())
    }

    fn are_obstacles_whole(&self) -> bool {
        let obstacles = &self.obstacles;
        let bodies = &obstacles.bodies;
        let body_is = |body: &super::bodies::Body| {
            let turned = body.placement.rotation.length();
            let mut placed = Vec::with_capacity(body.corners.len());
            body.place(&body.placement, &mut placed);
            body.corners.len() == body.vertices.len()
                && obstacles.vertices.get(body.vertices.clone()) == Some(&placed[..])
                && below(body.triangles.iter().flatten().copied(), body.corners.len())
                && body.placement.position.is_finite()
                && (turned - 1.0).abs() <= 1e-6
                && are_finite(&[body.velocity, body.spin, body.pivot])
                && body.reach == body.reach_from(body.pivot)
        };
        let particles = self.parts.particles.len();
        bodies.iter().all(body_is)
            && fill(
                bodies.iter().map(|body| &body.vertices),
                obstacles.vertices.len(),
            )
            && are_finite(&obstacles.vertices)
            && obstacles.are_fastenings_whole(particles, &self.parts)
    }
}
