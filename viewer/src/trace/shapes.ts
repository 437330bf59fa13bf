/** Shapes, in the body's own coordinates. In the plane the third coordinate is 0. */
import { rawColumn } from "./columns";
import { TraceProblem } from "./problem";
import type { Vector } from "./trace";

export interface Part {
  readonly shape: number;
  readonly position: Vector;
  readonly rotation: [number, number, number, number];
}

export type Form =
  | { readonly kind: "ball"; readonly radius: number }
  | { readonly kind: "box"; readonly half: Vector }
  | { readonly kind: "capsule"; readonly halfLength: number; readonly radius: number }
  | { readonly kind: "cylinder"; readonly radius: number; readonly halfHeight: number }
  | { readonly kind: "cone"; readonly radius: number; readonly halfHeight: number }
  | { readonly kind: "ellipsoid"; readonly radii: Vector }
  | { readonly kind: "hull"; readonly points: Float64Array }
  | { readonly kind: "mesh"; readonly vertices: Float64Array; readonly triangles: Uint32Array }
  | { readonly kind: "file"; readonly path: string; readonly scale: Vector }
  | { readonly kind: "half_space"; readonly normal: Vector; readonly offset: number }
  | { readonly kind: "segment"; readonly from: Vector; readonly to: Vector }
  | { readonly kind: "hollow"; readonly radius: number }
  | {
    readonly kind: "cable";
    /** Its points, and then a point of the surface beside each edge, if the trace has these. */
    readonly rows: Float64Array;
    readonly points: number;
    readonly marked: boolean;
    readonly radius: number;
    readonly closed: boolean;
  }
  | { readonly kind: "compound"; readonly parts: readonly Part[] }
  | { readonly kind: "unknown"; readonly called: string };

export interface Shape {
  readonly name: string | undefined;
  readonly margin: number;
  readonly form: Form;
}

type Fields = Record<string, unknown>;

const READERS: Record<string, (value: Fields, dimension: 2 | 3, earlier: number) => Form> = {
  ball: (value) => ({ kind: "ball", radius: length(value.radius, "ball.radius") }),
  box: (value, dimension) => ({ kind: "box", half: vector(value.half, dimension, "box.half") }),
  capsule: (value) => ({
    kind: "capsule",
    halfLength: length(value.half_length, "capsule.half_length"),
    radius: length(value.radius, "capsule.radius"),
  }),
  cylinder: (value) => ({
    kind: "cylinder",
    radius: length(value.radius, "cylinder.radius"),
    halfHeight: length(value.half_height, "cylinder.half_height"),
  }),
  cone: (value) => ({
    kind: "cone",
    radius: length(value.radius, "cone.radius"),
    halfHeight: length(value.half_height, "cone.half_height"),
  }),
  ellipsoid: (value, dimension) => ({ kind: "ellipsoid", radii: vector(value.radii, dimension, "ellipsoid.radii") }),
  hull: (value, dimension) => ({ kind: "hull", points: points(value.points, dimension, "hull.points") }),
  mesh: (value, dimension) => mesh(value, dimension),
  file: (value) => ({
    kind: "file",
    path: String(value.path ?? ""),
    scale: value.scale === undefined ? [1, 1, 1] : vector(value.scale, 3, "file.scale"),
  }),
  half_space: (value, dimension) => ({
    kind: "half_space",
    normal: vector(value.normal, dimension, "half_space.normal"),
    offset: value.offset === undefined ? 0 : number(value.offset, "half_space.offset"),
  }),
  segment: (value, dimension) => ({
    kind: "segment",
    from: vector(value.from, dimension, "segment.from"),
    to: vector(value.to, dimension, "segment.to"),
  }),
  hollow: (value) => ({ kind: "hollow", radius: length(value.radius, "hollow.radius") }),
  cable: (value, dimension) => cable(value, dimension),
  compound: (value, dimension, earlier) => compound(value, dimension, earlier),
};

/** The shape of a `shape` line; `earlier` shapes came before it. */
export function readShape(line: Fields, dimension: 2 | 3, earlier: number): Shape {
  const name = typeof line.name === "string" ? line.name : undefined;
  const margin = line.margin === undefined ? 0 : length(line.margin, "margin");
  for (const kind of Object.keys(line)) {
    const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
    if (read) return { name, margin, form: read(fields(line[kind], kind), dimension, earlier) };
  }
  const called = Object.keys(line).find((key) => key !== "name" && key !== "margin") ?? "nothing";
  return { name, margin, form: { kind: "unknown", called } };
}

/** A mesh, as it stands in a shape or in what a server answers. */
export function mesh(value: Fields, dimension: 2 | 3): Form & { kind: "mesh" } {
  const vertices = points(value.vertices, dimension, "mesh.vertices");
  const column = rawColumn(value.triangles, 3, "mesh.triangles");
  const triangles = Uint32Array.from(column?.data ?? []);
  const count = vertices.length / 3;
  for (const corner of triangles) {
    if (corner >= count) throw new TraceProblem(`mesh.triangles has vertex ${corner} where there are ${count}`);
  }
  return { kind: "mesh", vertices, triangles };
}

function cable(value: Fields, dimension: 2 | 3): Form {
  const along = points(value.points, dimension, "cable.points");
  const marks = value.marks === undefined ? undefined : points(value.marks, dimension, "cable.marks");
  const closed = value.closed === true;
  const edges = along.length / 3 - (closed ? 0 : 1);
  if (edges < 1) throw new TraceProblem("cable.points has fewer than two points");
  if (marks && marks.length !== 3 * edges) throw new TraceProblem(`cable.marks has ${marks.length / 3} rows where there are ${edges} edges`);
  const rows = new Float64Array(along.length + (marks?.length ?? 0));
  rows.set(along);
  if (marks) rows.set(marks, along.length);
  return { kind: "cable", rows, points: along.length / 3, marked: marks !== undefined, radius: length(value.radius, "cable.radius"), closed };
}

/** Rows of `dimension` numbers as rows of three. */
export function points(value: unknown, dimension: 2 | 3, what: string): Float64Array {
  const column = rawColumn(value, dimension, what);
  if (!column) throw new TraceProblem(`${what} is missing`);
  if (dimension === 3) return column.data instanceof Float64Array ? column.data : Float64Array.from(column.data);
  const rows = column.data.length / 2;
  const result = new Float64Array(rows * 3);
  for (let i = 0; i < rows; i++) {
    result[3 * i] = column.data[2 * i]!;
    result[3 * i + 1] = column.data[2 * i + 1]!;
  }
  return result;
}

/** A vector of two or three numbers as one of three. */
export function vector(value: unknown, dimension: 2 | 3, what: string): Vector {
  if (!Array.isArray(value) || value.length < dimension) throw new TraceProblem(`${what} is not a vector of ${dimension} numbers`);
  return [number(value[0], what), number(value[1], what), dimension === 3 ? number(value[2], what) : 0];
}

export function fields(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TraceProblem(`${what} is not an object`);
  return value as Fields;
}

function compound(value: Fields, dimension: 2 | 3, earlier: number): Form {
  if (!Array.isArray(value.parts)) throw new TraceProblem("compound.parts is not an array");
  const parts = value.parts.map((entry): Part => {
    const part = fields(entry, "compound.parts");
    const shape = number(part.shape, "compound.parts.shape");
    if (!(shape >= 0 && shape < earlier) || shape % 1 !== 0) throw new TraceProblem(`compound.parts names shape ${shape}, which is not an earlier one`);
    const position: Vector = part.position === undefined ? [0, 0, 0] : vector(part.position, dimension, "compound.parts.position");
    return { shape, position, rotation: turn(part.rotation, dimension) };
  });
  return { kind: "compound", parts };
}

function turn(value: unknown, dimension: 2 | 3): [number, number, number, number] {
  if (value === undefined) return [0, 0, 0, 1];
  if (dimension === 3) {
    const [x, y, z, w] = Array.isArray(value) ? value : [];
    return [x, y, z, w].map((part) => number(part, "compound.parts.rotation")) as [number, number, number, number];
  }
  const half = number(Array.isArray(value) ? value[0] : value, "compound.parts.rotation") / 2;
  return [0, 0, Math.sin(half), Math.cos(half)];
}

export function number(value: unknown, what: string): number {
  if (typeof value !== "number") throw new TraceProblem(`${what} is not a number`);
  return value;
}

function length(value: unknown, what: string): number {
  const result = number(value, what);
  if (!(result >= 0)) throw new TraceProblem(`${what} is ${result}, which is no length`);
  return result;
}
