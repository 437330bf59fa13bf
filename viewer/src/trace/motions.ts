/**
 * Motions: where a body is, s after its segment's time. The formulas of docs/traces.md, in double precision.
 *
 * The parameters of one segment stand in PARAMETERS numbers, in the places that the constants below name.
 */

export const PARAMETERS = 22;
export const AT = 0;
export const POSITION = 1;
export const ROTATION = 4;
export const LINEAR = 8;
/** Angular velocity, or the axis at length 1. */
export const ANGULAR = 11;
export const ACCELERATION = 14;
/** The pivot, or the point on the axis. */
export const PIVOT = 17;
/** Radians per time, or the tangent of half the turn per time. */
export const RATE = 20;
export const SLIDE = 21;

/** How to evaluate a segment: the simpler ones save time where many bodies fly. */
export const enum Mode {
  Rest,
  Straight,
  Parabola,
  Free,
  Screw,
  Rational,
  /** Not known to this reader: the body rests. */
  Unknown,
  /** By the velocities of the current step. */
  Step,
  /** By the body's joint. */
  Joint,
}

type Out = Float64Array;

/** Places of one or more bodies: three numbers and a quaternion each. */
export interface Pose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** Writes the position (3 numbers at 3·i) and rotation (4 at 4·i) at `s` after the segment's time. */
export function evaluate(mode: Mode, data: Float64Array, o: number, s: number, to: Pose, i: number): void {
  const { position, rotation } = to;
  const p = 3 * i;
  const q = 4 * i;
  if (mode === Mode.Screw || mode === Mode.Rational) {
    const angle = mode === Mode.Screw ? s * data[o + RATE]! : 2 * Math.atan(s * data[o + RATE]!);
    screw(data, o, s, angle, to, i);
    return;
  }
  const half = mode === Mode.Parabola || mode === Mode.Free ? 0.5 * s * s : 0;
  const run = mode === Mode.Rest || mode === Mode.Unknown ? 0 : s;
  position[p] = data[o + POSITION]! + run * data[o + LINEAR]! + half * data[o + ACCELERATION]!;
  position[p + 1] = data[o + POSITION + 1]! + run * data[o + LINEAR + 1]! + half * data[o + ACCELERATION + 1]!;
  position[p + 2] = data[o + POSITION + 2]! + run * data[o + LINEAR + 2]! + half * data[o + ACCELERATION + 2]!;
  if (mode !== Mode.Free) {
    rotation[q] = data[o + ROTATION]!;
    rotation[q + 1] = data[o + ROTATION + 1]!;
    rotation[q + 2] = data[o + ROTATION + 2]!;
    rotation[q + 3] = data[o + ROTATION + 3]!;
    return;
  }
  exponential(data[o + ANGULAR]! * s, data[o + ANGULAR + 1]! * s, data[o + ANGULAR + 2]! * s, TURN);
  multiply(TURN, 0, data, o + ROTATION, rotation, q);
  rotate(rotation, q, data[o + PIVOT]!, data[o + PIVOT + 1]!, data[o + PIVOT + 2]!, SCRATCH);
  position[p] = position[p]! - SCRATCH[0]!;
  position[p + 1] = position[p + 1]! - SCRATCH[1]!;
  position[p + 2] = position[p + 2]! - SCRATCH[2]!;
}

const SCRATCH = new Float64Array(3);
const TURN = new Float64Array(4);

function screw(data: Float64Array, o: number, s: number, angle: number, to: Pose, i: number): void {
  const { position, rotation } = to;
  const x = data[o + ANGULAR]!;
  const y = data[o + ANGULAR + 1]!;
  const z = data[o + ANGULAR + 2]!;
  exponential(x * angle, y * angle, z * angle, TURN);
  const px = data[o + PIVOT]!;
  const py = data[o + PIVOT + 1]!;
  const pz = data[o + PIVOT + 2]!;
  rotate(TURN, 0, data[o + POSITION]! - px, data[o + POSITION + 1]! - py, data[o + POSITION + 2]! - pz, SCRATCH);
  const slide = s * data[o + SLIDE]!;
  // In the plane bodies slide along the axis that is given there, while they turn about z.
  position[3 * i] = px + slide * data[o + LINEAR]! + SCRATCH[0]!;
  position[3 * i + 1] = py + slide * data[o + LINEAR + 1]! + SCRATCH[1]!;
  position[3 * i + 2] = pz + slide * data[o + LINEAR + 2]! + SCRATCH[2]!;
  multiply(TURN, 0, data, o + ROTATION, rotation, 4 * i);
}

/** The quaternion of a rotation vector. */
export function exponential(x: number, y: number, z: number, to: Out): void {
  const angle = Math.sqrt(x * x + y * y + z * z);
  // sin(a/2)/a, which is 1/2 at rest; the series is exact to rounding below the limit.
  const factor = angle < 1e-4 ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
  to[0] = x * factor;
  to[1] = y * factor;
  to[2] = z * factor;
  to[3] = Math.cos(angle / 2);
}

/** The product of two quaternions: first b, then a. */
export function multiply(a: Out, i: number, b: Out, j: number, to: Out, k: number): void {
  const ax = a[i]!;
  const ay = a[i + 1]!;
  const az = a[i + 2]!;
  const aw = a[i + 3]!;
  const bx = b[j]!;
  const by = b[j + 1]!;
  const bz = b[j + 2]!;
  const bw = b[j + 3]!;
  to[k] = aw * bx + ax * bw + ay * bz - az * by;
  to[k + 1] = aw * by + ay * bw + az * bx - ax * bz;
  to[k + 2] = aw * bz + az * bw + ax * by - ay * bx;
  to[k + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** The vector turned by the quaternion at q[i]. */
export function rotate(q: Out, i: number, x: number, y: number, z: number, to: Out): void {
  const qx = q[i]!;
  const qy = q[i + 1]!;
  const qz = q[i + 2]!;
  const qw = q[i + 3]!;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  to[0] = x + qw * tx + qy * tz - qz * ty;
  to[1] = y + qw * ty + qz * tx - qx * tz;
  to[2] = z + qw * tz + qx * ty - qy * tx;
}

/** The velocity of the body's origin, `s` after the segment's time. */
export function velocity(mode: Mode, data: Float64Array, o: number, s: number, origin: ArrayLike<number>, to: Out): void {
  to.fill(0);
  if (mode === Mode.Rest || mode === Mode.Unknown) return;
  if (mode === Mode.Screw || mode === Mode.Rational) {
    const rate = data[o + RATE]!;
    const spin = mode === Mode.Screw ? rate : (2 * rate) / (1 + rate * rate * s * s);
    const slide = data[o + SLIDE]!;
    for (let k = 0; k < 3; k++) SCRATCH[k] = origin[k]! - data[o + PIVOT + k]!;
    cross(data, o + ANGULAR, SCRATCH, to);
    for (let k = 0; k < 3; k++) to[k] = to[k]! * spin + slide * data[o + LINEAR + k]!;
    return;
  }
  const bend = mode === Mode.Straight ? 0 : s;
  if (mode === Mode.Free) {
    // The pivot's place is the origin's less what evaluate took off.
    for (let k = 0; k < 3; k++) {
      SCRATCH[k] = origin[k]! - (data[o + POSITION + k]! + s * data[o + LINEAR + k]! + 0.5 * s * s * data[o + ACCELERATION + k]!);
    }
    cross(data, o + ANGULAR, SCRATCH, to);
  }
  for (let k = 0; k < 3; k++) to[k] = to[k]! + data[o + LINEAR + k]! + bend * data[o + ACCELERATION + k]!;
}

function cross(a: Float64Array, i: number, b: Out, to: Out): void {
  const [x, y, z] = [b[0]!, b[1]!, b[2]!];
  to[0] = a[i + 1]! * z - a[i + 2]! * y;
  to[1] = a[i + 2]! * x - a[i]! * z;
  to[2] = a[i]! * y - a[i + 1]! * x;
}
