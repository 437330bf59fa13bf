/** Puts the lines of a trace together, whatever their version. */
import { BodiesBuilder } from "./bodies";
import { DeformsBuilder } from "./deforms";
import { EventsBuilder } from "./events";
import { Growing } from "./growing";
import { isKnownJoint, type Joint } from "./joints";
import { KNOWN, indexSegments, type Block } from "./segments";
import type { Shape } from "./shapes";
import type { Step } from "./steps";
import type { Domain, Level, Series, Trace, Vector, Verdict } from "./trace";

interface GrowingSeries {
  readonly unit: string;
  readonly time: Growing<Float64Array>;
  readonly value: Growing<Float64Array>;
}

export class TraceBuilder {
  title = "";
  by = "";
  up: Vector | undefined;
  span: readonly [number, number] | undefined;
  domain: Domain | undefined;
  /** Set by the last line. */
  end: { readonly time: number; readonly why: string } | undefined;
  readonly shapes: Shape[] = [];
  readonly bodies = new BodiesBuilder();
  readonly joints = new Map<number, Joint>();
  readonly segments: Block[] = [];
  readonly steps: Step[] = [];
  readonly deforms = new DeformsBuilder();
  readonly events = new EventsBuilder();
  readonly verdicts: Verdict[] = [];
  readonly levels: Level[] = [];
  readonly notes: string[] = [];
  private readonly series = new Map<string, GrowingSeries>();

  constructor(readonly version: number, readonly dimension: 2 | 3) {}

  addSeries(name: string, unit: string, time: ArrayLike<number>, value: ArrayLike<number>): void {
    const known = this.series.get(name) ?? { unit, time: new Growing(Float64Array), value: new Growing(Float64Array) };
    known.time.append(time);
    known.value.append(value);
    this.series.set(name, known);
  }

  finish(name: string, lines: number, cut: string | undefined): Trace {
    const bodies = this.bodies.finish();
    const events = this.events.finish();
    const series = [...this.series].map(([title, { unit, time, value }]): Series => ({ name: title, unit, time: time.finish(), value: value.finish() }));
    const [start, end] = this.range(events.time, series);
    const complete = this.end !== undefined && cut === undefined;
    if (!complete) this.notes.unshift(cut ?? `This trace is cut: its end is missing. It plays up to its last whole line, line ${lines}.`);
    this.noteUnknown();
    return {
      name,
      version: this.version,
      dimension: this.dimension,
      title: this.title || name,
      up: this.up,
      by: this.by,
      shapes: this.shapes,
      bodies,
      joints: this.joints,
      domain: this.domain,
      segments: indexSegments(this.segments, bodies.count),
      steps: this.steps,
      deforms: this.deforms.byBody,
      events,
      verdicts: this.verdicts,
      levels: this.levels,
      series,
      start,
      end,
      why: this.end?.why ?? "",
      complete,
      lines,
      notes: this.notes,
    };
  }

  /** From when to when it goes: what the header says if the trace is complete, else as far as there is something. */
  private range(events: Float64Array, series: readonly Series[]): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    const take = (time: number | undefined): void => {
      if (time === undefined || !Number.isFinite(time)) return;
      low = Math.min(low, time);
      high = Math.max(high, time);
    };
    for (const { time, joint } of this.segments) {
      for (const value of time.data) take(value);
      for (const value of joint?.until.data ?? []) take(value);
    }
    take(events[0]);
    take(events[events.length - 1]);
    take(this.steps[0]?.time);
    take(this.steps[this.steps.length - 1]?.time);
    for (const deforms of this.deforms.byBody.values()) {
      take(deforms[0]?.time);
      take(deforms[deforms.length - 1]?.until);
    }
    for (const { time } of series) {
      take(time[0]);
      take(time[time.length - 1]);
    }
    const moving = this.steps.length + events.length > 0;
    if (this.span && (this.end || !moving)) this.span.forEach(take);
    else take(this.span?.[0]);
    for (const { time, timeUpper } of this.verdicts) [time, timeUpper].forEach(take);
    take(this.end?.time);
    if (low > high) return [0, 1];
    return low === high ? [low, low + 1] : [low, high];
  }

  private noteUnknown(): void {
    const unknown = new Map<string, Set<number>>();
    for (const { motion, body, rows } of this.segments) {
      if (KNOWN.includes(motion)) continue;
      const bodies = unknown.get(motion) ?? new Set();
      for (let i = 0; i < rows; i++) bodies.add(body.data[i * body.stride]!);
      unknown.set(motion, bodies);
    }
    for (const [motion, bodies] of unknown) {
      const who = bodies.size === 1 ? "1 body stands" : `${bodies.size} bodies stand`;
      this.notes.push(`${who} still and grey from some time on: this page does not know the motion "${motion}".`);
    }
    const kinds = new Set([...this.joints.values()].filter((joint) => !isKnownJoint(joint)).map(({ kind }) => kind));
    for (const kind of kinds) this.notes.push(`Bodies stand still and grey: this page does not know joints that are "${kind}".`);
    const shapes = new Set(this.shapes.flatMap(({ form }) => (form.kind === "unknown" ? [form.called] : [])));
    for (const shape of shapes) this.notes.push(`This page does not know the shape "${shape}"; it draws a small cross in its place.`);
  }
}
