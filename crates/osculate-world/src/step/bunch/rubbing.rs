//! Contacts resist sliding, and turning about their normals.

use super::super::lanes::{Lanes, Numbers, Vector};
use super::super::mover::Mover;
use super::answers::{inverse_about, inverse_across};
use super::bodies::{Bodies, Moved};
use super::{Bunch, choose_all, load_all, load_both};

impl<const N: usize, R: Numbers> Bunch<N, R> {
    /// Resists sliding, and turning about the normal, by as much as the normal impulses allow. The bodies have their new velocities then.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn rub<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        (bodies, moved): (&mut [Bodies<L>; 2], &Moved<L>),
    ) {
        let none = L::all(0.0);
        let friction = L::load(&self.friction);
        let most = friction * self.sum::<L>()[0];
        let slide = [L::load(&self.slide[0]), L::load(&self.slide[1])];
        let old_twist = L::load(&self.twist);
        let still = slide[0].is(none) & slide[1].is(none) & old_twist.is(none);
        let some = !(still & !most.is_above(none)) & !friction.is(none);
        if !L::any(some) {
            return;
        }
        let [a, b] = *bodies;
        let masses @ [mass_a, mass_b] = self.masses::<L>(movers);
        let (normal, axes) = (Vector::load(&self.normal), self.axes_of::<L>());
        let (mut wa, mut wb) = (a.angular, b.angular);
        let mut twist = None;
        if N > 1 {
            let speed = normal.dot(wa - wb);
            // Nothing instead of no number.
            let most = (most * L::load(&self.width)).at_least(none);
            let mut mass = L::load(&self.twist_mass);
            if moved.any {
                mass = L::choose(moved.is, inverse_about(normal, [&mass_a, &mass_b]), mass);
            }
            let sum = (old_twist - mass * speed).between(-most, most);
            let more = normal * (sum - old_twist);
            L::choose(some, sum, old_twist).store(&mut self.twist);
            wa = wa + mass_a.turning * more;
            wb = wb - mass_b.turning * more;
            twist = Some(more);
        }
        let mut arms = load_both(&self.arms);
        let mut inverse = load_all(&self.inverse);
        if moved.any {
            arms = moved.shift(arms);
            let anew = inverse_across(axes, arms, [&mass_a, &mass_b]);
            inverse = choose_all(moved.is, anew, inverse);
        }
        let slides = (a.linear - b.linear) + (wa.cross(arms[0]) - wb.cross(arms[1]));
        let along = axes[0].dot(slides) + L::load(&self.belt[0]);
        let across = axes[1].dot(slides) + L::load(&self.belt[1]);
        let [p, q, r] = inverse;
        let mut sum = [
            slide[0] - (p * along + q * across),
            slide[1] - (q * along + r * across),
        ];
        let square = sum[0] * sum[0] + sum[1] * sum[1];
        let too_hard = square.is_above(most * most);
        if L::any(too_hard) {
            let share = most / square.sqrt();
            for sum in &mut sum {
                *sum = L::choose(too_hard, *sum * share, *sum);
            }
        }
        let more = axes[0] * (sum[0] - slide[0]) + axes[1] * (sum[1] - slide[1]);
        for axis in 0..2 {
            L::choose(some, sum[axis], slide[axis]).store(&mut self.slide[axis]);
        }
        let mut moments = [arms[0].cross(more), arms[1].cross(more)];
        if let Some(twist) = twist {
            moments = [moments[0] + twist, moments[1] + twist];
        }
        self.push_all(movers, (bodies, &masses), some, (more, moments));
    }
}
