/** What bodies are drawn by: balls and surfaces, those of compounds part by part. */
import { multiply, rotate } from "../trace/motions";
import { newPose, type Pose } from "../trace/poses";
import type { Shape } from "../trace/shapes";
import { flatSurfaceOf } from "./flat";
import { surfaceOf, type Surface } from "./geometry";

export interface DrawnPart {
  readonly ball: number | undefined;
  readonly surface: Surface | undefined;
  /** Where it is in the body, scaled as the body is. */
  readonly pose: Pose | undefined;
}

/** The parts of shape `number`, for a body of a scale; `thin` is how thick lines are. */
export function partsOf(shapes: readonly Shape[], number: number, scale: number, thin: number, flat: boolean): DrawnPart[] {
  const shape = shapes[number]!;
  const { form, margin } = shape;
  if (form.kind === "ball") return [{ ball: (form.radius + margin) * scale, surface: undefined, pose: undefined }];
  if (form.kind !== "compound") {
    const surface = flat ? flatSurfaceOf(shape, number, thin / scale) : surfaceOf(shape, number, thin / scale);
    return surface ? [{ ball: undefined, surface, pose: undefined }] : [];
  }
  return form.parts.flatMap((part) => {
    const outer = newPose();
    part.position.forEach((value, axis) => (outer.position[axis] = value * scale));
    outer.rotation.set(part.rotation);
    return partsOf(shapes, part.shape, scale, thin, flat).map((inner): DrawnPart => ({ ...inner, pose: within(outer, inner.pose) }));
  });
}

function within(outer: Pose, inner: Pose | undefined): Pose {
  if (!inner) return outer;
  const pose = newPose();
  rotate(outer.rotation, 0, inner.position[0]!, inner.position[1]!, inner.position[2]!, pose.position);
  for (let axis = 0; axis < 3; axis++) pose.position[axis]! += outer.position[axis]!;
  multiply(outer.rotation, 0, inner.rotation, 0, pose.rotation, 0);
  return pose;
}
