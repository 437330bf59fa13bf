/**
 * Prints where the bodies of a trace are, by the viewer's own code.
 *
 *     node positions.mjs TRACE < times
 *
 * Times are numbers on standard input, with blanks or line ends between them; without an argument, the first line is the trace's
 * path. Each time gives a line {"time":t,"position":[[x,y,z],…],"rotation":[[x,y,z,w],…]}; in the plane rows of `position` have
 * two numbers, and `rotation` has an angle per body, in (−π, π].
 */
import { createReadStream, readFileSync } from "node:fs";
import { Poses } from "./trace/poses";
import { readTrace } from "./trace/reader";
import type { Trace } from "./trace/trace";

async function main(): Promise<void> {
  let input = readFileSync(0, "utf8");
  let path = process.argv[2];
  if (path === undefined) {
    const end = input.indexOf("\n");
    path = input.slice(0, end < 0 ? undefined : end).trim();
    input = end < 0 ? "" : input.slice(end + 1);
  }
  const times = input.split(/[\s,]+/).filter(Boolean).map(Number);
  if (times.some(Number.isNaN)) throw new Error("standard input has something that is not a time");
  const trace = await readTrace(createReadStream(path), path);
  for (const note of trace.notes) console.error(note);
  const poses = new Poses(trace);
  for (const time of times) {
    poses.at(time);
    process.stdout.write(`${JSON.stringify({ time, ...rows(trace, poses) })}\n`);
  }
}

function rows(trace: Trace, poses: Poses): { position: number[][]; rotation: (number | number[])[] } {
  const position: number[][] = [];
  const rotation: (number | number[])[] = [];
  for (let i = 0; i < trace.bodies.count; i++) {
    position.push([...poses.position.subarray(3 * i, 3 * i + trace.dimension)]);
    const [x, y, z, w] = poses.rotation.subarray(4 * i, 4 * i + 4);
    rotation.push(trace.dimension === 3 ? [x!, y!, z!, w!] : turned(2 * Math.atan2(z!, w!)));
  }
  return { position, rotation };
}

function turned(angle: number): number {
  if (angle > Math.PI) return angle - 2 * Math.PI;
  return angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

main().catch((fault: unknown) => {
  console.error(`positions: ${fault instanceof Error ? fault.message : String(fault)}`);
  process.exitCode = 2;
});
