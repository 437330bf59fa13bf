/** Boxes: a body is inside its box at a time, and inside its swept box while it moves on one segment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BodyBoxes } from "../src/trace/boxes";
import { emptyBox } from "../src/trace/extent";
import { rotate } from "../src/trace/motions";
import { Poses } from "../src/trace/poses";
import { readTrace } from "../src/trace/reader";
import { SAMPLES } from "./samples/index";

for (const name of ["motions", "shapes", "gas", "steps", "robot"]) {
  test(`${name}: no point of a body leaves its swept box, and no box is far too large`, async () => {
    const trace = await readTrace([new TextEncoder().encode(SAMPLES[name]!())], name);
    const poses = new Poses(trace);
    const boxes = new BodyBoxes(trace);
    const at = 0.3 * (trace.end - trace.start);
    let checked = 0;
    for (let i = 0; i < Math.min(trace.bodies.count, 40); i++) {
      poses.at(at);
      const swept = boxes.swept(poses, i);
      if (!swept) continue;
      const [from, to] = poses.intervalOf(i);
      const seen = emptyBox();
      for (let k = 0; k < 400; k++) {
        poses.at(from + ((to - from) * k) / 400);
        assert.ok(boxes.grow(seen, poses, i));
      }
      const size = Math.max(...[0, 1, 2].map((axis) => seen[axis + 3]! - seen[axis]!));
      for (let axis = 0; axis < 3; axis++) {
        assert.ok(swept[axis]! <= seen[axis]! + 1e-9 * size && swept[axis + 3]! >= seen[axis + 3]! - 1e-9 * size, `body ${i}, axis ${axis}`);
        assert.ok(swept[axis + 3]! - swept[axis]! <= seen[axis + 3]! - seen[axis]! + 0.1 * size, `body ${i} is loose`);
      }
      checked++;
    }
    assert.ok(checked > 4);
  });
}

test("a body's points are inside its box", async () => {
  const trace = await readTrace([new TextEncoder().encode(SAMPLES.knots!())], "knots");
  const poses = new Poses(trace);
  const boxes = new BodyBoxes(trace);
  poses.at(0.37);
  const box = emptyBox();
  boxes.grow(box, poses, 0);
  const form = trace.shapes[0]!.form;
  assert.ok(form.kind === "mesh");
  const out = new Float64Array(3);
  const touched = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < form.vertices.length; i += 3) {
    rotate(poses.rotation, 0, form.vertices[i]!, form.vertices[i + 1]!, form.vertices[i + 2]!, out);
    for (let axis = 0; axis < 3; axis++) {
      const value = out[axis]! + poses.position[axis]!;
      assert.ok(value >= box[axis]! - 1e-12 && value <= box[axis + 3]! + 1e-12);
      if (value < box[axis]! + 1e-9) touched[axis] = 1;
      if (value > box[axis + 3]! - 1e-9) touched[axis + 3] = 1;
    }
  }
  assert.deepEqual(touched, [1, 1, 1, 1, 1, 1], "and the box is as small as it can be");
});
