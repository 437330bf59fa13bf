/** A sheet that falls over a ball: a mesh whose vertices move on straight lines. */
import { Sample, column } from "./writer";

const SIDE = 41;
const FRAMES = 30;

function sheet(time: number): number[] {
  const vertices: number[] = [];
  for (let i = 0; i < SIDE; i++) {
    for (let j = 0; j < SIDE; j++) {
      const [x, y] = [(i / (SIDE - 1) - 0.5) * 3.2, (j / (SIDE - 1) - 0.5) * 3.2];
      const far = Math.hypot(x, y);
      const ripple = 0.1 * Math.sin(5 * Math.atan2(y, x) + 2) * Math.min(1, far / 1.4) * time;
      const fallen = 2.6 - 2.2 * time * time;
      const rest = far < 1 ? 0.15 + Math.sqrt(1.02 - far * far * 0.98) + 0.9 : 1.0 - 1.1 * (far - 1);
      const shrink = far > 0.7 ? 1 - 0.3 * time * (far - 0.7) : 1;
      vertices.push(x * shrink, y * shrink, Math.max(fallen, rest + ripple, 0.02));
    }
  }
  return vertices;
}

export function cloth(): Sample {
  const triangles: number[] = [];
  for (let i = 0; i + 1 < SIDE; i++) {
    for (let j = 0; j + 1 < SIDE; j++) {
      const a = i * SIDE + j;
      triangles.push(a, a + SIDE, a + 1, a + 1, a + SIDE, a + SIDE + 1);
    }
  }
  const sample = new Sample({ title: "a sheet on a ball", span: [0, 1], up: [0, 0, 1] });
  sample.add("shape", { name: "sheet", mesh: { vertices: column("f32", sheet(0)), triangles: column("u32", triangles) } });
  sample.add("shape", { ball: { radius: 1 } });
  sample.add("bodies", { shape: [0, 1], name: ["sheet", "ball"], position: [0, 0, 0, 0, 0, 1] });
  for (let k = 0; k < FRAMES; k++) {
    const from = k % 10 === 0 ? { from: column("f32", sheet(k / FRAMES)) } : {};
    sample.add("deform", { body: 0, time: k / FRAMES, until: (k + 1) / FRAMES, ...from, to: column("f32", sheet((k + 1) / FRAMES)) });
  }
  sample.add("events", { time: [0.5, 0.7], a: [0, 0], b: [1, 1], kind: 0, kinds: ["collision"], point: [0, 0, 2, 0.5, 0, 1.86], normal: [0, 0, 1, 0.5, 0, 0.86] });
  return sample.end(1, 2);
}
