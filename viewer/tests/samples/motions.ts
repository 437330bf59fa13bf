/** Every motion, parents, and motions and lines that readers do not know. */
import { Sample } from "./writer";

export function motions(): Sample {
  const sample = new Sample({ title: "all motions", span: [0, 4] });
  sample.add("shape", { box: { half: [0.5, 0.3, 0.2] }, margin: 0.05 });
  sample.add("shape", { ball: { radius: 0.25 } });
  sample.add("bodies", { shape: 0, count: 5, name: ["velocity", "ballistic", "screw", "rational", "polyline"], position: [0, -3, 1, 0, -1.5, 1, 0, 0, 1, 0, 1.5, 1, 0, 3, 1] });
  sample.add("bodies", { shape: [1, 1], name: ["satellite", "satellite of the satellite"], parent: [2, 5], position: [1, 0, 0, 0.6, 0, 0] });
  sample.add("segments", { motion: "velocity", time: 0, body: 0, position: [0, -3, 1], linear: [0.5, 0, 0], angular: [0, 0, 2], pivot: [0.5, 0.3, 0] });
  sample.add("segments", { motion: "ballistic", time: [0, 2], body: [1, 1], position: [0, -1.5, 1, 1, -1.5, 1], linear: [0.5, 0, 2, 0.2, 0, 2], acceleration: [0, 0, -2], angular: [1, 0.5, 0] });
  sample.add("segments", { motion: "screw", time: 0, body: 2, position: [0, 0, 1], point: [0, 0, 1.5], axis: [2, 0, 0], rate: 1.5, slide: 0.4 });
  sample.add("segments", { motion: "rational", time: 0, body: 3, position: [0, 1.5, 1], point: [0.5, 1.5, 1], axis: [0, 0, 3], tangent: 0.8, slide: 0.1 });
  sample.add("segments", { motion: "velocity", time: 0, body: 4, position: [0, 3, 1], linear: [0.5, 0, 0] });
  sample.add("segments", { motion: "polyline", time: 1, body: 4, angle: [1, 2, 3] });
  sample.add("segments", { motion: "velocity", time: 0, body: [5, 6], position: [1, 0, 0, 0.6, 0, 0], angular: [0, 3, 0], pivot: [0, 0, 0.3] });
  sample.add("hologram", { of: "something that comes later" });
  return sample.end(4);
}
