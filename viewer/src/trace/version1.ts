/** Version 1: traces of event worlds, one line per event, with plain numbers. Read as if they were version 2. */
import { TraceBuilder } from "./builder";
import type { Column } from "./columns";
import { Growing } from "./growing";
import { TraceProblem } from "./problem";
import type { Block } from "./segments";
import { fields, number, readShape, vector } from "./shapes";
import type { Vector } from "./trace";

type Fields = Record<string, unknown>;

const KINDS = ["collision", "wall", "boundary"];

/** Gathers the events of a version 1 trace, and turns them into blocks at its end. */
export class Version1 {
  readonly builder: TraceBuilder;
  private readonly dimension: 2 | 3;
  private readonly bodies: number;
  private readonly acceleration: Float64Array | undefined;
  private readonly time = new Growing(Float64Array);
  private readonly a = new Growing(Int32Array);
  private readonly b = new Growing(Int32Array);
  private readonly kind = new Growing(Uint8Array);
  private readonly changeTime = new Growing(Float64Array);
  private readonly changeBody = new Growing(Uint32Array);
  private readonly position = new Growing(Float64Array);
  private readonly linear = new Growing(Float64Array);
  private readonly bend = new Growing(Float64Array);

  constructor(header: Fields) {
    const { dimension } = header;
    if (dimension !== 2 && dimension !== 3) throw new TraceProblem(`its dimension is ${String(dimension)}, not 2 or 3`);
    this.dimension = dimension;
    this.builder = new TraceBuilder(1, dimension);
    const radii = numbers(header.radii, 1, "radii");
    this.bodies = radii.length;
    const positions = numbers(header.positions, dimension, "positions");
    const velocities = numbers(header.velocities, dimension, "velocities");
    const bends = header.accelerations === undefined ? undefined : numbers(header.accelerations, dimension, "accelerations");
    if (positions.length !== this.bodies * dimension || velocities.length !== positions.length) {
      throw new TraceProblem("its header has not as many positions and velocities as radii");
    }
    this.acceleration = bends;
    this.addBodies(header, radii, positions);
    if (header.domain) this.addDomain(fields(header.domain, "domain"));
    const asleep = new Set(Array.isArray(header.asleep) ? (header.asleep as number[]) : []);
    const start = typeof header.time === "number" ? header.time : 0;
    for (let i = 0; i < this.bodies; i++) {
      this.change(start, i, positions.subarray(i * dimension), velocities.subarray(i * dimension), asleep.has(i));
    }
  }

  /** A line after the header. */
  add(line: Fields): void {
    if (line.end !== undefined) {
      this.builder.end = { time: number(line.time, "time"), why: String(line.end) };
      return;
    }
    const time = number(line.time, "time");
    const partner = fields(line.partner, "partner");
    this.time.push(time);
    this.a.push(number(line.body, "body"));
    if (partner.body !== undefined) {
      this.b.push(number(partner.body, "partner.body"));
      this.kind.push(0);
    } else if (partner.wall !== undefined) {
      this.b.push(this.bodies + number(partner.wall, "partner.wall"));
      this.kind.push(1);
    } else {
      this.b.push(-1);
      this.kind.push(2);
    }
    if (!Array.isArray(line.changed)) throw new TraceProblem("changed is not an array");
    for (const changed of line.changed as Fields[]) {
      const body = changed.body as number;
      if (!(body >= 0 && body < this.bodies)) throw new TraceProblem(`changed names body ${String(body)} where there are ${this.bodies}`);
      this.change(time, body, changed.position as number[], changed.velocity as number[], changed.asleep === true);
    }
  }

  private change(time: number, body: number, position: ArrayLike<number>, velocity: ArrayLike<number>, asleep: boolean): void {
    this.changeTime.push(time);
    this.changeBody.push(body);
    for (let axis = 0; axis < this.dimension; axis++) {
      this.position.push(position[axis]!);
      this.linear.push(velocity[axis]!);
      if (this.acceleration) this.bend.push(asleep ? 0 : this.acceleration[body * this.dimension + axis]!);
    }
  }

  private addBodies(header: Fields, radii: Float64Array, positions: Float64Array): void {
    const { builder, dimension } = this;
    builder.shapes.push(readShape({ ball: { radius: 1 } }, dimension, 0));
    builder.bodies.add(
      { shape: 0, count: radii.length, scale: [...radii], position: [...positions], mass: header.masses, kind: 0, kinds: ["body"] },
      dimension, 1,
    );
    const walls = Array.isArray(header.walls) ? (header.walls as Fields[]) : [];
    walls.forEach((wall, i) => this.addWall(wall, i));
  }

  private addWall(wall: Fields, i: number): void {
    const { builder, dimension } = this;
    const [kind = "", value] = Object.entries(wall)[0] ?? [];
    const given = fields(value, "walls");
    const centre = (): Vector => vector(given.centre, dimension, `walls.${kind}.centre`);
    let shape: Fields = { [kind]: given };
    let position: Vector = [0, 0, 0];
    if (kind === "ball" || kind === "hollow") {
      shape = { [kind]: { radius: given.radius } };
      position = centre();
    } else if (kind === "box") {
      const low = vector(given.low, dimension, "walls.box.low");
      const high = vector(given.high, dimension, "walls.box.high");
      shape = { box: { half: low.map((value, axis) => (high[axis]! - value) / 2) } };
      position = low.map((value, axis) => (high[axis]! + value) / 2) as Vector;
    } else if (kind === "plane") {
      const point = vector(given.point, dimension, "walls.plane.point");
      const normal = vector(given.normal, dimension, "walls.plane.normal");
      const length = Math.hypot(...normal);
      const unit = normal.map((value) => value / length);
      shape = { half_space: { normal: unit, offset: unit.reduce((sum, value, axis) => sum + value * point[axis]!, 0) } };
    }
    builder.shapes.push(readShape(shape, dimension, builder.shapes.length));
    builder.bodies.add(
      { shape: builder.shapes.length - 1, position: position.slice(0, dimension), name: [`wall ${i}`], kind: 0, kinds: ["wall"] },
      dimension, builder.shapes.length,
    );
  }

  private addDomain(domain: Fields): void {
    const low = vector(domain.low, this.dimension, "domain.low");
    const high = vector(domain.high, this.dimension, "domain.high");
    const boundary = Array.isArray(domain.boundary) ? domain.boundary.map(String) : [];
    if (boundary.every((word) => word === "open")) return;
    this.builder.domain = { low, high, boundary: [0, 1, 2].map((axis) => boundary[axis] ?? "open") };
  }

  /** Turns all that was read into blocks. */
  finish(): void {
    const { builder, dimension } = this;
    const column = (data: Column["data"], stride: number): Column => ({ data, stride });
    const block: Block = {
      motion: this.acceleration ? "ballistic" : "velocity",
      line: 1,
      rows: this.changeTime.length,
      time: column(this.changeTime.finish(), 1),
      body: column(this.changeBody.finish(), 1),
      position: column(this.position.finish(), dimension),
      linear: column(this.linear.finish(), dimension),
      acceleration: this.acceleration ? column(this.bend.finish(), dimension) : undefined,
      rotation: undefined, angular: undefined, pivot: undefined, point: undefined, axis: undefined, rate: undefined, slide: undefined,
    };
    builder.segments.push(block);
    builder.events.kinds.push(...KINDS);
    builder.events.blocks.push({
      rows: this.time.length,
      time: this.time.finish(),
      a: column(this.a.finish(), 1),
      b: column(this.b.finish(), 1),
      kind: column(this.kind.finish(), 1),
      kinds: [0, 1, 2],
      point: undefined, normal: undefined, impulse: undefined,
    });
  }
}

function numbers(value: unknown, width: number, what: string): Float64Array {
  if (!Array.isArray(value)) throw new TraceProblem(`its header has no ${what}`);
  const flat = value.flat() as unknown[];
  if (flat.length !== value.length * width) throw new TraceProblem(`${what} has rows that are not of ${width} numbers`);
  return Float64Array.from(flat, (part) => number(part, what));
}
