//! One query by hand: two meshes, and how they move, as arguments.

use super::Answer;
use super::story::{Told, lines};
use crate::numbers::grouped;
use clap::Args;
use glam::{DQuat, DVec3};
use osculate::{ConstantVelocity, Placement, Span};
use osculate_io::{MaxSize, QueryFile};
use std::path::Path;

/// Above these options in the help.
const HEADING: &str = "One query by hand";

/// What a query by hand takes beside the first mesh.
#[derive(Args)]
pub struct ByHand {
    /// The second mesh, for a query given by options
    #[arg(value_name = "MESH_B")]
    mesh_b: Option<String>,

    /// Where body a is at time 0: X,Y,Z; or X,Y,Z,RX,RY,RZ, rotated by degrees about the world's x, then y, then z axis; or
    /// X,Y,Z,QX,QY,QZ,QW with a quaternion of any length
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires_all = ["to_a", "mesh_b"], conflicts_with = "at_a", allow_hyphen_values = true)]
    from_a: Option<Placement>,

    /// Where body a is at time 1; it turns the shorter way
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires = "from_a", conflicts_with = "at_a", allow_hyphen_values = true)]
    to_a: Option<Placement>,

    /// Where body a is at time 0, if it moves with a velocity or rests [default: 0,0,0]
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires = "mesh_b", allow_hyphen_values = true)]
    at_a: Option<Placement>,

    /// The velocity of body a, per unit of time
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = vector, requires = "mesh_b", conflicts_with = "from_a", allow_hyphen_values = true)]
    velocity_a: Option<DVec3>,

    /// The angular velocity of body a, in radians per unit of time about its origin
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = vector, requires = "mesh_b", conflicts_with = "from_a", allow_hyphen_values = true)]
    spin_a: Option<DVec3>,

    /// Where body b is at time 0
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires_all = ["to_b", "mesh_b"], conflicts_with = "at_b", allow_hyphen_values = true)]
    from_b: Option<Placement>,

    /// Where body b is at time 1
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires = "from_b", conflicts_with = "at_b", allow_hyphen_values = true)]
    to_b: Option<Placement>,

    /// Where body b is at time 0, if it moves with a velocity or rests [default: 0,0,0]
    #[arg(long, help_heading = HEADING, value_name = "PLACE", value_parser = place, requires = "mesh_b", allow_hyphen_values = true)]
    at_b: Option<Placement>,

    /// The velocity of body b, per unit of time
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = vector, requires = "mesh_b", conflicts_with = "from_b", allow_hyphen_values = true)]
    velocity_b: Option<DVec3>,

    /// The angular velocity of body b, in radians per unit of time about its origin
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = vector, requires = "mesh_b", conflicts_with = "from_b", allow_hyphen_values = true)]
    spin_b: Option<DVec3>,

    /// The time span [default: 0,1]
    #[arg(long, help_heading = HEADING, value_name = "START,END", value_parser = span, requires = "mesh_b", allow_hyphen_values = true)]
    span: Option<Span>,
}

impl ByHand {
    /// Whether there are two meshes.
    pub fn is_meant(&self) -> bool {
        self.mesh_b.is_some()
    }

    /// The query of `first` and the second mesh.
    pub fn query_file(&self, first: &Path, most: MaxSize) -> anyhow::Result<QueryFile> {
        let second = self.mesh_b.as_deref().unwrap_or_default();
        let Some(first) = first.to_str() else {
            anyhow::bail!("{}: the path is not valid UTF-8", first.display());
        };
        if !is_mesh(Path::new(first)) && is_mesh(Path::new(second)) {
            anyhow::bail!(
                "{first} is not a mesh: the first of two meshes is a file (.obj, .ply, .stl) or a built-in one"
            );
        }
        let motions = [
            motion(
                self.from_a,
                self.to_a,
                self.at_a,
                self.velocity_a,
                self.spin_a,
            )
            .map_err(|error| anyhow::anyhow!("the motion of body a: {error}"))?,
            motion(
                self.from_b,
                self.to_b,
                self.at_b,
                self.velocity_b,
                self.spin_b,
            )
            .map_err(|error| anyhow::anyhow!("the motion of body b: {error}"))?,
        ];
        let span = self.span.unwrap_or_default();
        Ok(QueryFile::of_two([first, second], motions, span, most)?)
    }
}

/// Whether a path looks like a mesh, not like a query file.
pub fn is_mesh(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    let known = ["obj", "ply", "stl"];
    path.to_string_lossy().starts_with("builtin:")
        || known
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
}

fn motion(
    from: Option<Placement>,
    to: Option<Placement>,
    at: Option<Placement>,
    velocity: Option<DVec3>,
    spin: Option<DVec3>,
) -> Result<ConstantVelocity, osculate::motion::MotionError> {
    match (from, to) {
        (Some(from), Some(to)) => ConstantVelocity::between(from, to),
        _ => ConstantVelocity::new(
            at.unwrap_or_default(),
            velocity.unwrap_or_default(),
            spin.unwrap_or_default(),
        ),
    }
}

/// The answer, in sentences.
pub fn story(
    file: &QueryFile,
    triangles: impl Iterator<Item = usize>,
    answers: &[Answer],
    told: &Told,
) -> String {
    let bodies = file.bodies.iter().zip(triangles).zip(["a", "b"]);
    let bodies: Vec<String> = bodies
        .map(|((body, count), side)| {
            let (name, count) = (&body.name, grouped(count as u64));
            format!("{side}: {name}, {count} triangles\n")
        })
        .collect();
    format!(
        "{}\n{}",
        bodies.concat(),
        lines(&file.queries, answers, told)
    )
}

/// Numbers between commas.
fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let number = |part: &str| match part.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(format!("{:?} is not finite", part.trim())),
        Err(_) => Err(format!("{:?} is not a number", part.trim())),
    };
    text.split(',').map(number).collect()
}

fn vector(text: &str) -> Result<DVec3, String> {
    match numbers(text)?[..] {
        [x, y, z] => Ok(DVec3::new(x, y, z)),
        ref others => Err(format!(
            "it must be 3 numbers X,Y,Z, but has {}",
            others.len()
        )),
    }
}

fn span(text: &str) -> Result<Span, String> {
    match numbers(text)?[..] {
        [start, end] => Span::new(start, end).map_err(|error| error.to_string()),
        ref others => Err(format!(
            "it must be 2 times START,END, but has {}",
            others.len()
        )),
    }
}

fn place(text: &str) -> Result<Placement, String> {
    let numbers = numbers(text)?;
    let rotation = match numbers[3.min(numbers.len())..] {
        [] => DQuat::IDENTITY,
        [x, y, z] => {
            let [x, y, z] = [x, y, z].map(f64::to_radians);
            DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x)
        }
        [x, y, z, w] => {
            // Divided by the largest first, so that no square is too large or too small.
            let largest = [x, y, z, w]
                .into_iter()
                .fold(0.0, |most: f64, q| most.max(q.abs()));
            if largest == 0.0 {
                return Err("its quaternion QX,QY,QZ,QW is 0".to_owned());
            }
            DQuat::from_array([x, y, z, w].map(|q| q / largest)).normalize()
        }
        _ => {
            return Err(format!(
                "it must be 3 numbers X,Y,Z, 6 with degrees RX,RY,RZ or 7 with a quaternion QX,QY,QZ,QW, but has {}",
                numbers.len()
            ));
        }
    };
    let [x, y, z, ..] = numbers[..] else {
        return Err(format!(
            "it must be at least 3 numbers X,Y,Z, but has {}",
            numbers.len()
        ));
    };
    let placement = Placement::new(DVec3::new(x, y, z), rotation);
    match ConstantVelocity::at_rest(placement) {
        Ok(_) => Ok(placement),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        assert_eq!(
            place("1,-2,3.5"),
            Ok(Placement::at(DVec3::new(1.0, -2.0, 3.5)))
        );
        // About x first: what was up, along y, points along z, and about z nothing changes that.
        let turned = place("0, 0, 0, 90, 0, 90").unwrap().rotation * DVec3::Y;
        assert!((turned - DVec3::Z).length() < 1e-15, "{turned}");
        let turned = place("0,0,0,0,90,90").unwrap().rotation * DVec3::Z;
        assert!((turned - DVec3::Y).length() < 1e-15, "{turned}");
        // Of any length.
        for quaternion in ["0,0,1,1", "0,0,1e300,1e300", "0,0,1e-300,1e-300"] {
            let turned = place(&format!("0,0,0,{quaternion}")).unwrap().rotation * DVec3::X;
            assert!((turned - DVec3::Y).length() < 1e-15, "{turned}");
        }
        for (text, told) in [
            ("", "\"\" is not a number"),
            ("1,2", "at least 3 numbers X,Y,Z, but has 2"),
            ("1,2,3,4", "a quaternion QX,QY,QZ,QW, but has 4"),
            ("1,2,3,4,5,6,7,8", "but has 8"),
            ("1,2,x", "\"x\" is not a number"),
            ("1,2,inf", "\"inf\" is not finite"),
            ("0,0,0,0,0,0,0", "is 0"),
            ("1e61,0,0", "1e61"),
        ] {
            let error = place(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn spans_and_vectors() {
        assert_eq!(span("-1,2"), Ok(Span::new(-1.0, 2.0).unwrap()));
        assert!(span("2,1").is_err() && span("1").is_err());
        assert_eq!(vector("1,2,3"), Ok(DVec3::new(1.0, 2.0, 3.0)));
        assert!(vector("1,2,3,4").unwrap_err().contains("but has 4"));
    }
}
