/** Where an event happened: as the trace says, or as it follows from the bodies. */
import { eventImpulse, eventVector } from "./events";
import { ACCELERATION, LINEAR, PARAMETERS } from "./motions";
import { newPose, type Poses } from "./poses";
import { lastNotAfter, loadSegment } from "./segments";
import type { Trace, Vector } from "./trace";

export interface Contact {
  readonly event: number;
  readonly time: number;
  readonly point: Vector | undefined;
  /** From b to a. */
  readonly normal: Vector | undefined;
  readonly impulse: number | undefined;
}

/** The contact of an event. */
export function contactOf(trace: Trace, poses: Poses, event: number): Contact {
  const { events, dimension } = trace;
  const time = events.time[event]!;
  const jump = velocityJump(trace, events.a[event]!, time);
  const normal = eventVector(events, event, "normal", dimension) ?? jump?.direction;
  const mass = trace.bodies.mass[events.a[event]!];
  const follows = jump && mass !== undefined && !Number.isNaN(mass) ? mass * jump.size : undefined;
  return {
    event,
    time,
    point: eventVector(events, event, "point", dimension) ?? facing(trace, poses, events.a[event]!, time, normal),
    normal,
    impulse: eventImpulse(events, event) ?? follows,
  };
}

/** How the velocity of a body changed at a time. */
function velocityJump(trace: Trace, body: number, time: number): { direction: Vector; size: number } | undefined {
  if (body < 0) return undefined;
  const { first, time: times } = trace.segments;
  const after = lastNotAfter(times, first[body]!, first[body + 1]!, time);
  if (after <= first[body]! || times[after] !== time) return undefined;
  // Of several changes at one time, the first and the last count.
  let before = after - 1;
  while (before > first[body]! && times[before] === time) before--;
  const old = new Float64Array(PARAMETERS);
  const now = new Float64Array(PARAMETERS);
  loadSegment(trace.segments, before, trace.dimension, old, 0);
  loadSegment(trace.segments, after, trace.dimension, now, 0);
  const since = time - times[before]!;
  const change = [0, 1, 2].map((k) => now[LINEAR + k]! - old[LINEAR + k]! - since * old[ACCELERATION + k]!);
  const size = Math.hypot(...change);
  if (!(size > 0)) return undefined;
  return { direction: change.map((value) => value / size) as Vector, size };
}

/** The point of a ball's surface that faces the other body. */
function facing(trace: Trace, poses: Poses, body: number, time: number, normal: Vector | undefined): Vector | undefined {
  if (body < 0 || !normal) return undefined;
  const form = trace.shapes[trace.bodies.shape[body]!]!.form;
  if (form.kind !== "ball") return undefined;
  const radius = form.radius * trace.bodies.scale[body]!;
  const pose = newPose();
  poses.poseOf(body, time, pose);
  return normal.map((value, k) => pose.position[k]! - value * radius) as Vector;
}
