//! A batch over two files: a mesh is thrown at another from all sides. When do they first touch?
//!
//! `cargo run --release -p osculate-io --example two_files A.stl B.obj`

use osculate::{ConstantVelocity, ContactQuery, Limits, Moving, Placement, Resting, Shape, Span};
use osculate::{first_contacts, glam::DVec3};
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let own = || concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tetrahedron.obj").into();
    let [a, b] = [1, 2].map(|number| env::args().nth(number).unwrap_or_else(own));
    throw(&a, &b)
}

fn throw(a: &str, b: &str) -> Result<(), Box<dyn Error>> {
    let load = |path| osculate_io::load_mesh(path).map(Shape::from); // A tree is built here, once.
    let (a, b, rest) = (load(a)?, load(b)?, Resting::default());
    let far = 2.0 * (a.bounding_ball().1 + b.bounding_ball().1);
    let throw = |way| ConstantVelocity::new(Placement::at(-far * way), far * way, 3.0 * DVec3::Z);
    let throws = DVec3::AXES.map(|way| [throw(way), throw(-way)]);
    let throws: Vec<_> = throws.into_iter().flatten().collect::<Result<_, _>>()?;
    let (b, limits) = (Moving::new(&b, &rest), Limits::default());
    let moving = throws.iter().map(|throw| Moving::new(&a, throw));
    let queries: Vec<_> = moving
        .map(|a| ContactQuery::new(a, b, Span::UNIT, limits))
        .collect();
    for (number, outcome) in first_contacts(&queries).iter().enumerate() {
        println!("throw {number}: {}", outcome.verdict);
    }
    Ok(())
}

#[test]
fn runs() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tetrahedron.obj");
    throw(own, own).unwrap();
}
