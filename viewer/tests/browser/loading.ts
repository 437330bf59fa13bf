/** Traces come in: from the page, from a server, from a file; and what is wrong is said. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { knot } from "../samples/knots";
import { SAMPLES } from "../samples/index";
import { Sample } from "../samples/writer";
import { ask, type Tests } from "./browsing";

export const loading: Tests = {};

const textOf = (page: Page, id: string): Promise<string> => page.locator(`#${id}`).innerText();

loading["a server's trace is fetched, and shapes in files are asked of it"] = async (browsing) => {
  const { vertices, triangles } = knot(2, 3, 60, 8);
  const trace = new Sample({ title: "by file" }).add("shape", { file: { path: "a knot.ply", scale: [2, 2, 2] } }).add("bodies", { shape: [0] }).end(1).text();
  const page = await browsing.open({ trace: gzipSync(trace), served: true, shapes: { "a knot.ply": { mesh: { vertices, triangles } } } });
  assert.equal(await ask(page, "o.state"), "playing");
  assert.equal(await ask(page, "o.player.trace.shapes[0].form.kind"), "mesh");
  assert.equal(await ask(page, "o.player.trace.shapes[0].form.vertices[0]"), 2 * vertices[0]!);
  assert.equal(await page.locator(".notice").count(), 0);
};

loading["a shape in a file that is not to be had is named"] = async (browsing) => {
  const trace = new Sample({}).add("shape", { file: { path: "bunny.ply" } }).add("bodies", { shape: [0] }).end(1).text();
  assert.match(await textOf(await browsing.open({ trace }), "notices"), /"bunny.ply" is a file that is not shown: this page cannot reach files/);
  assert.match(await textOf(await browsing.open({ trace, served: true }), "notices"), /"bunny.ply" is a file that is not shown: the server answers 404/);
};

loading["without a trace the page asks for one"] = async (browsing) => {
  for (const served of [true, false]) {
    const page = await browsing.open({ served });
    assert.equal(await ask(page, "o.state"), "welcome");
    assert.match(await textOf(page, "welcome"), /Drop a trace here/);
  }
};

loading["a file can be chosen and dropped"] = async (browsing) => {
  const page = await browsing.open();
  const path = join(tmpdir(), `osculate-picked-${process.pid}.jsonl.gz`);
  writeFileSync(path, gzipSync(SAMPLES.motions!()));
  await page.setInputFiles("#file", path);
  await page.waitForFunction(() => (window as unknown as { osculate: { state: string } }).osculate.state === "playing");
  assert.equal(await textOf(page, "title"), "all motions");
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.jsonl"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
  }, SAMPLES.plane!());
  await page.waitForFunction(() => document.getElementById("title")!.textContent === "shapes of the plane");
  assert.equal(await ask(page, "o.stats.bodies"), 8);
};

const BAD: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ["an empty file", "", /it is empty/],
  ["garbage", "\u0003\u0001 what is this", /first line is not JSON/],
  ["other JSON", '{"a":1}\n', /does not say that it is an Osculate trace/],
  ["a newer version", '{"osculate-trace":3,"dimension":3}\n', /version 3, and this page reads up to version 2/],
  ["a trace without bodies", new Sample({}).end(1).text(), /it has no bodies/],
  ["broken gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7), /nothing in it can be decompressed/],
];
for (const [what, trace, sentence] of BAD) {
  loading[`${what} gives a sentence`] = async (browsing) => {
    const page = await browsing.open({ trace, name: "bad.jsonl", served: typeof trace !== "string" || trace === "" });
    assert.equal(await ask(page, "o.state"), "failed");
    assert.match(await textOf(page, "welcome"), sentence);
    assert.ok(await page.locator("#b-pick").isVisible(), "another one can be opened");
  };
}

loading["a trace that is cut plays, and says so"] = async (browsing) => {
  const text = SAMPLES.gas!();
  const page = await browsing.open({ trace: text.slice(0, Math.floor(0.6 * text.length)) });
  assert.equal(await ask(page, "o.state"), "playing");
  assert.match(await textOf(page, "notices"), /This trace is cut: its end is missing/);
  const packed = gzipSync(text);
  const other = await browsing.open({ trace: packed.subarray(0, Math.floor(0.6 * packed.length)), served: true });
  assert.match(await textOf(other, "notices"), /This trace is cut: its compressed stream ends early/);
  assert.ok((await ask<number>(other, "o.player.trace.lines")) >= 0.5 * text.split("\n").length);
};

loading["unknown motions are grey and said"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.motions!(), hash: "#t=2" });
  assert.match(await textOf(page, "notices"), /does not know the motion "polyline"/);
  await browsing.picture(page);
  const grey = await ask<number[]>(page, "[...o.player.world.colours.slice(12, 15)]");
  assert.ok(grey.every((value) => Math.abs(value - grey[0]!) < 1e-6), String(grey));
};

loading["names are text, never markup"] = async (browsing) => {
  const evil = '<img src="http://example.invalid/x" onerror="window.hit=1">';
  const trace = new Sample({ title: evil }).add("shape", { ball: { radius: 1 }, name: evil }).add("bodies", { shape: [0], name: [evil], kind: [0], kinds: [evil] })
    .add("verdict", { a: 0, outcome: evil, method: evil, time: 0.5 }).add("series", { name: evil, unit: evil, time: [0, 1], value: [1, 2] })
    .add("segments", { motion: evil, time: 0.5, body: 0 }).end(1).text();
  const page = await browsing.open({ trace, name: `"><script>window.hit=1</script>` });
  await page.keyboard.press("b");
  await page.keyboard.press("v");
  await page.keyboard.press("x");
  await page.keyboard.press("x");
  await browsing.picture(page);
  assert.equal(await textOf(page, "title"), evil);
  assert.equal(await page.locator("main img").count(), 0);
  assert.equal(await page.evaluate("window.hit"), undefined);
};
