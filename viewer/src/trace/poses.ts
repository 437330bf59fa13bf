/** Where all bodies are at a time: cursors that walk with the clock, and any body at any time. */
import { ACCELERATION, AT, LINEAR, Mode, PARAMETERS, POSITION, ROTATION, evaluate, multiply, rotate, velocity, type Pose } from "./motions";
import { show } from "../format";
import { coordinatesOf, isKnownJoint, placeByJoint } from "./joints";
import { lastNotAfter, loadSegment } from "./segments";
import { StepCursor } from "./steps";
import type { Trace } from "./trace";

/** How many segments a cursor walks before it bisects. */
const WALK = 4;

const NONE = -2;
/** Where the parameters of a joint's motion have the number of its segment. */
const SEGMENT = POSITION;

export function newPose(): Pose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

export type { Pose };

export class Poses {
  /** Three numbers per body, in the world. */
  readonly position: Float64Array;
  /** Four numbers per body. */
  readonly rotation: Float64Array;
  /** 1 where a body's motion is not known. */
  readonly unknown: Uint8Array;
  time = NaN;
  private readonly data: Float64Array;
  private readonly mode: Uint8Array;
  /** The current segment of each body, −1 before its first. */
  private readonly current: Int32Array;
  private readonly cursor: StepCursor | undefined;
  /** The body whose segments rule: the body itself, or the one whose joint its own follows. */
  private readonly leader: Uint32Array;
  private readonly scratch = new Float64Array(PARAMETERS);
  private readonly speed = new Float64Array(3);
  private readonly spare = newPose();
  private readonly world = newPose();

  constructor(private readonly trace: Trace) {
    const { count } = trace.bodies;
    this.position = new Float64Array(3 * count);
    this.rotation = new Float64Array(4 * count);
    this.unknown = new Uint8Array(count);
    this.data = new Float64Array(PARAMETERS * count);
    this.mode = new Uint8Array(count);
    this.current = new Int32Array(count).fill(NONE);
    this.leader = Uint32Array.from({ length: count }, (_, i) => i);
    for (const [body, joint] of trace.joints) this.leader[body] = joint.leader;
    if (trace.steps.length) this.cursor = new StepCursor(trace.steps, trace.dimension, trace.bodies);
  }

  /** Moves all bodies to time t. */
  at(t: number): void {
    const { count, parent, hasParents } = this.trace.bodies;
    const step = this.stepAt(t);
    if (step >= 0) this.cursor!.seek(step);
    for (let i = 0; i < count; i++) {
      this.moveCursor(i, t, step);
      const mode = this.mode[i]!;
      if (mode === Mode.Step) {
        this.cursor!.move(step, i, t - this.cursor!.times[step]!, this, i);
      } else {
        this.place(i, mode, this.data, PARAMETERS * i, t, this, i);
      }
      if (hasParents && parent[i]! >= 0) compose(this, parent[i]!, this, i, this, i);
    }
    this.time = t;
  }

  /** Writes where body i is in its parent at t, by the parameters that `load` left. */
  private place(i: number, mode: Mode, data: Float64Array, o: number, t: number, to: Pose, k: number): void {
    if (mode !== Mode.Joint) return evaluate(mode, data, o, t - data[o + AT]!, to, k);
    const { segments, joints } = this.trace;
    const segment = data[o + SEGMENT]!;
    placeByJoint(joints.get(i)!, segments.blocks[segments.block[segment]!]!, segments.row[segment]!, t, to, k);
  }

  /** The step that rules at t; −1 if there is none. */
  private stepAt(t: number): number {
    return this.cursor ? lastNotAfter(this.cursor.times, 0, this.cursor.times.length, t) : -1;
  }

  private moveCursor(i: number, t: number, step: number): void {
    const segment = this.segmentAt(i, t, this.current[i]!);
    if (segment !== this.current[i]) {
      this.current[i] = segment;
      this.mode[i] = this.load(i, segment, this.data, PARAMETERS * i);
      this.unknown[i] = this.mode[i] === Mode.Unknown ? 1 : 0;
    }
    if (step < 0) return;
    const steps = this.steps(i, segment, step);
    if (steps) this.mode[i] = Mode.Step;
    else if (this.mode[i] === Mode.Step) this.mode[i] = this.load(i, segment, this.data, PARAMETERS * i);
  }

  /** Whether step `step` says how body i moves, and not its own segment. */
  private steps(i: number, segment: number, step: number): boolean {
    if (i >= this.trace.steps[step]!.rows) return false;
    if (segment < this.trace.segments.first[this.leader[i]!]!) return true;
    const key = this.cursor!.keyframe[step]!;
    if (key < 0) return false;
    const keyframe = this.trace.steps[key]!;
    const { time, block, blocks } = this.trace.segments;
    if (time[segment] !== keyframe.time) return time[segment]! < keyframe.time;
    return blocks[block[segment]!]!.line < keyframe.line;
  }

  /** The last segment of body i at t, found from where its cursor was; −1 before its first. */
  private segmentAt(i: number, t: number, from: number): number {
    const { first, time } = this.trace.segments;
    const low = first[this.leader[i]!]!;
    const high = first[this.leader[i]! + 1]!;
    if (low === high) return -1;
    let at = from;
    if (at >= low && at < high && time[at]! <= t) {
      for (let walked = 0; walked < WALK; walked++) {
        if (at + 1 >= high || time[at + 1]! > t) return at;
        at++;
      }
    }
    const found = lastNotAfter(time, low, high, t);
    return found < low ? -1 : found;
  }

  /** Whether a segment says how body i moves: what follows a joint follows nothing else of its body, and no joint that is not known. */
  private followed(i: number, segment: number): boolean {
    const { segments, joints } = this.trace;
    const leader = this.leader[i]!;
    return leader === i || (segments.blocks[segments.block[segment]!]!.motion === "joint" && isKnownJoint(joints.get(leader)!));
  }

  private load(i: number, segment: number, data: Float64Array, o: number): Mode {
    const { bodies, segments, dimension } = this.trace;
    if (segment < 0 || !this.followed(i, segment)) {
      data.fill(0, o, o + PARAMETERS);
      data.set(bodies.position.subarray(3 * i, 3 * i + 3), o + POSITION);
      data.set(bodies.rotation.subarray(4 * i, 4 * i + 4), o + ROTATION);
      return Mode.Rest;
    }
    const mode = loadSegment(segments, segment, dimension, data, o);
    if (mode === Mode.Joint && isKnownJoint(this.trace.joints.get(i)!)) {
      data[o + SEGMENT] = segment;
      return mode;
    }
    if (mode !== Mode.Unknown && mode !== Mode.Joint) return mode;
    // It stands where it was when the unknown motion began.
    const begin = segments.time[segment]!;
    const before = this.load(i, segment > segments.first[this.leader[i]!]! ? segment - 1 : -1, data, o);
    const pose = newPose();
    this.place(i, before, data, o, begin, pose, 0);
    data.fill(0, o, o + PARAMETERS);
    data[o + AT] = begin;
    data.set(pose.position, o + POSITION);
    data.set(pose.rotation, o + ROTATION);
    return Mode.Unknown;
  }

  /** Where body i is at any time, without moving the cursors of `at`. */
  poseOf(i: number, t: number, to: Pose): void {
    this.localPose(i, t, to);
    let parent = this.trace.bodies.parent[i]!;
    while (parent >= 0) {
      this.localPose(parent, t, this.spare);
      compose(this.spare, 0, to, 0, to, 0);
      parent = this.trace.bodies.parent[parent]!;
    }
  }

  private localPose(i: number, t: number, to: Pose): void {
    const segment = this.segmentAt(i, t, NONE);
    const step = this.stepAt(t);
    if (step >= 0 && this.steps(i, segment, step)) {
      this.cursor!.seek(step);
      this.cursor!.move(step, i, t - this.cursor!.times[step]!, to, 0);
      return;
    }
    const mode = this.load(i, segment, this.scratch, 0);
    this.place(i, mode, this.scratch, 0, t, to, 0);
  }

  /** The velocity of body i's origin at the time of the last `at`. */
  velocityOf(i: number, to: Float64Array): void {
    if (this.trace.bodies.parent[i]! >= 0 || this.mode[i] === Mode.Joint) {
      this.slope(i, to);
    } else if (this.mode[i] === Mode.Step) {
      const { linear } = this.trace.steps[this.stepAt(this.time)]!;
      for (let axis = 0; axis < 3; axis++) {
        to[axis] = linear && axis < this.trace.dimension ? linear.data[i * linear.stride + axis]! : 0;
      }
    } else {
      const o = PARAMETERS * i;
      for (let k = 0; k < 3; k++) this.world.position[k] = this.position[3 * i + k]!;
      velocity(this.mode[i]!, this.data, o, this.time - this.data[o + AT]!, this.world.position, to);
    }
  }

  /** How fast body i's origin is at the time of the last `at`. */
  speedOf(i: number): number {
    const mode = this.mode[i]!;
    if ((mode === Mode.Straight || mode === Mode.Parabola) && this.trace.bodies.parent[i]! < 0) {
      const { data } = this;
      const o = PARAMETERS * i;
      const s = this.time - data[o + AT]!;
      const x = data[o + LINEAR]! + s * data[o + ACCELERATION]!;
      const y = data[o + LINEAR + 1]! + s * data[o + ACCELERATION + 1]!;
      const z = data[o + LINEAR + 2]! + s * data[o + ACCELERATION + 2]!;
      return Math.sqrt(x * x + y * y + z * z);
    }
    this.velocityOf(i, this.speed);
    return Math.hypot(this.speed[0]!, this.speed[1]!, this.speed[2]!);
  }

  /** The velocity by a small step, for bodies that move in others' coordinates, or by joints. */
  private slope(i: number, to: Float64Array): void {
    const h = 1e-6 * Math.max(this.trace.end - this.trace.start, 1e-9);
    this.poseOf(i, this.time, this.world);
    const [x, y, z] = this.world.position;
    this.poseOf(i, this.time + h, this.world);
    to[0] = (this.world.position[0]! - x!) / h;
    to[1] = (this.world.position[1]! - y!) / h;
    to[2] = (this.world.position[2]! - z!) / h;
  }

  /** From when to when body i, and all that carries it, moves as it does at the time of the last `at`. */
  intervalOf(i: number): [number, number] {
    let [start, end] = this.ownInterval(i);
    for (let parent = this.trace.bodies.parent[i]!; parent >= 0; parent = this.trace.bodies.parent[parent]!) {
      const [low, high] = this.ownInterval(parent);
      start = Math.max(start, low);
      end = Math.min(end, high);
    }
    return [start, end];
  }

  private ownInterval(i: number): [number, number] {
    const { first, time } = this.trace.segments;
    const leader = this.leader[i]!;
    const segment = this.current[i]!;
    if (this.mode[i] === Mode.Step) {
      const step = this.stepAt(this.time);
      const next = this.cursor!.times[step + 1] ?? this.trace.end;
      return [this.cursor!.times[step]!, next];
    }
    const next = segment < 0 ? first[leader]! : segment + 1;
    const start = segment < 0 ? this.trace.start : time[segment]!;
    let end = next < first[leader + 1]! ? time[next]! : Math.max(this.trace.end, start);
    if (this.cursor) {
      const key = this.trace.steps.find((step) => step.position && step.time > this.time);
      if (key) end = Math.min(end, key.time);
    }
    return [start, end];
  }

  /** What to call the motion of body i now. */
  motionOf(i: number): string {
    const { segments } = this.trace;
    if (this.mode[i] === Mode.Step) return "steps";
    const segment = this.current[i]!;
    if (segment < 0) return "at rest";
    const { motion } = segments.blocks[segments.block[segment]!]!;
    if (this.mode[i] === Mode.Unknown) return `${motion} (not known: stands still)`;
    if (this.mode[i] === Mode.Joint) return this.trace.joints.get(i)!.kind;
    return this.mode[i] === Mode.Rest ? "at rest" : motion;
  }

  /** What to say of body i's joint now: its name and its coordinates. */
  jointOf(i: number): string {
    const joint = this.trace.joints.get(i);
    if (!joint || this.mode[i] !== Mode.Joint) return joint?.name ?? "";
    const { blocks, block, row } = this.trace.segments;
    const segment = this.current[i]!;
    const numbers = coordinatesOf(joint, blocks[block[segment]!]!, row[segment]!, this.time);
    return `${joint.name} at ${numbers.map((number) => show(number)).join(", ")}`;
  }

  /** A number that changes when body i, or what carries it, begins another segment or step. */
  pieceOf(i: number): number {
    let piece = 0;
    for (let body = i; body >= 0; body = this.trace.bodies.parent[body]!) {
      const own = this.mode[body] === Mode.Step ? -10 - this.stepAt(this.time) : this.current[body]!;
      piece = (Math.imul(piece, 1_000_003) + own) | 0;
    }
    return piece;
  }

  /** Whether body i flies on a parabola now. */
  isParabola(i: number): boolean {
    return this.mode[i] === Mode.Parabola;
  }

  /** Whether body i turns now. */
  turns(i: number): boolean {
    const mode = this.mode[i]!;
    return mode >= Mode.Free && mode !== Mode.Unknown;
  }
}

const TURNED = new Float64Array(3);

/** The pose `inner` of coordinates `outer`, in the world. */
function compose(outer: Pose, i: number, inner: Pose, j: number, to: Pose, k: number): void {
  rotate(outer.rotation, 4 * i, inner.position[3 * j]!, inner.position[3 * j + 1]!, inner.position[3 * j + 2]!, TURNED);
  multiply(outer.rotation, 4 * i, inner.rotation, 4 * j, to.rotation, 4 * k);
  for (let axis = 0; axis < 3; axis++) to.position[3 * k + axis] = outer.position[3 * i + axis]! + TURNED[axis]!;
}
