/** Steps: velocities of all bodies at fixed times, integrated from the last keyframe by a cursor. */
import { countRows, fit, rawColumn, type Column } from "./columns";
import { number } from "./shapes";
import { exponential, multiply, type Pose } from "./motions";
import { copyTurn } from "./segments";

export interface Step {
  readonly time: number;
  readonly line: number;
  readonly rows: number;
  readonly linear: Column | undefined;
  readonly angular: Column | undefined;
  readonly position: Column | undefined;
  readonly rotation: Column | undefined;
}

/** After so many steps without a keyframe the cursor remembers where all bodies were. */
const REMEMBER = 64;

/** The step of a `step` line, at which there are `bodies`. */
export function readStep(line: Record<string, unknown>, dimension: 2 | 3, bodies: number, lineNumber: number): Step {
  const raw = {
    linear: rawColumn(line.linear, dimension, "step.linear"),
    angular: rawColumn(line.angular, dimension === 3 ? 3 : 1, "step.angular"),
    position: rawColumn(line.position, dimension, "step.position"),
    rotation: rawColumn(line.rotation, dimension === 3 ? 4 : 1, "step.rotation"),
  };
  const rows = Math.max(countRows(Object.values(raw)), bodies);
  return {
    time: number(line.time, "step.time"),
    line: lineNumber,
    rows,
    linear: fit(raw.linear, rows),
    angular: fit(raw.angular, rows),
    position: fit(raw.position, rows),
    rotation: fit(raw.rotation, rows),
  };
}

const TURN = new Float64Array(4);

/** Where all bodies are at a step. */
export class StepCursor {
  readonly times: Float64Array;
  /** The keyframe that rules at each step; −1 before the first. */
  readonly keyframe: Int32Array;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  private index = -1;
  private readonly snapshots = new Map<number, Pose>();

  constructor(readonly steps: readonly Step[], private readonly dimension: 2 | 3, initial: Pose) {
    this.times = Float64Array.from(steps, (step) => step.time);
    this.keyframe = new Int32Array(steps.length);
    let last = -1;
    steps.forEach((step, k) => {
      if (step.position) last = k;
      this.keyframe[k] = last;
    });
    this.position = initial.position.slice();
    this.rotation = initial.rotation.slice();
    this.snapshots.set(-1, { position: initial.position.slice(), rotation: initial.rotation.slice() });
  }

  /** Moves all bodies to the beginning of step `k`. */
  seek(k: number): void {
    const key = this.keyframe[k]!;
    let from = k;
    while (from > key && from !== this.index && !this.snapshots.has(from)) from--;
    if (from !== this.index) {
      if (this.snapshots.has(from)) this.restore(from);
      else this.setTo(from);
    }
    while (this.index < k) this.advance();
  }

  private restore(k: number): void {
    const snapshot = this.snapshots.get(k)!;
    this.position.set(snapshot.position);
    this.rotation.set(snapshot.rotation);
    this.index = k;
  }

  private advance(): void {
    const next = this.index + 1;
    if (this.index >= 0) {
      const dt = this.times[next]! - this.times[this.index]!;
      const rows = this.steps[this.index]!.rows;
      for (let i = 0; i < rows; i++) this.move(this.index, i, dt, this, i);
    }
    if (this.steps[next]!.position) {
      this.setTo(next);
      return;
    }
    this.index = next;
    if (next - this.keyframe[next]! >= REMEMBER && next % REMEMBER === 0 && !this.snapshots.has(next)) {
      this.snapshots.set(next, { position: this.position.slice(), rotation: this.rotation.slice() });
    }
  }

  /** Body `i`, `s` after step `k`, at whose beginning the cursor must be. */
  move(k: number, i: number, s: number, to: Pose, o: number): void {
    const { position, rotation } = to;
    const { linear, angular } = this.steps[k]!;
    for (let axis = 0; axis < 3; axis++) {
      const speed = linear && axis < this.dimension ? linear.data[i * linear.stride + axis]! : 0;
      position[3 * o + axis] = this.position[3 * i + axis]! + s * speed;
    }
    if (!angular) {
      for (let c = 0; c < 4; c++) rotation[4 * o + c] = this.rotation[4 * i + c]!;
    } else if (this.dimension === 3) {
      const a = i * angular.stride;
      const w = angular.data;
      exponential(w[a]! * s, w[a + 1]! * s, w[a + 2]! * s, TURN);
      multiply(TURN, 0, this.rotation, 4 * i, rotation, 4 * o);
    } else {
      exponential(0, 0, angular.data[i * angular.stride]! * s, TURN);
      multiply(TURN, 0, this.rotation, 4 * i, rotation, 4 * o);
    }
  }

  private setTo(k: number): void {
    const { position, rotation, rows } = this.steps[k]!;
    this.index = k;
    if (!position) return;
    for (let i = 0; i < rows; i++) {
      for (let axis = 0; axis < this.dimension; axis++) this.position[3 * i + axis] = position.data[i * position.stride + axis]!;
      copyTurn(rotation, i, this.dimension, this.rotation, 4 * i);
    }
  }
}
