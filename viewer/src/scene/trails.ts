/** Trails: the way that bodies came, bent where their motion changed. */
import { Poses, newPose } from "../trace/poses";
import { lastNotAfter } from "../trace/segments";
import type { Trace } from "../trace/trace";
import type { Frame } from "./frame";
import { PathStrokes } from "./strokes";

/** Points of one trail, at most. */
const POINTS = 48;
/** With more bodies, only some have trails. */
const MOST = 1500;

export class Trails {
  readonly strokes = new PathStrokes({ width: 2.4, opacity: 0.85, above: false });
  private readonly poses: Poses;
  private readonly pose = newPose();
  private readonly path = new Float64Array(3 * (POINTS + 2));
  private readonly times = new Float64Array(POINTS + 2);

  constructor(private readonly trace: Trace, private readonly frame: Frame, poses: Poses) {
    // Steps are walked by a cursor, which has to be another one than that of the picture.
    this.poses = trace.steps.length ? new Poses(trace) : poses;
  }

  /** Draws the trails of the last `length` up to t. */
  show(t: number, length: number, colours: Float32Array): void {
    const { count } = this.trace.bodies;
    const stride = Math.max(1, Math.ceil(count / MOST));
    const from = Math.max(this.trace.start, t - length);
    this.strokes.begin(Math.ceil(count / stride) * (POINTS + 1));
    if (this.trace.steps.length) this.walkSteps(from, t, length, stride, colours);
    else for (let i = 0; i < count; i += stride) this.walk(i, from, t, length, colours);
    this.strokes.end();
  }

  private walk(i: number, from: number, t: number, length: number, colours: Float32Array): void {
    const { first, time } = this.trace.segments;
    const low = first[i]!;
    const last = lastNotAfter(time, low, first[i + 1]!, t);
    if (last < low && this.trace.bodies.parent[i]! < 0) return;
    // Where motion changed; between these a bent way has more points.
    const knots: number[] = [t];
    for (let k = last; k >= low && time[k]! > from && knots.length < POINTS; k--) knots.push(time[k]!);
    knots.push(from);
    knots.reverse();
    const bent = Math.max(1, Math.floor(POINTS / knots.length));
    let points = 0;
    for (let k = 0; k + 1 < knots.length; k++) {
      const pieces = this.isStraight(i, (knots[k]! + knots[k + 1]!) / 2) ? 1 : bent;
      for (let p = 0; p < pieces && points < POINTS; p++) this.times[points++] = knots[k]! + ((knots[k + 1]! - knots[k]!) * p) / pieces;
    }
    this.times[points++] = t;
    for (let p = 0; p < points; p++) {
      this.poses.poseOf(i, this.times[p]!, this.pose);
      this.path.set(this.pose.position, 3 * p);
    }
    this.draw(i, points, t, length, colours);
  }

  private isStraight(i: number, t: number): boolean {
    if (this.trace.bodies.parent[i]! >= 0) return false;
    const { first, time, block, blocks } = this.trace.segments;
    const at = lastNotAfter(time, first[i]!, first[i + 1]!, t);
    if (at < first[i]!) return true;
    const { motion, angular, pivot } = blocks[block[at]!]!;
    return motion === "velocity" && !(angular && pivot);
  }

  /** All bodies together, as their steps go. */
  private walkSteps(from: number, t: number, length: number, stride: number, colours: Float32Array): void {
    const { count } = this.trace.bodies;
    const samples = Math.min(POINTS, 32);
    const all = new Float32Array(3 * count * (samples + 1));
    for (let k = 0; k <= samples; k++) {
      this.poses.at(from + ((t - from) * k) / samples);
      all.set(this.poses.position, 3 * count * k);
    }
    for (let i = 0; i < count; i += stride) {
      for (let k = 0; k <= samples; k++) {
        this.times[k] = from + ((t - from) * k) / samples;
        for (let axis = 0; axis < 3; axis++) this.path[3 * k + axis] = all[3 * (count * k + i) + axis]!;
      }
      this.draw(i, samples + 1, t, length, colours);
    }
  }

  private draw(i: number, points: number, t: number, length: number, colours: Float32Array): void {
    const { centre, scale } = this.frame;
    for (let p = 0; p < 3 * points; p++) this.path[p] = (this.path[p]! - centre[p % 3]!) * scale;
    const fade = (time: number): number => Math.max(0, 1 - (t - time) / length);
    for (let p = 0; p + 1 < points; p++) {
      this.strokes.add(this.path.subarray(3 * p), this.path.subarray(3 * p + 3), [fade(this.times[p]!), fade(this.times[p + 1]!)], colours, 3 * i);
    }
  }
}
