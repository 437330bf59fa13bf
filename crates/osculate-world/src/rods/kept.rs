//! A factor that serves several rounds of a part.
//!
//! A round that solves with the matrix of an earlier one goes almost where it should if little has changed since: what is left of the way shrinks by the
//! share of the matrix that has changed. It takes a small part of the time that a round takes which factors its matrix.

use super::parts::Parts;
use glam::DVec3;

/// What a matrix was factored for.
#[derive(Clone, Default)]
pub(super) struct Kept {
    is_there: bool,
    /// Whether it was factored in this round.
    is_new: bool,
    /// By edge: its direction and its tension.
    tangents: Vec<DVec3>,
    tensions: Vec<f64>,
}

/// A factor serves until an edge has turned by so much: the cosine of 0.03 rad.
const TURNED: f64 = 0.999_550_034;
/// And until a tension has changed by this share of what resists across an edge. That is its smaller tension, and the inertia of its ends.
const STIFFER: f64 = 0.5;

impl Kept {
    /// The next round has to factor its matrix.
    pub(super) fn forget(&mut self) {
        self.is_there = false;
    }

    pub(super) fn is_there(&self) -> bool {
        self.is_there
    }

    /// The matrix was factored in this round.
    pub(super) fn renew(&mut self) {
        (self.is_there, self.is_new) = (true, true);
    }

    /// Takes over the tensions of the round in which it was factored, at its end.
    pub(super) fn take_tensions(&mut self, tensions: &mut Vec<f64>) {
        if self.is_new {
            std::mem::swap(&mut self.tensions, tensions);
        }
    }

    /// Takes over the directions of that round as the next one begins.
    pub(super) fn take_tangents(&mut self, tangents: &mut Vec<DVec3>) {
        if std::mem::take(&mut self.is_new) {
            std::mem::swap(&mut self.tangents, tangents);
        }
    }

    /// Whether the factor can serve where edges have these directions and tensions; weights are those of the inertia of particles, which have not changed.
    pub(super) fn is_near(
        &self,
        parts: &Parts,
        (tangents, tensions): (&[DVec3], &[f64]),
        weights: &[f64],
    ) -> bool {
        let directions = tangents.iter().zip(&self.tangents);
        let forces = tensions.iter().zip(&self.tensions);
        let mut all = directions.zip(forces).zip(&parts.edges);
        self.is_there
            && all.all(|(((now, then), (pulls, pulled)), edge)| {
                let (pulls, pulled) = (pulls.max(0.0), pulled.max(0.0));
                let [a, b] = edge.ends;
                let inertia = weights[a as usize].min(weights[b as usize]) * edge.rest;
                let resists = inertia + pulls.min(pulled);
                now.dot(*then) > TURNED && (pulls - pulled).abs() < STIFFER * resists
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cable, RodMaterial, RodSettings, Rods};
    use super::Kept;
    use glam::DVec3;

    /// A factor serves where little has changed, and no longer after an edge has turned or a tension has grown; it would fail if either were not looked at.
    #[test]
    fn factors_serve_nearby() {
        let mut rods = Rods::new(RodSettings::default()).unwrap();
        let points = (0..=8).map(|i| 0.1 * f64::from(i) * DVec3::X).collect();
        let cable = Cable::new("rope", points, RodMaterial::rope(5e-3));
        rods.add(cable).unwrap();
        let (tangents, tensions, weights) = (vec![DVec3::X; 8], vec![1.0; 8], vec![2.0; 9]);
        let mut kept = Kept::default();
        let serves = |kept: &Kept, tangents: &[DVec3], tensions: &[f64]| {
            kept.is_near(&rods.parts, (tangents, tensions), &weights)
        };
        assert!(!serves(&kept, &tangents, &tensions));
        kept.renew();
        kept.take_tensions(&mut tensions.clone());
        kept.take_tangents(&mut tangents.clone());
        assert!(serves(&kept, &tangents, &tensions));
        let mut turned = tangents.clone();
        turned[3] = DVec3::new(1.0, 0.02, 0.0).normalize();
        assert!(serves(&kept, &turned, &tensions));
        turned[3] = DVec3::new(1.0, 0.04, 0.0).normalize();
        assert!(!serves(&kept, &turned, &tensions));
        let mut stiffer = tensions.clone();
        stiffer[7] = 1.5;
        assert!(serves(&kept, &tangents, &stiffer));
        stiffer[7] = 2.0;
        assert!(!serves(&kept, &tangents, &stiffer));
        kept.forget();
        assert!(!serves(&kept, &tangents, &tensions));
    }
}
