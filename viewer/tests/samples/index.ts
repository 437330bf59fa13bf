/** All samples by name. */
import { balls } from "./balls";
import { cloth } from "./cloth";
import { gas } from "./gas";
import { knots } from "./knots";
import { motions } from "./motions";
import { robot } from "./robot";
import { plane, shapes } from "./shapes";
import { steps } from "./steps";
import { version1 } from "./version1";
import { world } from "./world";

const MAKERS: Record<string, () => string> = {
  knots: () => knots().text(),
  discs: () => gas({ dimension: 2, rows: 16, seconds: 6, points: false }).text(),
  gas: () => gas({ dimension: 3, rows: 6, seconds: 4, points: true }).text(),
  balls: () => balls(10_000).text(),
  shapes: () => shapes().text(),
  plane: () => plane().text(),
  motions: () => motions().text(),
  steps: () => steps({ count: 200, steps: 240, every: 60, type: "f32" }).text(),
  cloth: () => cloth().text(),
  robot: () => robot().text(),
  version1: () => version1(),
  world: () => world().text(),
};

/** Written once, however often it is asked for. */
function once(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}

export const SAMPLES: Record<string, () => string> = Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, once(make)]));
