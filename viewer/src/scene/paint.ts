/** Which colour each body has. */
import type { Poses } from "../trace/poses";
import { ASLEEP, STALLED } from "../trace/states";
import type { Trace, Verdict } from "../trace/trace";
import { MARK, PALETTE, UNKNOWN, WALL, ramp, type Colour } from "./colours";

export type ColourBy = "body" | "speed" | "kind";

/** How much of the colour of marks bodies take that touch. */
const TOUCHING = 0.72;
/** How much of the colour of walls all others take then. */
const BEHIND = 0.55;
/** How much of it bodies take that sleep. */
const SLEEPING = 0.6;

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

/** 1 for each body that stands for a wall, in a robot's way, or for good. */
export function findWalls({ bodies }: Trace): Uint8Array {
  return Uint8Array.from({ length: bodies.count }, (_, i) => (["wall", "obstacle", "static"].includes(bodies.kinds[bodies.kind[i]!] ?? "") ? 1 : 0));
}

/** The colour of a body where each has its own. */
export function ownColour(body: number): Colour {
  return PALETTE[body % PALETTE.length]!;
}

/** The bodies of verdicts whose time has come, where there are others too. What overlaps does so from the start. */
export function touching({ bodies, verdicts }: Trace, t: number): number[] {
  if (bodies.count <= 2) return [];
  const from = ({ outcome, time }: Verdict): number => time ?? (outcome === "overlapping" ? -Infinity : Infinity);
  return verdicts.flatMap((verdict) => (t >= from(verdict) ? [verdict.a, verdict.b].filter((body) => body >= 0) : []));
}

/** Gives bodies a colour that says that they touch, and lets all others step back. */
export function paintTouching(touching: readonly number[], out: Float32Array): void {
  if (touching.length === 0) return;
  const own = touching.map((body) => out.slice(3 * body, 3 * body + 3));
  for (let i = 0; i < out.length; i++) out[i] = BEHIND * WALL[i % 3]! + (1 - BEHIND) * out[i]!;
  touching.forEach((body, n) => {
    for (let k = 0; k < 3; k++) out[3 * body + k] = TOUCHING * MARK[k]! + (1 - TOUCHING) * own[n]![k]!;
  });
}

/** Lets bodies that sleep step back, and shows those that are stalled. */
export function paintStates(states: Uint8Array, out: Float32Array): void {
  states.forEach((state, body) => {
    const [share, colour] = state === ASLEEP ? [SLEEPING, WALL] : state === STALLED ? [TOUCHING, MARK] : [0, WALL];
    for (let k = 0; k < 3; k++) out[3 * body + k] = share * colour[k]! + (1 - share) * out[3 * body + k]!;
  });
}

/** Writes three numbers per body. */
export function paintBodies(trace: Trace, poses: Poses, walls: Uint8Array, by: ColourBy, top: number, out: Float32Array): void {
  const { count, kind } = trace.bodies;
  for (let i = 0; i < count; i++) {
    if (poses.unknown[i]) out.set(UNKNOWN, 3 * i);
    else if (walls[i]) out.set(WALL, 3 * i);
    else if (by === "speed") ramp(poses.speedOf(i) / top, out, 3 * i);
    else out.set(ownColour(by === "kind" ? Math.max(0, kind[i]!) : i), 3 * i);
  }
}
