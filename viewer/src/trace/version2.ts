/** The lines of version 2. */
import { TraceBuilder } from "./builder";
import { rawColumn } from "./columns";
import { addJoints, checkJointBlock } from "./joints";
import { TraceProblem } from "./problem";
import { readSegments, type Block } from "./segments";
import { fields, number, readShape, vector } from "./shapes";
import { readStep } from "./steps";
import type { LevelKind, Vector, Verdict } from "./trace";

type Fields = Record<string, unknown>;

/** The builder that a header begins. */
export function beginVersion2(header: Fields): TraceBuilder {
  const dimension = header.dimension ?? 3;
  if (dimension !== 2 && dimension !== 3) throw new TraceProblem(`its dimension is ${String(dimension)}, not 2 or 3`);
  const builder = new TraceBuilder(2, dimension);
  if (typeof header.title === "string") builder.title = header.title;
  if (typeof header.by === "string") builder.by = header.by;
  if (Array.isArray(header.up)) builder.up = vector(header.up, dimension, "up");
  if (Array.isArray(header.span)) builder.span = [number(header.span[0], "span"), number(header.span[1], "span")];
  return builder;
}

const LINES: Record<string, (builder: TraceBuilder, value: Fields, line: number) => void> = {
  shape: (builder, value) => void builder.shapes.push(readShape(value, builder.dimension, builder.shapes.length)),
  bodies: (builder, value) => builder.bodies.add(value, builder.dimension, builder.shapes.length),
  domain: (builder, value) => addDomain(builder, value),
  joints: (builder, value) => addJoints(value, builder.dimension, builder.bodies.count, builder.joints),
  segments: (builder, value, line) => addBlock(builder, readSegments(value, builder.dimension, builder.bodies.count, line)),
  step: (builder, value, line) => void builder.steps.push(readStep(value, builder.dimension, builder.bodies.count, line)),
  deform: (builder, value) => addDeform(builder, value),
  events: (builder, value, line) => {
    const after = builder.events.add(value, builder.dimension, builder.bodies.count, line);
    if (after) addBlock(builder, after);
  },
  verdict: (builder, value) => void builder.verdicts.push(readVerdict(value, builder)),
  levels: (builder, value) => addLevel(builder, value),
  series: (builder, value) => addSeries(builder, value),
  end: (builder, value) => {
    builder.end = { time: typeof value.time === "number" ? value.time : NaN, why: String(value.why ?? "") };
  },
};

/** Adds a line after the header. Unknown kinds are skipped. */
export function addLine2(builder: TraceBuilder, object: Fields, line: number): void {
  for (const key in object) {
    if (Object.hasOwn(LINES, key)) LINES[key]!(builder, fields(object[key], key), line);
  }
}

function addBlock(builder: TraceBuilder, block: Block): void {
  if (builder.joints.size > 0 || block.motion === "joint") checkJointBlock(block, builder.joints);
  builder.segments.push(block);
}

function addDomain(builder: TraceBuilder, value: Fields): void {
  const boundary = Array.isArray(value.boundary) ? value.boundary.map(String) : [];
  builder.domain = {
    low: vector(value.low, builder.dimension, "domain.low"),
    high: vector(value.high, builder.dimension, "domain.high"),
    boundary: [0, 1, 2].map((axis) => boundary[axis] ?? "open"),
  };
}

function body(builder: TraceBuilder, value: unknown, what: string): number {
  const index = number(value, what);
  if (!(index >= 0 && index < builder.bodies.count) || index % 1 !== 0) {
    throw new TraceProblem(`${what} is ${index} where there are ${builder.bodies.count} bodies`);
  }
  return index;
}

function addDeform(builder: TraceBuilder, value: Fields): void {
  const index = body(builder, value.body, "deform.body");
  const form = builder.shapes[builder.bodies.shapeOf(index)]?.form;
  builder.deforms.add(value, builder.dimension, index, form?.kind === "mesh" ? form.vertices : form?.kind === "cable" ? form.rows : undefined);
}

const ROWS: Record<LevelKind, (dimension: number) => number> = {
  aabb: (dimension) => 2 * dimension,
  sphere: (dimension) => dimension + 1,
  rss: (dimension) => 3 * dimension + 1,
};

/** Keeps the rows in three dimensions, also in the plane. */
function addLevel(builder: TraceBuilder, value: Fields): void {
  const kind = String(value.kind) as LevelKind;
  if (!Object.hasOwn(ROWS, kind)) return;
  const { dimension } = builder;
  const width = ROWS[kind](dimension);
  const column = rawColumn(value.data, width, "levels.data");
  const index = body(builder, value.body, "levels.body");
  const level = number(value.level, "levels.level");
  const rows = (column?.data.length ?? 0) / width;
  const wide = ROWS[kind](3);
  const data = new Float32Array(rows * wide);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < width; k++) {
      const last = kind !== "aabb" && k === width - 1;
      const to = last ? wide - 1 : Math.floor(k / dimension) * 3 + (k % dimension);
      data[i * wide + to] = column!.data[i * width + k]!;
    }
  }
  builder.levels.push({ body: index, level, kind, data });
}

function addSeries(builder: TraceBuilder, value: Fields): void {
  const time = rawColumn(value.time, 1, "series.time")?.data ?? [];
  const values = rawColumn(value.value, 1, "series.value")?.data ?? [];
  if (time.length !== values.length) throw new TraceProblem(`series has ${time.length} times and ${values.length} values`);
  builder.addSeries(String(value.name ?? "series"), String(value.unit ?? ""), time, values);
}

const SHOWN = new Set(["a", "b", "outcome", "time", "time_upper", "point_a", "point_b", "normal"]);

function readVerdict(value: Fields, builder: TraceBuilder): Verdict {
  const maybeTime = (time: unknown): number | undefined => (typeof time === "number" ? time : undefined);
  const maybePoint = (point: unknown, what: string): Vector | undefined =>
    Array.isArray(point) ? vector(point, builder.dimension, `verdict.${what}`) : undefined;
  const details = Object.entries(value)
    .filter(([key]) => !SHOWN.has(key))
    .map(([key, field]): [string, string] => [key.replaceAll("_", " "), typeof field === "string" ? field : JSON.stringify(field)])
    .filter(([, text]) => text !== undefined && text.length < 80);
  return {
    a: typeof value.a === "number" ? body(builder, value.a, "verdict.a") : -1,
    b: typeof value.b === "number" ? body(builder, value.b, "verdict.b") : -1,
    outcome: String(value.outcome ?? "unknown"),
    time: maybeTime(value.time),
    timeUpper: maybeTime(value.time_upper),
    pointA: maybePoint(value.point_a, "point_a"),
    pointB: maybePoint(value.point_b, "point_b"),
    normal: maybePoint(value.normal, "normal"),
    details,
  };
}
