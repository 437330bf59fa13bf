/** Which body is under a ray. */
import { Quaternion, Vector3 } from "three";
import type { BodyBoxes } from "../trace/boxes";
import { deformedVertices } from "../trace/deforms";
import type { Poses } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { hitCable } from "./cables";

export interface Ray {
  readonly from: Vector3;
  readonly direction: Vector3;
}

/** The nearest body on a ray in the trace's coordinates, or −1. Balls and meshes exactly, others by their boxes, compounds by those of their parts. */
export function pick(trace: Trace, poses: Poses, boxes: BodyBoxes, ray: Ray): number {
  return pickOf(trace, poses, boxes, ray, Array.from({ length: trace.bodies.count }, (_, i) => i)).body;
}

/** The nearest of some bodies on a ray, or −1, and how far away it is. */
export function pickOf(trace: Trace, poses: Poses, boxes: BodyBoxes, ray: Ray, bodies: readonly number[]): { body: number; far: number } {
  let best = -1;
  let nearest = Infinity;
  const centre = new Vector3();
  for (const i of bodies) {
    const radius = boxes.radius(i);
    if (!(radius > 0)) continue;
    centre.fromArray(poses.position as unknown as number[], 3 * i).sub(ray.from);
    const along = centre.dot(ray.direction);
    const inside = radius * radius - (centre.lengthSq() - along * along);
    if (inside < 0 && !trace.deforms.has(i)) continue;
    const form = trace.shapes[trace.bodies.shape[i]!]!.form;
    if (form.kind === "hollow") continue;
    const hit = form.kind === "ball" ? along - Math.sqrt(Math.max(inside, 0)) : hitLocal(trace, poses, boxes, ray, i);
    if (hit >= 0 && hit < nearest) {
      nearest = hit;
      best = i;
    }
  }
  return { body: best, far: nearest };
}

/** How far along the ray body i is hit. */
function hitLocal(trace: Trace, poses: Poses, boxes: BodyBoxes, ray: Ray, i: number): number {
  const { rotation, position } = poses;
  const [x, y, z, w] = [-rotation[4 * i]!, -rotation[4 * i + 1]!, -rotation[4 * i + 2]!, rotation[4 * i + 3]!];
  const turn = (v: Vector3): Vector3 => v.applyQuaternion({ x, y, z, w } as never);
  const scale = trace.bodies.scale[i]!;
  const from = turn(ray.from.clone().sub(new Vector3(position[3 * i], position[3 * i + 1], position[3 * i + 2]))).divideScalar(scale);
  const direction = turn(ray.direction.clone()).divideScalar(scale);
  const shape = trace.bodies.shape[i]!;
  const { form } = trace.shapes[shape]!;
  const deforms = trace.deforms.get(i);
  if (form.kind === "cable") {
    const rows = form.rows.slice();
    if (deforms) deformedVertices(deforms, poses.time, rows);
    return hitCable(form, rows, from.toArray(), direction.toArray());
  }
  if (!deforms || form.kind !== "mesh") return hitShape(trace, boxes, shape, from, direction);
  const vertices = form.vertices.slice();
  deformedVertices(deforms, poses.time, vertices);
  return hitTriangles(vertices, form.triangles, from, direction);
}

/** How far along a ray in its own coordinates a shape is hit, by its triangles if it is a mesh, else by its box; compounds part by part. */
function hitShape(trace: Trace, boxes: BodyBoxes, number: number, from: Vector3, direction: Vector3): number {
  const { form, margin } = trace.shapes[number]!;
  if (form.kind === "mesh") return hitTriangles(form.vertices, form.triangles, from, direction);
  if (form.kind === "ball") return hitBall(form.radius + margin, from, direction);
  if (form.kind !== "compound") {
    const extent = boxes.extentOfShape(number);
    return extent ? hitBox(extent, from, direction) : -1;
  }
  let nearest = Infinity;
  for (const { shape, position, rotation } of form.parts) {
    const back = new Quaternion(...rotation).conjugate();
    const hit = hitShape(trace, boxes, shape, from.clone().sub(new Vector3(...position)).applyQuaternion(back), direction.clone().applyQuaternion(back));
    if (hit >= 0 && hit < nearest) nearest = hit;
  }
  return nearest === Infinity ? -1 : nearest;
}

function hitBall(radius: number, from: Vector3, direction: Vector3): number {
  const square = direction.lengthSq();
  const along = -from.dot(direction) / square;
  const inside = (radius * radius - from.lengthSq()) / square + along * along;
  return inside < 0 ? -1 : along - Math.sqrt(inside);
}

function hitTriangles(vertices: Float64Array, triangles: Uint32Array, from: Vector3, direction: Vector3): number {
  let nearest = Infinity;
  const [a, b, c, p, q] = [new Vector3(), new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < triangles.length; i += 3) {
    a.fromArray(vertices as unknown as number[], 3 * triangles[i]!);
    b.fromArray(vertices as unknown as number[], 3 * triangles[i + 1]!).sub(a);
    c.fromArray(vertices as unknown as number[], 3 * triangles[i + 2]!).sub(a);
    p.crossVectors(direction, c);
    const volume = b.dot(p);
    if (volume === 0) continue;
    a.sub(from).negate();
    const u = a.dot(p) / volume;
    if (u < 0 || u > 1) continue;
    q.crossVectors(a, b);
    const v = direction.dot(q) / volume;
    if (v < 0 || u + v > 1) continue;
    const t = c.dot(q) / volume;
    if (t >= 0 && t < nearest) nearest = t;
  }
  return nearest === Infinity ? -1 : nearest;
}

function hitBox(extent: { points: Float64Array; round: number }, from: Vector3, direction: Vector3): number {
  let [enter, leave] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < extent.points.length; i += 3) {
      low = Math.min(low, extent.points[i]!);
      high = Math.max(high, extent.points[i]!);
    }
    const [o, d] = [from.getComponent(axis), direction.getComponent(axis)];
    const one = (low - extent.round - o) / d;
    const other = (high + extent.round - o) / d;
    if (d === 0) {
      if (o < low - extent.round || o > high + extent.round) return -1;
      continue;
    }
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave ? enter : -1;
}
