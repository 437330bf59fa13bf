//! When do a bullet and a spinning blade touch a sheet of paper, whichever moves? Frames of 1/60 s, tested
//! one by one, would miss it.
//!
//! `cargo run --release --example bullet_through_paper`

use glam::DVec3;
use osculate::{
    ConstantVelocity, Hull, Limits, Moving, Outcome, Placement, Span, Verdict, Workspace,
    query::hulls::{attached_axes, hull_separation},
};

/// One frame, in seconds. Lengths are in metres.
const FRAME: f64 = 1.0 / 60.0;
/// Half the thickness of the sheet, 0.1 mm.
const HALF_SHEET: f64 = 0.05e-3;

/// The bullet has a radius of 0.5 mm, and starts this far above the middle of the sheet.
const BULLET: f64 = 0.5e-3;
const RANGE: f64 = 5.0;
const BULLET_SPEED: f64 = 1000.0;
const SHEET_SPEED_TO_BULLET: f64 = 400.0;

/// Half the length and half the thickness of the blade, and how far its hub is above the middle of the sheet.
const BLADE: f64 = 0.15;
const HALF_BLADE: f64 = 0.5e-3;
const HUB: f64 = 0.1;
/// Three turns a frame: at the end of each the blade is back where it was.
const BLADE_SPIN: f64 = 3.0 * core::f64::consts::TAU / FRAME;
/// From below the blade to above it in a frame.
const SHEET_SPEED_TO_BLADE: f64 = 2.0 * HUB / FRAME;

struct Row {
    name: &'static str,
    computed: Outcome,
    /// When they touch by the formula, if they do.
    exact: Option<f64>,
    /// Whether they overlap at the first or the last instant of the frame.
    seen: bool,
}

fn rows() -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let sheet = Hull::cuboid(DVec3::new(0.15, 0.1, HALF_SHEET))?;
    let bullet = Hull::ball(BULLET)?;
    let blade = Hull::cuboid(DVec3::new(BLADE, 0.01, HALF_BLADE))?;
    let moving = |from: DVec3, speed: f64, spin: f64| {
        ConstantVelocity::new(Placement::at(from), speed * DVec3::Z, spin * DVec3::Y)
    };
    let names = [
        [
            "neither, bullet",
            "bullet",
            "sheet, bullet rests",
            "bullet and sheet",
        ],
        [
            "neither, blade",
            "blade",
            "sheet, blade rests",
            "blade and sheet",
        ],
    ];
    // A nanometre.
    let limits = Limits::default().with_tolerance(1e-9)?;
    let mut rows = Vec::new();
    for case in 0..8 {
        let (by_blade, attacks, lifted) = (case >= 4, case & 1 == 1, case & 2 == 2);
        let if_moved = |moves: bool, rate: f64| if moves { rate } else { 0.0 };
        let (hull, attack, sheet_speed) = if by_blade {
            let spin = if_moved(attacks, BLADE_SPIN);
            let attack = moving(HUB * DVec3::Z, 0.0, spin)?;
            (&blade, attack, if_moved(lifted, SHEET_SPEED_TO_BLADE))
        } else {
            let speed = if_moved(attacks, -BULLET_SPEED);
            // A ball may spin as it likes.
            let attack = moving(RANGE * DVec3::Z, speed, 2e4)?;
            (&bullet, attack, if_moved(lifted, SHEET_SPEED_TO_BULLET))
        };
        let lift = moving(DVec3::ZERO, sheet_speed, 0.0)?;
        let (a, b) = (Moving::new(hull, &attack), Moving::new(&sheet, &lift));
        let frame = Span::new(0.0, FRAME)?;
        let mut workspace = Workspace::new();
        let computed = attached_axes(a, b, frame, &limits, &mut workspace);
        let exact = match (by_blade, attacks) {
            _ if !(attacks || lifted) => None,
            (false, _) => {
                let closing = sheet_speed + if_moved(attacks, BULLET_SPEED);
                Some((RANGE - BULLET - HALF_SHEET) / closing)
            }
            (true, false) => Some((HUB - HALF_BLADE - HALF_SHEET) / sheet_speed),
            (true, true) => Some(blade_meets(sheet_speed)),
        };
        let mut apart = |t: f64| hull_separation(a, b, t, &mut workspace).separation.lower > 0.0;
        let seen = !(apart(0.0) && apart(FRAME));
        rows.push(Row {
            name: names[usize::from(by_blade)][case % 4],
            computed,
            exact,
            seen,
        });
    }
    Ok(rows)
}

/// When the edge of the blade, `radius·sin(ωt + tilt)` below its hub, meets the sheet that is lifted at a speed: by a
/// formula if that is zero, else by halving the quarter turn in which one falls and the other rises.
fn blade_meets(sheet_speed: f64) -> f64 {
    let radius = libm::hypot(BLADE, HALF_BLADE);
    let tilt = libm::atan2(HALF_BLADE, BLADE);
    let way = HUB - HALF_SHEET;
    if sheet_speed == 0.0 {
        return (libm::asin(way / radius) - tilt) / BLADE_SPIN;
    }
    let (mut low, mut high) = (0.0, 0.25 * FRAME / 3.0);
    loop {
        let t = 0.5 * (low + high);
        if t <= low || t >= high {
            return t;
        }
        let below = radius * libm::sin(BLADE_SPIN * t + tilt) + sheet_speed * t;
        if below < way {
            low = t;
        } else {
            high = t;
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{:20} {:>17} {:>17} {:>9} {:>17} {:>12}  seen at 60 Hz",
        "who moves",
        "apart up to, ms",
        "touching by, ms",
        "evidence",
        "formula, ms",
        "lower is off"
    );
    for row in rows()? {
        let seen = if row.seen { "an overlap" } else { "nothing" };
        match (row.computed.verdict, row.exact) {
            (Verdict::Contact(contact), Some(exact)) => println!(
                "{:20} {:17.13} {:17.13} {:>9} {:17.13} {:>10.1} ps  {seen}",
                row.name,
                1e3 * contact.lower,
                1e3 * contact.upper,
                format!("{:?}", contact.evidence),
                1e3 * exact,
                1e12 * (exact - contact.lower),
            ),
            (verdict, _) => println!("{:20} {verdict}", row.name),
        }
    }
    Ok(())
}

#[test]
fn agrees_with_the_formulas() {
    for row in rows().unwrap() {
        let (name, computed) = (row.name, row.computed);
        assert!(!row.seen, "{name}");
        let Some(exact) = row.exact else {
            assert_eq!(computed.verdict, Verdict::Free, "{name}");
            continue;
        };
        let contact = *computed.verdict.contact().expect(name);
        assert_eq!(
            contact.evidence,
            osculate::Evidence::Crossing,
            "{name}: {computed:?}"
        );
        // The formula is rounded too.
        let slack = 8.0 * f64::EPSILON * exact;
        assert!(
            contact.lower <= exact + slack,
            "{name}: {computed:?}, {exact}"
        );
        assert!(
            exact - slack <= contact.upper,
            "{name}: {computed:?}, {exact}"
        );
        assert!(contact.upper - contact.lower < 1e-9, "{name}: {computed:?}");
    }
}

#[test]
fn runs() {
    main().unwrap();
}
