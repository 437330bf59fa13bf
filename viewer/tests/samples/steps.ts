/** Bodies with fixed steps: boxes that swirl, a keyframe per second. */
import { Sample, column } from "./writer";

export interface StepOptions {
  readonly count: number;
  readonly steps: number;
  /** A keyframe every so many steps. */
  readonly every: number;
  readonly type: "f64" | "f32";
}

/** Where box i of the swirl is, and how it moves. */
function swirl(i: number, count: number, t: number): { position: number[]; linear: number[]; angular: number[] } {
  const radius = 1.5 + 4 * Math.sqrt((i + 0.5) / count);
  const rate = 3 / radius;
  const angle = 2.399963 * i + rate * t;
  const height = 1.6 + Math.sin(0.7 * i + 2 * t) * 0.9;
  return {
    position: [radius * Math.cos(angle), radius * Math.sin(angle), height],
    linear: [-radius * rate * Math.sin(angle), radius * rate * Math.cos(angle), 1.8 * Math.cos(0.7 * i + 2 * t)],
    angular: [Math.sin(i), Math.cos(i) + Math.sin(t), rate],
  };
}

export function steps({ count, steps: total, every, type }: StepOptions): Sample {
  const sample = new Sample({ title: "a swirl of boxes", span: [0, total / 60], precision: type, up: [0, 0, 1] });
  sample.add("shape", { box: { half: [0.18, 0.12, 0.08] } });
  sample.add("bodies", { shape: 0, count });
  const rotations = Array.from({ length: count }, () => [0, 0, 0, 1]).flat();
  for (let k = 0; k < total; k++) {
    const t = k / 60;
    const rows = Array.from({ length: count }, (_, i) => swirl(i, count, t));
    sample.add("step", {
      time: t,
      linear: column(type, rows.flatMap((row) => row.linear)),
      angular: column(type, rows.flatMap((row) => row.angular)),
      ...(k % every === 0 ? { position: column(type, rows.flatMap((row) => row.position)), rotation: column(type, rotations) } : {}),
    });
  }
  return sample.end(total / 60);
}
