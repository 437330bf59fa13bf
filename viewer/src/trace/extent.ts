/** How large shapes are: boxes and radii, in their own coordinates and in the world. */
import type { Form, Shape } from "./shapes";
import { rotate, type Pose } from "./motions";

/** Low x y z, high x y z. */
export type Box = Float64Array;

export function emptyBox(): Box {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

export function growBox(box: Box, x: number, y: number, z: number): void {
  if (x < box[0]!) box[0] = x;
  if (y < box[1]!) box[1] = y;
  if (z < box[2]!) box[2] = z;
  if (x > box[3]!) box[3] = x;
  if (y > box[4]!) box[4] = y;
  if (z > box[5]!) box[5] = z;
}

/** What a shape spans: points whose hull, rounded by `round`, holds it. Endless shapes have none. */
export interface Extent {
  readonly points: Float64Array;
  readonly round: number;
  /** The largest distance from the origin. */
  readonly radius: number;
}

/** A solid of revolution about z is held by a prism of so many sides. */
const SIDES = 24;

/** The extent of a shape, by its number. */
export function extentOf(shapes: readonly Shape[], number: number): Extent | undefined {
  const { form, margin } = shapes[number]!;
  const found = extentOfForm(form, shapes);
  if (!found) return undefined;
  let radius = 0;
  for (let i = 0; i < found.points.length; i += 3) {
    radius = Math.max(radius, Math.hypot(found.points[i]!, found.points[i + 1]!, found.points[i + 2]!));
  }
  const round = found.round + margin;
  return { points: found.points, round, radius: radius + round };
}

function extentOfForm(form: Form, shapes: readonly Shape[]): { points: Float64Array; round: number } | undefined {
  const origin = new Float64Array(3);
  switch (form.kind) {
    case "ball": return { points: origin, round: form.radius };
    case "hollow": return { points: origin, round: form.radius };
    case "box": return { points: corners(form.half), round: 0 };
    case "capsule": return { points: Float64Array.of(0, 0, -form.halfLength, 0, 0, form.halfLength), round: form.radius };
    case "cylinder": return { points: prism(form.radius, [-form.halfHeight, form.halfHeight]), round: 0 };
    case "cone": {
      const base = prism(form.radius, [-form.halfHeight]);
      return { points: Float64Array.of(...base, 0, 0, form.halfHeight), round: 0 };
    }
    case "ellipsoid": return { points: ellipsoid(form.radii), round: 0 };
    case "hull": return { points: form.points, round: 0 };
    case "mesh": return { points: form.vertices, round: 0 };
    case "cable": return { points: form.rows, round: form.radius };
    case "segment": return { points: Float64Array.of(...form.from, ...form.to), round: 0 };
    case "compound": return compound(form.parts, shapes);
    case "file": case "half_space": case "unknown": return undefined;
  }
}

function compound(parts: (Form & { kind: "compound" })["parts"], shapes: readonly Shape[]): { points: Float64Array; round: number } | undefined {
  const all: number[] = [];
  const turned = new Float64Array(3);
  for (const part of parts) {
    const extent = extentOf(shapes, part.shape);
    if (!extent) continue;
    // Each point of a rounded part stands for the corners of the box around its ball.
    const offsets = extent.round > 0 ? corners([extent.round, extent.round, extent.round]) : new Float64Array(3);
    for (let i = 0; i < extent.points.length; i += 3) {
      for (let k = 0; k < offsets.length; k += 3) {
        const { points } = extent;
        rotate(Float64Array.from(part.rotation), 0, points[i]! + offsets[k]!, points[i + 1]! + offsets[k + 1]!, points[i + 2]! + offsets[k + 2]!, turned);
        all.push(turned[0]! + part.position[0], turned[1]! + part.position[1], turned[2]! + part.position[2]);
      }
    }
  }
  return all.length ? { points: Float64Array.from(all), round: 0 } : undefined;
}

function corners(half: ArrayLike<number>): Float64Array {
  const points = new Float64Array(24);
  for (let i = 0; i < 24; i++) {
    const corner = Math.floor(i / 3);
    points[i] = half[i % 3]! * ((corner >> i % 3) & 1 ? 1 : -1);
  }
  return points;
}

function prism(radius: number, heights: readonly number[]): Float64Array {
  // Sides that touch the circle: the prism holds the solid.
  const outer = radius / Math.cos(Math.PI / SIDES);
  return Float64Array.from(heights.flatMap((z) =>
    Array.from({ length: SIDES }, (_, k) => (2 * Math.PI * (k + 0.5)) / SIDES).flatMap((angle) => [outer * Math.cos(angle), outer * Math.sin(angle), z])));
}

function ellipsoid(radii: ArrayLike<number>): Float64Array {
  const points: number[] = [];
  for (let i = 0; i <= SIDES / 2; i++) {
    for (let k = 0; k < SIDES; k++) {
      const polar = (Math.PI * i) / (SIDES / 2);
      const around = (2 * Math.PI * k) / SIDES;
      points.push(radii[0]! * Math.sin(polar) * Math.cos(around), radii[1]! * Math.sin(polar) * Math.sin(around), radii[2]! * Math.cos(polar));
    }
  }
  return Float64Array.from(points);
}

/** Grows `box` by points, rounded, scaled and placed as body `body` of `pose` is. */
export function growByPlaced(box: Box, points: ArrayLike<number>, round: number, scale: number, pose: Pose, body: number): void {
  const { position, rotation } = pose;
  const [p, q] = [3 * body, 4 * body];
  const [x, y, z, w] = [rotation[q]!, rotation[q + 1]!, rotation[q + 2]!, rotation[q + 3]!];
  const r = [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  ];
  const margin = round * Math.abs(scale);
  for (let axis = 0; axis < 3; axis++) {
    const [a, b, c] = [scale * r[3 * axis]!, scale * r[3 * axis + 1]!, scale * r[3 * axis + 2]!];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const value = a * points[i]! + b * points[i + 1]! + c * points[i + 2]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    box[axis] = Math.min(box[axis]!, position[p + axis]! + low - margin);
    box[axis + 3] = Math.max(box[axis + 3]!, position[p + axis]! + high + margin);
  }
}
