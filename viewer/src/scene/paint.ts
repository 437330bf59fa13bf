/** Which colour each body has. */
import type { Poses } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { PALETTE, UNKNOWN, WALL, ramp } from "./colours";

export type ColourBy = "body" | "speed" | "kind";

const VELOCITY = new Float64Array(3);

/** The speed of body i at the poses' time. */
export function speedOf(poses: Poses, i: number): number {
  poses.velocityOf(i, VELOCITY);
  return Math.hypot(VELOCITY[0]!, VELOCITY[1]!, VELOCITY[2]!);
}

/** A speed that few bodies exceed: the top of the ramp. */
export function topSpeed(trace: Trace, poses: Poses): number {
  const speeds: number[] = [];
  const { count } = trace.bodies;
  const stride = Math.max(1, Math.floor(count / 1000));
  for (let k = 0; k < 8; k++) {
    poses.at(trace.start + ((trace.end - trace.start) * (k + 0.5)) / 8);
    for (let i = 0; i < count; i += stride) speeds.push(speedOf(poses, i));
  }
  speeds.sort((a, b) => a - b);
  return speeds[Math.floor(0.97 * (speeds.length - 1))] || speeds[speeds.length - 1] || 1;
}

export function isWall(trace: Trace, body: number): boolean {
  return trace.bodies.kinds[trace.bodies.kind[body]!] === "wall";
}

/** Writes three numbers per body. */
export function paintBodies(trace: Trace, poses: Poses, by: ColourBy, top: number, out: Float32Array): void {
  const { count, kind } = trace.bodies;
  for (let i = 0; i < count; i++) {
    if (poses.unknown[i]) out.set(UNKNOWN, 3 * i);
    else if (by === "speed" && !isWall(trace, i)) ramp(speedOf(poses, i) / top, out, 3 * i);
    else if (isWall(trace, i)) out.set(WALL, 3 * i);
    else out.set(PALETTE[(by === "kind" ? Math.max(0, kind[i]!) : i) % PALETTE.length]!, 3 * i);
  }
}
