/** Joints: what bodies hang on their parents by, and where these have them. The formulas of docs/traces.md, in double precision. */
import { fit, fitIndices, rawColumn, type Column } from "./columns";
import { multiply, rotate, type Pose } from "./motions";
import { TraceProblem } from "./problem";
import type { Block, JointColumns } from "./segments";
import type { Vector } from "./trace";

const SINGLE = ["revolute", "continuous", "prismatic"];
const KNOWN = [...SINGLE, "planar", "floating", "fixed"];
/** How far from 1 the length of a quaternion may be, and from 0 the cosine of what should be across. */
const SLACK = 1e-6;
export const HIGHEST_DEGREE = 5;

export interface Joint {
  readonly name: string;
  readonly kind: string;
  readonly position: Vector;
  /** A quaternion x y z w at length 1. */
  readonly rotation: Float64Array;
  /** At length 1. */
  readonly axis: Vector;
  /** The directions of x and y of planar joints. */
  readonly along: Vector;
  readonly across: Vector;
  /** The body whose joint moves: this one, or the one that it follows. */
  readonly leader: number;
  readonly multiplier: number;
  readonly offset: number;
}

/** The joints of a trace, by body. */
export type Joints = ReadonlyMap<number, Joint>;

/** Whether this page knows what a joint does. */
export function isKnownJoint(joint: Joint): boolean {
  return KNOWN.includes(joint.kind);
}

/** Adds the rows of a `joints` line. */
export function addJoints(line: Record<string, unknown>, dimension: 2 | 3, bodies: number, to: Map<number, Joint>): void {
  if (dimension === 2) throw new TraceProblem("joints are in space, and this trace is in the plane");
  const body = rawColumn(line.body, 1, "joints.body");
  if (!body) throw new TraceProblem("joints have no body");
  const rows = body.data.length;
  const column = (name: string, width: number): Column | undefined => fit(rawColumn(line[name], width, `joints.${name}`), rows);
  const kinds = Array.isArray(line.kinds) ? line.kinds.map(String) : [];
  const names = Array.isArray(line.name) ? line.name : [];
  const [position, rotation, axis, along] = [column("position", 3), column("rotation", 4), column("axis", 3), column("along", 3)];
  const [multiplier, offset] = [column("multiplier", 1), column("offset", 1)];
  const kind = fitIndices(rawColumn(line.kind, 1, "joints.kind"), rows, 0, kinds.length);
  const mimic = fitIndices(rawColumn(line.mimic, 1, "joints.mimic"), rows, -1, bodies);
  const which = fitIndices(body, rows, 0, bodies)!;
  const added: number[] = [];
  for (let row = 0; row < rows; row++) {
    const number = which.data[row * which.stride]!;
    if (to.has(number)) throw new TraceProblem(`body ${number} has a joint already`);
    const leader = one(mimic, row, -1);
    const up = unit(three(axis, row, [0, 0, 1]), `joints.axis of body ${number}`);
    const side = unit(three(along, row, [1, 0, 0]), `joints.along of body ${number}`);
    const name: unknown = names[row];
    const joint: Joint = {
      name: typeof name === "string" && name !== "" ? name : `joint of body ${number}`,
      kind: kind ? kinds[one(kind, row, 0)]! : "revolute",
      position: three(position, row, [0, 0, 0]),
      rotation: quaternion(rotation, row, `joints.rotation of body ${number}`),
      axis: up,
      along: side,
      across: cross(up, side),
      leader: leader < 0 ? number : leader,
      multiplier: one(multiplier, row, 1),
      offset: one(offset, row, 0),
    };
    if (joint.kind === "planar" && Math.abs(up[0] * side[0] + up[1] * side[1] + up[2] * side[2]) > SLACK) {
      throw new TraceProblem(`joints.along of body ${number} is not across its axis`);
    }
    to.set(number, joint);
    added.push(number);
  }
  added.forEach((number) => checkLeader(to, number));
}

function checkLeader(joints: Joints, body: number): void {
  const joint = joints.get(body)!;
  if (joint.leader === body) return;
  const begin = `the joint of body ${body} follows that of body ${joint.leader}`;
  const leading = joints.get(joint.leader);
  if (!leading) throw new TraceProblem(`${begin}, which has none`);
  if (leading.leader !== joint.leader) throw new TraceProblem(`${begin}, which follows another one`);
  for (const { kind } of [joint, leading]) {
    if (KNOWN.includes(kind) && !SINGLE.includes(kind)) throw new TraceProblem(`${begin}, and one of them is ${kind}`);
  }
}

/** Refuses motions that do not fit the joints of their bodies. */
export function checkJointBlock({ rows, body, time, joint }: Block, joints: Joints): void {
  for (let row = 0; row < rows; row++) {
    const number = one(body, row, 0);
    const leader = joints.get(number)?.leader ?? number;
    if (leader !== number) throw new TraceProblem(`body ${number} has no motion of its own, as its joint follows that of body ${leader}`);
    if (!joint) continue;
    if (!joints.has(number)) throw new TraceProblem(`body ${number} has no joint to move by`);
    if (one(joint.until, row, NaN) < one(time, row, 0)) throw new TraceProblem(`the joint of body ${number} moves until before it begins`);
    for (const column of [joint.from, joint.to]) quaternion(column, row, `a rotation of body ${number}`);
  }
}

function one(column: Column | undefined, row: number, missing: number): number {
  return column ? column.data[row * column.stride]! : missing;
}

function three(column: Column | undefined, row: number, missing: Vector): Vector {
  if (!column) return missing;
  const from = row * column.stride;
  return [column.data[from]!, column.data[from + 1]!, column.data[from + 2]!];
}

function quaternion(column: Column | undefined, row: number, what: string, to = new Float64Array(4)): Float64Array {
  to.fill(0);
  to[3] = 1;
  if (!column) return to;
  const from = row * column.stride;
  for (let k = 0; k < 4; k++) to[k] = column.data[from + k]!;
  const length = Math.sqrt(to[0]! * to[0]! + to[1]! * to[1]! + to[2]! * to[2]! + to[3]! * to[3]!);
  if (!(Math.abs(length - 1) <= SLACK)) throw new TraceProblem(`${what} is no rotation: its length is not 1`);
  for (let k = 0; k < 4; k++) to[k]! /= length;
  return to;
}

function unit(vector: Vector, what: string): Vector {
  const length = Math.hypot(...vector);
  if (!(length > 0 && length < Infinity)) throw new TraceProblem(`${what} is no direction`);
  return vector.map((value) => value / length) as Vector;
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** How much of the time of a row has passed at t; what is over stays as it is then. */
function shareOf(block: Block, row: number, t: number): number {
  const until = one(block.joint!.until, row, 0);
  const time = one(block.time, row, 0);
  return t >= until ? 1 : (t - time) / (until - time);
}

/** The polynomial of a row of `column` at u. */
function value(column: Column | undefined, row: number, degree: number, u: number): number {
  if (!column) return 0;
  const from = row * column.stride;
  let sum = 0;
  for (let power = degree; power >= 0; power--) sum = sum * u + column.data[from + power]!;
  return sum;
}

/** A joint's angle or distance, or the share of its turn, at t. */
function valueOf(joint: Joint, block: Block, row: number, t: number): number {
  const { q, degree } = block.joint!;
  return joint.multiplier * value(q, row, degree, shareOf(block, row, t)) + joint.offset;
}

/** The coordinates at t: an angle or a distance; x, y and an angle; or a position and the share of its turn. */
export function coordinatesOf(joint: Joint, block: Block, row: number, t: number): number[] {
  const { x, y, z, degree } = block.joint!;
  const u = shareOf(block, row, t);
  const place = [x, y, z].map((column) => value(column, row, degree, u));
  const q = valueOf(joint, block, row, t);
  if (joint.kind === "planar") return [place[0]!, place[1]!, q];
  return joint.kind === "floating" ? [...place, q] : [q];
}

const FROM = new Float64Array(4);
const TO = new Float64Array(4);
const TURN = new Float64Array(4);
const INNER = new Float64Array(4);
const MOVED = new Float64Array(3);

/** The rotation by an angle about a direction. */
function turn(axis: Vector, angle: number, to: Float64Array): void {
  const sine = Math.sin(0.5 * angle);
  to[0] = axis[0] * sine;
  to[1] = axis[1] * sine;
  to[2] = axis[2] * sine;
  to[3] = Math.cos(0.5 * angle);
}

/** Writes to INNER the rotation of a floating joint, `share` of the shorter way from one to the other. */
function between({ from, to }: JointColumns, row: number, share: number): void {
  quaternion(from, row, "from", FROM);
  quaternion(to, row, "to", TO);
  const same = FROM[0]! * TO[0]! + FROM[1]! * TO[1]! + FROM[2]! * TO[2]! + FROM[3]! * TO[3]!;
  const sign = same < 0 ? -1 : 1;
  INNER.set([-FROM[0]!, -FROM[1]!, -FROM[2]!, FROM[3]!]);
  multiply(TO, 0, INNER, 0, TURN, 0);
  for (let k = 0; k < 4; k++) TURN[k]! *= sign;
  const sine = Math.sqrt(TURN[0]! * TURN[0]! + TURN[1]! * TURN[1]! + TURN[2]! * TURN[2]!);
  const angle = 2 * Math.atan2(sine, TURN[3]!);
  const over = sine > 0 ? 1 / sine : 0;
  turn([TURN[0]! * over, TURN[1]! * over, TURN[2]! * over], share * angle, TURN);
  multiply(TURN, 0, FROM, 0, INNER, 0);
}

/** Writes where a joint has its body in the parent at t, by row `row` of `block`. */
export function placeByJoint(joint: Joint, block: Block, row: number, t: number, to: Pose, k: number): void {
  const { axis, along, across, position, rotation, kind } = joint;
  const columns = block.joint!;
  const u = shareOf(block, row, t);
  const q = valueOf(joint, block, row, t);
  const [x, y, z] = [columns.x, columns.y, columns.z].map((column) => value(column, row, columns.degree, u)) as Vector;
  INNER.fill(0);
  INNER[3] = 1;
  let inner: Vector = [0, 0, 0];
  if (kind === "prismatic") inner = [q * axis[0], q * axis[1], q * axis[2]];
  else if (kind === "planar") inner = [0, 1, 2].map((n) => x * along[n]! + y * across[n]!) as Vector;
  else if (kind === "floating") inner = [x, y, z];
  if (kind === "floating") between(columns, row, q);
  else if (kind !== "prismatic" && kind !== "fixed") turn(axis, q, INNER);
  rotate(rotation, 0, inner[0], inner[1], inner[2], MOVED);
  for (let n = 0; n < 3; n++) to.position[3 * k + n] = position[n]! + MOVED[n]!;
  multiply(rotation, 0, INNER, 0, to.rotation, 4 * k);
}
