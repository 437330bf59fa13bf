//! Bodies of a world that give way to cables for a while: they are unknowns of the same equations.

use super::Rods;
use super::bodies::{Body, Mass};
use glam::{DMat3, DVec3};
use osculate::Placement;

/// How a body of a world resists cables, and how it moves when a step begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heavy {
    pub(crate) mass: f64,
    /// About its centre of mass, along its own axes.
    pub(crate) inertia: DMat3,
    /// Its centre of mass, in its own coordinates.
    pub(crate) centre: DVec3,
    pub(crate) velocity: DVec3,
    pub(crate) spin: DVec3,
    /// What else acts on it: an acceleration beside gravity, and a moment.
    pub(crate) extra: [DVec3; 2],
}

/// Vertices that are nearer to where they should be than this share of their coordinates are there. The proof leaves open four times that.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

impl Rods {
    /// Lets a body give way, or go as it is told.
    pub(crate) fn set_heavy(&mut self, obstacle: usize, heavy: Option<Heavy>) {
        let body = &mut self.obstacles.bodies[obstacle];
        let was_heavy = body.mass.is_some();
        match heavy {
            Some(heavy) => body.make_heavy(&heavy),
            None if was_heavy => body.make_led(),
            None => {}
        }
        if was_heavy != heavy.is_some() {
            self.follow_masses();
        }
    }

    /// Takes over which bodies give way.
    fn follow_masses(&mut self) {
        let solver = self.engine.as_mut().map(|engine| &mut engine.solver);
        if solver.is_some_and(|solver| !solver.follow(&self.obstacles)) {
            self.renew_solver();
        }
    }

    /// Goes back to what was [remembered](Rods::remembered), and keeps what a step works with: where nothing was added since it is the same.
    pub(crate) fn go_back_to(&mut self, before: &Rods) {
        let engine = self.engine.take();
        *self = before.clone();
        self.engine = engine;
        self.follow_masses();
        let places: Vec<DVec3> = self.places().collect();
        let is_back = self.engine.as_mut().is_none_or(|engine| {
            engine.solver.is_of_starts = false;
            let surroundings = engine.surroundings.as_mut();
            surroundings.is_none_or(|all| all.begin_again_at(&places))
        });
        if !is_back {
            self.engine = None;
        }
    }

    /// Whether a point of a cable is fastened to a body.
    pub(crate) fn is_fastened_to(&self, obstacle: usize) -> bool {
        let mut fastenings = self.obstacles.fastenings.iter();
        fastenings.any(|fastening| fastening.body as usize == obstacle)
    }

    /// Where a body's centre of mass is, if it gives way, and else its origin.
    pub(crate) fn pivot(&self, obstacle: usize) -> DVec3 {
        self.obstacles.bodies[obstacle].centre()
    }

    /// Puts bodies where they are but for rounding; false, and all stay, if one is further away or something is between.
    pub(crate) fn round_to(&mut self, placements: &[Placement]) -> bool {
        let mut vertices = Vec::with_capacity(self.obstacles.vertices.len());
        for (body, placement) in self.obstacles.bodies.iter().zip(placements) {
            body.place(placement, &mut vertices);
        }
        let is_near = |(to, from): (&DVec3, &DVec3)| {
            let far = to.abs().max_element().max(from.abs().max_element());
            (*to - *from).abs().max_element() <= ROUNDING * far
        };
        let is_round = vertices.iter().zip(&self.obstacles.vertices).all(is_near);
        let places = self.parts.particles.positions.iter().chain(&vertices);
        let places: Vec<DVec3> = places.copied().collect();
        let surroundings = self.engine.as_mut();
        let surroundings = surroundings.and_then(|engine| engine.surroundings.as_mut());
        // A long way from the origin rounding may be more than what is between things.
        if !is_round || !surroundings.is_none_or(|all| all.shift_to(&places)) {
            return false;
        }
        for (body, placement) in self.obstacles.bodies.iter_mut().zip(placements) {
            body.placement = *placement;
        }
        self.obstacles.vertices = vertices;
        true
    }
}

impl Body {
    fn make_heavy(&mut self, heavy: &Heavy) {
        let is_new = self.mass.is_none();
        let is_as_before = [self.velocity, self.spin] == [heavy.velocity, heavy.spin];
        let known = self.mass.filter(|_| is_as_before);
        self.mass = Some(Mass {
            mass: heavy.mass,
            inertia: heavy.inertia,
            before: known.map_or([DVec3::ZERO; 2], |mass| mass.before),
            fresh: known.map_or(1, |mass| mass.fresh),
            extra: heavy.extra,
        });
        (self.velocity, self.spin, self.aim) = (heavy.velocity, heavy.spin, None);
        if is_new {
            self.turn_about(heavy.centre);
        }
    }

    fn make_led(&mut self) {
        (self.velocity, self.spin, self.mass) = (DVec3::ZERO, DVec3::ZERO, None);
        self.turn_about(DVec3::ZERO);
    }

    fn turn_about(&mut self, pivot: DVec3) {
        self.reach = self.reach_from(pivot);
        self.pivot = pivot;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cable, Obstacle, RodMaterial, RodSettings};
    use super::*;
    use osculate::mesh::cuboid;

    /// A plate below a thin cable, a long way from the origin: rounding of places there is more than what is between them.
    fn plate_and_cable(far: f64) -> Rods {
        let settings = RodSettings::default().with_gravity(DVec3::ZERO);
        let mut rods = Rods::new(settings).unwrap();
        let points = (0..4).map(|i| DVec3::new(far + 0.5 * f64::from(i) - 0.75, 0.0, 2e-4));
        let cable = Cable::new("line", points.collect(), RodMaterial::rope(1e-4));
        rods.add(cable).unwrap();
        let plate = Obstacle::mesh(cuboid(DVec3::new(2.0, 2.0, 0.5)).unwrap());
        let plate = plate.at(Placement::at(DVec3::new(far, 0.0, -0.5)));
        rods.add_obstacle(plate).unwrap();
        rods.step();
        rods
    }

    #[test]
    fn rounding_leads_through_nothing() {
        let far = 1e10;
        for (shift, is_free) in [(1e-5, true), (-3e-4, true), (3e-4, false)] {
            let mut rods = plate_and_cable(far);
            let [before] = [rods.placement(0).unwrap()];
            let to = Placement::at(DVec3::new(far, 0.0, shift - 0.5));
            assert_eq!(rods.round_to(&[to]), is_free, "{shift}");
            let expected = if is_free { to } else { before };
            assert_eq!(rods.placement(0).unwrap().position, expected.position);
            // Both go on, and know where everything is.
            let report = rods.step();
            assert_eq!(report.held, 0, "{shift}");
        }
    }

    /// What a step works with begins just where everything is, after it went back too.
    #[test]
    fn going_back_leads_to_the_same_bits() {
        use osculate_judge::seeded::Seeded;
        for case in 0..40 {
            let mut seeded = Seeded::of_case(31, case);
            let mut rods = Rods::new(RodSettings::default()).unwrap();
            let ball = osculate::mesh::icosphere(0.2, 20).unwrap();
            for x in [-0.6, 0.6] {
                let place = Placement::at(DVec3::new(x, 0.0, -0.25));
                rods.add_obstacle(Obstacle::mesh(ball.clone()).at(place))
                    .unwrap();
            }
            for y in [-0.05, 0.05] {
                let points = (0..=16).map(|i| DVec3::new(0.1 * f64::from(i) - 0.8, y, 0.01));
                let cable = Cable::new("line", points.collect(), RodMaterial::rope(5e-3));
                rods.add(cable).unwrap();
            }
            let heavy = |seeded: &mut Seeded| {
                seeded.chance(0.5).then(|| Heavy {
                    mass: 0.3,
                    inertia: 0.01 * DMat3::IDENTITY,
                    centre: seeded.vector(0.01),
                    velocity: seeded.vector(1.0),
                    spin: seeded.vector(3.0),
                    extra: [DVec3::ZERO; 2],
                })
            };
            for step in 0..12 {
                if seeded.chance(0.3) {
                    let _ = rods.hold(seeded.below(2), seeded.below(17), seeded.chance(0.5));
                }
                if seeded.chance(0.2) {
                    let _ = rods.fasten(seeded.below(2), seeded.below(17), seeded.below(2));
                }
                let before = rods.remembered();
                for _ in 0..3 {
                    for obstacle in 0..2 {
                        let heavy = heavy(&mut seeded);
                        rods.set_heavy(obstacle, heavy);
                    }
                    let mut report = Default::default();
                    rods.step_part(rods.settings.step * seeded.real(0.01, 1.0), &mut report);
                    rods.go_back_to(&before);
                    let engine = rods.engine.as_ref().expect("it is kept");
                    let surroundings = engine.surroundings.as_ref().unwrap();
                    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
                    let paths = surroundings.mesh.paths();
                    assert_eq!(paths.len(), rods.places().len());
                    for (path, place) in paths.iter().zip(rods.places()) {
                        assert_eq!(bits(path.start()), bits(place), "case {case}, step {step}");
                    }
                }
                rods.step();
            }
        }
    }
}
