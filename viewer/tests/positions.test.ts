/** The script that prints positions, as other programs call it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLES } from "./samples/index";

const SCRIPT = join((globalThis as unknown as { VIEWER: string }).VIEWER, "dist/positions.mjs");

function run(input: string, ...args: string[]): { status: number | null; lines: { time: number; position: number[][]; rotation: unknown[] }[]; error: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { input, encoding: "utf8" });
  return { status, lines: stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line)), error: stderr };
}

test("positions.mjs prints a line per time, for a path as argument or on standard input", () => {
  const folder = mkdtempSync(join(tmpdir(), "osculate-positions-"));
  const path = join(folder, "motions.jsonl");
  writeFileSync(path, SAMPLES.motions!());
  const { status, lines, error } = run("0 1\n2.5", path);
  assert.equal(status, 0);
  assert.deepEqual(lines.map(({ time }) => time), [0, 1, 2.5]);
  assert.deepEqual([lines[0]!.position.length, lines[0]!.rotation.length], [7, 7]);
  assert.deepEqual(lines[1]!.position[4], [0.5, 3, 1]);
  assert.match(error, /does not know the motion "polyline"/);
  assert.deepEqual(run(`${path}\n0 1 2.5\n`).lines, lines);
  const plane = join(folder, "plane.jsonl");
  writeFileSync(plane, SAMPLES.plane!());
  const [flat] = run("1", plane).lines;
  assert.deepEqual(flat!.position[0], [-1.5, 0.8]);
  assert.ok(Math.abs((flat!.rotation[0] as number) - 1) < 1e-15);
  rmSync(folder, { recursive: true });
});

test("positions.mjs says what is wrong, and exits with 2", () => {
  const missing = run("0", "/nowhere/trace.jsonl");
  assert.equal(missing.status, 2);
  assert.match(missing.error, /^positions: .*nowhere/);
  assert.equal(run("soon", SCRIPT).status, 2);
  assert.match(run("0", SCRIPT).error, /not JSON/);
});
