/** Every kind of shape, thrown above a floor; and shapes of the plane. */
import { Sample, column } from "./writer";

const TURN = [0, 0.7071067811865476, 0, 0.7071067811865476];

export function shapes(): Sample {
  const sample = new Sample({ title: "all shapes", span: [0, 2], up: [0, 0, 1] });
  const all: Record<string, unknown>[] = [
    { half_space: { normal: [0, 0, 1], offset: 0 }, name: "floor" },
    { ball: { radius: 0.6 } },
    { box: { half: [0.6, 0.4, 0.5] } },
    { box: { half: [0.4, 0.4, 0.4] }, margin: 0.15 },
    { capsule: { half_length: 0.6, radius: 0.25 } },
    { cylinder: { radius: 0.5, half_height: 0.5 } },
    { cone: { radius: 0.5, half_height: 0.6 } },
    { ellipsoid: { radii: [0.8, 0.4, 0.5] } },
    { hull: { points: [0.8, 0, 0, -0.8, 0, 0, 0, 0.8, 0, 0, -0.8, 0, 0, 0, 0.8, 0, 0, -0.8] } },
    { hull: { points: column("f32", [0.6, 0, -0.4, -0.6, 0.4, -0.4, -0.6, -0.4, -0.4, 0, 0, 0.7]) }, margin: 0.1 },
    { mesh: { vertices: [0.6, 0.6, 0.6, -0.6, -0.6, 0.6, -0.6, 0.6, -0.6, 0.6, -0.6, -0.6], triangles: [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2] } },
    { segment: { from: [0, -1, 0], to: [0, 1, 0] } },
    { cylinder: { radius: 0.12, half_height: 0.9 } },
    { box: { half: [0.5, 0.2, 0.2] }, margin: 0.05 },
    { compound: { parts: [{ shape: 12 }, { shape: 13, position: [0, 0, 0.9] }, { shape: 6, position: [0.8, 0, 0.9], rotation: TURN }] }, name: "hammer" },
    { hollow: { radius: 9 } },
    { ball: { radius: 0.3 } },
  ];
  for (const shape of all) sample.add("shape", shape);
  const used = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14];
  const places = used.map((_, i) => [2.2 * (i % 4) - 3.3, 2.2 * Math.floor(i / 4) - 2.2, 1.2]);
  const bodies = used.map((_, i) => i + 1);
  sample.add("bodies", { shape: [0], name: ["floor"], kinds: ["wall"], kind: 0 });
  sample.add("bodies", {
    shape: used, position: places.flat(), kind: used.map((shape) => (shape < 4 ? 0 : 1)), kinds: ["plain", "fancy"],
    name: ["ball", "box", "die", "capsule", "cylinder", "cone", "ellipsoid", "octahedron", "pebble", "tetrahedron", "rod", "hammer"],
  });
  sample.add("bodies", { shape: 15, count: 1, name: ["hollow"], kinds: ["wall"], kind: 0, position: [0, 0, 4] });
  sample.add("bodies", { shape: 16, count: 1, name: ["moon"], parent: 2, position: [1.2, 0, 0] });
  sample.add("segments", {
    motion: "ballistic", time: 0, body: bodies, position: places.flat(), acceleration: [0, 0, -9.81],
    linear: bodies.flatMap((i) => [0.2 * Math.sin(i), 0.2 * Math.cos(i), 7 + 0.5 * Math.sin(3 * i)]),
    angular: bodies.flatMap((i) => [3 * Math.sin(i), 2 * Math.cos(2 * i), Math.sin(5 * i)]),
  });
  sample.add("events", { time: [0.5, 1.25], a: [2, 4], b: [3, 0], kind: [0, 1], kinds: ["collision", "wall"], point: [-1.1, -2.2, 3.4, 3.3, -2.2, 0], normal: [0, 0, 1, 0, 0, 1], impulse: [2, 3] });
  return sample.end(2, 2);
}

export function plane(): Sample {
  const sample = new Sample({ dimension: 2, title: "shapes of the plane", span: [0, 4], up: [0, 1] });
  const all: Record<string, unknown>[] = [
    { ball: { radius: 0.5 } },
    { box: { half: [0.6, 0.3] } },
    { hull: { points: [0.6, 0, -0.3, 0.5, -0.3, -0.5] }, margin: 0.1 },
    { segment: { from: [-1, 0], to: [1, 0.4] } },
    { half_space: { normal: [0, 1], offset: -2.5 } },
    { hollow: { radius: 4 } },
    { capsule: { half_length: 0.6, radius: 0.2 } },
    { mesh: { vertices: [0, 0, 0.8, 0, 0.8, 0.8, 0, 0.4], triangles: [0, 1, 2, 0, 2, 3] } },
  ];
  for (const shape of all) sample.add("shape", shape);
  sample.add("bodies", { shape: [0, 1, 2, 6, 7], name: ["disc", "box", "triangle", "capsule", "mesh"], rotation: [0, 0.4, 0, 1, 0] });
  sample.add("bodies", { shape: [3, 4, 5], name: ["rod", "floor", "hollow"], kind: 0, kinds: ["wall"] });
  sample.add("domain", { low: [-4, -4], high: [4, 4], boundary: ["periodic", "walls"] });
  sample.add("segments", {
    motion: "velocity", time: 0, body: [0, 1, 2, 3, 4], position: [-2, 1, 0, 1.5, 2, 0.5, -2.2, -1.5, 1.5, -1.6], rotation: [0, 0.4, 0, 1, 0],
    linear: [0.5, -0.2, 0, -0.3, -0.3, 0.1, 0.3, 0.1, -0.2, 0.3], angular: [1, 2, -1, 0.5, 0.7],
  });
  return sample.end(4);
}
