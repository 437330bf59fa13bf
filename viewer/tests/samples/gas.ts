/** Discs or balls that collide in a box: a small event-driven simulation. */
import { Sample, column, random } from "./writer";

interface State {
  readonly d: 2 | 3;
  readonly count: number;
  readonly side: number;
  readonly radius: Float64Array;
  readonly mass: Float64Array;
  readonly at: Float64Array;
  readonly x: Float64Array;
  readonly v: Float64Array;
}

interface Found {
  time: number;
  a: number;
  b: number;
  axis: number;
}

export interface GasOptions {
  readonly dimension: 2 | 3;
  /** Bodies along each side. */
  readonly rows: number;
  readonly seconds: number;
  /** Whether points, normals and impulses are written. */
  readonly points: boolean;
}

function begin({ dimension: d, rows }: GasOptions): State {
  const count = rows ** d;
  const next = random(7);
  const state: State = {
    d, count, side: rows, radius: new Float64Array(count), mass: new Float64Array(count), at: new Float64Array(count),
    x: new Float64Array(count * d), v: new Float64Array(count * d),
  };
  for (let i = 0; i < count; i++) {
    state.radius[i] = 0.2 + 0.22 * next() ** 2;
    state.mass[i] = state.radius[i]! ** d;
    for (let k = 0; k < d; k++) {
      state.x[i * d + k] = (Math.floor(i / rows ** k) % rows) + 0.5;
      state.v[i * d + k] = 1.6 * (next() + next() + next() - 1.5);
    }
  }
  return state;
}

function meeting(state: State, a: number, b: number, now: number): number {
  const { d, x, v, at, radius } = state;
  let [rr, rv, vv] = [0, 0, 0];
  for (let k = 0; k < d; k++) {
    const dv = v[a * d + k]! - v[b * d + k]!;
    const dx = x[a * d + k]! + v[a * d + k]! * (now - at[a]!) - x[b * d + k]! - v[b * d + k]! * (now - at[b]!);
    rr += dx * dx;
    rv += dx * dv;
    vv += dv * dv;
  }
  if (rv >= 0) return Infinity;
  const root = rv * rv - vv * (rr - (radius[a]! + radius[b]!) ** 2);
  return root < 0 ? Infinity : now + Math.max(0, (-rv - Math.sqrt(root)) / vv);
}

function wall(state: State, a: number, now: number): Found {
  const { d, x, v, at, radius, side } = state;
  const best: Found = { time: Infinity, a, b: -1, axis: 0 };
  for (let k = 0; k < d; k++) {
    const place = x[a * d + k]! + v[a * d + k]! * (now - at[a]!);
    const speed = v[a * d + k]!;
    const way = speed > 0 ? side - radius[a]! - place : radius[a]! - place;
    const time = speed === 0 ? Infinity : now + Math.max(0, way / speed);
    if (time < best.time) Object.assign(best, { time, axis: k });
  }
  return best;
}

/** For each body, the first thing that happens to it with a later body or a wall. */
function first(state: State, a: number, now: number): Found {
  const best = wall(state, a, now);
  for (let b = 0; b < state.count; b++) {
    if (b === a) continue;
    const time = meeting(state, a, b, now);
    if (time < best.time) Object.assign(best, { time, b, axis: -1 });
  }
  return best;
}

function bounce(state: State, { time, a, b, axis }: Found): { point: number[]; normal: number[]; impulse: number } {
  const { d, x, v, at, mass, radius } = state;
  for (const body of b < 0 ? [a] : [a, b]) {
    for (let k = 0; k < d; k++) x[body * d + k]! += v[body * d + k]! * (time - at[body]!);
    at[body] = time;
  }
  const normal = new Array<number>(d).fill(0);
  let impulse = 0;
  if (b < 0) {
    normal[axis] = -Math.sign(v[a * d + axis]!);
    impulse = 2 * mass[a]! * Math.abs(v[a * d + axis]!);
    v[a * d + axis]! *= -1;
  } else {
    let closing = 0;
    const sum = radius[a]! + radius[b]!;
    for (let k = 0; k < d; k++) normal[k] = (x[a * d + k]! - x[b * d + k]!) / sum;
    for (let k = 0; k < d; k++) closing += normal[k]! * (v[a * d + k]! - v[b * d + k]!);
    impulse = (-2 * closing * mass[a]! * mass[b]!) / (mass[a]! + mass[b]!);
    for (let k = 0; k < d; k++) {
      v[a * d + k]! += (impulse * normal[k]!) / mass[a]!;
      v[b * d + k]! -= (impulse * normal[k]!) / mass[b]!;
    }
  }
  return { point: normal.map((value, k) => x[a * d + k]! - value * radius[a]!), normal, impulse };
}

export function gas(options: GasOptions): Sample {
  const state = begin(options);
  const { d, count, side } = state;
  const sample = new Sample({ dimension: d, title: d === 2 ? "gas of discs" : "gas of balls", span: [0, options.seconds] });
  sample.add("shape", { ball: { radius: 1 } });
  const kinds = ["light", "heavy"];
  sample.add("bodies", {
    shape: 0, scale: column("f64", state.radius), mass: column("f64", state.mass), position: column("f64", state.x),
    kind: column("u8", state.radius.map((r) => (r > 0.28 ? 1 : 0))), kinds,
  });
  const box = { low: new Array(d).fill(0), high: new Array(d).fill(side), boundary: new Array(d).fill("walls") };
  sample.add("domain", box);
  sample.add("segments", { motion: "velocity", time: 0, body: column("u32", Array.from({ length: count }, (_, i) => i)), position: column("f64", state.x), linear: column("f64", state.v) });
  const events = run(sample, state, options);
  return sample.end(options.seconds, events);
}

function run(sample: Sample, state: State, options: GasOptions): number {
  const { d, count } = state;
  const next = Array.from({ length: count }, (_, i) => first(state, i, 0));
  const rate: number[] = [];
  let total = 0;
  let rows = newRows();
  for (;;) {
    const event = next.reduce((best, found) => (found.time < best.time ? found : best));
    if (event.time > options.seconds) break;
    const contact = bounce(state, event);
    const changed = event.b < 0 ? [event.a] : [event.a, event.b];
    rows.time.push(event.time);
    rows.a.push(event.a);
    rows.b.push(event.b);
    rows.kind.push(event.b < 0 ? 1 : 0);
    rows.point.push(...contact.point);
    rows.normal.push(...contact.normal);
    rows.impulse.push(contact.impulse);
    rows.changes.push(changed.length);
    for (const body of changed) {
      rows.position.push(...state.x.subarray(body * d, body * d + d));
      rows.linear.push(...state.v.subarray(body * d, body * d + d));
    }
    for (let i = 0; i < count; i++) {
      if (changed.includes(i) || changed.includes(next[i]!.b)) next[i] = first(state, i, event.time);
      else for (const body of changed) {
        const time = meeting(state, i, body, event.time);
        if (time < next[i]!.time) next[i] = { time, a: i, b: body, axis: -1 };
      }
    }
    rate[Math.floor((event.time / options.seconds) * 100)] = (rate[Math.floor((event.time / options.seconds) * 100)] ?? 0) + 1;
    if (++total % 64 === 0) {
      writeRows(sample, rows, options.points);
      rows = newRows();
    }
  }
  writeRows(sample, rows, options.points);
  const times = Array.from({ length: 100 }, (_, i) => ((i + 0.5) / 100) * options.seconds);
  sample.add("series", { name: "event rate", unit: "1/s", time: column("f64", times), value: times.map((_, i) => ((rate[i] ?? 0) * 100) / options.seconds) });
  let energy = 0;
  for (let i = 0; i < count * d; i++) energy += 0.5 * state.mass[Math.floor(i / d)]! * state.v[i]! ** 2;
  sample.add("series", { name: "energy", unit: "J", time: times, value: times.map((t) => energy * (1 + 1e-13 * Math.sin(40 * t))) });
  return total;
}

type Rows = Record<"time" | "a" | "b" | "kind" | "point" | "normal" | "impulse" | "changes" | "position" | "linear", number[]>;

function newRows(): Rows {
  return { time: [], a: [], b: [], kind: [], point: [], normal: [], impulse: [], changes: [], position: [], linear: [] };
}

function writeRows(sample: Sample, rows: Rows, points: boolean): void {
  if (rows.time.length === 0) return;
  sample.add("events", {
    time: column("f64", rows.time), a: column("i32", rows.a), b: column("i32", rows.b), kind: column("u8", rows.kind), kinds: ["collision", "wall"],
    ...(points ? { point: column("f64", rows.point), normal: column("f64", rows.normal), impulse: column("f64", rows.impulse) } : {}),
    changes: column("u8", rows.changes),
    after: { motion: "velocity", position: column("f64", rows.position), linear: column("f64", rows.linear) },
  });
}
