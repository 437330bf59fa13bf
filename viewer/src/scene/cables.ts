/** Cables: round tubes around points that move, with a stripe that shows how they are twisted. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";
import { deformedVertices, type Deform } from "../trace/deforms";
import type { Form } from "../trace/shapes";

export type CableForm = Form & { kind: "cable" };

/** How many sides a tube has; the seam is there twice. */
const SIDES = 12;
const RING = SIDES + 1;
/** So many of them are the stripe's. */
const STRIPE = 3;

const CIRCLE = Array.from({ length: RING }, (_, k) => [Math.cos((2 * Math.PI * k) / SIDES), Math.sin((2 * Math.PI * k) / SIDES)] as const);

/** A tube around a cable. */
export class Tube {
  readonly geometry = new BufferGeometry();
  private readonly rows: Float64Array;
  private readonly position: Float32Array;
  private readonly normal: Float32Array;

  /** Thinner than `thin` it is not drawn. */
  constructor(private readonly form: CableForm, private readonly deforms: readonly Deform[], private readonly thin: number) {
    const rings = this.rings();
    this.rows = new Float64Array(form.rows.length);
    this.position = new Float32Array(3 * RING * rings);
    this.normal = new Float32Array(3 * RING * rings);
    const stripe = new Float32Array(RING * rings);
    for (let i = 0; i < stripe.length; i++) stripe[i] = i % RING < STRIPE ? 1 : 0;
    this.geometry.setIndex(new BufferAttribute(triangles(rings), 1));
    this.geometry.setAttribute("position", new BufferAttribute(this.position, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("normal", new BufferAttribute(this.normal, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("stripe", new BufferAttribute(stripe, 1));
    this.update(-Infinity);
  }

  /** A ring around each point; open ends are closed by one without a radius, closed cables by the first once more. */
  private rings(): number {
    return this.form.points + (this.form.closed ? 1 : 2);
  }

  /** Takes the shape that the cable has at time t. */
  update(t: number): void {
    const { form, rows } = this;
    if (!deformedVertices(this.deforms, t, rows)) rows.set(form.rows);
    const radius = Math.max(form.radius, this.thin);
    for (let ring = 0; ring < this.rings(); ring++) {
      const point = form.closed ? ring % form.points : Math.min(Math.max(ring - 1, 0), form.points - 1);
      const isCap = !form.closed && (ring === 0 || ring === this.rings() - 1);
      this.place(ring, point, isCap ? 0 : radius);
    }
    this.geometry.getAttribute("position").needsUpdate = true;
    this.geometry.getAttribute("normal").needsUpdate = true;
  }

  /** The edges before and after a point; at an end the same. */
  private edgesAt(point: number): [number, number] {
    const { points, closed } = this.form;
    const edges = closed ? points : points - 1;
    if (closed) return [(point + edges - 1) % edges, point];
    return [Math.max(point - 1, 0), Math.min(point, edges - 1)];
  }

  /** Places a ring around a point: across the cable there, its first side towards the marks of the edges that meet there. */
  private place(ring: number, point: number, radius: number): void {
    const { form, rows, position, normal } = this;
    const along = [0, 0, 0];
    const mark = [0, 0, 0];
    for (const edge of this.edgesAt(point)) {
      const [from, to] = [3 * edge, 3 * ((edge + 1) % form.points)];
      const length = Math.hypot(rows[to]! - rows[from]!, rows[to + 1]! - rows[from + 1]!, rows[to + 2]! - rows[from + 2]!) || 1;
      for (let axis = 0; axis < 3; axis++) {
        along[axis]! += (rows[to + axis]! - rows[from + axis]!) / length;
        if (form.marked) mark[axis]! += rows[3 * (form.points + edge) + axis]! - 0.5 * (rows[from + axis]! + rows[to + axis]!);
      }
    }
    const t = unit(along, [0, 0, 1]);
    const lying = mark.map((value, axis) => value - dot(mark, t) * t[axis]!);
    const u = unit(lying, unit(cross(t, Math.abs(t[2]!) < 0.9 ? [0, 0, 1] : [0, 1, 0]), [1, 0, 0]));
    const v = cross(t, u);
    for (let k = 0; k < RING; k++) {
      const at = 3 * (ring * RING + k);
      const [c, s] = CIRCLE[k]!;
      for (let axis = 0; axis < 3; axis++) {
        const out = c * u[axis]! + s * v[axis]!;
        position[at + axis] = rows[3 * point + axis]! + radius * out;
        normal[at + axis] = out;
      }
    }
  }
}

function triangles(rings: number): Uint32Array {
  const all: number[] = [];
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let k = 0; k < SIDES; k++) {
      const [a, b] = [ring * RING + k, (ring + 1) * RING + k];
      all.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  return Uint32Array.from(all);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

/** Of length 1; `otherwise` if it has none. */
function unit(vector: readonly number[], otherwise: readonly number[]): number[] {
  const length = Math.hypot(vector[0]!, vector[1]!, vector[2]!);
  return length > 1e-12 ? vector.map((value) => value / length) : [...otherwise];
}

/** How far along a ray a cable is hit, whose points and marks are `rows`; −1 if it is not. */
export function hitCable(form: CableForm, rows: Float64Array, from: readonly number[], direction: readonly number[]): number {
  let nearest = Infinity;
  const square = dot(direction, direction);
  for (let edge = 0; edge < (form.closed ? form.points : form.points - 1); edge++) {
    const [a, b] = [3 * edge, 3 * ((edge + 1) % form.points)];
    const side = [rows[b]! - rows[a]!, rows[b + 1]! - rows[a + 1]!, rows[b + 2]! - rows[a + 2]!];
    const apart = [rows[a]! - from[0]!, rows[a + 1]! - from[1]!, rows[a + 2]! - from[2]!];
    // Where the ray and the edge are nearest, the edge's share within its ends.
    const [sd, ss] = [dot(side, direction), dot(side, side)];
    const flat = ss * square - sd * sd;
    const share = flat > 1e-12 * ss * square ? Math.min(Math.max((dot(apart, direction) * sd - dot(apart, side) * square) / flat, 0), 1) : 0;
    const at = apart.map((value, axis) => value + share * side[axis]!);
    const t = dot(at, direction) / square;
    const gap = Math.hypot(...at.map((value, axis) => value - t * direction[axis]!));
    if (t >= 0 && t < nearest && gap <= form.radius) nearest = t;
  }
  return nearest === Infinity ? -1 : nearest;
}
