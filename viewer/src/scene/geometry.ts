/** The surfaces of shapes in space. Along z, as traces have them. */
import { BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, SphereGeometry, Vector3 } from "three";
import { ConvexGeometry } from "three/examples/jsm/geometries/ConvexGeometry.js";
import type { Form, Shape } from "../trace/shapes";
import { creased } from "./creases";

/** A geometry, the scale that makes it the shape, and a key that equal geometries share. */
export interface Surface {
  readonly key: string;
  readonly make: () => BufferGeometry;
  readonly scale: readonly [number, number, number];
  /** Whether it may be open, so that both sides show. */
  readonly soup: boolean;
}

const UNIT = [1, 1, 1] as const;
const QUARTER = Math.PI / 2;

/** The surface of a shape; `thin` is how thick lines are drawn. */
export function surfaceOf(shape: Shape, number: number, thin: number): Surface | undefined {
  const { form, margin } = shape;
  if (margin > 0 && form.kind !== "mesh") return rounded(form, margin, number);
  switch (form.kind) {
    case "box": return { key: "box", make: () => new BoxGeometry(2, 2, 2), scale: form.half, soup: false };
    case "cylinder": return { key: "cylinder", make: () => new CylinderGeometry(1, 1, 2, 64).rotateX(QUARTER), scale: [form.radius, form.radius, form.halfHeight], soup: false };
    case "cone": return { key: "cone", make: () => new CylinderGeometry(0, 1, 2, 64).rotateX(QUARTER), scale: [form.radius, form.radius, form.halfHeight], soup: false };
    case "ellipsoid": return { key: "ellipsoid", make: () => new SphereGeometry(1, 48, 32), scale: form.radii, soup: false };
    case "capsule": return {
      key: `capsule ${form.halfLength / form.radius}`,
      make: () => new CapsuleGeometry(1, (2 * form.halfLength) / form.radius, 16, 40).rotateX(QUARTER),
      scale: [form.radius, form.radius, form.radius], soup: false,
    };
    case "hull": return { key: `shape ${number}`, make: () => hull(form.points), scale: UNIT, soup: false };
    case "mesh": return { key: `shape ${number}`, make: () => creased(form.vertices, form.triangles), scale: UNIT, soup: true };
    case "segment": return { key: `shape ${number}`, make: () => rod(form.from, form.to, thin), scale: UNIT, soup: false };
    case "file": case "unknown": return { key: "cross", make: cross, scale: [12 * thin, 12 * thin, 12 * thin], soup: false };
    default: return undefined;
  }
}

function rounded(form: Form, margin: number, number: number): Surface | undefined {
  const support = supportOf(form);
  return support && { key: `shape ${number}`, make: () => inflated(support, margin), scale: UNIT, soup: false };
}

type Support = (direction: Vector3, out: Vector3) => void;

/** The furthest point of a convex shape along a direction. */
function supportOf(form: Form): Support | undefined {
  switch (form.kind) {
    case "box": return (d, out) => void out.set(Math.sign(d.x) * form.half[0], Math.sign(d.y) * form.half[1], Math.sign(d.z) * form.half[2]);
    case "cylinder": return (d, out) => {
      const side = Math.hypot(d.x, d.y) || 1;
      out.set((d.x / side) * form.radius, (d.y / side) * form.radius, Math.sign(d.z) * form.halfHeight);
    };
    case "cone": return (d, out) => {
      const side = Math.hypot(d.x, d.y) || 1;
      if (2 * form.halfHeight * d.z > form.radius * side) out.set(0, 0, form.halfHeight);
      else out.set((d.x / side) * form.radius, (d.y / side) * form.radius, -form.halfHeight);
    };
    case "ellipsoid": return (d, out) => {
      const [a, b, c] = form.radii;
      const length = Math.hypot(a * d.x, b * d.y, c * d.z) || 1;
      out.set((a * a * d.x) / length, (b * b * d.y) / length, (c * c * d.z) / length);
    };
    case "capsule": return (d, out) => void out.set(0, 0, Math.sign(d.z) * form.halfLength).addScaledVector(d, form.radius);
    case "segment": return furthest(Float64Array.of(...form.from, ...form.to));
    case "hull": return furthest(form.points);
    default: return undefined;
  }
}

function furthest(points: Float64Array): Support {
  return (d, out) => {
    let best = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const value = d.x * points[i]! + d.y * points[i + 1]! + d.z * points[i + 2]!;
      if (value > best) {
        best = value;
        out.set(points[i]!, points[i + 1]!, points[i + 2]!);
      }
    }
  };
}

/** A ball whose points are pushed out to the shape: exact where the shape is round, flat between. */
function inflated(support: Support, margin: number): BufferGeometry {
  const geometry = new SphereGeometry(1, 96, 64).rotateX(QUARTER).rotateZ(0.0123);
  const position = geometry.getAttribute("position") as BufferAttribute;
  const [direction, point] = [new Vector3(), new Vector3()];
  for (let i = 0; i < position.count; i++) {
    direction.fromBufferAttribute(position, i).normalize();
    support(direction, point);
    point.addScaledVector(direction, margin);
    position.setXYZ(i, point.x, point.y, point.z);
  }
  return geometry;
}

function hull(points: Float64Array): BufferGeometry {
  const vectors: Vector3[] = [];
  for (let i = 0; i < points.length; i += 3) vectors.push(new Vector3(points[i], points[i + 1], points[i + 2]));
  if (vectors.length >= 4) {
    const geometry = new ConvexGeometry(vectors);
    if (geometry.getAttribute("position").count >= 12) return geometry;
  }
  // Points in a plane, or fewer than four, have no inside: they are drawn a little thicker.
  const size = vectors.reduce((most, v) => Math.max(most, v.length()), 0);
  return inflated(furthest(points), 0.004 * (size || 1));
}

/** A thin rod between two points. */
function rod(from: readonly number[], to: readonly number[], thin: number): BufferGeometry {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const along = b.clone().sub(a);
  const geometry = new CapsuleGeometry(thin, along.length(), 6, 16).rotateX(QUARTER);
  geometry.lookAt(along.lengthSq() > 0 ? along : new Vector3(0, 0, 1));
  const middle = a.add(b).multiplyScalar(0.5);
  return geometry.translate(middle.x, middle.y, middle.z);
}

/** What stands for a shape that is not there: a cross. */
function cross(): BufferGeometry {
  const arms = [[1, 0.12, 0.12], [0.12, 1, 0.12], [0.12, 0.12, 1]].map(([x, y, z]) => new BoxGeometry(2 * x!, 2 * y!, 2 * z!).toNonIndexed());
  const geometry = new BufferGeometry();
  for (const name of ["position", "normal"]) {
    const joined = arms.flatMap((arm) => [...(arm.getAttribute(name).array as Float32Array)]);
    geometry.setAttribute(name, new BufferAttribute(Float32Array.from(joined), 3));
  }
  return geometry;
}
