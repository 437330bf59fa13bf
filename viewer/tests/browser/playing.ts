/** Playing: the clock, the slider, events, selection, links. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { SAMPLES } from "../samples/index";
import { KNOT_CONTACT } from "../samples/knots";
import { ROBOT_CONTACT } from "../samples/robot";
import { ask, until, type Tests } from "./browsing";
import { apart, pixel, type Pixel } from "./picture";

const MARK: Pixel = [0xe6, 0x00, 0x7a];
const time = (page: Page): Promise<number> => ask<number>(page, "o.time");

export const playing: Tests = {
  "play advances the clock, pause stops it": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.discs!() });
    await page.click("#b-play");
    await until(page, "o.time > 0.05");
    assert.equal(await page.getAttribute("#b-play", "aria-label"), "Pause");
    const first = Number((await page.inputValue("#slider")));
    assert.ok(first > 0, "the slider goes with it");
    await page.click("#b-play");
    const stopped = await time(page);
    await page.waitForTimeout(200);
    assert.equal(await time(page), stopped);
  },
  "backwards, looped and at other speeds": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.motions!(), hash: "#t=2" });
    await page.click("#b-reverse");
    await page.click("#b-play");
    await until(page, "o.time < 1.9");
    await page.click("#b-play");
    await page.fill("#speed", "2");
    assert.equal(await page.innerText("#speed-text"), "100×");
    await page.fill("#speed", "-3");
    assert.equal(await page.innerText("#speed-text"), "1/1000×");
    await page.fill("#speed", "1");
    await page.click("#b-loop");
    await page.click("#b-play");
    let [last, wraps] = [await time(page), 0];
    for (let k = 0; k < 200 && wraps === 0; k++) {
      await page.waitForTimeout(20);
      const now = await time(page);
      if (now > last) wraps++;
      last = now;
    }
    assert.ok(wraps > 0, "it goes round");
    assert.equal(await ask(page, "o.playing"), true);
  },
  "without loop it ends at the end": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.motions!(), hash: "#t=3.9" });
    await page.fill("#speed", "1");
    await page.click("#b-play");
    await until(page, "!o.playing");
    assert.equal(await time(page), 4);
  },
  "the slider seeks": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.discs!() });
    const box = (await page.locator("#slider").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await until(page, "o.time > 0");
    assert.ok(Math.abs((await time(page)) - 3) < 0.05, String(await time(page)));
    await page.fill("#slider", "0.25");
    assert.equal(await time(page), 1.5);
    await page.waitForFunction(() => document.getElementById("clock")!.textContent!.startsWith("1.5000"));
  },
  "steps go on by one, and by the trace's own where it has them": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.steps!(), hash: "#t=0.51" });
    await page.click("#b-forth");
    assert.equal(await time(page), 31 / 60);
    await page.click("#b-back");
    assert.equal(await time(page), 30 / 60);
    const other = await browsing.open({ trace: SAMPLES.motions!(), hash: "#t=1" });
    await other.click("#b-forth");
    assert.equal(await time(other), 1 + 1 / 60);
  },
  "next and previous event go to their exact times": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.gas!(), hash: "#t=1" });
    const times = await ask<number[]>(page, "[...o.player.trace.events.time]");
    const next = times.findIndex((t) => t > 1);
    await page.click("#b-next");
    assert.equal(await time(page), times[next]);
    await page.click("#b-next");
    assert.equal(await time(page), times[next + 1]);
    await page.click("#b-prev");
    await page.click("#b-prev");
    assert.equal(await time(page), times[next - 1]);
  },
  "a link keeps the time": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!(), hash: "#t=0.30000000000000004&theme=dark" });
    assert.equal(await time(page), 0.30000000000000004);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.click("#b-next");
    await page.click("#b-link");
    assert.match(page.url(), new RegExp(`#t=${KNOT_CONTACT.time}&theme=dark$`));
    await page.evaluate(() => (location.hash = "#t=0.125"));
    await until(page, "o.time === 0.125");
  },
  "a click selects, and the card says what it is": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.gas!(), hash: "#t=1" });
    await browsing.picture(page);
    const found = await ask<{ i: number; x: number; y: number }>(page, `(() => {
      const w = o.player.world;
      for (let i = 0; i < o.stats.bodies; i++) {
        const at = o.project([0, 1, 2].map((k) => w.poses.position[3 * i + k]));
        if (w.bodyAt(at.x, at.y) === i) return { i, x: at.x, y: at.y };
      }
    })()`);
    await page.mouse.click(found.x, found.y);
    await until(page, `o.selected === ${found.i}`);
    await page.waitForSelector("#inspector:not([hidden])");
    const card = await page.innerText("#inspector");
    for (const word of [`body ${found.i}`, "ball, radius", "position", "speed", "next event", "mass"]) assert.ok(card.includes(word), `${word} in ${card}`);
    const after = await ask<number>(page, `(() => { const e = o.player.trace.events; for (let k = 0; k < e.count; k++) if (e.time[k] > 1 && (e.a[k] === ${found.i} || e.b[k] === ${found.i})) return e.time[k]; })()`);
    await page.click("#inspector dd:last-child button");
    assert.equal(await time(page), after);
    await page.mouse.click(10, 400);
    await until(page, "o.selected === -1");
  },
  "the pixel at a projected contact has the mark's colour": async (browsing) => {
    for (const [name, hash] of [["knots", "#t=0.3"], ["discs", "#t=1&theme=dark"], ["gas", "#t=1"], ["shapes", "#t=0.1"], ["version1", "#t=0"], ["cloth", "#t=0&theme=dark"]] as const) {
      const page = await browsing.open({ trace: SAMPLES[name]!(), hash });
      await page.click("#b-next");
      const picture = await browsing.picture(page);
      const marks = await ask<{ x: number; y: number }[]>(page, "o.contacts().map(({ point }) => o.project(point))");
      assert.ok(marks.length >= 1, `${name}: no mark`);
      const found = pixel(picture, Math.floor(marks[0]!.x), Math.floor(marks[0]!.y));
      assert.ok(apart(found, MARK) <= 3, `${name}: ${found} at ${JSON.stringify(marks[0])}`);
    }
  },
  "a verdict is shown, and its bracket marked on the timeline": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!(), sharp: true });
    const card = await page.innerText("#verdict");
    for (const word of ["contact", "trefoil and cinquefoil", "[0.41171875, 0.41171881]", "normal", "point on a", "best-first"]) assert.ok(card.includes(word), `${word} in ${card}`);
    const strip = (await page.locator("#strip").boundingBox())!;
    const picture = await browsing.picture(page);
    assert.ok(apart(pixel(picture, strip.x + KNOT_CONTACT.time * strip.width + 1, strip.y + 16), MARK) < 40);
    await page.click("#verdict dd button");
    assert.equal(await time(page), KNOT_CONTACT.time);
  },
  "plots follow the clock": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!(), hash: "#t=0" });
    assert.equal(await page.innerText(".plot .value"), "5.7641");
    const box = (await page.locator(".plot").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 20);
    await until(page, "Math.abs(o.time - 0.5) < 0.01");
    await page.waitForFunction(() => document.querySelector(".plot .value")!.textContent!.startsWith("1.2"));
  },
  "joints are plotted, in the colours of their links, and the selected one is told": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.robot!(), hash: "#t=0.25" });
    const plots = await page.locator(".plot .name").allInnerTexts();
    assert.deepEqual(plots, ["angles of joints (rad)", "ways of joints"]);
    // Half of an eased way is half of the way.
    const told = await page.locator(".plot .line").allInnerTexts();
    assert.ok(told.some((line) => /^hand\s*1\.000$/.test(line)), told.join());
    assert.ok(told.some((line) => /^carriage\s*−0\.225$/.test(line)), told.join());
    assert.ok(!told.some((line) => line.startsWith("right finger")), "what follows another has no curve of its own");
    await page.evaluate("window.osculate.player.select(8)");
    await until(page, "o.selected === 8");
    await page.waitForFunction(() => document.querySelector("#inspector")!.textContent!.includes("right finger at 0.047"));
    assert.ok((await page.innerText("#inspector")).includes("prismatic"));
  },
  "a click on a link of several shapes selects that link": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.robot!(), hash: "#t=0.6" });
    for (const [body, height] of [[3, 0.2], [4, 0.2], [1, 0.1]] as const) {
      const place = `(() => { const { position: p, rotation: q } = o.player.world.poses; const i = ${body}; const z = ${height};
        const [x, y, w, s] = [q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]];
        return o.project([p[3 * i] + z * 2 * (x * w + y * s), p[3 * i + 1] + z * 2 * (y * w - x * s), p[3 * i + 2] + z * (1 - 2 * (x * x + y * y))]); })()`;
      const at = await ask<{ x: number; y: number }>(page, place);
      await page.mouse.click(at.x, at.y);
      await until(page, `o.selected === ${body}`);
    }
  },
  "bodies that touch stand out from the contact on, and nothing hides them": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.robot!(), hash: "#t=0.8" });
    const colour = (body: number): Promise<number[]> => ask<number[]>(page, `[...o.player.world.colours.subarray(${3 * body}, ${3 * body + 3})]`);
    const magenta = ([r, g, b]: number[]): boolean => r! > 0.65 && g! < 0.35 && b! > 0.3;
    const before = await Promise.all([9, 19, 3].map(colour));
    assert.ok(!magenta(before[0]!) && !magenta(before[1]!));
    await page.click("#b-next");
    await until(page, `o.time === ${ROBOT_CONTACT.time}`);
    await page.evaluate("window.osculate.drawNow()");
    const after = await Promise.all([9, 19, 3].map(colour));
    assert.ok(magenta(after[0]!) && magenta(after[1]!), JSON.stringify(after));
    assert.ok(!magenta(after[2]!) && after[2]!.some((value, k) => value !== before[2]![k]), "others step back");
    // Before the shelf's open side: where its back is, the contact would be behind it.
    assert.ok((await ask<number[]>(page, "o.stage.camera.position.toArray()"))[0]! < 0);
  },
  "a picture can be saved": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.motions!() });
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#b-camera")]);
    assert.match(download.suggestedFilename(), /^all-motions-.*\.png$/);
  },
};
