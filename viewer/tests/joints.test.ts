/** Joints: positions by the page's own code against those of the Rust reader, and against numbers of 40 digits. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { jointCurves } from "../src/trace/curves";
import { rotate } from "../src/trace/motions";
import { Poses, newPose } from "../src/trace/poses";
import { readTrace } from "../src/trace/reader";
import type { Trace } from "../src/trace/trace";
import { apply, big, exponential, fromQuaternion, plus, scaled, small, unit, type Big3, type Matrix } from "./reference";
import { Sample, random } from "./samples/writer";

const LIMIT = 1e-12;
const FOLDER = join((globalThis as unknown as { VIEWER: string }).VIEWER, "tests/samples");

async function traceOf(text: string): Promise<Trace> {
  return readTrace([new TextEncoder().encode(text)], "test");
}

interface Places {
  readonly time: number;
  readonly position: number[][];
  readonly rotation: number[][];
}

test("joints: where the Rust reader has them, to 1e-12 of the reach", async () => {
  const trace = await traceOf(readFileSync(join(FOLDER, "joints.jsonl"), "utf8"));
  assert.deepEqual(trace.notes, []);
  const kinds = new Set([...trace.joints.values()].map(({ kind }) => kind));
  assert.equal(kinds.size, 6, [...kinds].join());
  assert.ok([...trace.joints].some(([body, { leader }]) => leader !== body));
  const poses = new Poses(trace);
  const lines: Places[] = readFileSync(join(FOLDER, "joints.places.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const reach = Math.max(...lines.flatMap(({ position }) => position.map((place) => Math.hypot(...place))));
  let worst = 0;
  const point = new Float64Array(3);
  const wanted = new Float64Array(3);
  // In the order of time, and then back.
  for (const { time, position, rotation } of [...lines, ...lines.toReversed()]) {
    poses.at(time);
    const pose = newPose();
    for (let i = 0; i < trace.bodies.count; i++) {
      poses.poseOf(i, time, pose);
      rotate(Float64Array.from(rotation[i]!), 0, 0.3, -0.7, 0.45, wanted);
      for (const [places, turns, k] of [[poses.position, poses.rotation, i], [pose.position, pose.rotation, 0]] as const) {
        rotate(turns, 4 * k, 0.3, -0.7, 0.45, point);
        for (let axis = 0; axis < 3; axis++) {
          worst = Math.max(worst, Math.abs(places[3 * k + axis]! + point[axis]! - position[i]![axis]! - wanted[axis]!));
        }
      }
    }
  }
  console.log(`# joints: worst ${(worst / reach).toExponential(2)} of the reach ${reach.toFixed(2)}, where ${LIMIT} is allowed`);
  assert.ok(lines.length > 10 && worst <= LIMIT * reach, `${worst}`);
});

interface Piece {
  readonly q: number[];
  readonly x: number[];
  readonly y: number[];
}

const ZERO: Big3 = [0n, 0n, 0n];

const times = (a: bigint, b: bigint): bigint => scaled(a, [b])[0]!;

function polynomial(terms: readonly number[], u: bigint): bigint {
  return terms.reduceRight((sum, term) => times(sum, u) + big(term), 0n);
}

/** A chain of joints, with its own sums of 40 digits. */
test("joints: a chain against 40 digits", async () => {
  const next = random(5);
  const vector = (size: number): number[] => [0, 1, 2].map(() => size * (2 * next() - 1));
  const kinds = ["revolute", "prismatic", "planar", "continuous", "revolute", "planar", "prismatic", "revolute"];
  const links = kinds.map((kind) => {
    const axis = vector(2);
    const other = vector(1);
    const along = [axis[1]! * other[2]! - axis[2]! * other[1]!, axis[2]! * other[0]! - axis[0]! * other[2]!, axis[0]! * other[1]! - axis[1]! * other[0]!];
    const piece: Piece = { q: [0, 1, 2, 3, 4, 5].map(() => 3 * (next() - 0.5)), x: vector(0.3).concat(vector(0.3)), y: vector(0.3).concat(vector(0.3)) };
    const turn = [0, 1, 2, 3].map(() => next() - 0.5);
    const length = Math.hypot(...turn);
    return { kind, axis, along, position: vector(0.5), rotation: turn.map((value) => value / length), piece };
  });
  const all = links.map((_, i) => i);
  const sample = new Sample({}).add("shape", { ball: { radius: 0.1 } }).add("bodies", { shape: 0, count: links.length, parent: all.map((i) => i - 1) });
  sample.add("joints", {
    body: all, kinds: ["revolute", "prismatic", "planar", "continuous"], kind: links.map(({ kind }) => ["revolute", "prismatic", "planar", "continuous"].indexOf(kind)),
    position: links.flatMap(({ position }) => position), rotation: links.flatMap(({ rotation }) => rotation),
    axis: links.flatMap(({ axis }) => axis), along: links.flatMap(({ along }) => along),
  });
  const column = (name: keyof Piece): number[] => links.flatMap(({ piece }) => piece[name]);
  sample.add("segments", { motion: "joint", time: 0.25, until: 2.25, body: all, degree: 5, q: column("q"), x: column("x"), y: column("y") }).end(3);
  const poses = new Poses(await traceOf(sample.text()));
  let worst = 0;
  let reach = 0;
  for (const t of [0.25, 0.3, 1.1, 2.2, 2.25, 3]) {
    const u = (big(Math.min(t, 2.25)) - big(0.25)) / 2n;
    poses.at(t);
    let place: Big3 = ZERO;
    let turn: Matrix = fromQuaternion([0, 0, 0, 1]);
    links.forEach(({ kind, axis, along, position, rotation, piece }, i) => {
      const up = unit(axis.map(big));
      const side = unit(along.map(big));
      const [q, x, y] = [polynomial(piece.q, u), polynomial(piece.x, u), polynomial(piece.y, u)];
      const across = [0, 1, 2].map((k) => times(up[(k + 1) % 3]!, side[(k + 2) % 3]!) - times(up[(k + 2) % 3]!, side[(k + 1) % 3]!));
      const slid = kind === "prismatic" ? scaled(q, up) : kind === "planar" ? plus(scaled(x, side), scaled(y, across)) : ZERO;
      const turned = kind === "prismatic" ? fromQuaternion([0, 0, 0, 1]) : exponential(scaled(q, up));
      const origin = fromQuaternion(rotation);
      place = plus(place, apply(turn, plus(position.map(big), apply(origin, slid))));
      turn = product(turn, product(origin, turned));
      const wanted = place.map(small);
      reach = Math.max(reach, Math.hypot(...wanted));
      wanted.forEach((value, k) => (worst = Math.max(worst, Math.abs(value - poses.position[3 * i + k]!))));
    });
  }
  console.log(`# a chain: worst ${(worst / reach).toExponential(2)} of the reach ${reach.toFixed(2)}, where ${LIMIT} is allowed`);
  assert.ok(worst <= LIMIT * reach, `${worst}`);
});

function product(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, value, k) => sum + times(value, b[k]![j]!), 0n)));
}

const BODIES = { shape: 0, count: 5, parent: [-1, 0, 1, 2, 3] };

async function refused(...lines: [string, object][]): Promise<string> {
  const sample = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", BODIES);
  for (const [kind, value] of lines) sample.add(kind, value);
  return (await traceOf(sample.end(1).text())).notes.join(" ");
}

test("joints that do not fit are refused with their line", async () => {
  const floating = { body: [1], kinds: ["floating"], kind: [0] };
  for (const [told, ...lines] of [
    [/line 4 cannot be read, as joints\.body has 9/, ["joints", { body: [9] }]],
    [/line 4 cannot be read, as body 2 has a joint already/, ["joints", { body: [2, 2] }]],
    [/joints\.axis of body 1 is no direction/, ["joints", { body: [1], axis: [0, 0, 0] }]],
    [/joints\.rotation of body 1 is no rotation/, ["joints", { body: [1], rotation: [0, 0, 0, 2] }]],
    [/not across its axis/, ["joints", { body: [1], kinds: ["planar"], kind: [0], along: [1, 0, 1] }]],
    [/which has none/, ["joints", { body: [1], mimic: [2] }]],
    [/which follows another one/, ["joints", { body: [1, 2], mimic: [2, 1] }]],
    [/one of them is floating/, ["joints", floating], ["joints", { body: [2], mimic: [1] }]],
    [/line 5 .* body 2 has no motion of its own/, ["joints", { body: [1, 2], mimic: [-1, 1] }], ["segments", { motion: "velocity", time: 0, body: [2] }]],
    [/body 3 has no joint/, ["segments", { motion: "joint", time: 0, until: 1, body: [3] }]],
    [/has no until/, ["joints", { body: [1] }], ["segments", { motion: "joint", time: 0, body: [1] }]],
    [/until before it begins/, ["joints", { body: [1] }], ["segments", { motion: "joint", time: 1, until: 0, body: [1] }]],
    [/segments\.degree is 6/, ["joints", { body: [1] }], ["segments", { motion: "joint", time: 0, until: 1, body: [1], degree: 6 }]],
    [/no rows of 2/, ["joints", { body: [1] }], ["segments", { motion: "joint", time: 0, until: 1, body: [1], degree: 1, q: [1, 2, 3] }]],
    [/is no rotation/, ["joints", floating], ["segments", { motion: "joint", time: 0, until: 1, body: [1], to: [0, 0, 0, 0] }]],
  ] as [RegExp, ...[string, object][]][]) {
    assert.match(await refused(...lines), told);
  }
});

test("a kind of joint that is not known stands still, and the page says so", async () => {
  const sample = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", BODIES);
  sample.add("joints", { body: [1, 2, 3], kinds: ["twisted", "prismatic"], kind: [0, 1, 1], mimic: [-1, -1, 1] });
  sample.add("segments", { motion: "joint", time: 0, until: 1, body: [1, 2], degree: 1, q: [0, 1] });
  const trace = await traceOf(sample.end(1).text());
  assert.match(trace.notes.join(), /does not know joints that are "twisted"/);
  const poses = new Poses(trace);
  poses.at(0.5);
  assert.deepEqual([poses.unknown[1], poses.unknown[2]], [1, 0]);
  // What follows it stands still too.
  assert.deepEqual([...poses.position.subarray(3, 12)], [0, 0, 0, 0, 0, 0.5, 0, 0, 0.5]);
});

test("curves of joints begin and end where the joints do, and are told exactly between samples", async () => {
  const sample = new Sample({ span: [0, 4] }).add("shape", { ball: { radius: 1 } }).add("bodies", BODIES);
  sample.add("joints", { body: [1, 2, 3], name: ["base", "lift", "finger"], kinds: ["planar", "prismatic"], kind: [0, 1, 1], mimic: [-1, -1, 2] });
  sample.add("segments", { motion: "joint", time: [0, 1], until: [1, 2], body: [1, 1], degree: 1, q: [0, 1, 1, -3], x: [0, 2, 2, 0], y: [5, 0, 5, 1] });
  sample.add("segments", { motion: "joint", time: [1], until: [3], body: [2], degree: 3, q: [0, 0, 0, 8] });
  const curves = jointCurves(await traceOf(sample.end(4).text()));
  assert.deepEqual(curves.map(({ name, angle }) => [name, angle]), [["base x", false], ["base y", false], ["base turn", true], ["lift", false]]);
  const [x, y, turn, lift] = curves;
  assert.deepEqual([x!.at(0.5), y!.at(1.5), turn!.at(2), turn!.at(9)], [1, 5.5, -2, -2]);
  assert.deepEqual([lift!.at(2), lift!.at(3.5)], [1, 8]);
  assert.ok(Number.isNaN(lift!.at(0.5)));
  assert.deepEqual([lift!.time[0], lift!.time.at(-1), lift!.value.at(-1)], [1, 4, 8]);
});
