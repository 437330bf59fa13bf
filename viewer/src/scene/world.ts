/** A trace on the stage: bodies, surroundings, marks, ghosts and layers, at one time. */
import { Color, Group, Vector3, type Object3D } from "three";
import { BodyBoxes } from "../trace/boxes";
import { contactOf, type Contact } from "../trace/contact";
import { emptyBox, growBox, type Box } from "../trace/extent";
import { Poses } from "../trace/poses";
import { lastNotAfter } from "../trace/segments";
import { States, isContact } from "../trace/states";
import type { Trace } from "../trace/trace";
import { fromHex } from "./colours";
import { Crowd } from "./crowd";
import { frameOf, toScene, type Frame } from "./frame";
import { Ghosts, MOST_GHOSTS, ghostTimes } from "./ghosts";
import { Layers } from "./layers";
import { DARK, LIGHT, useTheme } from "./lighting";
import { MOST_MARKS, Marks } from "./marks";
import { findOutlook } from "./outlook";
import { findWalls, paintBodies, paintStates, paintTouching, topSpeed, touching, type ColourBy } from "./paint";
import { pick, type Ray } from "./picking";
import { SCENE_RADIUS } from "./frame";
import type { Half, Stage } from "./stage";
import { BoxStrokes } from "./strokes";
import { domainWalls, ground } from "./surroundings";

/** So many events flash at once. */
const FLASHES = 10;

export class World {
  readonly frame: Frame;
  readonly poses: Poses;
  readonly bodyBoxes: BodyBoxes;
  readonly colours: Float32Array;
  readonly topSpeed: number;
  readonly layers: Layers;
  readonly marks: Marks;
  readonly states: States;
  colourBy: ColourBy;
  selected = -1;
  dark = false;
  /** Trails go back so far in time. */
  trailLength: number;
  /** How long a flash lasts, in the trace's time; 0 while the clock stands. */
  flash = 0;
  updateMs = 0;
  private readonly root = new Group();
  private readonly crowd: Crowd;
  private readonly ghosts: Ghosts;
  private surroundings: Object3D[] = [];
  private readonly half: Half;
  private readonly up: Vector3;
  private readonly floor: number;
  private readonly skipped = new Set<number>();
  private readonly walls: Uint8Array;
  private ghostKey = "";
  private painted = "";
  private readonly contacts = new Map<number, Contact>();

  constructor(readonly trace: Trace, private readonly stage: Stage) {
    this.poses = new Poses(trace);
    this.states = new States(trace);
    this.bodyBoxes = new BodyBoxes(trace);
    const box = this.extent();
    this.frame = frameOf(box.subarray(0, 3), box.subarray(3, 6));
    this.half = [0, 1, 2].map((axis) => ((box[axis + 3]! - box[axis]!) / 2) * this.frame.scale) as unknown as Half;
    this.up = new Vector3(...(trace.dimension === 2 ? [0, 0, 1] : (trace.up ?? [0, 0, 1])) as [number, number, number]).normalize();
    this.floor = this.findFloor();
    this.topSpeed = topSpeed(trace, this.poses);
    this.walls = findWalls(trace);
    this.colours = new Float32Array(3 * trace.bodies.count);
    this.colourBy = trace.bodies.count > 48 && trace.steps.length === 0 ? "speed" : "body";
    // As long as the fastest bodies need for a part of the scene, and some share of the whole.
    const span = trace.end - trace.start;
    this.trailLength = Math.min(Math.max((0.5 * SCENE_RADIUS) / (this.frame.scale * this.topSpeed), span / 6), span);
    this.crowd = new Crowd(trace, this.frame, { taps: stage.quality.taps, smooth: stage.quality.antialias }, this.skipped, this.screens(box));
    this.marks = new Marks(this.frame);
    this.ghosts = new Ghosts(trace, this.frame);
    this.layers = new Layers(this);
    if (trace.bodies.count <= 4 && trace.deforms.size === 0) this.layers.on.add("ghosts");
    this.root.add(this.crowd.group, this.ghosts.group, this.layers.group, ...this.marks.objects);
    stage.scene.add(this.root);
    stage.casters = this.crowd.casters;
    stage.begin(trace.dimension, this.up, this.half);
    stage.lookFrom(findOutlook(trace, this.poses, this.bodyBoxes, stage.outlook(0), this.up));
  }

  /** The box of all that moves, without bodies that fly far away. */
  private extent(): Box {
    const { trace, poses } = this;
    const box = emptyBox();
    const { domain } = trace;
    if (domain && domain.low.every((low, axis) => axis >= trace.dimension || low < domain.high[axis]!)) {
      growBox(box, ...domain.low);
      growBox(box, ...domain.high);
      return box;
    }
    const contact = ghostTimes(trace)[1];
    const span = trace.end - trace.start;
    const times = [trace.start, ...(contact === undefined ? [] : [contact]), ...[0.25, 0.5, 0.75, 1].map((share) => trace.start + share * span)];
    let limit = Infinity;
    for (const time of times) {
      poses.at(time);
      for (let i = 0; i < trace.bodies.count; i++) {
        const radius = this.bodyBoxes.radius(i);
        const at = poses.position.subarray(3 * i, 3 * i + 3);
        if (["half_space", "hollow"].includes(trace.shapes[trace.bodies.shape[i]!]!.form.kind)) continue;
        if (![...at].every(Number.isFinite) || Math.hypot(at[0]!, at[1]!, at[2]!) > limit) continue;
        if (trace.bodies.count <= 200 && this.bodyBoxes.grow(box, poses, i)) continue;
        growBox(box, at[0]! - radius, at[1]! - radius, at[2]! - radius);
        growBox(box, at[0]! + radius, at[1]! + radius, at[2]! + radius);
      }
      if (limit === Infinity) limit = 3 * Math.max(...box.map(Math.abs)) + 1e-9;
    }
    if (!Number.isFinite(box[0]!)) box.set([-1, -1, -1, 1, 1, 1]);
    if (trace.dimension === 2) box[2] = box[5] = 0;
    return box;
  }

  /** Bodies at rest that are as large as the scene itself along two axes at least: what moves may be behind them. */
  private screens(whole: Box): ReadonlySet<number> {
    const { trace, poses } = this;
    const screens = new Set<number>();
    poses.at(trace.start);
    for (let i = 0; i < trace.bodies.count; i++) {
      if (trace.bodies.kinds[trace.bodies.kind[i]!] !== "static") continue;
      const box = emptyBox();
      if (!this.bodyBoxes.grow(box, poses, i)) continue;
      const wide = [0, 1, 2].filter((axis) => box[axis + 3]! - box[axis]! > 0.6 * (whole[axis + 3]! - whole[axis]!));
      if (wide.length >= 2) screens.add(i);
    }
    return screens;
  }

  /** How high the ground is in the scene. A resting half-space that faces up is the ground. */
  private findFloor(): number {
    const { trace, frame, up } = this;
    this.poses.at(trace.start);
    for (let i = 0; i < trace.bodies.count && trace.dimension === 3; i++) {
      const { form } = trace.shapes[trace.bodies.shape[i]!]!;
      const moves = trace.segments.first[i]! < trace.segments.first[i + 1]! || trace.steps.length > 0;
      if (form.kind !== "half_space" || moves || new Vector3(...form.normal).normalize().dot(up) < 0.9999) continue;
      this.skipped.add(i);
      const at = new Vector3().fromArray(this.poses.position as unknown as number[], 3 * i);
      const height = at.dot(up) + (form.offset / Math.hypot(...form.normal)) * trace.bodies.scale[i]!;
      return (height - new Vector3(...frame.centre).dot(up)) * frame.scale;
    }
    const reach = this.half.reduce((sum, h, axis) => sum + h * Math.abs(up.getComponent(axis)), 0);
    return -reach - (trace.domain || trace.up ? 0 : 0.12 * SCENE_RADIUS);
  }

  /** Takes another theme. */
  setTheme(dark: boolean): void {
    this.dark = dark;
    const theme = dark ? DARK : LIGHT;
    useTheme(theme);
    for (const object of this.surroundings) this.root.remove(object);
    this.surroundings = [];
    const flat = this.trace.dimension === 2;
    if (!flat) {
      const plane = ground(this.up.clone().multiplyScalar(this.floor), this.up, this.stage.quality.taps, 1);
      plane.material.uniforms.spacing!.value = gridSpacing(this.frame.scale);
      this.surroundings.push(plane);
    }
    this.addDomain(flat, theme.sheet, theme.grid);
    for (const object of this.surroundings) this.root.add(object);
    this.stage.bodiesMoved();
  }

  private addDomain(flat: boolean, sheet: string, line: string): void {
    const { domain } = this.trace;
    if (!domain || !this.layers.on.has("walls")) return;
    const low = toScene(this.frame, ...domain.low, new Vector3());
    const high = toScene(this.frame, ...domain.high, new Vector3());
    if (flat) low.z = high.z = 0;
    this.surroundings.push(domainWalls(low, high, flat, new Color(...fromHex(flat ? sheet : line)), flat ? 1 : this.dark ? 0.16 : 0.2));
    const edges = new BoxStrokes({ width: flat ? 2 : 1.2, opacity: 0.9, above: false });
    edges.begin(1);
    edges.add(low.toArray(), high.toArray(), fromHex(line));
    edges.end();
    edges.mesh.renderOrder = flat ? -3 : 0;
    this.surroundings.push(edges.mesh);
  }

  setLayer(name: Parameters<Layers["available"]>[0], on: boolean): void {
    if (on) this.layers.on.add(name);
    else this.layers.on.delete(name);
    if (name === "walls") this.setTheme(this.dark);
    this.crowd.wireframe = this.layers.on.has("wireframe");
  }

  /** Moves everything to time t. */
  update(t: number): void {
    const begin = performance.now();
    this.poses.at(t);
    this.paint();
    this.crowd.update(this.poses, t);
    this.layers.update(this.selected);
    this.showMarks(t);
    this.showGhosts();
    this.stage.bodiesMoved();
    this.updateMs = performance.now() - begin;
  }

  private paint(): void {
    // Colours by body and kind change only where a motion becomes unknown, two bodies touch, or one falls asleep.
    const stirred = this.states.at(this.poses.time);
    const pairs = touching(this.trace, this.poses.time);
    const key = `${this.colourBy} ${this.poses.unknown.indexOf(1)} ${pairs.join()}`;
    if (this.colourBy !== "speed" && key === this.painted && !stirred) return;
    this.painted = key;
    paintBodies(this.trace, this.poses, this.walls, this.colourBy, this.topSpeed, this.colours);
    if (this.states.any) paintStates(this.states.now, this.colours);
    paintTouching(pairs, this.colours);
    this.crowd.paint(this.colours);
  }

  /** Marks of what just happened, and of verdicts from their time on. */
  private showMarks(t: number): void {
    if (!this.layers.on.has("contacts")) return this.marks.show([], () => 1);
    const { time, kind, kinds } = this.trace.events;
    const shown: Contact[] = [];
    const last = lastNotAfter(time, 0, time.length, t);
    for (let k = last; k >= 0 && shown.length < MOST_MARKS; k--) {
      // Of a crowd of events only the last few flash; those of this very time are all shown.
      if (time[k] !== t && (time[k]! < t - this.flash || last - k >= FLASHES)) break;
      if (isContact(kinds[kind[k]!] ?? "")) shown.push(this.contact(k));
    }
    this.trace.verdicts.forEach((verdict, i) => {
      const point = verdict.pointA ?? verdict.pointB;
      if (verdict.time !== undefined && point && t >= verdict.time) shown.push({ event: -1 - i, time: verdict.time, point, normal: verdict.normal, impulse: undefined });
    });
    this.marks.show(shown, ({ event, time: then }) => {
      const age = this.flash > 0 ? (t - then) / this.flash : t === then ? 0 : 1;
      return event < 0 ? Math.min(age, 1) : age;
    });
  }

  contact(event: number): Contact {
    const known = this.contacts.get(event);
    if (known) return known;
    if (this.contacts.size > 4096) this.contacts.clear();
    const found = contactOf(this.trace, this.poses, event);
    this.contacts.set(event, found);
    return found;
  }

  private showGhosts(): void {
    const { trace } = this;
    const on = this.layers.on.has("ghosts");
    const bodies = trace.bodies.count <= MOST_GHOSTS ? Array.from({ length: trace.bodies.count }, (_, i) => i).filter((i) => !this.skipped.has(i)) : this.selected >= 0 ? [this.selected] : [];
    const key = on ? `${bodies.join()} ${this.colourBy === "kind"}` : "";
    if (key === this.ghostKey) return;
    this.ghostKey = key;
    if (on && bodies.length) this.ghosts.show(this.poses, bodies, this.colours);
    else this.ghosts.clear();
  }

  /** The body under a point of the canvas, in CSS pixels, or −1. */
  bodyAt(x: number, y: number): number {
    const { stage, frame } = this;
    const [u, v] = [(x / stage.width) * 2 - 1, 1 - (y / stage.height) * 2];
    const near = new Vector3(u, v, -1).unproject(stage.camera);
    const far = new Vector3(u, v, 1).unproject(stage.camera);
    const back = (p: Vector3): Vector3 => p.divideScalar(frame.scale).add(new Vector3(...frame.centre));
    const from = back(near);
    const ray: Ray = { from, direction: back(far).sub(from).normalize() };
    return pick(this.trace, this.poses, this.bodyBoxes, ray);
  }

  /** Looks at the selected body. */
  focus(): void {
    if (this.selected < 0) return this.stage.look();
    const { position } = this.poses;
    const at = toScene(this.frame, position[3 * this.selected]!, position[3 * this.selected + 1]!, position[3 * this.selected + 2]!, new Vector3());
    this.stage.focus(at, this.bodyBoxes.radius(this.selected) * this.frame.scale);
  }

  dispose(): void {
    this.stage.scene.remove(this.root);
    this.stage.casters = [];
    this.crowd.dispose();
    this.ghosts.dispose();
    this.layers.dispose();
    this.marks.dispose();
  }
}

/** A round length of the trace, about a tenth of the scene, in the scene's units. */
function gridSpacing(scale: number): number {
  const wanted = 1 / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10;
  return step * power * scale;
}
