//! The answer to one path, in sentences.

use super::journey::Journey;
use super::method;
use super::report::{named, tint, told};
use super::source::Source;
use super::{Answer, Asked};
use crate::answer_table::{View, wrapped};
use crate::numbers::{bracket, grouped, plain, significant};
use osculate::Shape;
use osculate::query::articulated::{RobotContact, RobotVerdict, Workcell};
use std::collections::BTreeSet;

/// What happens on the path.
pub fn of_path(source: &Source, asked: &Asked, answer: &Answer, view: View) -> String {
    let cell = asked.cell;
    let mut text = match &source.show {
        Some((about, _)) => wrapped(&format!("{}: {about}.", source.title), view.width),
        None => String::new(),
    };
    text += &wrapped(&in_short(source, cell), view.width);
    if let Journey::Path(waypoints, _) = asked.journey {
        let count = waypoints.len() - 1;
        let noun = if count == 1 { "segment" } else { "segments" };
        text += &wrapped(
            &format!("The path has {count} {noun}, and time runs from 0 to 1."),
            view.width,
        );
    }
    let verdict = &answer.outcome.verdict;
    let outcome = tint(verdict).paint(told(verdict), view.colour);
    text += &format!("\n{outcome}\n");
    for line in details(cell, verdict) {
        let indented = wrapped(&line, view.width.saturating_sub(4));
        text += &format!("  {}\n", indented.trim_end().replace('\n', "\n    "));
    }
    if let Some(culling) = &answer.culling {
        let told = method::told([culling].into_iter());
        return text + &format!("\n{:.1} ms\n", answer.micros / 1e3) + &wrapped(&told, view.width);
    }
    let stats = &answer.outcome.stats;
    text += &format!(
        "\n{:.1} ms; {} searches of pairs, {} pairs proven apart by simple bounds\n",
        answer.micros / 1e3,
        grouped(stats.searches),
        grouped(stats.culled)
    );
    text
}

/// How large the robot is, and what stands around it.
pub fn in_short(source: &Source, cell: &Workcell) -> String {
    let robot = cell.robot();
    let triangles: usize = robot
        .all_shapes()
        .filter_map(|(_, shape)| match &shape.shape {
            Shape::Mesh(mesh) => Some(mesh.mesh().triangles().len()),
            _ => None,
        })
        .sum();
    let pairs: BTreeSet<[usize; 2]> = robot.checked_pairs().collect();
    let count = |number: usize, noun: &str| {
        let ending = if number == 1 { "" } else { "s" };
        format!("{} {noun}{ending}", grouped(number as u64))
    };
    let meshes = match triangles {
        0 => String::new(),
        _ => format!(" of {}", count(triangles, "triangle")),
    };
    format!(
        "{} has {}, {}, {}{meshes}; {} of links {} checked, and {} around.",
        source.title,
        count(robot.links().len(), "link"),
        count(robot.joints().len(), "joint"),
        count(robot.all_shapes().count(), "shape"),
        count(pairs.len(), "pair"),
        if pairs.len() == 1 { "is" } else { "are" },
        count(cell.environment().obstacles().len(), "obstacle"),
    )
}

fn details(cell: &Workcell, verdict: &RobotVerdict) -> Vec<String> {
    match verdict {
        RobotVerdict::Free => vec!["nothing touches, at any time of the path".to_owned()],
        RobotVerdict::Contact(found) => contact(cell, found),
        RobotVerdict::Overlapping { pairs, .. } => pairs
            .iter()
            .map(|&([a, b], proven)| {
                let certain = if proven {
                    "overlaps"
                } else {
                    "touches or overlaps"
                };
                format!(
                    "{} {certain} {} at the start",
                    named(cell, a),
                    named(cell, b)
                )
            })
            .collect(),
        RobotVerdict::Undecided {
            free_until,
            pair: [a, b],
            crossing,
            ..
        } => {
            let mut lines = vec![format!(
                "{} and {} could not be told apart",
                named(cell, *a),
                named(cell, *b)
            )];
            if let Some(time) = free_until {
                lines.push(format!("free up to time {}", significant(*time)));
            }
            if let Some(time) = crossing {
                lines.push(format!("something touches by time {}", significant(*time)));
            }
            lines
        }
    }
}

fn contact(cell: &Workcell, found: &RobotContact) -> Vec<String> {
    let [a, b] = found.pair.map(|party| named(cell, party));
    let [lower, upper] = bracket(found.contact.lower, found.contact.upper);
    let place = found.contact.point_a.to_array().map(plain).join(", ");
    let joints = cell.robot().coordinates().iter().zip(&found.configuration);
    let joints: Vec<String> = joints
        .map(|(coordinate, &value)| {
            let name = &cell.robot().joints()[coordinate.joint].name;
            format!("{name} {}", plain(value))
        })
        .collect();
    let mut lines = vec![
        format!("{a} touches {b} at ({place})"),
        format!("free up to time {lower}, and they meet by {upper}"),
        format!(
            "in segment {}, {} of the way",
            found.piece,
            plain(found.fraction)
        ),
        format!(
            "separation at most {}",
            significant(found.contact.separation.upper)
        ),
    ];
    if joints.len() <= 12 {
        lines.push(format!("joints: {}", joints.join(", ")));
    }
    lines
}
