/** Two knots that fly into each other, with a verdict, levels and a gap. */
import { Sample, column } from "./writer";

interface Mesh {
  readonly vertices: number[];
  readonly triangles: number[];
}

/** A tube around a (p, q) torus knot. */
export function knot(p: number, q: number, along: number, around: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const at = (u: number): number[] => {
    const r = 1 + 0.4 * Math.cos(q * u);
    return [r * Math.cos(p * u), r * Math.sin(p * u), 0.4 * Math.sin(q * u)];
  };
  for (let i = 0; i < along; i++) {
    const u = (2 * Math.PI * i) / along;
    const [a, b] = [at(u), at(u + 1e-4)];
    const tangent = unit(b.map((value, k) => value - a[k]!));
    const side = unit(cross(tangent, [0, 0, 1]));
    const other = cross(side, tangent);
    for (let j = 0; j < around; j++) {
      const v = (2 * Math.PI * j) / around;
      for (let k = 0; k < 3; k++) vertices.push(a[k]! + 0.14 * (Math.cos(v) * side[k]! + Math.sin(v) * other[k]!));
      const [here, right] = [i * around + j, i * around + ((j + 1) % around)];
      const [up, both] = [(here + around) % (along * around), (right + around) % (along * around)];
      triangles.push(here, up, right, right, up, both);
    }
  }
  return { vertices, triangles };
}

const unit = (v: number[]): number[] => v.map((value) => value / Math.hypot(...v));
const cross = (a: number[], b: number[]): number[] => [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];

/** Groups of vertices along the knot, as spheres, boxes and swept spheres of one level. */
function levels(sample: Sample, body: number, mesh: Mesh, level: number): void {
  const groups = 2 ** level;
  const rows = mesh.vertices.length / 3;
  const [spheres, boxes, swept]: number[][] = [[], [], []];
  for (let g = 0; g < groups; g++) {
    const part = mesh.vertices.slice(3 * Math.floor((g * rows) / groups), 3 * Math.floor(((g + 1) * rows) / groups));
    const low = [0, 1, 2].map((k) => Math.min(...part.filter((_, i) => i % 3 === k)));
    const high = [0, 1, 2].map((k) => Math.max(...part.filter((_, i) => i % 3 === k)));
    const middle = low.map((value, k) => (value + high[k]!) / 2);
    let radius = 0;
    for (let i = 0; i < part.length; i += 3) radius = Math.max(radius, Math.hypot(part[i]! - middle[0]!, part[i + 1]! - middle[1]!, part[i + 2]! - middle[2]!));
    spheres!.push(...middle, radius);
    boxes!.push(...low, ...high);
    const side = high.map((value, k) => value - low[k]!);
    swept!.push(low[0]! + side[0]! * 0.2, low[1]! + side[1]! * 0.2, middle[2]!, side[0]! * 0.6, 0, 0, 0, side[1]! * 0.6, 0, 0.2 + side[2]! / 2);
  }
  sample.add("levels", { body, level, kind: "sphere", data: column("f32", spheres!) });
  sample.add("levels", { body, level, kind: "aabb", data: column("f32", boxes!) });
  sample.add("levels", { body, level, kind: "rss", data: column("f32", swept!) });
}

export const KNOT_CONTACT = { time: 0.41171875, point: [0.02, -0.21, 0.31] };

export function knots(along = 240, around = 18): Sample {
  const [first, second] = [knot(2, 3, along, around), knot(2, 5, along, around)];
  const sample = new Sample({ title: "two knots", span: [0, 1] });
  for (const [name, mesh] of [["trefoil", first], ["cinquefoil", second]] as const) {
    sample.add("shape", { name, mesh: { vertices: column("f64", mesh.vertices), triangles: column("u32", mesh.triangles) } });
  }
  sample.add("bodies", { shape: [0, 1], name: ["trefoil", "cinquefoil"], position: [-4, 0.3, 0, 4, -0.3, 0] });
  sample.add("segments", {
    motion: "velocity", time: 0, body: [0, 1], position: [-4, 0.3, 0, 4, -0.3, 0],
    linear: [7, 0, 0, -7, 0, 0.4], angular: [0.7, 2, 0.4, 0, -1.5, 1],
  });
  sample.add("verdict", {
    a: 0, b: 1, span: [0, 1], method: "best-first", query: 0, outcome: "contact", evidence: "crossing", time: KNOT_CONTACT.time, time_upper: 0.41171881,
    separation: 8e-7, separation_lower: 0, point_a: KNOT_CONTACT.point, point_b: KNOT_CONTACT.point, normal: [-0.8, 0.36, 0.48], tolerance: 1e-6,
  });
  for (let level = 0; level <= 6; level++) {
    levels(sample, 0, first, level);
    levels(sample, 1, second, level);
  }
  const times = Array.from({ length: 200 }, (_, i) => i / 199);
  sample.add("series", { name: "gap", unit: "m", time: column("f64", times), value: column("f64", times.map((t) => Math.abs(14 * (t - KNOT_CONTACT.time)))) });
  return sample.end(1);
}
