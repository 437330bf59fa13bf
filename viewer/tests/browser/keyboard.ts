/** Keyboard alone suffices; and readers of screens hear what there is. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { SAMPLES } from "../samples/index";
import { ask, until, type Tests } from "./browsing";

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const time = (page: Page): Promise<number> => ask<number>(page, "o.time");
const on = (page: Page, layer: string): Promise<boolean> => ask<boolean>(page, `o.player.world.layers.on.has("${layer}")`);

export const keyboard: Tests = {
  "the clock by keys": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.gas!() });
    await press(page, "Space");
    assert.equal(await ask(page, "o.playing"), true);
    await until(page, "o.time > 0.02");
    await press(page, "Space", "End");
    assert.deepEqual([await ask(page, "o.playing"), await time(page)], [false, 4]);
    await press(page, "Home", "Period");
    assert.equal(await time(page), await ask(page, "o.player.trace.events.time[0]"));
    await press(page, "Period", "Comma");
    assert.equal(await time(page), await ask(page, "o.player.trace.events.time[0]"));
    await press(page, "Home", "ArrowRight", "ArrowRight", "ArrowLeft");
    assert.ok(Math.abs((await time(page)) - 1 / 60) < 1e-12);
    await press(page, "]", "]", "[");
    assert.ok(Math.abs((await ask<number>(page, "o.player.playback.speed")) - 10 ** 0.1) < 1e-9);
    await press(page, "\\", "r", "l");
    assert.deepEqual(await ask(page, "[o.player.playback.speed, o.player.playback.direction, o.player.playback.loop]"), [1, -1, true]);
    await press(page, "i", "End", "o");
    assert.deepEqual((await ask<number[]>(page, "o.player.playback.part")).map((value) => Math.round(value * 60)), [1, 240]);
  },
  "layers, colours and levels by keys": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!() });
    const names = await ask<string[]>(page, "['contacts','ghosts','walls','velocities','trails','boxes','swept','boxTree','sphereTree','sweptTree','wireframe']");
    const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "="];
    for (let i = 0; i < names.length; i++) {
      const before = await on(page, names[i]!);
      await press(page, keys[i]!);
      const available = await ask<boolean>(page, `o.player.world.layers.available("${names[i]}")`);
      assert.equal(await on(page, names[i]!), available ? !before : before, names[i]);
    }
    await press(page, "PageUp");
    assert.equal(await ask(page, "o.player.world.layers.level"), 4);
    await press(page, "x");
    assert.equal(await ask(page, "o.player.world.colourBy"), "speed");
    await press(page, "v");
    assert.ok(await page.locator("#layers").isVisible());
  },
  "selection, view, theme and help by keys": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.shapes!(), hash: "#theme=light" });
    const eye = (): Promise<number[]> => ask<number[]>(page, "[...o.stage.camera.position.toArray(), ...o.stage.controls.target.toArray()]");
    await press(page, "b", "b", "B");
    assert.equal(await ask(page, "o.selected"), 0);
    await press(page, "b");
    const before = await eye();
    await press(page, "f");
    const focused = await eye();
    assert.notDeepEqual(focused, before);
    await press(page, "w", "a", "e", "W", "D");
    assert.notDeepEqual(await eye(), focused);
    await press(page, "0");
    (await eye()).forEach((value, k) => assert.ok(Math.abs(value - before[k]!) < 1e-6, "as at first"));
    await press(page, "Escape");
    assert.equal(await ask(page, "o.selected"), -1);
    await press(page, "t");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await press(page, "?");
    assert.ok(await page.locator("#help").isVisible());
    assert.match(await page.innerText("#help"), /Play or pause/);
    await press(page, "Escape");
    assert.equal(await page.locator("#help").isVisible(), false);
  },
  "every control is reached by Tab and has a name": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!() });
    await press(page, "v");
    const all = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>("button, input:not([hidden]), canvas[tabindex], summary")]
      .filter((e) => e.offsetParent !== null && !(e as HTMLButtonElement).disabled && e.closest("dialog") === null)
      .map((e) => e.id || e.dataset.key || e.textContent || e.tagName));
    const reached = new Set<string>();
    for (let k = 0; k < all.length + 5; k++) {
      await press(page, "Tab");
      const [label, name] = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement;
        return [e.id || e.dataset.key || e.textContent || e.tagName, e.getAttribute("aria-label") || e.closest("label")?.textContent || e.textContent || ""];
      });
      reached.add(label!);
      if (label !== "BODY") assert.ok(name!.trim().length > 0, `${label} has no name`);
    }
    assert.deepEqual(all.filter((label) => !reached.has(label)), []);
  },
  "the slider tells its time, and keys on a button do the button's work": async (browsing) => {
    const page = await browsing.open({ trace: SAMPLES.knots!(), hash: "#t=0.25" });
    assert.equal(await page.getAttribute("#slider", "aria-valuetext"), "time 0.2500");
    await page.focus("#b-end");
    await press(page, "Enter");
    assert.equal(await time(page), 1);
    await page.focus("#b-start");
    await press(page, "Space");
    assert.deepEqual([await time(page), await ask(page, "o.playing")], [0, false]);
  },
};
