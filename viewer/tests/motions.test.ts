/** Positions by the page's own code against numbers of 40 digits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rotate } from "../src/trace/motions";
import { Poses, newPose } from "../src/trace/poses";
import { readTrace } from "../src/trace/reader";
import { apply, big, exponential, fromQuaternion, plus, rationalTurn, scaled, small, unit, type Big3 } from "./reference";
import { Sample, random } from "./samples/writer";

const LIMIT = 1e-12;
/** Positions are in a domain of this size. */
const SIZE = 4;
const POINT = [0.3, -0.7, 0.45];

async function posesOf(sample: Sample): Promise<Poses> {
  return new Poses(await readTrace([new TextEncoder().encode(sample.text())], "test"));
}

/** Where the viewer has POINT of body i. */
function placed(poses: Poses, i: number, t: number): number[] {
  const out = new Float64Array(3);
  poses.at(t);
  rotate(poses.rotation, 4 * i, POINT[0]!, POINT[1]!, POINT[2]!, out);
  const walked = [...out].map((value, k) => value + poses.position[3 * i + k]!);
  const pose = newPose();
  poses.poseOf(i, t, pose);
  assert.deepEqual([...pose.position], [...poses.position.subarray(3 * i, 3 * i + 3)], "both ways to evaluate agree");
  return walked;
}

interface Row {
  readonly position: number[];
  readonly rotation: number[];
  readonly linear: number[];
  readonly angular: number[];
  readonly pivot: number[];
  readonly acceleration: number[];
  readonly point: number[];
  readonly axis: number[];
  readonly rate: number;
  readonly slide: number;
  readonly time: number;
}

function rowsOf(count: number, seed: number): Row[] {
  const next = random(seed);
  const vector = (size: number): number[] => [0, 1, 2].map(() => size * (2 * next() - 1));
  return Array.from({ length: count }, () => {
    const q = [0, 1, 2, 3].map(() => next() - 0.5);
    const length = Math.hypot(...q);
    return {
      position: vector(SIZE / 2), rotation: q.map((value) => value / length), linear: vector(1), angular: vector(6), pivot: vector(1),
      acceleration: vector(2), point: vector(1), axis: vector(3), rate: 8 * (next() - 0.5), slide: next() - 0.5, time: next(),
    };
  });
}

const bigs = (v: readonly number[]): Big3 => v.map(big);

type Reference = (row: Row, s: bigint) => Big3;

const HALF = big(0.5);

const free = (acceleration: boolean): Reference => (row, s) => {
  const x = bigs(POINT).map((value, k) => value - big(row.pivot[k]!));
  const turned = apply(exponential(scaled(s, bigs(row.angular))), apply(fromQuaternion(row.rotation), x));
  const square = scaled(s, [s])[0]!;
  const bent = acceleration ? scaled(scaled(HALF, [square])[0]!, bigs(row.acceleration)) : [0n, 0n, 0n];
  return plus(bigs(row.position), scaled(s, bigs(row.linear)), bent, turned);
};

const about = (rational: boolean): Reference => (row, s) => {
  const axis = unit(bigs(row.axis));
  const amount = scaled(s, [big(row.rate)])[0]!;
  const turn = rational ? rationalTurn(axis, amount) : exponential(scaled(amount, axis));
  const from = plus(bigs(row.position), apply(fromQuaternion(row.rotation), bigs(POINT)), bigs(row.point).map((value) => -value));
  return plus(bigs(row.point), scaled(scaled(s, [big(row.slide)])[0]!, axis), apply(turn, from));
};

const MOTIONS: Record<string, { columns: readonly (keyof Row)[]; reference: Reference }> = {
  velocity: { columns: ["position", "rotation", "linear", "angular", "pivot"], reference: free(false) },
  ballistic: { columns: ["position", "rotation", "linear", "angular", "pivot", "acceleration"], reference: free(true) },
  screw: { columns: ["position", "rotation", "point", "axis", "rate", "slide"], reference: about(false) },
  rational: { columns: ["position", "rotation", "point", "axis", "rate", "slide"], reference: about(true) },
};

for (const [motion, { columns, reference }] of Object.entries(MOTIONS)) {
  test(`${motion}: positions to 1e-12 of the domain`, async () => {
    const rows = rowsOf(40, motion.length);
    const sample = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", { shape: 0, count: rows.length });
    const fields = columns.map((name) => [name === "rate" && motion === "rational" ? "tangent" : name, rows.flatMap((row) => row[name])]);
    sample.add("segments", { motion, time: rows.map((row) => row.time), body: rows.map((_, i) => i), ...Object.fromEntries(fields) }).end(4);
    const poses = await posesOf(sample);
    let worst = 0;
    rows.forEach((row, i) => {
      for (const t of [row.time, row.time + 1e-7, 1.5, 3.25]) {
        const expected = reference(row, big(t) - big(row.time)).map(small);
        placed(poses, i, t).forEach((value, k) => (worst = Math.max(worst, Math.abs(value - expected[k]!))));
      }
    });
    console.log(`# ${motion}: worst ${worst.toExponential(2)} where ${LIMIT * SIZE} is allowed`);
    assert.ok(worst <= LIMIT * SIZE, `${worst}`);
  });
}

test("steps: integrated to 1e-12, forwards, backwards and by jumps", async () => {
  const rows = rowsOf(12, 5);
  const steps = 150;
  const sample = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", { shape: 0, count: rows.length });
  const velocity = (row: Row, k: number): number[] => row.linear.map((value, axis) => value * Math.cos(0.3 * k + axis));
  const spin = (row: Row, k: number): number[] => row.angular.map((value, axis) => value * Math.sin(0.2 * k + axis));
  for (let k = 0; k < steps; k++) {
    sample.add("step", {
      time: k / 64, linear: rows.flatMap((row) => velocity(row, k)), angular: rows.flatMap((row) => spin(row, k)),
      ...(k === 0 ? { position: rows.flatMap((row) => row.position), rotation: rows.flatMap((row) => row.rotation) } : {}),
    });
  }
  const poses = await posesOf(sample.end(steps / 64));
  const expected = (i: number, t: number): number[] => {
    const row = rows[i]!;
    let place = bigs(row.position);
    let turn = fromQuaternion(row.rotation);
    for (let k = 0; k < steps && k / 64 < t; k++) {
      const dt = big(Math.min((k + 1) / 64, t)) - big(k / 64);
      place = plus(place, scaled(dt, bigs(velocity(row, k))));
      const delta = exponential(scaled(dt, bigs(spin(row, k))));
      turn = [0, 1, 2].map((r) => [0, 1, 2].map((c) => apply(delta, turn.map((line) => line[c]!))[r]!));
    }
    return plus(place, apply(turn, bigs(POINT))).map(small);
  };
  let worst = 0;
  for (const t of [0.1, 2.3, 1.11, 0.02, 2.0, 1.5]) {
    for (const i of [0, 7]) {
      const wanted = expected(i, t);
      placed(poses, i, t).forEach((value, k) => (worst = Math.max(worst, Math.abs(value - wanted[k]!))));
    }
  }
  console.log(`# steps: worst ${worst.toExponential(2)} where ${LIMIT * SIZE} is allowed`);
  assert.ok(worst <= LIMIT * SIZE, `${worst}`);
});

test("a body in another's coordinates goes with it", async () => {
  const sample = new Sample({}).add("shape", { ball: { radius: 1 } });
  sample.add("bodies", { shape: 0, count: 2, parent: [-1, 0], position: [0, 0, 0, 2, 0, 0] });
  sample.add("segments", { motion: "velocity", time: 0, body: [0], position: [1, 0, 0], angular: [0, 0, Math.PI / 2] }).end(2);
  const poses = await posesOf(sample);
  poses.at(1);
  const [x, y, z] = poses.position.subarray(3);
  assert.ok(Math.hypot(x! - 1, y! - 2, z!) < 1e-14, `${x} ${y} ${z}`);
});
