/** The coordinates of joints over time. */
import { coordinatesOf, type Joint } from "./joints";
import { lastNotAfter } from "./segments";
import type { Trace } from "./trace";

/** A piece that bends has so many samples, fewer where there are many pieces. */
const SAMPLES = 32;
const MOST_SAMPLES = 4096;

export interface Curve {
  /** The body that the joint moves. */
  readonly body: number;
  /** Which of the joint's numbers it is. */
  readonly part: number;
  readonly name: string;
  readonly angle: boolean;
  readonly time: Float64Array;
  readonly value: Float64Array;
  /** The value at any time, not one between samples; NaN before the joint's first piece. */
  readonly at: (t: number) => number;
}

/** What each number of a kind of joint is called after the joint's name, and whether it is an angle. */
const PARTS: Record<string, readonly (readonly [string, boolean])[]> = {
  revolute: [["", true]],
  continuous: [["", true]],
  prismatic: [["", false]],
  planar: [[" x", false], [" y", false], [" turn", true]],
  floating: [[" x", false], [" y", false], [" z", false]],
};

/** The curves of all joints that move by themselves; of what stands still only if everything does. */
export function jointCurves(trace: Trace): Curve[] {
  const all = allCurves(trace);
  const moving = all.filter(({ value }) => value.some((v) => v !== value[0]));
  return moving.length > 0 ? moving : all;
}

function allCurves(trace: Trace): Curve[] {
  return [...trace.joints].filter(([body, joint]) => joint.leader === body).flatMap(([body, joint]) => {
    const times = timesOf(trace, body);
    return (PARTS[joint.kind] ?? []).flatMap(([suffix, angle], part): Curve[] => {
      const at = (t: number): number => valueAt(trace, body, joint, part, t);
      if (times.length === 0) return [];
      return [{ body, part, name: joint.name + suffix, angle, time: times, value: times.map(at), at }];
    });
  });
}

/** The times at which a joint's curves are drawn. */
function timesOf(trace: Trace, body: number): Float64Array {
  const { segments } = trace;
  const [first, last] = [segments.first[body]!, segments.first[body + 1]!];
  const times: number[] = [];
  const samples = Math.max(1, Math.min(SAMPLES, Math.floor(MOST_SAMPLES / Math.max(last - first, 1))));
  for (let segment = first; segment < last; segment++) {
    const { joint } = segments.blocks[segments.block[segment]!]!;
    if (!joint) continue;
    const from = segments.time[segment]!;
    const until = joint.until.data[segments.row[segment]! * joint.until.stride]!;
    const steps = joint.degree > 1 ? samples : 1;
    for (let k = 0; k <= steps; k++) times.push(from + ((until - from) * k) / steps);
  }
  if (times.length > 0) times.push(Math.max(trace.end, times[times.length - 1]!));
  return Float64Array.from(times);
}

function valueAt(trace: Trace, body: number, joint: Joint, part: number, t: number): number {
  const { segments } = trace;
  const segment = lastNotAfter(segments.time, segments.first[body]!, segments.first[body + 1]!, t);
  const block = segment < segments.first[body]! ? undefined : segments.blocks[segments.block[segment]!]!;
  return block?.joint ? coordinatesOf(joint, block, segments.row[segment]!, t)[part]! : NaN;
}
