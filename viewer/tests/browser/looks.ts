/** Looks: regions of pictures of every kind of trace, light, dark and narrow; and how the page behaves. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES } from "../samples/index";
import type { Page } from "playwright-core";
import { ask, until, type Tests } from "./browsing";
import { apart, pixel, type Picture } from "./picture";

const HERE = (globalThis as unknown as { VIEWER: string }).VIEWER;
const KEPT = join(HERE, "tests/browser/regions.json");
const COLUMNS = 8;
const ROWS = 6;
/** Letters differ between machines; a body that is missing or black differs more than this. */
const TOLERANCE = 16;

export const looks: Tests = {};

const LOOKS = {
  light: { dark: false, width: 1000, height: 700 },
  dark: { dark: true, width: 1000, height: 700 },
  phone: { dark: false, width: 390, height: 780 },
} as const;

const TIMES: Record<string, number> = { knots: 0.41171875, discs: 1, gas: 1, balls: 1.2, shapes: 0.5, plane: 1, motions: 1.5, steps: 1.5, cloth: 0.7, robot: 0.9, version1: 1.05 };

/** The mean colour of each region. */
function regions(picture: Picture): number[] {
  const sums = new Float64Array(COLUMNS * ROWS * 4);
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const region = 4 * (Math.floor((y * ROWS) / picture.height) * COLUMNS + Math.floor((x * COLUMNS) / picture.width));
      for (let k = 0; k < 3; k++) sums[region + k]! += picture.data[picture.step * (y * picture.width + x) + k]!;
      sums[region + 3]!++;
    }
  }
  return Array.from({ length: COLUMNS * ROWS * 3 }, (_, i) => Math.round(sums[4 * Math.floor(i / 3) + (i % 3)]! / sums[4 * Math.floor(i / 3) + 3]!));
}

for (const sample of Object.keys(SAMPLES)) {
  looks[`${sample} loads, is drawn, and looks as it did: light, dark and on a phone`] = async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES[sample]!(), hash: `#t=${TIMES[sample] ?? 0}&theme=light` });
    assert.equal(await ask(page, "o.state"), "playing");
    const stats = await ask<{ bodies: number; drawCalls: number; triangles: number }>(page, "(o.drawNow(), o.stats)");
    assert.ok(stats.bodies > 0 && stats.drawCalls >= 2 && stats.triangles > 10, JSON.stringify(stats));
    for (const [look, { dark, width, height }] of Object.entries(LOOKS)) {
      await page.setViewportSize({ width, height });
      if ((await page.evaluate(() => document.documentElement.dataset.theme === "dark")) !== dark) await page.keyboard.press("t");
      await fitted(page, width);
      const picture = await browsing.picture(page);
      if (look === "light") await seesBodies(page, picture);
      compare(`${sample} ${look}`, regions(picture));
    }
  };
}

/** Waits until the page has taken its new size in. Pages hear of it before they draw, so the second picture has all of it. */
async function fitted(page: Page, width: number): Promise<void> {
  await until(page, `innerWidth === ${width}`);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** At the projected centre of some body the picture is not what is around it. */
async function seesBodies(page: Page, picture: Picture): Promise<void> {
  const centres = await ask<{ x: number; y: number }[]>(page, `Array.from({length: Math.min(12, o.stats.bodies)}, (_, i) => o.project([0, 1, 2].map((k) => o.player.world.poses.position[3 * i + k])))`);
  const sky = pixel(picture, picture.width / 2, 90);
  const seen = centres.filter(({ x, y }) => x > 0 && y > 60 && x < picture.width && y < picture.height - 200 && [-9, 0, 9].some((d) => apart(pixel(picture, x + d, y), sky) > 24));
  assert.ok(seen.length >= 1, `no body is seen at ${JSON.stringify(centres)}`);
}

function compare(key: string, found: number[]): void {
  const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, number[]>;
  if (process.env.OSCULATE_KEEP_REGIONS) {
    kept[key] = found;
    writeFileSync(KEPT, `{\n${Object.entries(kept).sort().map(([name, values]) => `${JSON.stringify(name)}: ${JSON.stringify(values)}`).join(",\n")}\n}\n`);
    return;
  }
  assert.ok(kept[key], `no picture of ${key} is kept`);
  const worst = Math.max(...found.map((value, i) => Math.abs(value - kept[key]![i]!)));
  const at = found.findIndex((value, i) => Math.abs(value - kept[key]![i]!) === worst);
  assert.ok(worst <= TOLERANCE, `${key}: region ${Math.floor(at / 3) % COLUMNS}, ${Math.floor(at / 3 / COLUMNS)} differs by ${worst}`);
}

looks["on a phone all controls are on the page, and nothing is wider than it"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.knots!(), width: 360, height: 700 });
  const outside = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>("button, input:not([hidden]), .card")]
    .filter((e) => e.offsetParent !== null && e.closest("dialog") === null)
    .filter((e) => {
      const box = e.getBoundingClientRect();
      return box.left < -9 || box.right > innerWidth + 9 || box.bottom > innerHeight + 1;
    }).map((e) => e.id || e.className));
  assert.deepEqual(outside, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const small = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>("#transport button, #tools button")].filter((e) => e.offsetWidth < 36 || e.offsetHeight < 36).map((e) => e.id));
  assert.deepEqual(small, [], "fingers need room");
};

looks["who wants little motion gets none that was not asked for"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.knots!(), calm: true });
  assert.equal(await ask(page, "o.stage.controls.enableDamping"), false);
  assert.equal(await ask(page, "o.playing"), false);
  const lively = await browsing.open({ trace: SAMPLES.knots!() });
  assert.equal(await ask(lively, "o.stage.controls.enableDamping"), true);
};

looks["nothing is drawn while nothing changes"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.gas!() });
  await page.waitForTimeout(600);
  const frames = (): Promise<number> => ask<number>(page, "o.stage.renderer.info.render.frame");
  const before = await frames();
  await page.waitForTimeout(500);
  assert.equal(await frames(), before);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(300);
  assert.ok((await frames()) > before);
};

looks["software rendering is found out, and low quality chosen"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.motions!() });
  assert.deepEqual(await ask(page, "[o.stats.quality, o.stats.software]"), ["low", true]);
  const high = await browsing.open({ trace: SAMPLES.motions!(), hash: "#quality=high" });
  assert.equal(await ask(high, "o.stats.quality"), "high");
  await browsing.picture(high);
};

looks["dragging turns the view, scrolling zooms"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.knots!() });
  const eye = (): Promise<number[]> => ask<number[]>(page, "o.stage.camera.position.toArray()");
  const first = await eye();
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(700, 330, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  const turned = await eye();
  assert.ok(Math.hypot(...turned.map((value, k) => value - first[k]!)) > 0.5);
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(300);
  assert.ok(Math.hypot(...(await eye())) < Math.hypot(...turned));
  assert.equal(await ask(page, "o.selected"), -1, "a drag is no click");
};

looks["a page of another size is filled again, unless the eye was moved"] = async (browsing) => {
  const page = await browsing.open({ trace: SAMPLES.knots!(), calm: true });
  const distance = (): Promise<number> => ask<number>(page, "o.stage.camera.position.length()");
  const resize = async (width: number, height: number): Promise<void> => {
    await page.setViewportSize({ width, height });
    await fitted(page, width);
  };
  const wide = await distance();
  await resize(390, 780);
  const narrow = await distance();
  assert.ok(narrow > 1.1 * wide, `${narrow} is not further than ${wide}`);
  await resize(1000, 700);
  assert.ok(Math.abs((await distance()) - wide) < 1e-9 * wide, "as wide as at first");
  await page.keyboard.press("e");
  const near = await distance();
  assert.ok(near < wide);
  await resize(390, 780);
  assert.ok(Math.abs((await distance()) - near) < 1e-9 * near, "the eye was moved");
};
