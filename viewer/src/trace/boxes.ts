/** Axis-aligned boxes of bodies: at a time, and over the piece of motion they are on. */
import { deformedVertices } from "./deforms";
import { emptyBox, extentOf, growByPlaced, type Box, type Extent } from "./extent";
import { newPose, type Poses } from "./poses";
import type { Trace } from "./trace";

/** Above so many points, a shape is boxed by the corners of its own box: looser, but quick. */
const EXACT = 40_000;
/** In so many places a turning body is looked at. */
const SAMPLES = 48;

export class BodyBoxes {
  private readonly extents: (Extent | undefined)[];
  private readonly pose = newPose();
  private readonly deformed = new Map<number, Float64Array>();

  constructor(private readonly trace: Trace) {
    this.extents = trace.shapes.map((_, number) => simplified(extentOf(trace.shapes, number)));
  }

  /** Another shape came in place of shape `number`. */
  refresh(number: number): void {
    this.extents[number] = simplified(extentOf(this.trace.shapes, number));
  }

  extent(body: number): Extent | undefined {
    return this.extentOfShape(this.trace.bodies.shape[body]!);
  }

  extentOfShape(number: number): Extent | undefined {
    return this.extents[number];
  }

  /** The largest distance of body i's points from its origin. */
  radius(i: number): number {
    return (this.extent(i)?.radius ?? 0) * Math.abs(this.trace.bodies.scale[i]!);
  }

  /** Grows `box` by body i where `poses` has it now; false if it is endless. */
  grow(box: Box, poses: Poses, i: number): boolean {
    const extent = this.extent(i);
    if (!extent) return false;
    const points = this.pointsAt(i, poses.time, extent);
    growByPlaced(box, points, extent.round, this.trace.bodies.scale[i]!, poses, i);
    return true;
  }

  private pointsAt(i: number, t: number, extent: Extent): Float64Array {
    const deforms = this.trace.deforms.get(i);
    if (!deforms) return extent.points;
    const out = this.deformed.get(i) ?? new Float64Array(deforms[0]!.to.length);
    this.deformed.set(i, out);
    return deformedVertices(deforms, t, out) ? out : extent.points;
  }

  /** The box that body i stays in while it moves as it does now; undefined if it is endless. */
  swept(poses: Poses, i: number): Box | undefined {
    const extent = this.extent(i);
    if (!extent) return undefined;
    const box = emptyBox();
    const [from, to] = poses.intervalOf(i);
    const scale = this.trace.bodies.scale[i]!;
    const samples = this.bends(poses, i) ? SAMPLES : 1;
    let largest = 0;
    const places: number[][] = [];
    for (let k = 0; k <= samples; k++) {
      // The last instant belongs to the next piece, so its limit is taken.
      const t = k === samples ? to - 1e-9 * (to - from) : from + ((to - from) * k) / samples;
      poses.poseOf(i, t, this.pose);
      growByPlaced(box, this.pointsAt(i, t, extent), extent.round, scale, this.pose, 0);
      places.push([...this.pose.position, ...this.pose.rotation]);
    }
    // Between two places a point leaves its chord by at most an eighth of its second difference.
    const radius = extent.radius * Math.abs(scale);
    for (let k = 1; k + 1 < places.length; k++) largest = Math.max(largest, bend(places, k, radius));
    for (let axis = 0; axis < 3; axis++) {
      box[axis]! -= largest / 8;
      box[axis + 3]! += largest / 8;
    }
    return box;
  }

  private bends(poses: Poses, i: number): boolean {
    if (this.trace.deforms.has(i) || this.trace.bodies.parent[i]! >= 0) return true;
    return poses.turns(i) || poses.isParabola(i);
  }
}

/** A bound of the second difference of any point of the body about place k. */
function bend(places: readonly number[][], k: number, radius: number): number {
  const [a, b, c] = [places[k - 1]!, places[k]!, places[k + 1]!];
  const second = Math.hypot(...[0, 1, 2].map((axis) => a[axis]! - 2 * b[axis]! + c[axis]!));
  const cosine = Math.min(1, Math.abs([3, 4, 5, 6].reduce((sum, n) => sum + b[n]! * c[n]!, 0)));
  const angle = 2 * Math.acos(cosine);
  return second + radius * angle * angle;
}

function simplified(extent: Extent | undefined): Extent | undefined {
  if (!extent || extent.points.length <= 3 * EXACT) return extent;
  const box = emptyBox();
  growByPlaced(box, extent.points, 0, 1, newPose(), 0);
  const points = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) points[3 * corner + axis] = box[axis + ((corner >> axis) & 1 ? 3 : 0)]!;
  }
  return { points, round: extent.round, radius: extent.radius };
}
