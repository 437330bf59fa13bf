/** A trace as the page keeps it: typed arrays, no object per row. */
import type { Bodies } from "./bodies";
import type { Deforms } from "./deforms";
import type { EventIndex } from "./events";
import type { Joints } from "./joints";
import type { SegmentIndex } from "./segments";
import type { Shape } from "./shapes";
import type { Step } from "./steps";

export type Vector = [number, number, number];

export interface Domain {
  readonly low: Vector;
  readonly high: Vector;
  /** "walls", "periodic" or "open", per axis. */
  readonly boundary: readonly string[];
}

export interface Verdict {
  readonly a: number;
  readonly b: number;
  readonly outcome: string;
  readonly time: number | undefined;
  readonly timeUpper: number | undefined;
  readonly pointA: Vector | undefined;
  readonly pointB: Vector | undefined;
  readonly normal: Vector | undefined;
  /** All other fields with short values, to show as they are. */
  readonly details: readonly (readonly [string, string])[];
}

export type LevelKind = "aabb" | "sphere" | "rss";

export interface Level {
  readonly body: number;
  readonly level: number;
  readonly kind: LevelKind;
  readonly data: Float32Array;
}

export interface Series {
  readonly name: string;
  readonly unit: string;
  readonly time: Float64Array;
  readonly value: Float64Array;
}

export interface Trace {
  readonly name: string;
  readonly version: number;
  readonly dimension: 2 | 3;
  readonly title: string;
  readonly up: Vector | undefined;
  readonly by: string;
  readonly shapes: Shape[];
  readonly bodies: Bodies;
  readonly joints: Joints;
  readonly domain: Domain | undefined;
  readonly segments: SegmentIndex;
  readonly steps: readonly Step[];
  readonly deforms: Deforms;
  readonly events: EventIndex;
  readonly verdicts: readonly Verdict[];
  readonly levels: readonly Level[];
  readonly series: readonly Series[];
  readonly start: number;
  readonly end: number;
  readonly why: string;
  /** Whether its last line is there. */
  readonly complete: boolean;
  /** Whole lines that were read. */
  readonly lines: number;
  /** What the reader has to say: cuts, unknown motions. */
  readonly notes: readonly string[];
}
