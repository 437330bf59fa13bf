/** Deforming meshes: vertices on straight lines. */
import { TraceProblem } from "./problem";
import { number, points } from "./shapes";

export interface Deform {
  readonly time: number;
  readonly until: number;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** The deformations of each body, in the order of time. */
export type Deforms = ReadonlyMap<number, readonly Deform[]>;

/** Gathers deformations while a trace is read. */
export class DeformsBuilder {
  readonly byBody = new Map<number, Deform[]>();

  /** Adds a `deform` line for a body whose mesh has these vertices. */
  add(line: Record<string, unknown>, dimension: 2 | 3, body: number, vertices: Float64Array | undefined): void {
    const time = number(line.time, "deform.time");
    const until = line.until === undefined ? time : number(line.until, "deform.until");
    const to = points(line.to, dimension, "deform.to");
    const earlier = this.byBody.get(body) ?? [];
    const from = line.from === undefined ? before(earlier, time, vertices ?? to) : points(line.from, dimension, "deform.from");
    const count = vertices?.length ?? to.length;
    if (to.length !== count || from.length !== count) {
      throw new TraceProblem(`deform of body ${body} has ${to.length / 3} vertices where its mesh has ${count / 3}`);
    }
    earlier.push({ time, until, from, to });
    this.byBody.set(body, earlier);
  }
}

function before(deforms: readonly Deform[], time: number, vertices: Float64Array): Float64Array {
  const last = deforms[deforms.length - 1];
  if (!last) return vertices;
  if (last.until <= time) return last.to;
  const then = new Float64Array(vertices.length);
  blend(last, time, then);
  return then;
}

function blend(deform: Deform, t: number, out: Float64Array | Float32Array): void {
  const span = deform.until - deform.time;
  const share = t >= deform.until || !(span > 0) ? 1 : Math.max(0, (t - deform.time) / span);
  const { from, to } = deform;
  if (share === 1) {
    out.set(to);
    return;
  }
  for (let i = 0; i < to.length; i++) out[i] = from[i]! + share * (to[i]! - from[i]!);
}

/** Writes where the vertices are at time t; false where the mesh is as its shape says. */
export function deformedVertices(deforms: readonly Deform[], t: number, out: Float64Array | Float32Array): boolean {
  let low = 0;
  let high = deforms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (deforms[middle]!.time <= t) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return false;
  blend(deforms[low - 1]!, t, out);
  return true;
}
