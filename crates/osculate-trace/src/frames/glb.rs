//! glTF in one binary file, with an animation: Blender, three.js and many others read it.

use super::surface::Surface;
use super::{LeftOut, moves};
use crate::playback::Playback;
use crate::record::{Shape, ShapeKind};
use serde_json::{Value, json};
use std::io::{self, Write};

const F32: u32 = 5126;
const U32: u32 = 5125;
const LINES: u32 = 1;
const TRIANGLES: u32 = 4;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Colours that people tell apart however they see them.
const PALETTE: [[f64; 3]; 8] = [
    [0.00, 0.20, 0.45],
    [0.80, 0.33, 0.00],
    [0.00, 0.35, 0.17],
    [0.60, 0.20, 0.40],
    [0.09, 0.45, 0.80],
    [0.79, 0.35, 0.00],
    [0.86, 0.75, 0.05],
    [0.30, 0.30, 0.30],
];

/// Writes all bodies with an animation that has a key at each of `times`, which start at 0 in the file. Between keys viewers go straight, and
/// turn at a constant rate. Meshes that deform become morph targets.
pub fn write_glb(
    playback: &Playback,
    times: &[f64],
    mut writer: impl Write,
) -> io::Result<LeftOut> {
    let mut file = Glb::default();
    let mut left_out = LeftOut::default();
    let extent = extent(playback, times);
    let first = times.first().copied().unwrap_or(0.0);
    let keys: Vec<f64> = times.iter().map(|time| time - first).collect();
    let keys = file.numbers(&keys, 1, None);
    // Bodies that share a shape share its mesh, unless they deform.
    let mut meshes: Vec<Option<usize>> = vec![None; playback.shapes.len()];
    for (number, body) in playback.bodies.iter().enumerate() {
        let targets = Targets::of(playback, number);
        let mesh = match (&targets, meshes[body.shape]) {
            (None, Some(mesh)) => Some(mesh),
            _ => {
                let dimension = playback.header.dimension;
                Surface::of(&playback.shapes, body.shape, dimension, extent)
                    .filter(|surface| !surface.vertices.is_empty())
                    .map(|surface| file.mesh(surface, targets.as_ref(), body.shape))
            }
        };
        if targets.is_none() {
            meshes[body.shape] = mesh;
        }
        left_out.shapes += usize::from(mesh.is_none() && !is_empty(&playback.shapes[body.shape]));
        file.node(playback, number, mesh, times);
        file.animate(playback, number, times, keys);
        // Not after memory has run out.
        size(file.bytes.len())?;
        if let Some(targets) = &targets {
            let weights: Vec<f64> = times
                .iter()
                .flat_map(|&time| targets.weights(time))
                .collect();
            let weights = file.numbers(&weights, 1, None);
            file.channel(number, "weights", keys, weights);
        }
    }
    file.write(&playback.header.title, &mut writer)?;
    Ok(left_out)
}

/// Whether there is nothing to be drawn, as of links that only hold others.
fn is_empty(shape: &Shape) -> bool {
    matches!(&shape.kind, ShapeKind::Compound { parts } if parts.is_empty())
}

/// A length as glTF has it.
fn size(length: usize) -> io::Result<u32> {
    let told = "the file would have more than 4 GiB, which glTF does not allow: write fewer frames";
    u32::try_from(length).map_err(|_| io::Error::other(told))
}

/// How far things are from the origin.
fn extent(playback: &Playback, times: &[f64]) -> f64 {
    let mut most = 1.0_f64;
    for body in 0..playback.bodies.len() {
        for time in times.first().into_iter().chain(times.last()) {
            let place = playback.placement(body, *time).position;
            most = place.iter().fold(most, |most, x| most.max(x.abs()));
        }
    }
    4.0 * most
}

/// The vertices that a deforming mesh goes through.
struct Targets {
    /// The first is where the mesh is at the start.
    shapes: Vec<Vec<f64>>,
    /// From when to when, and between which of them.
    spans: Vec<([f64; 2], [usize; 2])>,
}

impl Targets {
    fn of(playback: &Playback, body: usize) -> Option<Targets> {
        // A line for each of a thousand shapes would be too much of a file: cables are where they start.
        let shape = &playback.shapes[playback.bodies[body].shape];
        if matches!(shape.kind, ShapeKind::Cable { .. }) {
            return None;
        }
        let spans = playback.deform_spans(body);
        let (first, _) = *spans.first()?;
        let vertices = |time| {
            let numbers = playback.vertices(body, time)?;
            if playback.header.dimension == 3 {
                return Some(numbers);
            }
            let rows = numbers.as_chunks::<2>().0.iter();
            Some(rows.flat_map(|&[x, y]| [x, y, 0.0]).collect())
        };
        let mut targets = Targets {
            shapes: vec![vertices(first)?],
            spans: Vec::new(),
        };
        for (time, until) in spans {
            let from = targets.number(vertices(time)?);
            let to = targets.number(vertices(until)?);
            targets.spans.push(([time, until], [from, to]));
        }
        Some(targets)
    }

    fn number(&mut self, shape: Vec<f64>) -> usize {
        match self.shapes.iter().rposition(|known| *known == shape) {
            Some(number) => number,
            None => {
                self.shapes.push(shape);
                self.shapes.len() - 1
            }
        }
    }

    /// How much of each shape but the first there is at `time`.
    fn weights(&self, time: f64) -> Vec<f64> {
        let mut weights = vec![0.0; self.shapes.len()];
        let begun = self.spans.partition_point(|([start, _], _)| *start <= time);
        match begun.checked_sub(1).map(|last| self.spans[last]) {
            None => weights[0] = 1.0,
            Some(([start, end], [from, to])) => {
                let share = if time < end {
                    (time - start) / (end - start)
                } else {
                    1.0
                };
                weights[from] += 1.0 - share;
                weights[to] += share;
            }
        }
        weights.split_off(1)
    }
}

/// A file in the making.
#[derive(Default)]
struct Glb {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Glb {
    /// Adds numbers, `width` at a time, and gives the number of their accessor.
    fn numbers(&mut self, numbers: &[f64], width: usize, target: Option<u32>) -> usize {
        let values: Vec<f32> = numbers.iter().map(|&number| number as f32).collect();
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let rows = values.chunks_exact(width);
            let bound = rows.map(<[f32]>::to_vec).reduce(|mut bound, row| {
                for (bound, number) in bound.iter_mut().zip(row) {
                    *bound = pick(*bound, number);
                }
                bound
            });
            bound.unwrap_or_else(|| vec![0.0; width])
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let bytes = values.iter().flat_map(|number| number.to_le_bytes());
        let view = self.view(bytes.collect(), target);
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1];
        self.accessors.push(json!({
            "bufferView": view, "componentType": F32, "count": values.len() / width, "type": kind,
            "min": low, "max": high,
        }));
        self.accessors.len() - 1
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
        let view = self.view(bytes.collect(), Some(INDICES));
        self.accessors.push(json!({
            "bufferView": view, "componentType": U32, "count": indices.len(), "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }

    fn view(&mut self, bytes: Vec<u8>, target: Option<u32>) -> usize {
        let mut view = json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len(),
        });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn mesh(&mut self, surface: Surface, targets: Option<&Targets>, shape: usize) -> usize {
        let base: Vec<f64> = match targets {
            Some(targets) => targets.shapes[0].clone(),
            None => surface.vertices.iter().flatten().copied().collect(),
        };
        let position = self.numbers(&base, 3, Some(VERTICES));
        let (mode, indices) = if surface.triangles.is_empty() {
            (LINES, surface.lines.as_flattened())
        } else {
            (TRIANGLES, surface.triangles.as_flattened())
        };
        let indices = self.indices(indices);
        let mut primitive = json!({
            "attributes": { "POSITION": position }, "indices": indices, "mode": mode,
            "material": shape % PALETTE.len(),
        });
        let mut mesh = json!({});
        if let Some(targets) = targets {
            let moved = targets.shapes[1..].iter().map(|shape| {
                let change: Vec<f64> = shape
                    .iter()
                    .zip(&base)
                    .map(|(to, from)| to - from)
                    .collect();
                json!({ "POSITION": self.numbers(&change, 3, Some(VERTICES)) })
            });
            primitive["targets"] = moved.collect();
            mesh["weights"] = vec![0.0; targets.shapes.len() - 1].into();
        }
        mesh["primitives"] = json!([primitive]);
        self.meshes.push(mesh);
        self.meshes.len() - 1
    }

    fn node(&mut self, playback: &Playback, body: usize, mesh: Option<usize>, times: &[f64]) {
        let at = playback.placement(body, times.first().copied().unwrap_or(0.0));
        let traced = &playback.bodies[body];
        let name = match traced.name.is_empty() {
            true => format!("body {body}"),
            false => traced.name.clone(),
        };
        let mut node = json!({
            "name": name, "translation": at.position, "rotation": at.rotation,
            "scale": [traced.scale, traced.scale, traced.scale],
        });
        if let Some(mesh) = mesh {
            node["mesh"] = mesh.into();
        }
        self.nodes.push(node);
    }

    fn animate(&mut self, playback: &Playback, body: usize, times: &[f64], keys: usize) {
        if !moves(playback, body, times) {
            return;
        }
        let places: Vec<_> = times
            .iter()
            .map(|&time| playback.placement(body, time))
            .collect();
        let positions: Vec<f64> = places.iter().flat_map(|place| place.position).collect();
        let positions = self.numbers(&positions, 3, None);
        self.channel(body, "translation", keys, positions);
        if places
            .iter()
            .all(|place| place.rotation == places[0].rotation)
        {
            return;
        }
        let mut rotations: Vec<f64> = Vec::new();
        for place in &places {
            // A quaternion and its negative are one rotation; the way between keys is the short one.
            let last = rotations
                .last_chunk::<4>()
                .copied()
                .unwrap_or(place.rotation);
            let same: f64 = (0..4).map(|i| last[i] * place.rotation[i]).sum();
            let sign = if same < 0.0 { -1.0 } else { 1.0 };
            rotations.extend(place.rotation.map(|x| sign * x));
        }
        let rotations = self.numbers(&rotations, 4, None);
        self.channel(body, "rotation", keys, rotations);
    }

    fn channel(&mut self, node: usize, path: &str, input: usize, output: usize) {
        let sampler = self.samplers.len();
        self.samplers
            .push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        self.channels
            .push(json!({ "sampler": sampler, "target": { "node": node, "path": path } }));
    }

    fn write(mut self, title: &str, writer: &mut impl Write) -> io::Result<()> {
        let colour = |[r, g, b]: [f64; 3]| {
            json!({
                "doubleSided": true,
                "pbrMetallicRoughness": {
                    "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.6,
                },
            })
        };
        let nodes: Vec<usize> = (0..self.nodes.len()).collect();
        let mut root = json!({
            "asset": { "version": "2.0", "generator": concat!("osculate ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "name": title, "nodes": nodes }],
            "nodes": self.nodes,
            "materials": PALETTE.map(colour),
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.bytes.len() }],
        });
        if !self.meshes.is_empty() {
            root["meshes"] = self.meshes.into();
        }
        if !self.channels.is_empty() {
            root["animations"] =
                json!([{ "name": title, "samplers": self.samplers, "channels": self.channels }]);
        }
        let mut text = root.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let length = 12 + 8 + text.len() + 8 + self.bytes.len();
        writer.write_all(b"glTF")?;
        for number in [2, size(length)?, size(text.len())?] {
            writer.write_all(&number.to_le_bytes())?;
        }
        writer.write_all(b"JSON")?;
        writer.write_all(&text)?;
        writer.write_all(&size(self.bytes.len())?.to_le_bytes())?;
        writer.write_all(b"BIN\0")?;
        writer.write_all(&self.bytes)?;
        writer.flush()
    }
}
