/** Events: times and bodies in one index, points and normals as they came. */
import { countRows, fit, fitIndices, rawColumn, type Column } from "./columns";
import { TraceProblem } from "./problem";
import { readAfter, type Block } from "./segments";
import { fields } from "./shapes";

/** The columns of one `events` line. */
export interface EventBlock {
  readonly rows: number;
  readonly time: Float64Array;
  readonly a: Column;
  readonly b: Column | undefined;
  readonly kind: Column | undefined;
  readonly kinds: readonly number[];
  readonly point: Column | undefined;
  readonly normal: Column | undefined;
  readonly impulse: Column | undefined;
}

/** All events, in the order of time. */
export interface EventIndex {
  readonly count: number;
  readonly time: Float64Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** A number into `kinds`, or −1. */
  readonly kind: Int16Array;
  readonly kinds: readonly string[];
  /** The block of each event starts at this event. */
  readonly firstOfBlock: Uint32Array;
  readonly blocks: readonly EventBlock[];
}

/** Gathers events while a trace is read. */
export class EventsBuilder {
  readonly blocks: EventBlock[] = [];
  readonly kinds: string[] = [];

  /** Adds an `events` line; answers the segments that follow, if it has any. */
  add(line: Record<string, unknown>, dimension: 2 | 3, bodies: number, lineNumber: number): Block | undefined {
    const raw = {
      time: rawColumn(line.time, 1, "events.time"),
      a: rawColumn(line.a, 1, "events.a"),
      b: rawColumn(line.b, 1, "events.b"),
      kind: rawColumn(line.kind, 1, "events.kind"),
      point: rawColumn(line.point, dimension, "events.point"),
      normal: rawColumn(line.normal, dimension, "events.normal"),
      impulse: rawColumn(line.impulse, 1, "events.impulse"),
      changes: rawColumn(line.changes, 1, "events.changes"),
    };
    if (!raw.time) throw new TraceProblem("events have no time");
    const rows = countRows(Object.values(raw));
    const kinds = Array.isArray(line.kinds) ? line.kinds.map((kind) => this.kindNumber(String(kind))) : [];
    const nobody = { data: Float64Array.of(-1), stride: 0 };
    const time = fit(raw.time, rows)!;
    const block: EventBlock = {
      rows,
      time: time.stride && time.data instanceof Float64Array ? time.data : Float64Array.from({ length: rows }, (_, i) => time.data[i * time.stride]!),
      a: fitIndices(raw.a, rows, -1, bodies) ?? nobody,
      b: fitIndices(raw.b, rows, -1, bodies),
      kind: fit(raw.kind, rows),
      kinds,
      point: fit(raw.point, rows),
      normal: fit(raw.normal, rows),
      impulse: fit(raw.impulse, rows),
    };
    const after = line.after === undefined ? undefined : segmentsAfter(block, fit(raw.changes, rows), fields(line.after, "events.after"), dimension, lineNumber);
    this.blocks.push(block);
    return after;
  }

  private kindNumber(name: string): number {
    const known = this.kinds.indexOf(name);
    return known >= 0 ? known : this.kinds.push(name) - 1;
  }

  /** The index of all events. */
  finish(): EventIndex {
    const blocks = this.blocks;
    const count = blocks.reduce((sum, block) => sum + block.rows, 0);
    const index = {
      count,
      time: new Float64Array(count),
      a: new Int32Array(count),
      b: new Int32Array(count).fill(-1),
      kind: new Int16Array(count).fill(-1),
      kinds: this.kinds,
      firstOfBlock: new Uint32Array(blocks.length + 1),
      blocks,
    };
    let at = 0;
    blocks.forEach((block, number) => {
      index.firstOfBlock[number] = at;
      index.time.set(block.time, at);
      for (let i = 0; i < block.rows; i++) {
        index.a[at + i] = block.a.data[i * block.a.stride]!;
        if (block.b) index.b[at + i] = block.b.data[i * block.b.stride]!;
        if (block.kind) index.kind[at + i] = block.kinds[block.kind.data[i * block.kind.stride]!] ?? -1;
      }
      at += block.rows;
    });
    index.firstOfBlock[blocks.length] = at;
    return index;
  }
}

/** Which bodies move in another way after the events of a block, and from when on. */
function segmentsAfter(block: EventBlock, changes: Column | undefined, after: Record<string, unknown>, dimension: 2 | 3, line: number): Block {
  let total = 0;
  for (let i = 0; i < block.rows; i++) {
    const count = changes ? changes.data[i * changes.stride]! : 0;
    if (count !== 0 && count !== 1 && count !== 2) throw new TraceProblem(`events.changes has ${count} where 0, 1 or 2 are possible`);
    total += count;
  }
  const time = new Float64Array(total);
  const body = new Uint32Array(total);
  let at = 0;
  for (let i = 0; i < block.rows; i++) {
    const count = changes ? changes.data[i * changes.stride]! : 0;
    for (let k = 0; k < count; k++) {
      const column = k === 0 ? block.a : block.b;
      const changed = column ? column.data[i * column.stride]! : -1;
      if (changed < 0) throw new TraceProblem(`events.changes: event ${i} of the line changes a body that it does not name`);
      time[at] = block.time[i]!;
      body[at++] = changed;
    }
  }
  return readAfter(after, dimension, time, body, line);
}

/** Three numbers of an event's column, or nothing where they are missing. */
export function eventVector(index: EventIndex, event: number, column: "point" | "normal", dimension: 2 | 3): [number, number, number] | undefined {
  const [block, row] = locate(index, event);
  const values = block[column];
  if (!values) return undefined;
  const at = row * values.stride;
  const vector: [number, number, number] = [values.data[at]!, values.data[at + 1]!, dimension === 3 ? values.data[at + 2]! : 0];
  return vector.some(Number.isNaN) ? undefined : vector;
}

/** The impulse of an event, if it is there. */
export function eventImpulse(index: EventIndex, event: number): number | undefined {
  const [block, row] = locate(index, event);
  const impulse = block.impulse?.data[row * block.impulse.stride];
  return impulse === undefined || Number.isNaN(impulse) ? undefined : impulse;
}

function locate(index: EventIndex, event: number): [EventBlock, number] {
  let low = 0;
  let high = index.blocks.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (index.firstOfBlock[middle]! <= event) low = middle;
    else high = middle;
  }
  return [index.blocks[low]!, event - index.firstOfBlock[low]!];
}
