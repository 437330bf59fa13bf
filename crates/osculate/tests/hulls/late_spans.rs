//! Spans that begin late, where times are coarse: a stretch of time that proves nothing moves no body.

use glam::{DMat3, DVec3};
use osculate::{
    Hull, Limits, Motion, Moving, Span, Verdict, Workspace,
    motion::{Pose, Rates},
    query::hulls::attached_axes,
};
use osculate_judge::seeded::{self, Seeded};

/// Half of a capsule's length, and its radius.
const HALF: f64 = 0.5;
const RADIUS: f64 = 0.0625;

/// Turns about z at a constant rate from `zero` on, about a point that moves along a straight line; nothing of it is
/// rounded by how late it is.
struct Since {
    zero: f64,
    from: DVec3,
    velocity: DVec3,
    spin: f64,
}

impl Since {
    fn rotation(&self, t: f64) -> DMat3 {
        let (sin, cos) = libm::sincos(self.spin * (t - self.zero));
        // The capsule, which is along z, lies along the first column.
        DMat3::from_cols(
            DVec3::new(-sin, cos, 0.0),
            DVec3::Z,
            DVec3::new(cos, sin, 0.0),
        )
    }

    fn offset(&self, t: f64) -> DVec3 {
        self.from + (t - self.zero) * self.velocity
    }

    /// The ends of the capsule's line.
    fn ends(&self, t: f64) -> [DVec3; 2] {
        let end = HALF * self.rotation(t).z_axis;
        [self.offset(t) - end, self.offset(t) + end]
    }
}

impl Motion for Since {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(self.rotation(t), self.offset(t)).with_errors(0.0, 16.0 * f64::EPSILON)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(self.velocity, self.spin * DVec3::Z)
    }
}

/// Whether two segments in a plane cross: the ends of either are on both sides of the other's line.
fn cross([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> bool {
    let side = |x: DVec3, y: DVec3, z: DVec3| (y - x).cross(z - x).z;
    side(p, q, r) * side(p, q, s) < 0.0 && side(r, s, p) * side(r, s, q) < 0.0
}

#[test]
fn capsules_whose_lines_cross_are_never_free() {
    let mut rng = Seeded::new(seeded::seed(1));
    let mut real = move || rng.real(-1.0, 1.0);
    let capsule = Hull::capsule(HALF, RADIUS).unwrap();
    let mut crossed = 0;
    for _ in 0..seeded::cases(2000) {
        let zero = libm::ldexp(1.0, 40 + (4.999 * (real() + 1.0)) as i32);
        let mut since = |fast: f64| Since {
            zero,
            from: DVec3::new(real(), real(), 0.0),
            velocity: 2.0 * DVec3::new(real(), real(), 0.0),
            spin: fast * real(),
        };
        let (a, b) = (since(15.0), since(8.0));
        let span = Span::new(zero, zero + 1.0).unwrap();
        let outcome = attached_axes(
            Moving::new(&capsule, &a),
            Moving::new(&capsule, &b),
            span,
            &Limits::default().with_budget(20_000),
            &mut Workspace::new(),
        );
        let apart_until = match outcome.verdict {
            Verdict::Free => zero + 1.0,
            Verdict::Contact(contact) => contact.lower,
            Verdict::Undecided { free_until, .. } => free_until.unwrap_or(f64::NEG_INFINITY),
            Verdict::Overlapping { .. } => f64::NEG_INFINITY,
        };
        // Instants of `f64`: 2⁻³ to 2⁻¹² apart, of which 4096 or fewer are looked at.
        let times = (0..=4096).map(|i| zero + f64::from(i) / 4096.0);
        if let Some(t) = times.into_iter().find(|&t| cross(a.ends(t), b.ends(t))) {
            crossed += 1;
            assert!(
                apart_until < t,
                "{zero:e}: the lines cross at {t}, {:?}",
                outcome.verdict
            );
        }
    }
    assert!(crossed > 0);
}
