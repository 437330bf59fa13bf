//! Shapes made on the spot, named like `builtin:gear?teeth=20&triangles=25600`.

use glam::DVec3;
use osculate::{
    TriMesh,
    mesh::{MeshError, bumpy_club, cuboid_with, gear, icosphere, torus_knot},
};
use std::str::FromStr;
use thiserror::Error;

/// What the name of a built-in shape begins with.
pub(crate) const PREFIX: &str = "builtin:";

/// A misprint in a file of queries should not ask for all the memory that there is.
const MOST_TRIANGLES: usize = 50_000_000;

/// The shapes and their parameters, with the values that those have when left out.
const SHAPES: [(&str, &[(&str, &str)]); 5] = [
    (
        "box",
        &[("x", "1"), ("y", "1"), ("z", "1"), ("triangles", "12")],
    ),
    ("icosphere", &[("radius", "1"), ("triangles", "1280")]),
    (
        "torus-knot",
        &[("p", "2"), ("q", "3"), ("triangles", "34600")],
    ),
    ("gear", &[("teeth", "20"), ("triangles", "25600")]),
    ("bumpy-club", &[("triangles", "104800")]),
];

/// Why a built-in shape could not be made. Its text names the whole source and says what is known.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BuiltinError {
    /// No such shape.
    #[error("{source_name}: there is no built-in shape '{shape}'; known are {known}", known = names(&SHAPES))]
    UnknownShape {
        /// The whole name.
        source_name: String,
        /// The part that names the shape.
        shape: String,
    },
    /// No such parameter of the shape.
    #[error("{source_name}: the shape '{shape}' has no parameter '{parameter}'; known are {known}")]
    UnknownParameter {
        /// The whole name.
        source_name: String,
        /// The shape.
        shape: &'static str,
        /// The parameter that it does not have.
        parameter: String,
        /// Those that it has.
        known: String,
    },
    /// A parameter is given twice.
    #[error("{source_name}: the parameter '{parameter}' is given twice")]
    RepeatedParameter {
        /// The whole name.
        source_name: String,
        /// The parameter.
        parameter: &'static str,
    },
    /// A value is not of the parameter's kind.
    #[error("{source_name}: '{value}' is not a value for '{parameter}', which must be {allowed}")]
    BadValue {
        /// The whole name.
        source_name: String,
        /// The parameter.
        parameter: &'static str,
        /// The text given.
        value: String,
        /// What it may be.
        allowed: &'static str,
    },
    /// The values are such that there is no such shape.
    #[error("{source_name}: {source}")]
    Mesh {
        /// The whole name.
        source_name: String,
        /// What is wrong with them.
        source: MeshError,
    },
}

fn names<T>(table: &[(&str, T)]) -> String {
    table
        .iter()
        .map(|(name, _)| *name)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Makes the shape that a name such as `builtin:torus-knot?p=2&q=3&triangles=34600` asks for.
///
/// | shape | parameters, as they are when left out |
/// | --- | --- |
/// | `builtin:box` | `x=1&y=1&z=1` (the lengths of its edges) `&triangles=12` |
/// | `builtin:icosphere` | `radius=1&triangles=1280` |
/// | `builtin:torus-knot` | `p=2&q=3&triangles=34600` |
/// | `builtin:gear` | `teeth=20&triangles=25600` |
/// | `builtin:bumpy-club` | `triangles=104800` |
///
/// The triangles come out as asked for, one more if that is odd; at most 50 million.
pub fn builtin_mesh(name: &str) -> Result<TriMesh, BuiltinError> {
    let (asked, query) = match name.split_once('?') {
        Some((asked, query)) => (asked, Some(query)),
        None => (name, None),
    };
    let asked = asked.strip_prefix(PREFIX).unwrap_or(asked);
    let Some(&(shape, known)) = SHAPES.iter().find(|(shape, _)| *shape == asked) else {
        return Err(BuiltinError::UnknownShape {
            source_name: name.to_owned(),
            shape: asked.to_owned(),
        });
    };
    let parameters = Parameters::parse(name, shape, known, query.unwrap_or_default())?;
    let triangles = parameters.triangles()?;
    match shape {
        "box" => {
            let edges = DVec3::new(
                parameters.length("x")?,
                parameters.length("y")?,
                parameters.length("z")?,
            );
            cuboid_with(0.5 * edges, triangles)
        }
        "icosphere" => icosphere(parameters.length("radius")?, triangles),
        "torus-knot" => torus_knot(parameters.count("p")?, parameters.count("q")?, triangles),
        "gear" => gear(parameters.count("teeth")?, triangles),
        _ => bumpy_club(triangles),
    }
    .map_err(|source| BuiltinError::Mesh {
        source_name: name.to_owned(),
        source,
    })
}

/// The names of all built-in shapes with all their parameters: what to show a user who asks what there is.
///
/// ```
/// assert_eq!(osculate_io::builtin_names()[0], "builtin:box?x=1&y=1&z=1&triangles=12");
/// ```
pub fn builtin_names() -> Vec<String> {
    let name = |&(shape, parameters): &(&str, &[(&str, &str)])| {
        let parameters: Vec<String> = parameters
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{PREFIX}{shape}?{}", parameters.join("&"))
    };
    SHAPES.iter().map(name).collect()
}

struct Parameters<'a> {
    source_name: &'a str,
    values: Vec<(&'static str, &'a str)>,
    defaults: &'static [(&'static str, &'static str)],
}

impl<'a> Parameters<'a> {
    fn parse(
        source_name: &'a str,
        shape: &'static str,
        defaults: &'static [(&'static str, &'static str)],
        query: &'a str,
    ) -> Result<Parameters<'a>, BuiltinError> {
        let mut values = Vec::new();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some(&(parameter, _)) = defaults.iter().find(|(parameter, _)| *parameter == name)
            else {
                return Err(BuiltinError::UnknownParameter {
                    source_name: source_name.to_owned(),
                    shape,
                    parameter: name.to_owned(),
                    known: names(defaults),
                });
            };
            if values.iter().any(|&(given, _)| given == parameter) {
                return Err(BuiltinError::RepeatedParameter {
                    source_name: source_name.to_owned(),
                    parameter,
                });
            }
            values.push((parameter, value));
        }
        Ok(Parameters {
            source_name,
            values,
            defaults,
        })
    }

    fn text(&self, parameter: &str) -> &str {
        let given = self.values.iter().find(|(name, _)| *name == parameter);
        let left_out = self.defaults.iter().find(|(name, _)| *name == parameter);
        given.or(left_out).map_or("", |&(_, value)| value)
    }

    fn value<T: FromStr>(
        &self,
        parameter: &'static str,
        allowed: &'static str,
    ) -> Result<T, BuiltinError> {
        self.text(parameter)
            .parse()
            .map_err(|_| self.bad_value(parameter, allowed))
    }

    fn bad_value(&self, parameter: &'static str, allowed: &'static str) -> BuiltinError {
        let value = self.text(parameter).to_owned();
        BuiltinError::BadValue {
            source_name: self.source_name.to_owned(),
            parameter,
            value,
            allowed,
        }
    }

    fn length(&self, parameter: &'static str) -> Result<f64, BuiltinError> {
        self.value(parameter, "a number")
    }

    fn count(&self, parameter: &'static str) -> Result<u32, BuiltinError> {
        self.value(parameter, "a whole number")
    }

    fn triangles(&self) -> Result<usize, BuiltinError> {
        let allowed = "a whole number up to 50000000";
        let triangles = self.value("triangles", allowed)?;
        if triangles > MOST_TRIANGLES {
            return Err(self.bad_value("triangles", allowed));
        }
        Ok(triangles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_can_be_had_by_its_short_and_its_full_name() {
        for full in builtin_names() {
            let short = full.split_once('?').unwrap().0;
            let mesh = builtin_mesh(short).unwrap();
            assert_eq!(mesh, builtin_mesh(&full).unwrap());
            let triangles: usize = full.rsplit_once('=').unwrap().1.parse().unwrap();
            assert_eq!(mesh.triangles().len(), triangles, "{full}");
        }
    }

    #[test]
    fn parameters_come_in_any_order_and_may_be_left_out() {
        let knot = builtin_mesh("builtin:torus-knot?triangles=500&q=5").unwrap();
        assert_eq!(knot, torus_knot(2, 5, 500).unwrap());
        let brick = builtin_mesh("builtin:box?x=2&z=0.5").unwrap();
        assert_eq!(brick, cuboid_with(DVec3::new(1.0, 0.5, 0.25), 12).unwrap());
        assert_eq!(
            builtin_mesh("builtin:box?").unwrap(),
            builtin_mesh("builtin:box").unwrap()
        );
    }

    #[test]
    fn mistakes_say_what_is_known() {
        let cases = [
            (
                "builtin:teapot",
                "builtin:teapot: there is no built-in shape 'teapot'; known are box, icosphere, torus-knot, gear, \
                 bumpy-club",
            ),
            (
                "builtin:",
                "builtin:: there is no built-in shape ''; known are box, icosphere, torus-knot, gear, bumpy-club",
            ),
            (
                "builtin:gear?tooth=3",
                "builtin:gear?tooth=3: the shape 'gear' has no parameter 'tooth'; known are teeth, triangles",
            ),
            (
                "builtin:gear?teeth=3&teeth=4",
                "builtin:gear?teeth=3&teeth=4: the parameter 'teeth' is given twice",
            ),
            (
                "builtin:gear?teeth=-3",
                "builtin:gear?teeth=-3: '-3' is not a value for 'teeth', which must be a whole number",
            ),
            (
                "builtin:gear?teeth",
                "builtin:gear?teeth: '' is not a value for 'teeth', which must be a whole number",
            ),
            (
                "builtin:box?x=wide",
                "builtin:box?x=wide: 'wide' is not a value for 'x', which must be a number",
            ),
            (
                "builtin:box?triangles=50000001",
                "builtin:box?triangles=50000001: '50000001' is not a value for 'triangles', which must be a whole \
                 number up to 50000000",
            ),
            (
                "builtin:gear?teeth=2",
                "builtin:gear?teeth=2: the number of teeth of a gear must be at least 3, not 2",
            ),
            (
                "builtin:torus-knot?triangles=5",
                "builtin:torus-knot?triangles=5: a torus knot with these parameters needs at least 144 triangles, not 5",
            ),
        ];
        for (name, message) in cases {
            assert_eq!(builtin_mesh(name).unwrap_err().to_string(), message);
        }
        assert!(builtin_mesh("builtin:icosphere?radius=nan").is_err());
        assert!(builtin_mesh("builtin:icosphere?radius=inf").is_err());
    }
}
