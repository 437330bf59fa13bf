/** Which colour each body has. */
import type { Poses } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { PALETTE, UNKNOWN, WALL, ramp } from "./colours";

export type ColourBy = "body" | "speed" | "kind";

/** A speed that few bodies exceed: the top of the ramp. */
export function topSpeed(trace: Trace, poses: Poses): number {
  const speeds: number[] = [];
  const { count } = trace.bodies;
  const stride = Math.max(1, Math.floor(count / 1000));
  for (let k = 0; k < 8; k++) {
    poses.at(trace.start + ((trace.end - trace.start) * (k + 0.5)) / 8);
    for (let i = 0; i < count; i += stride) speeds.push(poses.speedOf(i));
  }
  speeds.sort((a, b) => a - b);
  return speeds[Math.floor(0.97 * (speeds.length - 1))] || speeds[speeds.length - 1] || 1;
}

/** 1 for each body that stands for a wall. */
export function findWalls({ bodies }: Trace): Uint8Array {
  return Uint8Array.from({ length: bodies.count }, (_, i) => (bodies.kinds[bodies.kind[i]!] === "wall" ? 1 : 0));
}

/** Writes three numbers per body. */
export function paintBodies(trace: Trace, poses: Poses, walls: Uint8Array, by: ColourBy, top: number, out: Float32Array): void {
  const { count, kind } = trace.bodies;
  for (let i = 0; i < count; i++) {
    if (poses.unknown[i]) out.set(UNKNOWN, 3 * i);
    else if (walls[i]) out.set(WALL, 3 * i);
    else if (by === "speed") ramp(poses.speedOf(i) / top, out, 3 * i);
    else out.set(PALETTE[(by === "kind" ? Math.max(0, kind[i]!) : i) % PALETTE.length]!, 3 * i);
  }
}
