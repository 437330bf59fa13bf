/** Many balls that fall and bounce once, without meeting: for figures of work per frame. */
import { Sample, column, random } from "./writer";

export function balls(count: number): Sample {
  const next = random(3);
  const side = Math.cbrt(count) * 1.1;
  const sample = new Sample({ title: `${count} balls`, span: [0, 4], up: [0, 0, 1] });
  sample.add("shape", { ball: { radius: 1 } });
  const radius = Array.from({ length: count }, () => 0.2 + 0.3 * next() ** 2);
  const position = radius.flatMap((r) => [side * next(), side * next(), r + side * next()]);
  const linear = radius.flatMap(() => [next() - 0.5, next() - 0.5, next() - 0.5]);
  sample.add("bodies", { shape: 0, scale: column("f64", radius), mass: column("f64", radius.map((r) => r ** 3)), position: column("f64", position) });
  sample.add("domain", { low: [0, 0, 0], high: [side, side, side], boundary: ["walls", "walls", "walls"] });
  const all = Array.from({ length: count }, (_, i) => i);
  sample.add("segments", { motion: "ballistic", time: 0, body: column("u32", all), position: column("f64", position), linear: column("f64", linear), acceleration: [0, 0, -9.81] });
  const hits = all.flatMap((i) => bounces(position[3 * i + 2]! - radius[i]!, linear[3 * i + 2]!).map(({ time, speed }) => ({ i, time, speed })));
  hits.sort((a, b) => a.time - b.time);
  const place = (i: number, t: number): number[] => [position[3 * i]! + t * linear[3 * i]!, position[3 * i + 1]! + t * linear[3 * i + 1]!, radius[i]!];
  for (let from = 0; from < hits.length; from += 4096) {
    const rows = hits.slice(from, from + 4096);
    sample.add("events", {
      time: column("f64", rows.map(({ time }) => time)), a: column("i32", rows.map(({ i }) => i)), b: -1, kind: 0, kinds: ["wall"], changes: 1,
      after: {
        motion: "ballistic", position: column("f64", rows.flatMap(({ i, time }) => place(i, time))), acceleration: [0, 0, -9.81],
        linear: column("f64", rows.flatMap(({ i, speed }) => [linear[3 * i]!, linear[3 * i + 1]!, speed])),
      },
    });
  }
  return sample.end(4, hits.length);
}

/** When a point at a height meets the ground, and how fast it leaves. */
function bounces(height: number, velocity: number): { time: number; speed: number }[] {
  const found: { time: number; speed: number }[] = [];
  let [z, v, t] = [height, velocity, 0];
  while (found.length < 6) {
    const root = Math.sqrt(v * v + 2 * 9.81 * z);
    t += (v + root) / 9.81;
    if (t >= 4) break;
    [z, v] = [0, 0.8 * root];
    found.push({ time: t, speed: v });
  }
  return found;
}
