//! Edges as NumPy saves arrays: NPZ, a ZIP archive of them, and NPY.

use super::{Edges, EdgesFault, fits};
use crate::max_size::MaxSize;
use crate::npy::Array;
use crate::npz::{Npz, Packed};
use crate::robots::coordinates::Coordinates;

/// The array that has the edges.
const EDGES: &str = "edges";
/// The array that has the joints' names, if it is there.
const JOINTS: &str = "joints";

/// The edges of an NPZ file: its array `edges`, else the only one that it has.
pub(super) fn parse_npz(
    bytes: &[u8],
    robot: &Coordinates,
    most: MaxSize,
) -> Result<Edges, EdgesFault> {
    let whole = |problem: String| EdgesFault::Array(EDGES.to_owned(), problem);
    let none = || whole("there is none".to_owned());
    let mut archive =
        Npz::open(bytes, most).map_err(|error| whole(format!("not an NPZ file: {error}")))?;
    let names = archive.names();
    let edges = match names.iter().find(|name| *name == EDGES) {
        Some(name) => name,
        None => {
            let mut others = names.iter().filter(|name| *name != JOINTS);
            match (others.next(), others.next()) {
                (Some(only), None) => only,
                (None, _) => return Err(none()),
                _ => {
                    let told: Vec<&str> = names.iter().take(20).map(String::as_str).collect();
                    let told = told.join(", ");
                    return Err(whole(format!(
                        "there is none, and more than one other: {told}"
                    )));
                }
            }
        }
    };
    let mut unpack = |name: &str| {
        archive.unpack(name).map_err(|error| match error {
            Packed::TooLarge => EdgesFault::TooLarge,
            Packed::Broken(problem) => EdgesFault::Array(name.to_owned(), problem),
        })
    };
    let joints = match unpack(JOINTS)? {
        Some(bytes) => {
            let names = Array::parse(&bytes).and_then(|array| array.words());
            Some(names.map_err(|problem| EdgesFault::Array(JOINTS.to_owned(), problem))?)
        }
        None => None,
    };
    let bytes = unpack(edges)?.ok_or_else(none)?;
    of_array(&bytes, edges, (joints.as_deref(), robot), most)
}

/// The edges of an NPY file.
pub(super) fn parse_npy(
    bytes: &[u8],
    robot: &Coordinates,
    most: MaxSize,
) -> Result<Edges, EdgesFault> {
    of_array(bytes, EDGES, (None, robot), most)
}

fn of_array(
    bytes: &[u8],
    name: &str,
    (joints, robot): (Option<&[String]>, &Coordinates),
    most: MaxSize,
) -> Result<Edges, EdgesFault> {
    let told = |problem: String| EdgesFault::Array(name.to_owned(), problem);
    let columns = match joints {
        Some(names) => robot.of_joints(names).map_err(EdgesFault::Joints)?,
        None => robot.all(),
    };
    let array = Array::parse(bytes).map_err(told)?;
    let [count, 2, width] = array.lengths[..] else {
        return Err(told(format!(
            "it must have the shape (n, 2, joints), not {}",
            array.shape()
        )));
    };
    if width != columns.width() {
        let problem = format!(
            "a configuration has {} numbers, not {width}",
            columns.width()
        );
        return Err(told(problem));
    }
    // Of nothing there may be any number.
    if width == 0 {
        return Err(told("a configuration must have a number".to_owned()));
    }
    // A number may be a single byte, which packs well, and the robot may have many more joints than the file names.
    let all = count.saturating_mul(2 * columns.full_width());
    if !fits(all, most) {
        return Err(EdgesFault::TooLarge);
    }
    let numbers = array.in_order().map_err(told)?;
    let mut all = Vec::with_capacity(all);
    for (row, configuration) in numbers.chunks_exact(width).enumerate() {
        let (edge, end) = (row / 2, row % 2);
        let bad = configuration.iter().position(|number| !number.is_finite());
        if let Some(joint) = bad {
            let number = configuration[joint];
            let problem = format!("[{edge}, {end}, {joint}] is {number}: it must be finite");
            return Err(told(problem));
        }
        columns.add(configuration, &mut all);
    }
    Ok(Edges::new(columns.full_width(), all))
}
