/** Verdicts: what a query answered. */
import { show, showVector } from "../format";
import { nameOf } from "../trace/bodies";
import type { Trace, Verdict } from "../trace/trace";
import { element, make } from "./elements";

/** More verdicts than this are counted, not listed. */
const MOST = 20;

export function showVerdicts(trace: Trace, act: { seek: (time: number) => void }): void {
  const box = element("verdict");
  box.hidden = trace.verdicts.length === 0;
  const more = trace.verdicts.length - MOST;
  box.replaceChildren(...trace.verdicts.slice(0, MOST).map((verdict) => card(trace, verdict, act)), more > 0 ? `and ${more} more` : "");
}

function card(trace: Trace, verdict: Verdict, act: { seek: (time: number) => void }): HTMLElement {
  const { dimension, bodies } = trace;
  const names = [verdict.a, verdict.b].filter((body) => body >= 0).map((body) => nameOf(bodies, body)).join(" and ");
  const list = make("dl");
  const line = (name: string, ...value: (Node | string)[]): void => list.append(make("dt", {}, name), make("dd", {}, ...value));
  const { time, timeUpper } = verdict;
  if (time !== undefined) {
    const bracket = timeUpper === undefined || timeUpper === time ? show(time, 9) : `[${show(time, 9)}, ${show(timeUpper, 9)}]`;
    line("time", make("button", { className: "text", title: "Go there", onclick: () => act.seek(time) }, bracket));
    if (timeUpper !== undefined && timeUpper > time) line("width", show(timeUpper - time, 3));
  }
  if (verdict.pointA) line("point on a", showVector(verdict.pointA, dimension));
  if (verdict.pointB) line("point on b", showVector(verdict.pointB, dimension));
  if (verdict.normal) line("normal", showVector(verdict.normal, dimension));
  for (const [name, text] of verdict.details) {
    line(name, readable(text));
  }
  const known = ["contact", "free", "overlapping", "undecided"].includes(verdict.outcome);
  const summary = make("summary", { className: "row" }, make("span", { className: `chip ${known ? verdict.outcome : ""}` }, verdict.outcome), make("h2", { className: "grow" }, names));
  // On a narrow page the scene needs the room.
  return make("details", { className: "verdict", open: window.innerWidth > 760 && window.innerHeight > 600 }, summary, list);
}

/** Numbers with as many digits as people read, and arrays without brackets. */
function readable(text: string): string {
  const number = Number(text);
  if (text !== "" && Number.isFinite(number)) return show(number, 4);
  if (!text.startsWith("[")) return text;
  try {
    return listed(JSON.parse(text));
  } catch {
    return text;
  }
}

function listed(value: unknown): string {
  if (Array.isArray(value)) return value.map(listed).join(value.some(Array.isArray) ? "; " : ", ") || "–";
  return typeof value === "number" ? show(value, 4) : value === null ? "–" : String(value);
}
