/** The picture's own coordinates: a trace of any size becomes a scene about the origin with a radius of 10. */
import { Vector3 } from "three";

export const SCENE_RADIUS = 10;

export interface Frame {
  readonly centre: readonly [number, number, number];
  readonly scale: number;
}

/** The frame that shows a box of the trace. */
export function frameOf(low: ArrayLike<number>, high: ArrayLike<number>): Frame {
  const centre = [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2) as [number, number, number];
  const radius = Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) / 2;
  return { centre, scale: radius > 0 && Number.isFinite(radius) ? SCENE_RADIUS / radius : 1 };
}

/** A point of the trace in the picture. */
export function toScene(frame: Frame, x: number, y: number, z: number, out: Vector3): Vector3 {
  return out.set((x - frame.centre[0]) * frame.scale, (y - frame.centre[1]) * frame.scale, (z - frame.centre[2]) * frame.scale);
}
