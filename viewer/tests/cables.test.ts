/** Cables: read from traces, where they are between two times, tubes around them, and rays that hit them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Tube, hitCable, type CableForm } from "../src/scene/cables";
import { deformedVertices } from "../src/trace/deforms";
import { readTrace } from "../src/trace/reader";
import type { Trace } from "../src/trace/trace";
import { Sample } from "./samples/writer";

/** A cable along x that moves up by 1 from time 0 to 2, its marks turning from y to z. */
function sample(marks = [0.5, 0.1, 0, 1.5, 0.1, 0]): Promise<Trace> {
  const text = new Sample({ title: "rope" })
    .add("shape", { cable: { points: [0, 0, 0, 1, 0, 0, 2, 0, 0], radius: 0.1, marks } })
    .add("bodies", { shape: [0], name: ["rope"] })
    .add("deform", { body: 0, time: 0, until: 2, to: [0, 0, 1, 1, 0, 1, 2, 0, 1, 0.5, 0, 1.1, 1.5, 0, 1.1] })
    .end(2)
    .text();
  return readTrace([new TextEncoder().encode(text)], "rope");
}

test("a cable goes on straight lines", async () => {
  const trace = await sample();
  const form = trace.shapes[0]!.form as CableForm;
  assert.deepEqual([form.kind, form.points, form.marked, form.closed, form.radius], ["cable", 3, true, false, 0.1]);
  const rows = new Float64Array(15);
  assert.ok(deformedVertices(trace.deforms.get(0)!, 1, rows));
  assert.deepEqual([...rows.subarray(3, 6)], [1, 0, 0.5]);
});

test("a tube lies around its cable, its first side towards the marks", async () => {
  const trace = await sample();
  const tube = new Tube(trace.shapes[0]!.form as CableForm, trace.deforms.get(0)!, 0);
  tube.update(2);
  const position = tube.geometry.getAttribute("position");
  // The ring of the middle point: the first ring is the cap, of 13 vertices.
  const first = 13 * 2;
  const at = [position.getX(first), position.getY(first), position.getZ(first)];
  [1, 0, 1.1].forEach((value, axis) => assert.ok(Math.abs(at[axis]! - value) < 1e-6, String(at)));
  for (let k = 0; k < 13; k++) {
    const apart = Math.hypot(position.getY(first + k), position.getZ(first + k) - 1);
    assert.ok(Math.abs(apart - 0.1) < 1e-6);
  }
});

test("rays hit cables within their radius", async () => {
  const trace = await sample();
  const form = trace.shapes[0]!.form as CableForm;
  assert.ok(Math.abs(hitCable(form, form.rows, [1.3, 0.05, 5], [0, 0, -1]) - 5) < 1e-9);
  assert.equal(hitCable(form, form.rows, [1.3, 0.15, 5], [0, 0, -1]), -1);
  assert.equal(hitCable(form, form.rows, [2.5, 0, 5], [0, 0, -1]), -1);
});

test("a cable has as many marks as edges", async () => {
  const trace = await sample([0.5, 0.1, 0]);
  assert.match(trace.notes.join(" "), /cable.marks has 1 rows where there are 2 edges/);
});
