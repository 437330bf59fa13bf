/** The clock, the address and numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, withTime } from "../src/address";
import { show, showSpeed, showTime } from "../src/format";
import { Playback, neighbour, niceSpeed } from "../src/playback";

test("the clock plays, ends, loops and turns back", () => {
  const clock = new Playback(1, 3);
  clock.setSpeed(0.5);
  assert.equal(clock.advance(1), false);
  clock.play();
  assert.ok(clock.advance(1) && clock.time === 1.5);
  clock.advance(9);
  assert.deepEqual([clock.time, clock.playing], [3, false]);
  clock.play();
  assert.equal(clock.time, 1, "from the start again");
  clock.loop = true;
  clock.advance(5);
  assert.deepEqual([clock.time, clock.playing], [1.5, true]);
  clock.direction = -1;
  clock.advance(2);
  assert.equal(clock.time, 2.5, "round to the end");
  clock.seek(99);
  assert.equal(clock.time, 3);
});

test("a part can be looped", () => {
  const clock = new Playback(0, 10);
  clock.setSpeed(1);
  clock.seek(2);
  clock.cut("from");
  clock.seek(4);
  clock.cut("to");
  assert.deepEqual(clock.part, [2, 4]);
  clock.seek(3.5);
  clock.play();
  clock.advance(1);
  assert.equal(clock.time, 2.5);
});

test("speeds stay between 1/1000 and 100, and begin where the whole can be watched", () => {
  const clock = new Playback(0, 1);
  clock.setSpeed(1e-9);
  assert.equal(clock.speed, 1e-3);
  clock.setSpeed(1e9);
  assert.equal(clock.speed, 100);
  assert.deepEqual([10, 1, 5, 1e-3, 1e6, 300].map(niceSpeed), [1, 0.1, 1, 1e-3, 100, 20]);
});

test("events are found by their exact time", () => {
  const times = Float64Array.of(0.1, 0.2, 0.2, 0.30000000000000004);
  assert.equal(neighbour(times, 0.2, 1), 0.30000000000000004);
  assert.equal(neighbour(times, 0.2, -1), 0.1);
  assert.equal(neighbour(times, 0.15, 1), 0.2);
  assert.equal(neighbour(times, 0.30000000000000004, 1), undefined);
  assert.equal(neighbour(times, 0.1, -1), undefined);
});

test("links keep the very time", () => {
  const time = 0.1 + 0.2;
  const link = withTime("http://127.0.0.1:1/x/?a=1#theme=dark", time);
  assert.equal(link.split("#")[0], "http://127.0.0.1:1/x/?a=1");
  assert.deepEqual(readAddress(link.slice(link.indexOf("#"))), { time, theme: "dark", quality: null, layers: [], colour: null, level: undefined });
  assert.equal(readAddress("#t=soon").time, undefined);
  assert.equal(readAddress("#t=").time, undefined);
  assert.deepEqual(readAddress("#layers=boxes,trails").layers, ["boxes", "trails"]);
});

test("numbers read well", () => {
  assert.deepEqual([0, 0.125, -2.5, 7.49206917564308e-6, 1e9, NaN, Infinity].map((value) => show(value)), ["0", "0.125", "−2.5", "7.492·10⁻⁶", "1·10⁹", "–", "∞"]);
  // Whole numbers may name a triangle: they are shown in full, and nothing below a million has a power of ten.
  assert.deepEqual([14421, 123456.7, 1 / 3].map((value) => show(value, 4)), ["14421", "123500", "0.3333"]);
  assert.deepEqual([1, 0.02, 2.5, 100, 1e-3].map(showSpeed), ["1×", "1/50×", "2.5×", "100×", "1/1000×"]);
  assert.equal(showTime(0.5, 1), "0.5000");
});
