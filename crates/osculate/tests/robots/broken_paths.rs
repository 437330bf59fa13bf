//! Paths of a user's own that break their promises: nothing may be proven with them.

use crate::exact::slider;
use crate::scenario::Plan;
use glam::{DQuat, DVec3};
use osculate::motion::{JointBounds, JointPath, JointState};
use osculate::query::articulated::{CullingParts, RobotVerdict, Workcell};
use osculate::robot::PathError;
use osculate::{Limits, Span, Workspace};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::meshes::shapes;
use osculate_judge::robots::solid::Solid;
use osculate_judge::robots::tree::JointKind;

/// From 0 to 3 at an even pace, with one of its promises replaced.
struct Promised {
    knots: Vec<f64>,
    what: usize,
    value: f64,
    /// What is added from the second piece on.
    jump: f64,
    width: usize,
}

impl Promised {
    fn or(&self, what: usize, otherwise: f64) -> f64 {
        if self.what == what {
            self.value
        } else {
            otherwise
        }
    }
}

impl JointPath for Promised {
    fn coordinates(&self) -> usize {
        self.width
    }

    fn knots(&self) -> &[f64] {
        &self.knots
    }

    fn state(&self, piece: usize, _coordinate: usize, t: f64) -> JointState {
        JointState {
            value: self.or(0, 3.0 * t + if piece > 0 { self.jump } else { 0.0 }),
            rate: self.or(1, 3.0),
            acceleration: self.or(2, 0.0),
        }
    }

    fn bounds(&self, _piece: usize, _coordinate: usize, _span: Span) -> JointBounds {
        JointBounds {
            value: self.or(3, 6.0),
            rate: self.or(4, 3.1),
            acceleration: self.or(5, 0.0),
            jerk: self.or(6, 0.0),
            value_error: self.or(7, 1e-15),
            rate_error: self.or(8, 1e-15),
            acceleration_error: self.or(9, 0.0),
        }
    }
}

fn whole(what: usize, value: f64) -> Promised {
    Promised {
        knots: vec![0.0, 1.0],
        what,
        value,
        jump: 0.0,
        width: 1,
    }
}

fn ask(plan: &Plan, path: &dyn JointPath) -> Result<RobotVerdict, PathError> {
    let cell = plan.cell();
    let workcell = Workcell::new(&cell.robot, &cell.environment).expect("valid obstacles");
    let limits = Limits::default().with_budget(100_000);
    let outcome = workcell.first_contact(path, &limits, &mut Workspace::new())?;
    let free = workcell.is_free(path, &limits, &mut Workspace::new())?;
    assert_eq!(free, outcome.verdict == RobotVerdict::Free);
    // Nor may the other questions be answered with freedom, if this one is not.
    if !free {
        let parts = CullingParts::default();
        let (culled, _) =
            workcell.first_contact_by_culling(path, &limits, &parts, &mut Workspace::new())?;
        assert_ne!(culled.verdict, RobotVerdict::Free);
        let all = workcell.all_contacts(path, &limits, &mut Workspace::new())?;
        assert!(!all.is_empty());
        let least = workcell.smallest_distance(path, &limits, &mut Workspace::new())?;
        assert!(least.distance.lower == 0.0, "{least:?}");
    }
    Ok(outcome.verdict)
}

/// What slides by from 0 to 3 meets what stands at 2, or at 2.9, which is far from the middle of the way.
fn plans() -> Vec<Plan> {
    let half = DVec3::splat(0.3);
    let standing = |x: f64| Solid::mesh(shapes::cuboid(x * DVec3::X, half));
    let sliding = || Solid::mesh(shapes::cuboid(DVec3::ZERO, half));
    vec![
        slider(Solid::Hull(Body::ball(0.3)), standing(2.0)),
        slider(sliding(), standing(2.0)),
        slider(Solid::Hull(Body::ball(0.3)), standing(2.9)),
        slider(sliding(), standing(2.9)),
        slider(
            Solid::Hull(Body::cuboid(0.3, 0.3, 0.3)),
            Solid::HalfSpace {
                normal: DVec3::NEG_X,
                offset: -2.0,
            },
        ),
    ]
}

#[test]
fn promises_that_are_none_prove_nothing() {
    for plan in plans() {
        let contact = ask(&plan, &whole(99, 0.0)).expect("a valid path");
        assert!(contact.contact().is_some(), "{contact:?}");
        for what in 0..10 {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, -0.1] {
                if what < 3 && value.is_finite() {
                    continue;
                }
                let answer = ask(&plan, &whole(what, value));
                // A contact may be told only where the promise was not needed for it; freedom never is.
                let freed = matches!(answer, Ok(RobotVerdict::Free));
                assert!(!freed, "what {what} is {value}: {answer:?}");
            }
        }
    }
}

#[test]
fn knots_that_are_none_are_errors() {
    let plan = &plans()[0];
    for knots in [
        vec![],
        vec![0.0],
        vec![0.0, 0.0],
        vec![1.0, 0.0],
        vec![0.0, f64::NAN],
        vec![0.0, f64::INFINITY],
    ] {
        let path = Promised {
            knots,
            ..whole(99, 0.0)
        };
        assert!(ask(plan, &path).is_err(), "{:?}", path.knots);
    }
    let path = Promised {
        width: 2,
        ..whole(99, 0.0)
    };
    assert!(ask(plan, &path).is_err());
}

/// From piece to piece the robot may not jump over what is in its way.
#[test]
fn jumps_are_errors() {
    for plan in plans() {
        let path = Promised {
            knots: vec![0.0, 0.25, 0.5],
            jump: 3.0,
            ..whole(99, 0.0)
        };
        let answer = ask(&plan, &path);
        assert!(!matches!(answer, Ok(RobotVerdict::Free)), "{answer:?}");
    }
}

/// A floating joint of a path that does not say how it turns.
#[test]
fn turns_that_are_not_told_prove_nothing() {
    // It reaches far, and so may touch what is beside it, if it turns that way.
    let arm = Body::ball(0.3).placed(1.5 * DVec3::X, DQuat::IDENTITY);
    let other = Body::ball(0.3).placed(1.5 * DVec3::Y, DQuat::IDENTITY);
    let mut plan = slider(Solid::Hull(arm), Solid::Hull(other));
    plan.tree.joints[0].kind = JointKind::Floating;
    let path = Promised {
        width: 7,
        ..whole(99, 0.0)
    };
    let answer = ask(&plan, &path);
    assert!(!matches!(answer, Ok(RobotVerdict::Free)), "{answer:?}");
}
