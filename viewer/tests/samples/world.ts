/** Rigid bodies as `osculate simulate` traces them: a box that falls asleep, one that is stalled for a while, and a floor. */
import { Sample } from "./writer";

const KINDS = ["hit", "touch", "part", "awake", "asleep", "stalled", "moving"];

export function world(): Sample {
  const sample = new Sample({ title: "three boxes", span: [0, 4], up: [0, 0, 1] });
  sample.add("shape", { half_space: { normal: [0, 0, 1], offset: 0 } });
  sample.add("shape", { box: { half: [0.5, 0.5, 0.5] } });
  sample.add("bodies", {
    shape: [0, 1, 1, 1], name: ["floor", "sleeper", "stalled", "post"], kind: [0, 2, 2, 0], kinds: ["static", "kinematic", "dynamic"],
    mass: [1, 1, 1, 1], position: [0, 0, 0, -2, 0, 1.5, 0, 0, 1.5, 2, 0, 0.5],
  });
  sample.add("segments", {
    motion: "velocity", time: [0, 0, 1, 1], body: [1, 2, 1, 2], position: [-2, 0, 1.5, 0, 0, 1.5, -2, 0, 0.5, 0, 0, 0.5],
    linear: [0, 0, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0],
  });
  sample.add("events", {
    time: [1, 1, 2, 2, 3, 3], a: [1, 2, 1, 2, 1, 2], b: [0, 0, -1, -1, -1, -1], kind: [0, 1, 4, 5, 3, 6], kinds: KINDS,
    point: [-2, 0, 0, 0, 0, 0, -2, 0, 0.5, 0, 0, 0.5, -2, 0, 0.5, 0, 0, 0.5], normal: [0, 0, 1], impulse: [1.5, 1.25, 0, 0, 0, 0],
  });
  sample.add("series", { name: "energy", unit: "J", time: [0, 1, 4], value: [30, 10, 10] });
  sample.add("series", { name: "smallest gap", unit: "m", time: [1, 2, 4], value: [0.003, 0.0028, 0.0028] });
  return sample.end(4, 6);
}
