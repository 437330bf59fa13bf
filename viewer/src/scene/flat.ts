/** The surfaces of shapes in the plane: polygons. What stands along z in space stands along y here. */
import { BufferAttribute, BufferGeometry } from "three";
import type { Shape } from "../trace/shapes";
import type { Surface } from "./geometry";

const UNIT = [1, 1, 1] as const;
const ROUND = 48;

export function flatSurfaceOf(shape: Shape, number: number, thin: number): Surface | undefined {
  const { form, margin } = shape;
  const polygon = (points: ArrayLike<number>, round = 0): Surface => ({
    key: `shape ${number}`, make: () => fan(outline(points, margin + round)), scale: UNIT, soup: true,
  });
  switch (form.kind) {
    case "box": {
      const [x, y] = form.half;
      return polygon([-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0]);
    }
    case "capsule": return polygon([0, -form.halfLength, 0, 0, form.halfLength, 0], form.radius);
    case "cylinder": {
      const [x, y] = [form.radius, form.halfHeight];
      return polygon([-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0]);
    }
    case "cone": return polygon([-form.radius, -form.halfHeight, 0, form.radius, -form.halfHeight, 0, 0, form.halfHeight, 0]);
    case "ellipsoid": return polygon(circle(form.radii[0], form.radii[1]));
    case "hull": return polygon(form.points);
    case "segment": return polygon([...form.from, ...form.to], thin);
    case "mesh": return { key: `shape ${number}`, make: () => triangles(Float32Array.from(form.vertices), [...form.triangles]), scale: UNIT, soup: true };
    case "hollow": return { key: `shape ${number}`, make: () => ring(form.radius, form.radius + 2 * thin), scale: UNIT, soup: true };
    case "half_space": {
      const [x, y] = form.normal;
      const [size, from] = [2500 * thin, form.offset];
      const corner = (along: number, deep: number): number[] => [x * (from - deep) - y * along, y * (from - deep) + x * along, 0];
      const points = [...corner(-size, 0), ...corner(size, 0), ...corner(size, size), ...corner(-size, size)];
      return { ...polygon(points), key: "endless" };
    }
    case "file": case "unknown": return { key: "cross", make: () => fan(outline([-1, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1, 0], 0)), scale: [6 * thin, 6 * thin, 1], soup: true };
    default: return undefined;
  }
}

function circle(a: number, b: number): number[] {
  return Array.from({ length: ROUND }, (_, k) => (2 * Math.PI * k) / ROUND).flatMap((angle) => [a * Math.cos(angle), b * Math.sin(angle), 0]);
}

/** The hull of points, counterclockwise, rounded by a margin. */
function outline(points: ArrayLike<number>, margin: number): number[] {
  const all: [number, number][] = [];
  const offsets = margin > 0 ? circle(margin, margin) : [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < offsets.length; k += 3) all.push([points[i]! + offsets[k]!, points[i + 1]! + offsets[k + 1]!]);
  }
  all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (sorted: [number, number][]): [number, number][] => {
    const chain: [number, number][] = [];
    for (const p of sorted) {
      while (chain.length >= 2 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(all), ...half(all.reverse())].flatMap(([x, y]) => [x, y, 0]);
}

function turn(a: [number, number], b: [number, number], c: [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function fan(polygon: number[]): BufferGeometry {
  const index: number[] = [];
  for (let i = 1; i + 1 < polygon.length / 3; i++) index.push(0, i, i + 1);
  return triangles(Float32Array.from(polygon), index);
}

export function ring(inner: number, outer: number): BufferGeometry {
  const index: number[] = [];
  const sides = 128;
  const positions = Array.from({ length: sides }, (_, k) => (2 * Math.PI * k) / sides)
    .flatMap((angle) => [inner * Math.cos(angle), inner * Math.sin(angle), 0, outer * Math.cos(angle), outer * Math.sin(angle), 0]);
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    index.push(2 * k, 2 * k + 1, 2 * next + 1, 2 * k, 2 * next + 1, 2 * next);
  }
  return triangles(Float32Array.from(positions), index);
}

function triangles(positions: Float32Array, index: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  const normals = new Float32Array(positions.length);
  for (let i = 2; i < normals.length; i += 3) normals[i] = 1;
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setIndex(index);
  return geometry;
}
