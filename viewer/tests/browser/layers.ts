/** Layers: each draws what its name says, where it says. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { SAMPLES } from "../samples/index";
import { ask, type Browsing, type Tests } from "./browsing";
import { changedNear, changedPixels } from "./picture";

interface Expectation {
  readonly layer: string;
  readonly sample: string;
  readonly time: number;
  /** Points of the trace, on lines or surfaces that the layer draws; as an expression of `w`, the world. */
  readonly points: string;
  /** How many things are drawn, and as which count. */
  readonly count?: readonly [string, number];
  /** How many pixels around a point may be looked at. */
  readonly reach?: number;
}

/** The midpoints of edges of body i's box. */
const BOX_EDGES = `Array.from({ length: 2 }, (_, i) => {
  const b = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const box = Float64Array.from(b);
  w.bodyBoxes.grow(box, w.poses, i);
  return [0, 1].flatMap((x) => [0, 1].map((y) => [box[3 * x], box[1 + 3 * y], (box[2] + box[5]) / 2]));
}).flat()`;

const SWEPT_EDGES = `(() => {
  const box = w.bodyBoxes.swept(w.poses, 0);
  return [0, 1].flatMap((x) => [0, 1].map((y) => [box[3 * x], box[1 + 3 * y], (box[2] + box[5]) / 2]));
})()`;

/** Points where spheres of the chosen level stand out furthest, as seen; with a frame of the body. */
const inBody = (body: number, rows: string): string => `(() => {
  const { position, rotation } = w.poses;
  const [x, y, z, s] = rotation.subarray(${4 * body}, ${4 * body + 4});
  const turn = (v) => {
    const c = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const t = c([x, y, z], v).map((e) => 2 * e);
    const u = c([x, y, z], t);
    return v.map((e, k) => e + s * t[k] + u[k] + position[${3 * body} + k]);
  };
  return ${rows}.map(turn);
})()`;

const level = (kind: string): string => `o.player.trace.levels.find((l) => l.body === 0 && l.level === 3 && l.kind === "${kind}").data`;
const SPHERES = inBody(0, `Array.from({ length: 8 }, (_, i) => [...${level("sphere")}.subarray(4 * i, 4 * i + 3)])`);
const SWEPT = inBody(0, `Array.from({ length: 8 }, (_, i) => { const d = ${level("rss")}.subarray(10 * i, 10 * i + 10); return [0, 1, 2].map((k) => d[k] + d[3 + k] / 2 + d[6 + k] / 2); })`);
const TREE_BOXES = inBody(0, `Array.from({ length: 8 }, (_, i) => { const d = ${level("aabb")}.subarray(6 * i, 6 * i + 6); return [d[0], d[1], (d[2] + d[5]) / 2]; })`);

const EXPECTED: readonly Expectation[] = [
  { layer: "boxes", sample: "knots", time: 0.2, points: BOX_EDGES, count: ["boxes", 2] },
  { layer: "swept", sample: "knots", time: 0.2, points: SWEPT_EDGES, count: ["swept", 2], reach: 3 },
  { layer: "sphereTree", sample: "knots", time: 0.2, points: SPHERES, count: ["trees", 16], reach: 6 },
  { layer: "sweptTree", sample: "knots", time: 0.2, points: SWEPT, count: ["trees", 16], reach: 6 },
  { layer: "boxTree", sample: "knots", time: 0.2, points: TREE_BOXES, count: ["trees", 16], reach: 3 },
  { layer: "ghosts", sample: "knots", time: 0.2, points: `[[-4, 0.3, 0], [4, -0.3, 0], [3, 0.3, 0]]`, reach: 30 },
  {
    layer: "velocities", sample: "plane", time: 1, count: ["velocities", 5],
    points: `[0, 1, 2].map((i) => { const v = new Float64Array(3); w.poses.velocityOf(i, v); const n = Math.hypot(...v); const r = w.bodyBoxes.radius(i) + 0.3 * 2.2 / w.topSpeed * n / w.frame.scale; return [0, 1, 2].map((k) => w.poses.position[3 * i + k] + v[k] / n * r); })`,
  },
  { layer: "trails", sample: "discs", time: 2, points: `Array.from({ length: 60 }, (_, i) => { const p = { position: new Float64Array(3), rotation: new Float64Array(4) }; w.poses.poseOf(i, 2 - 0.3 * w.trailLength, p); return [...p.position]; })`, reach: 3 },
  { layer: "walls", sample: "discs", time: 1, points: `[[0, 3, 0], [0, 12, 0], [16, 5, 0], [4, 0, 0], [9, 16, 0]]` },
  { layer: "contacts", sample: "shapes", time: 0.5, points: `[[-1.1, -2.2, 3.4]]` },
  { layer: "wireframe", sample: "shapes", time: 0.5, points: `[1, 2, 3, 4, 5, 6].map((i) => [0, 1, 2].map((k) => w.poses.position[3 * i + k]))`, reach: 6 },
];

export const layers: Tests = {};

for (const sample of new Set(EXPECTED.map((expected) => expected.sample))) {
  const all = EXPECTED.filter((expected) => expected.sample === sample);
  layers[`layers of ${sample} draw what they name: ${all.map(({ layer }) => layer).join(", ")}`] = async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES[sample]!() });
    for (const other of ["ghosts", "contacts", "walls"]) await set(page, other, false);
    for (const expected of all) await drawn(browsing, page, expected);
  };
}

async function drawn(browsing: Browsing, page: Page, { layer, time, points, count, reach }: Expectation): Promise<void> {
  await page.evaluate(`window.osculate.seek(${time})`);
  const before = await browsing.picture(page);
  await set(page, layer, true);
  await page.evaluate("window.osculate.player.layers.setLevel(3)");
  const after = await browsing.picture(page);
  const places = await page.evaluate(`(() => { const o = window.osculate; const w = o.player.world; return (${points}).map((p) => o.project([...p])).map(({ x, y }) => ({ x, y, free: document.elementFromPoint(x, y)?.tagName === "CANVAS" })); })()`) as { x: number; y: number; free: boolean }[];
  // What a card, the deck or the bar covers cannot be seen to change.
  const visible = places.filter(({ x, y, free }) => free && x > 5 && y > 5 && x < after.width - 5 && y < after.height - 5);
  assert.ok(visible.length >= Math.min(2, places.length), `${layer}: ${visible.length} of ${places.length} places are on the page`);
  const hit = visible.filter(({ x, y }) => changedNear(before, after, x, y, reach ?? 2));
  assert.ok(hit.length >= 0.6 * visible.length, `${layer}: ${hit.length} of ${visible.length} places changed`);
  if (count) assert.equal((await ask<Record<string, number>>(page, "o.layerCounts()"))[count[0]], count[1]);
  await set(page, layer, false);
  const off = await browsing.picture(page);
  assert.ok(changedPixels(before, off) < 20, `${layer}: off again, all is as before`);
}

async function set(page: Page, layer: string, on: boolean): Promise<void> {
  await page.evaluate(`(() => { const p = window.osculate.player; if (p.world.layers.on.has("${layer}") !== ${on}) { p.world.setLayer("${layer}", ${on}); } })()`);
}

layers["levels go from the root to the leaves"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.knots!(), hash: "#layers=sphereTree&level=0" });
  const counts: number[] = [];
  for (let level = 0; level <= 6; level++) {
    await page.evaluate(`window.osculate.player.layers.setLevel(${level}); window.osculate.drawNow()`);
    counts.push((await ask<Record<string, number>>(page, "o.layerCounts()")).trees!);
  }
  assert.deepEqual(counts, [2, 4, 8, 16, 32, 64, 128]);
};

layers["colours go by body, by speed and by kind"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.discs!(), hash: "#t=1" });
  const colours: string[] = [];
  for (const by of ["body", "speed", "kind"]) {
    await page.evaluate(`window.osculate.player.layers.colourBy("${by}"); window.osculate.drawNow()`);
    colours.push(await ask<string>(page, "[...new Set(Array.from({ length: o.stats.bodies }, (_, i) => [...o.player.world.colours.subarray(3 * i, 3 * i + 3)].join()))].length + ''"));
  }
  const [body, speed, kind] = colours.map(Number);
  assert.deepEqual([body, kind], [8, 2]);
  assert.ok(speed! > 60, `${speed} colours of a ramp`);
  const light = await ask<number[]>(page, `(() => {
    o.player.layers.colourBy("speed");
    o.drawNow();
    const { poses, colours } = o.player.world;
    const order = Array.from({ length: o.stats.bodies }, (_, i) => i).sort((a, b) => poses.speedOf(a) - poses.speedOf(b));
    return order.map((i) => 0.3 * colours[3 * i] + 0.6 * colours[3 * i + 1] + 0.1 * colours[3 * i + 2]);
  })()`);
  assert.ok(light.every((value, i) => i === 0 || value >= light[i - 1]! - 0.01), "the faster, the lighter");
};

layers["bodies that sleep step back, and stalled ones stand out"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.world!() });
  const coloursAt = (time: number): Promise<number[][]> => ask<number[][]>(page, `(() => {
    o.player.seek(${time});
    o.drawNow();
    return [1, 2, 3].map((body) => [...o.player.world.colours.subarray(3 * body, 3 * body + 3)]);
  })()`);
  const [awake, later, again] = [await coloursAt(1.5), await coloursAt(2.5), await coloursAt(3.5)];
  const spread = (colour: readonly number[]): number => Math.max(...colour) - Math.min(...colour);
  assert.ok(spread(later[0]!) < 0.5 * spread(awake[0]!), "the sleeper is nearly grey");
  const red = (colour: readonly number[]): number => colour[0]! - colour[1]!;
  assert.ok(red(awake[1]!) < 0 && red(later[1]!) > 0.4, `the stalled one goes from green to the colour of marks, not from ${awake[1]} to ${later[1]}`);
  assert.deepEqual(later[2], awake[2], "the post stays as it is");
  assert.deepEqual(again, awake);
  // Back in time too.
  assert.deepEqual(await coloursAt(2.5), later);
  // What is about one body alone is no contact.
  const marked = (time: number): Promise<number> => ask<number>(page, `(o.player.seek(${time}), o.drawNow(), o.player.world.marks.shown.length)`);
  assert.deepEqual([await marked(1), await marked(2)], [2, 0]);
  await page.evaluate("window.osculate.player.select(1); window.osculate.player.seek(2.5); window.osculate.drawNow()");
  const told = (await page.textContent("#inspector"))!;
  assert.ok(told.includes("asleep"), told);
  assert.equal(await page.locator("#plots .plot").count(), 2);
};

layers["10,000 balls: few calls, few triangles, little work per picture"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.balls!() });
  const { drawCalls, triangles, update, plain } = await page.evaluate(async () => {
    const view = (window as unknown as { osculate: { player: { world: { update(t: number): void } }; drawNow(): void; stats: { drawCalls: number; triangles: number } } }).osculate;
    const { world } = view.player;
    const median = (work: (k: number) => void): number => {
      const times = Array.from({ length: 120 }, (_, k) => {
        const begin = performance.now();
        work(k);
        return performance.now() - begin;
      });
      return times.sort((a, b) => a - b)[60]!;
    };
    for (let k = 0; k < 60; k++) world.update(k / 60);
    const update = median((k) => world.update(1 + k / 60));
    // The least that could be done: one straight loop over plain arrays that evaluates parabolas and speeds.
    const data = new Float64Array(90_000).map((_, i) => Math.sin(i));
    const out = new Float32Array(70_000);
    const plain = median((k) => {
      for (let repeat = 0; repeat < 8; repeat++) {
        const s = 1 + k / 60 + repeat;
        for (let i = 0; i < 10_000; i++) {
          for (let c = 0; c < 3; c++) out[7 * i + c] = data[9 * i + c]! + s * data[9 * i + 3 + c]! + 0.5 * s * s * data[9 * i + 6 + c]!;
          out[7 * i + 4] = Math.sqrt(data[9 * i + 3]! ** 2 + data[9 * i + 4]! ** 2 + (data[9 * i + 5]! + s * data[9 * i + 8]!) ** 2);
        }
      }
    }) / 8;
    view.drawNow();
    return { drawCalls: view.stats.drawCalls, triangles: view.stats.triangles, update, plain };
  });
  console.log(`# 10,000 balls: ${drawCalls} draw calls, ${triangles} triangles, update ${update.toFixed(2)} ms (a bare loop takes ${plain.toFixed(2)} ms)`);
  assert.ok(drawCalls <= 10 && triangles <= 50_000);
  assert.ok(update <= 24 * Math.max(plain, 0.05), "no more than some bare loops");
};
