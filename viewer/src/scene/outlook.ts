/** From where to look first, so that what stands around a robot does not hide it. */
import { Vector3 } from "three";
import type { BodyBoxes } from "../trace/boxes";
import type { Poses } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { pickOf, type Ray } from "./picking";

/** Angles from the usual side, the nearest first. */
const ANGLES = [0, -40, 40, -80, 80, -120, 120, 160, 200].map((degrees) => (degrees * Math.PI) / 180);
/** So many places are looked at, and obstacles with so many triangles at most. */
const MOST_PLACES = 48;
const MOST_TRIANGLES = 5000;

/** The angle by which to turn the eye's direction `outlook` about `up`; 0 where there is no robot. */
export function findOutlook(trace: Trace, poses: Poses, boxes: BodyBoxes, outlook: Vector3, up: Vector3): number {
  if (trace.joints.size === 0) return 0;
  const carried = carriedBodies(trace);
  const others = Array.from(carried, (is, i) => (is ? -1 : i)).filter((i) => i >= 0 && isSmall(trace, i));
  const far = 100 * Math.max(...Array.from(carried, (_, i) => boxes.radius(i)), 1e-9);
  let [best, fewest] = [0, Infinity];
  const places = placesOf(trace, poses, carried);
  for (const angle of ANGLES) {
    const direction = outlook.clone().applyAxisAngle(up, angle);
    let hidden = 0;
    for (const { time, place, weight } of places) {
      if (poses.time !== time) poses.at(time);
      const ray: Ray = { from: place.clone().addScaledVector(direction, far), direction: direction.clone().negate() };
      // What is hit a little before the place may be what is touched there.
      if (pickOf(trace, poses, boxes, ray, others).far < far * (1 - 1e-4)) hidden += weight;
    }
    if (hidden < fewest) [best, fewest] = [angle, hidden];
  }
  return best;
}

/** 1 for each body that a joint moves. */
function carriedBodies(trace: Trace): Uint8Array {
  const { parent, count } = trace.bodies;
  const carried = new Uint8Array(count);
  for (let i = 0; i < count; i++) carried[i] = trace.joints.has(i) || (parent[i]! >= 0 && carried[parent[i]!]) ? 1 : 0;
  return carried;
}

function isSmall(trace: Trace, body: number): boolean {
  const { form } = trace.shapes[trace.bodies.shape[body]!]!;
  return form.kind !== "mesh" || form.triangles.length <= 3 * MOST_TRIANGLES;
}

interface Seen {
  readonly time: number;
  readonly place: Vector3;
  readonly weight: number;
}

/** Where what is carried is, at the start, at the end, and when something touches. */
function placesOf(trace: Trace, poses: Poses, carried: Uint8Array): Seen[] {
  const bodies = Array.from(carried, (is, i) => (is ? i : -1)).filter((i) => i >= 0);
  const contacts = trace.verdicts.flatMap(({ time, pointA }) => (time !== undefined && pointA ? [{ time, place: new Vector3(...pointA) }] : []));
  const times = [trace.start, ...contacts.slice(0, 1).map(({ time }) => time), trace.end];
  const each = Math.max(1, Math.ceil((bodies.length * times.length) / MOST_PLACES));
  const places: Seen[] = [];
  for (const time of times) {
    poses.at(time);
    bodies.filter((_, n) => n % each === 0).forEach((i) => {
      places.push({ time, place: new Vector3().fromArray(poses.position as unknown as number[], 3 * i), weight: 1 });
    });
    // The contact counts as much as all else.
    for (const contact of contacts) if (contact.time === time && contacts[0] === contact) places.push({ ...contact, weight: places.length });
  }
  return places;
}
