//! First contacts of built-in robots along random paths, against a judge.

use crate::edges::{Judged, ROWS, Row};
use crate::known::known;
use osculate::robot::builtin;
use osculate_judge::seeded::{cases, seed};

fn check(name: &str, rows: &[Row], count: u64) {
    let built = builtin(name).expect("a built-in robot");
    let (plan, cell) = known(built.robot, built.environment);
    let judged = Judged {
        plan,
        cell,
        patience: 100_000,
    };
    judged.check(name, rows, seed(1000), count);
}

#[test]
fn arm_of_six_joints() {
    check("arm6", &ROWS, cases(3));
}

#[test]
fn arm_of_seven_joints() {
    check("arm7", &ROWS, cases(3));
}

#[test]
fn puma() {
    check("puma", &ROWS, cases(2));
}

#[test]
fn mannequin() {
    check("mannequin", &ROWS, cases(1));
}

#[test]
fn hand() {
    check("hand", &ROWS, cases(1));
}

#[test]
fn chessmen() {
    check("chessmen", &ROWS[2..4], cases(1));
}
