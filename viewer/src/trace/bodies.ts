/** The bodies of a trace, a column per property. */
import { countRows, fit, fitIndices, rawColumn, type Column } from "./columns";
import { Growing } from "./growing";
import { TraceProblem } from "./problem";

/** More bodies than this are refused: their arrays would not fit. */
const MOST = 20_000_000;

export interface Bodies {
  readonly count: number;
  readonly shape: Uint32Array;
  readonly scale: Float64Array;
  readonly parent: Int32Array;
  /** Three numbers per body, also in the plane. */
  readonly position: Float64Array;
  /** A quaternion x y z w per body, also in the plane. */
  readonly rotation: Float64Array;
  readonly mass: Float64Array;
  /** A number into `kinds`, or −1. */
  readonly kind: Int32Array;
  readonly kinds: readonly string[];
  /** Names by body; missing ones have none. */
  readonly names: ReadonlyMap<number, string>;
  readonly hasParents: boolean;
}

/** What to call a body. */
export function nameOf(bodies: Bodies, body: number): string {
  return bodies.names.get(body) ?? `body ${body}`;
}

/** Gathers bodies while a trace is read. */
export class BodiesBuilder {
  count = 0;
  private hasParents = false;
  private readonly shape = new Growing(Uint32Array);
  private readonly scale = new Growing(Float64Array);
  private readonly parent = new Growing(Int32Array);
  private readonly position = new Growing(Float64Array);
  private readonly rotation = new Growing(Float64Array);
  private readonly mass = new Growing(Float64Array);
  private readonly kind = new Growing(Int32Array);
  private readonly kinds: string[] = [];
  private readonly names = new Map<number, string>();

  /** Adds the rows of a `bodies` line. */
  add(line: Record<string, unknown>, dimension: 2 | 3, shapes: number): void {
    const turn = dimension === 3 ? 4 : 1;
    const shape = rawColumn(line.shape, 1, "bodies.shape");
    const scale = rawColumn(line.scale, 1, "bodies.scale");
    const parent = rawColumn(line.parent, 1, "bodies.parent");
    const position = rawColumn(line.position, dimension, "bodies.position");
    const rotation = rawColumn(line.rotation, turn, "bodies.rotation");
    const mass = rawColumn(line.mass, 1, "bodies.mass");
    const kind = rawColumn(line.kind, 1, "bodies.kind");
    const names = Array.isArray(line.name) ? line.name : [];
    const counted = countRows([shape, scale, parent, position, rotation, mass, kind]);
    const rows = typeof line.count === "number" ? line.count : Math.max(counted, names.length);
    if (!(rows >= 0) || rows % 1 !== 0 || this.count + rows > MOST) {
      throw new TraceProblem(`bodies: ${rows} of them are not possible`);
    }
    if (!shape) throw new TraceProblem("bodies have no shape");
    const kinds = this.kindNumbers(line.kinds);
    this.numbers(this.shape, fitIndices(shape, rows, 0, shapes), rows, 0);
    this.numbers(this.scale, fit(scale, rows), rows, 1);
    this.numbers(this.mass, fit(mass, rows), rows, NaN);
    const kindColumn = fitIndices(kind, rows, 0, Math.max(kinds.length, 1));
    for (let i = 0; i < rows; i++) {
      this.kind.push(kindColumn ? (kinds[kindColumn.data[i * kindColumn.stride]!] ?? -1) : -1);
    }
    this.addParents(fitIndices(parent, rows, -1, this.count + rows), rows);
    this.addPlaces(fit(position, rows), fit(rotation, rows), rows, dimension);
    for (let i = 0; i < Math.min(rows, names.length); i++) {
      if (typeof names[i] === "string") this.names.set(this.count + i, names[i]);
    }
    this.count += rows;
  }

  /** The shape of a body that was added. */
  shapeOf(body: number): number {
    return this.shape.at(body);
  }

  private kindNumbers(kinds: unknown): number[] {
    if (!Array.isArray(kinds)) return [];
    return kinds.map((kind) => {
      const name = String(kind);
      if (!this.kinds.includes(name)) this.kinds.push(name);
      return this.kinds.indexOf(name);
    });
  }

  private numbers(into: Growing<Uint32Array> | Growing<Float64Array>, column: Column | undefined, rows: number, missing: number): void {
    for (let i = 0; i < rows; i++) into.push(column ? column.data[i * column.stride]! : missing);
  }

  private addParents(column: Column | undefined, rows: number): void {
    for (let i = 0; i < rows; i++) {
      const parent = column ? column.data[i * column.stride]! : -1;
      if (parent >= this.count + i) throw new TraceProblem(`bodies.parent: body ${this.count + i} comes before its parent ${parent}`);
      if (parent >= 0) this.hasParents = true;
      this.parent.push(parent);
    }
  }

  private addPlaces(position: Column | undefined, rotation: Column | undefined, rows: number, dimension: 2 | 3): void {
    for (let i = 0; i < rows; i++) {
      for (let axis = 0; axis < 3; axis++) {
        this.position.push(position && axis < dimension ? position.data[i * position.stride + axis]! : 0);
      }
      if (!rotation) {
        for (let k = 0; k < 4; k++) this.rotation.push(k === 3 ? 1 : 0);
      } else if (dimension === 3) {
        for (let k = 0; k < 4; k++) this.rotation.push(rotation.data[i * rotation.stride + k]!);
      } else {
        const half = rotation.data[i * rotation.stride]! / 2;
        this.rotation.push(0);
        this.rotation.push(0);
        this.rotation.push(Math.sin(half));
        this.rotation.push(Math.cos(half));
      }
    }
  }

  finish(): Bodies {
    return {
      count: this.count,
      shape: this.shape.finish(),
      scale: this.scale.finish(),
      parent: this.parent.finish(),
      position: this.position.finish(),
      rotation: this.rotation.finish(),
      mass: this.mass.finish(),
      kind: this.kind.finish(),
      kinds: this.kinds,
      names: this.names,
      hasParents: this.hasParents,
    };
  }
}
