/** Segments: blocks of columns as they were read, and an index by body. */
import { countRows, fit, fitIndices, rawColumn, type Column, type RawColumn } from "./columns";
import {
  ACCELERATION, ANGULAR, AT, LINEAR, Mode, PARAMETERS, PIVOT, POSITION, RATE, ROTATION, SLIDE, rotate,
} from "./motions";
import { HIGHEST_DEGREE } from "./joints";
import { TraceProblem } from "./problem";

/** The motions that this page knows. */
export const KNOWN: readonly string[] = ["velocity", "ballistic", "screw", "rational", "joint"];

/** The columns of one line, kept as they came. */
export interface Block {
  readonly motion: string;
  readonly line: number;
  readonly rows: number;
  readonly time: Column;
  readonly body: Column;
  readonly position: Column | undefined;
  readonly rotation: Column | undefined;
  readonly linear: Column | undefined;
  readonly angular: Column | undefined;
  readonly pivot: Column | undefined;
  readonly acceleration: Column | undefined;
  readonly point: Column | undefined;
  readonly axis: Column | undefined;
  /** `rate` or `tangent`. */
  readonly rate: Column | undefined;
  readonly slide: Column | undefined;
  /** Of joints only. */
  readonly joint?: JointColumns | undefined;
}

/** How joints move: polynomials have degree + 1 numbers a row. */
export interface JointColumns {
  readonly degree: number;
  readonly until: Column;
  readonly q: Column | undefined;
  readonly x: Column | undefined;
  readonly y: Column | undefined;
  readonly z: Column | undefined;
  readonly from: Column | undefined;
  readonly to: Column | undefined;
}

type Fields = Record<string, unknown>;

interface Rows {
  readonly time: RawColumn | undefined;
  readonly body: RawColumn | undefined;
  /** How many rows there must be, if that is known. */
  readonly rows: number | undefined;
}

/** The block of a `segments` line. */
export function readSegments(line: Fields, dimension: 2 | 3, bodies: number, number: number): Block {
  const time = rawColumn(line.time, 1, "segments.time") ?? { data: Float64Array.of(0), width: 1, what: "segments.time", single: true };
  const body = rawColumn(line.body, 1, "segments.body");
  return readBlock(line, dimension, bodies, number, { time, body, rows: undefined });
}

/** The block of an event's `after`, whose times and bodies follow from the events. */
export function readAfter(after: Fields, dimension: 2 | 3, time: Float64Array, body: Uint32Array, line: number): Block {
  const times: RawColumn = { data: time, width: 1, what: "events.time", single: false };
  const changed: RawColumn = { data: body, width: 1, what: "events.a", single: false };
  return readBlock(after, dimension, Infinity, line, { time: times, body: changed, rows: time.length });
}

function readBlock(line: Fields, dimension: 2 | 3, bodies: number, number: number, given: Rows): Block {
  const spin = dimension === 3 ? 3 : 1;
  const turn = dimension === 3 ? 4 : 1;
  const motion = typeof line.motion === "string" ? line.motion : "velocity";
  const raw = (name: string, width: number) => (KNOWN.includes(motion) ? rawColumn(line[name], width, `segments.${name}`) : undefined);
  const columns = {
    position: raw("position", dimension),
    rotation: raw("rotation", turn),
    linear: raw("linear", dimension),
    angular: raw("angular", spin),
    pivot: raw("pivot", dimension),
    acceleration: raw("acceleration", dimension),
    point: raw("point", dimension),
    axis: raw("axis", dimension),
    rate: raw(motion === "rational" ? "tangent" : "rate", 1),
    slide: raw("slide", 1),
  };
  const rows = given.rows ?? countRows([given.time, given.body, ...Object.values(columns)]);
  const fitted = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, fit(column, rows)]));
  const nobody: RawColumn = { data: Float64Array.of(0), width: 1, what: "segments.body", single: true };
  return {
    motion,
    line: number,
    rows,
    time: fit(given.time, rows)!,
    body: bodies === Infinity ? fit(given.body, rows)! : fitIndices(given.body ?? nobody, rows, 0, bodies)!,
    ...(fitted as Omit<Block, "motion" | "line" | "rows" | "time" | "body" | "joint">),
    joint: motion === "joint" ? jointColumns(line, rows) : undefined,
  };
}

function jointColumns(line: Fields, rows: number): JointColumns {
  const degree = typeof line.degree === "number" ? line.degree : 0;
  if (!(degree >= 0 && degree <= HIGHEST_DEGREE) || degree % 1 !== 0) throw new TraceProblem(`segments.degree is ${degree} where 0 to ${HIGHEST_DEGREE} are possible`);
  const column = (name: string, width: number): Column | undefined => fit(rawColumn(line[name], width, `segments.${name}`), rows);
  const until = column("until", 1);
  if (!until) throw new TraceProblem("the motion of joints has no until");
  const [q, x, y, z] = ["q", "x", "y", "z"].map((name) => column(name, degree + 1));
  return { degree, until, q, x, y, z, from: column("from", 4), to: column("to", 4) };
}

/** All segments, sorted by body and then by time. */
export interface SegmentIndex {
  readonly blocks: readonly Block[];
  /** The segments of body i are first[i] up to first[i+1]. */
  readonly first: Uint32Array;
  readonly time: Float64Array;
  readonly block: Uint32Array;
  readonly row: Uint32Array;
}

/** Sorts segments by body; those of a body keep their order, which is that of time. */
export function indexSegments(blocks: readonly Block[], bodies: number): SegmentIndex {
  const first = new Uint32Array(bodies + 1);
  for (const { body, rows } of blocks) {
    const { data, stride } = body;
    for (let i = 0; i < rows; i++) first[data[i * stride]! + 1]!++;
  }
  for (let i = 0; i < bodies; i++) first[i + 1]! += first[i]!;
  const total = first[bodies]!;
  const next = first.slice(0, bodies);
  const time = new Float64Array(total);
  const block = new Uint32Array(total);
  const row = new Uint32Array(total);
  for (let number = 0; number < blocks.length; number++) {
    const { body, time: times, rows } = blocks[number]!;
    for (let i = 0; i < rows; i++) {
      const at = next[body.data[i * body.stride]!]!++;
      time[at] = times.data[i * times.stride]!;
      block[at] = number;
      row[at] = i;
    }
  }
  const index = { blocks, first, time, block, row };
  for (let i = 0; i < bodies; i++) sortOne(index, first[i]!, first[i + 1]!);
  return index;
}

/** Puts one body's segments in the order of time where a writer did not. */
function sortOne(index: SegmentIndex, from: number, to: number): void {
  const { time, block, row } = index;
  let sorted = true;
  for (let i = from + 1; i < to; i++) sorted &&= time[i - 1]! <= time[i]!;
  if (sorted) return;
  const order = Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => time[a]! - time[b]! || a - b);
  const [times, blocks, rows] = [order.map((i) => time[i]!), order.map((i) => block[i]!), order.map((i) => row[i]!)];
  time.set(times, from);
  block.set(blocks, from);
  row.set(rows, from);
}

/** The last segment of those from `low` up to `high` whose time is not after `t`; `low − 1` if there is none. */
export function lastNotAfter(times: Float64Array, low: number, high: number, t: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const PIVOTED = new Float64Array(3);

/** Copies the parameters of a segment to data[o…]; answers how to evaluate them. */
export function loadSegment(index: SegmentIndex, segment: number, dimension: 2 | 3, data: Float64Array, o: number): Mode {
  const block = index.blocks[index.block[segment]!]!;
  const row = index.row[segment]!;
  data.fill(0, o, o + PARAMETERS);
  data[o + AT] = index.time[segment]!;
  data[o + ROTATION + 3] = 1;
  if (!KNOWN.includes(block.motion)) return Mode.Unknown;
  if (block.motion === "joint") return Mode.Joint;
  copy(block.position, row, dimension, data, o + POSITION);
  copyTurn(block.rotation, row, dimension, data, o + ROTATION);
  if (block.motion === "screw" || block.motion === "rational") {
    copy(block.point, row, dimension, data, o + PIVOT);
    copy(block.rate, row, 1, data, o + RATE);
    copy(block.slide, row, 1, data, o + SLIDE);
    copyAxis(block.axis, row, dimension, data, o);
    return block.motion === "screw" ? Mode.Screw : Mode.Rational;
  }
  copy(block.linear, row, dimension, data, o + LINEAR);
  if (dimension === 3) copy(block.angular, row, 3, data, o + ANGULAR);
  else copy(block.angular, row, 1, data, o + ANGULAR + 2);
  if (block.motion === "ballistic") copy(block.acceleration, row, dimension, data, o + ACCELERATION);
  copy(block.pivot, row, dimension, data, o + PIVOT);
  if (some(data, o + ANGULAR)) return Mode.Free;
  if (some(data, o + PIVOT)) {
    rotate(data, o + ROTATION, data[o + PIVOT]!, data[o + PIVOT + 1]!, data[o + PIVOT + 2]!, PIVOTED);
    for (let k = 0; k < 3; k++) data[o + POSITION + k]! -= PIVOTED[k]!;
  }
  if (some(data, o + ACCELERATION)) return Mode.Parabola;
  return some(data, o + LINEAR) ? Mode.Straight : Mode.Rest;
}

function some(data: Float64Array, o: number): boolean {
  return data[o] !== 0 || data[o + 1] !== 0 || data[o + 2] !== 0;
}

function copy(column: Column | undefined, row: number, width: number, data: Float64Array, o: number): void {
  if (!column) return;
  const from = row * column.stride;
  for (let k = 0; k < width; k++) data[o + k] = column.data[from + k]!;
}

/** A rotation of `column` as a quaternion. */
export function copyTurn(column: Column | undefined, row: number, dimension: 2 | 3, data: Float64Array, o: number): void {
  if (!column) {
    data[o] = data[o + 1] = data[o + 2] = 0;
    data[o + 3] = 1;
  } else if (dimension === 3) {
    copy(column, row, 4, data, o);
  } else {
    const half = column.data[row * column.stride]! / 2;
    data[o] = data[o + 1] = 0;
    data[o + 2] = Math.sin(half);
    data[o + 3] = Math.cos(half);
  }
}

/** The axis at length 1: what is turned about, and what is slid along. In the plane bodies turn about z. */
function copyAxis(axis: Column | undefined, row: number, dimension: 2 | 3, data: Float64Array, o: number): void {
  copy(axis, row, dimension, data, o + LINEAR);
  const length = Math.hypot(data[o + LINEAR]!, data[o + LINEAR + 1]!, data[o + LINEAR + 2]!);
  for (let k = 0; k < 3 && length > 0; k++) data[o + LINEAR + k]! /= length;
  if (dimension === 3) for (let k = 0; k < 3; k++) data[o + ANGULAR + k] = data[o + LINEAR + k]!;
  else data[o + ANGULAR + 2] = 1;
}
