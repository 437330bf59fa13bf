//! One thread or two: the same bits.

use glam::DVec3;
use osculate::mesh::{icosphere, torus_knot};
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{
    DeformingWorkspace, Scope, deforming_contacts, free_fractions, free_step,
};
use osculate::query::many::ManyQuery;
use osculate::{
    ConstantVelocity, ContactQuery, Limits, Moving, Placement, Resting, Shape, Span, TriMesh,
    Workspace, first_contacts,
};
use std::process::Command;

/// Tells the test that it is to print what it finds.
const TOLD: &str = "OSCULATE_PRINT_ANSWERS";

/// The number of threads is settled once in a process, so each count has a process of its own: this test, started again. It would
/// fail if results were put together in the order in which threads finish.
#[test]
fn one_thread_and_two_find_the_same_bits() {
    if std::env::var_os(TOLD).is_some() {
        println!("answers: {:#x}", hash(&answers()));
        return;
    }
    let found = ["1", "2"].map(|threads| {
        let this = std::env::current_exe().expect("the path of the test");
        let output = Command::new(this)
            .args(["--exact", "--nocapture"])
            .arg("threads::one_thread_and_two_find_the_same_bits")
            .env(TOLD, "1")
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .expect("the test starts again");
        let text = String::from_utf8(output.stdout).expect("plain text");
        let line = text.lines().find(|line| line.contains("answers: "));
        line.unwrap_or_else(|| panic!("no answers in {text}"))
            .to_owned()
    });
    assert_eq!(found[0], found[1]);
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// All that is or may be worked out on several threads, with all digits.
fn answers() -> String {
    let (knot, ball) = (
        Shape::from(torus_knot(2, 3, 1000).unwrap()),
        Shape::from(icosphere(0.5, 320).unwrap()),
    );
    let motion = |i: i32| {
        let angle = f64::from(i) * 0.7;
        let at = 3.0 * DVec3::new(libm::cos(angle), libm::sin(angle), 0.3);
        ConstantVelocity::new(Placement::at(at), -1.5 * at, DVec3::new(1.0, angle, 2.0)).unwrap()
    };
    let (motions, rest): (Vec<_>, _) = ((0..150).map(motion).collect(), Resting::default());
    let query = |a| ContactQuery {
        a,
        b: Moving::new(&knot, &rest),
        span: Span::UNIT,
        limits: Limits::default(),
    };
    let queries: Vec<_> = motions
        .iter()
        .map(|motion| Moving::new(&ball, motion))
        .map(query)
        .collect();
    let mut text = format!("{:?}", first_contacts(&queries));
    let (one, many): (_, Vec<_>) = (queries[0].b, queries.iter().map(|query| query.a).collect());
    let first = ManyQuery::of_one(&one, Span::UNIT).against(&many);
    text += &format!("{:?}", first.first_contact(&mut Workspace::new()));
    let first = ManyQuery::new(&many[..20], Span::UNIT).against(&many[20..]);
    text += &format!("{:?}", first.first_contact(&mut Workspace::new()));
    let mesh = pressed();
    text += &format!("{:?}", free_step(&mesh, Scope::All));
    let contacts: Vec<_> = deforming_contacts(&mesh, Scope::All).collect();
    text += &format!("{contacts:?}");
    let mut workspace = DeformingWorkspace::new();
    let limits = Limits::default().with_clearance(0.01).unwrap();
    let fractions = free_fractions(&mesh, &Scope::All.into(), &limits, &mut workspace);
    text += &format!("{:?}", fractions.fractions);
    text
}

/// Two balls, of which one is pushed into the other and pressed flat.
fn pressed() -> DeformingMesh {
    let ball = icosphere(1.0, 1280).unwrap();
    let moved = |to: &dyn Fn(DVec3) -> DVec3| {
        let corners = ball.vertices().iter().map(|&v| to(v)).collect();
        TriMesh::new(corners, ball.triangles().to_vec()).unwrap()
    };
    let aside = moved(&|v| v + 2.1 * DVec3::X);
    let pushed = moved(&|v| DVec3::new(1.3, 0.7, 1.0) * v + 0.4 * DVec3::X);
    let one = DeformingMesh::between(&ball, &pushed).unwrap();
    let other = DeformingMesh::between(&aside, &aside).unwrap();
    DeformingMesh::join(&[one, other]).unwrap()
}
