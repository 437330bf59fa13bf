/** Reading: every kind of line, and every kind of bad file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, createGzip, gzipSync } from "node:zlib";
import { decodeBase64, decodeByTable } from "../src/trace/base64";
import { contactOf } from "../src/trace/contact";
import { deformedVertices } from "../src/trace/deforms";
import { Poses } from "../src/trace/poses";
import { TraceProblem } from "../src/trace/problem";
import { readTrace } from "../src/trace/reader";
import type { Trace } from "../src/trace/trace";
import { gas } from "./samples/gas";
import { SAMPLES } from "./samples/index";
import { Sample, base64, column, random } from "./samples/writer";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): Promise<Trace> => readTrace([bytes(text)], "test");

/** Pieces of odd sizes, as a network has them. */
function* pieces(data: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

async function problem(text: string | Uint8Array): Promise<string> {
  try {
    await readTrace([typeof text === "string" ? bytes(text) : text], "test");
  } catch (fault) {
    assert.ok(fault instanceof TraceProblem, String(fault));
    return fault.message;
  }
  assert.fail("it was read");
}

test("base64 by the table is base64", () => {
  const next = random(1);
  for (let length = 0; length < 70; length++) {
    const data = Uint8Array.from({ length }, () => 256 * next());
    assert.deepEqual(decodeByTable(base64(data)), data);
    assert.deepEqual(decodeBase64(base64(data)), data);
  }
  for (const bad of ["abc", "ab!=", "a===", "====", "äbcd", "\u0141bcd", "\u0141b=="]) assert.throws(() => decodeByTable(bad), TraceProblem, bad);
});

for (const [name, make] of Object.entries(SAMPLES)) {
  test(`the sample ${name} reads, also compressed and in small pieces`, async () => {
    const text = make();
    const trace = await read(text);
    assert.ok(trace.complete && trace.bodies.count > 0);
    assert.equal(trace.lines, text.trimEnd().split("\n").length);
    const again = await readTrace(pieces(gzipSync(text), 7_777), "test");
    assert.equal(again.lines, trace.lines);
    assert.deepEqual(again.segments.time, trace.segments.time);
    const poses = new Poses(trace);
    poses.at((trace.start + trace.end) / 2);
    assert.ok(poses.position.every(Number.isFinite) && poses.rotation.every(Number.isFinite));
  });
}

test("columns: base64, plain, one value for all", async () => {
  const header = (): Sample => new Sample({ dimension: 2 }).add("shape", { ball: { radius: 1 } });
  const whole = new Uint8Array(Float32Array.of(1, 2, 1, 2, 1, 2).buffer);
  const planes = Uint8Array.from(whole, (_, i) => whole[4 * (i % 6) + Math.floor(i / 6)]!);
  const all = [["f32p", base64(planes)], column("f64", [1, 2, 1, 2, 1, 2]), [1, 2, 1, 2, 1, 2], [1, 2], column("f32", [1, 2, 1, 2, 1, 2])];
  for (const position of all) {
    const trace = await read(header().add("bodies", { shape: 0, count: 3, position }).end(1).text());
    assert.deepEqual([...trace.bodies.position], [1, 2, 0, 1, 2, 0, 1, 2, 0]);
  }
  const short = await read(header().add("bodies", { shape: 0, count: 3, position: [1, 2, 3, 4] }).end(1).text());
  assert.match(short.notes[0]!, /line 3 cannot be read, as bodies.position has 2 rows where there are 3/);
});

test("a body without its own segment follows steps, one with a later segment that, until the next keyframe", async () => {
  const sample = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", { shape: 0, count: 2 });
  const key = { position: [0, 0, 0, 5, 0, 0], rotation: [0, 0, 0, 1] };
  sample.add("step", { time: 0, linear: [1, 0, 0], ...key });
  sample.add("segments", { motion: "velocity", time: 0.5, body: 1, position: [7, 0, 0], linear: [0, 1, 0] });
  sample.add("step", { time: 1, linear: [2, 0, 0] }).add("step", { time: 2, linear: [0, 0, 1], ...key }).end(3);
  const poses = new Poses(await read(sample.text()));
  const x = (t: number): number[] => {
    poses.at(t);
    return [...poses.position];
  };
  assert.deepEqual(x(0.25), [0.25, 0, 0, 5.25, 0, 0]);
  assert.deepEqual(x(1.5), [2, 0, 0, 7, 1, 0]);
  assert.deepEqual(x(2.5), [0, 0, 0.5, 5, 0, 0.5]);
  assert.deepEqual(x(0.25), [0.25, 0, 0, 5.25, 0, 0]);
});

test("a deformation without `from` begins where the mesh is then", async () => {
  const sample = new Sample({}).add("shape", { mesh: { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] } }).add("bodies", { shape: [0] });
  sample.add("deform", { body: 0, time: 1, until: 3, to: [0, 0, 2, 1, 0, 2, 0, 1, 2] });
  sample.add("deform", { body: 0, time: 2, until: 3, to: [0, 0, 0, 1, 0, 0, 0, 1, 0] }).end(4);
  const trace = await read(sample.text());
  const out = new Float64Array(9);
  const height = (t: number): number => (deformedVertices(trace.deforms.get(0)!, t, out) ? out[2]! : -1);
  assert.deepEqual([0.5, 1.5, 2, 2.5, 9].map(height), [-1, 0.5, 1, 0.5, 0]);
});

test("points, normals and impulses that are left out follow from the bodies", async () => {
  const options = { dimension: 3, rows: 4, seconds: 2 } as const;
  const full = await read(gas({ ...options, points: true }).text());
  const lean = await read(gas({ ...options, points: false }).text());
  assert.ok(full.events.count > 50 && full.events.count === lean.events.count);
  const [a, b] = [new Poses(full), new Poses(lean)];
  let worst = 0;
  for (let event = 0; event < full.events.count; event++) {
    const [given, found] = [contactOf(full, a, event), contactOf(lean, b, event)];
    for (const key of ["point", "normal"] as const) given[key]!.forEach((value, k) => (worst = Math.max(worst, Math.abs(value - found[key]![k]!))));
    worst = Math.max(worst, Math.abs(given.impulse! - found.impulse!));
  }
  console.log(`# contacts that follow from the bodies: worst ${worst.toExponential(2)}`);
  assert.ok(worst < 1e-12, `${worst}`);
});

test("version 1 is read: bodies, walls, events, sleep", async () => {
  const trace = await read(SAMPLES.version1!());
  assert.equal(trace.version, 1);
  assert.deepEqual([trace.bodies.count, trace.events.count, trace.segments.time.length, trace.shapes.length], [8, 3, 7, 6]);
  assert.deepEqual([...trace.events.b], [1, 3, -1]);
  const poses = new Poses(trace);
  poses.at(0.5);
  assert.deepEqual([...poses.position.subarray(0, 6)], [1, 1.5 - 0.125, 0, 2, 1.5, 0]);
  poses.at(1.9);
  assert.deepEqual([...poses.position.subarray(0, 2)], [1.25, 0.2]);
});

test("unknown lines, keys, shapes and motions are skipped, and said", async () => {
  const sample = new Sample({ mood: "fine" }).add("weather", { rain: true }).add("shape", { teapot: { spouts: 2 } }).add("shape", { ball: { radius: 1, shine: 3 } });
  sample.add("bodies", { shape: [0, 1], smell: "good" });
  sample.add("segments", { motion: "velocity", time: 0, body: 1, linear: [1, 0, 0] }).add("segments", { motion: "polyline", time: 1, body: 1, knots: ["f128", "?"] }).end(2);
  const trace = await read(sample.text());
  assert.ok(trace.complete);
  assert.match(trace.notes.join(" "), /1 body stands still and grey .* "polyline".* shape "teapot"/);
  const poses = new Poses(trace);
  poses.at(1.7);
  assert.deepEqual([...poses.position.subarray(3), ...poses.unknown], [1, 0, 0, 0, 1]);
});

test("bad files give a sentence", async () => {
  assert.match(await problem(""), /empty/);
  assert.match(await problem("\n"), /not JSON|empty/);
  assert.match(await problem("what is this?\n"), /not JSON/);
  assert.match(await problem("\u0000\u0001garbage\n\n"), /not JSON/);
  assert.match(await problem('{"hello":1}\n'), /does not say that it is an Osculate trace/);
  assert.match(await problem('{"osculate-trace":3}\n'), /version 3, and this page reads up to version 2/);
  assert.match(await problem('{"format":"osculate-trace","version":7}\n'), /version 7/);
  assert.match(await problem('{"osculate-trace":2,"dimension":4}\n'), /dimension is 4/);
  assert.match(await problem(Uint8Array.of(0x1f, 0x8b, 1, 2, 3, 4)), /nothing in it can be decompressed/);
  assert.match(await problem('{"format":"osculate-trace","version":1,"dimension":2}\n'), /no radii/);
});

test("bad lines end the trace with a sentence that names the line", async () => {
  const good = new Sample({}).add("shape", { ball: { radius: 1 } }).add("bodies", { shape: 0, count: 2 });
  const bad: readonly [string, unknown, RegExp][] = [
    ["bodies", { shape: 5, count: 1 }, /bodies.shape has 5/],
    ["bodies", { shape: 0, count: 1e12 }, /are not possible/],
    ["bodies", { shape: 0, count: 1, parent: 2 }, /before its parent/],
    ["segments", { motion: "velocity", time: 0, body: 9 }, /segments.body has 9/],
    ["segments", { motion: "velocity", time: ["f64", "!!!!"], body: 0 }, /not base64/],
    ["segments", { motion: "velocity", time: ["f16", "AAAA"], body: 0 }, /unknown type "f16"/],
    ["segments", { motion: "velocity", time: ["f64", "AAAA"], body: 0 }, /3 bytes/],
    ["events", { time: [1, 2], a: [0, 1], b: [1, 0, 1] }, /events.time has 2 rows where there are 3/],
    ["events", { time: [1], a: [-1], changes: 1, after: {} }, /does not name/],
    ["shape", { mesh: { vertices: [0, 0, 0], triangles: [0, 1, 2] } }, /vertex 1/],
    ["shape", { compound: { parts: [{ shape: 4 }] } }, /not an earlier one/],
    ["deform", { body: 7, time: 0, to: [] }, /deform.body is 7/],
    ["step", { linear: [1, 1, 1] }, /step.time is not a number/],
    ["levels", { body: 0, level: 0, kind: "sphere", data: [1, 2] }, /rows of 4/],
    ["series", { name: "x", time: [1, 2], value: [1] }, /2 times and 1 values/],
  ];
  for (const [kind, value, sentence] of bad) {
    const trace = await read(`${good.lines.join("\n")}\n${JSON.stringify({ [kind]: value })}\n{"end":{"time":1}}\n`);
    assert.match(trace.notes[0]!, /plays up to line 3 only: line 4/, kind);
    assert.match(trace.notes[0]!, sentence);
    assert.equal(trace.complete, false);
  }
});

test("a plain trace that is cut anywhere plays up to its last whole line", async () => {
  const text = SAMPLES.motions!();
  const whole = text.split("\n").length - 1;
  for (let length = text.indexOf("\n"); length < text.length - 1; length += 37) {
    const trace = await read(text.slice(0, length));
    const lines = text.slice(0, length).split("\n").length - 1;
    assert.ok(trace.lines === lines || trace.lines === lines + 1, `${trace.lines} of ${lines}`);
    if (trace.lines < whole) assert.match(trace.notes[0]!, /cut/);
  }
});

/** One gzip stream that is flushed now and then, as writers do. */
async function flushed(lines: readonly string[]): Promise<Uint8Array> {
  const gzip = createGzip();
  const chunks: Uint8Array[] = [];
  gzip.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  for (let i = 0; i < lines.length; i++) {
    gzip.write(`${lines[i]}\n`);
    if (i % 4 === 3) await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, () => resolve()));
  }
  await new Promise<void>((resolve) => {
    gzip.on("end", () => resolve());
    gzip.end();
  });
  return Buffer.concat(chunks);
}

test("a gzip trace cut at 60 % plays at least 55 % of its lines", async () => {
  const { lines } = gas({ dimension: 2, rows: 14, seconds: 12, points: true });
  const data = await flushed(lines);
  const trace = await readTrace(pieces(data.subarray(0, Math.floor(0.6 * data.length)), 65_536), "test");
  const share = trace.lines / lines.length;
  console.log(`# cut at 60 %: ${trace.lines} of ${lines.length} lines, ${(100 * share).toFixed(1)} %`);
  assert.ok(share >= 0.55);
  assert.match(trace.notes[0]!, /cut/);
  assert.equal(trace.complete, false);
});
