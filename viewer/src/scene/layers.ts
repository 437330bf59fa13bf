/** Layers: what is drawn besides the bodies. Each draws what its name says, if it is on. */
import { Group, Vector3 } from "three";
import { emptyBox } from "../trace/extent";
import type { LevelKind } from "../trace/trace";
import { PALETTE } from "./colours";
import { toScene } from "./frame";
import { shared } from "./lighting";
import { SweptShells } from "./shells";
import { ArrowStrokes, BoxStrokes } from "./strokes";
import { Trails } from "./trails";
import type { World } from "./world";

export const LAYERS = {
  contacts: "Contacts and normals",
  ghosts: "Ghosts at start, contact, end",
  walls: "Walls of the domain",
  velocities: "Velocities",
  trails: "Trails",
  boxes: "Boxes of bodies (AABBs)",
  swept: "Boxes of swept bodies",
  boxTree: "Tree of boxes",
  sphereTree: "Tree of spheres",
  sweptTree: "Tree of swept spheres",
  wireframe: "Wireframe",
} as const;

export type LayerName = keyof typeof LAYERS;

const TREES: Partial<Record<LayerName, LevelKind>> = { boxTree: "aabb", sphereTree: "sphere", sweptTree: "rss" };

export class Layers {
  readonly group = new Group();
  readonly on = new Set<LayerName>(["contacts", "walls"]);
  level = 0;
  private readonly boxes = new BoxStrokes({ width: 1.4, opacity: 0.9, above: false });
  private readonly swept = new BoxStrokes({ width: 1.4, opacity: 0.55, above: false });
  private readonly selection = new BoxStrokes({ width: 1.5, opacity: 0.75, above: true });
  private readonly arrows = new ArrowStrokes({ width: 1.6, opacity: 1, above: false });
  private readonly trails: Trails;
  private readonly trees = new Group();
  private treeKey = "";
  private sweptCache = new Map<number, { piece: number; box: Float64Array }>();

  constructor(private readonly world: World) {
    this.trails = new Trails(world.trace, world.frame, world.poses);
    this.group.add(this.boxes.mesh, this.swept.mesh, this.selection.mesh, this.arrows.mesh, this.trails.strokes.mesh, this.trees);
  }

  /** Whether the trace has what a layer draws. */
  available(name: LayerName): boolean {
    const { trace } = this.world;
    const kind = TREES[name];
    if (kind) return trace.levels.some((level) => level.kind === kind);
    if (name === "walls") return trace.domain !== undefined;
    if (name === "contacts") return trace.events.count > 0 || trace.verdicts.some(({ pointA }) => pointA !== undefined);
    return true;
  }

  /** The deepest level of the trees that are on. */
  get deepest(): number {
    const kinds = this.treesOn();
    return this.world.trace.levels.reduce((most, level) => (kinds.includes(level.kind) ? Math.max(most, level.level) : most), 0);
  }

  treesOn(): LevelKind[] {
    return (Object.entries(TREES) as [LayerName, LevelKind][]).filter(([name]) => this.on.has(name)).map(([, kind]) => kind);
  }

  /** Draws all layers that are on, for the poses' time. */
  update(selected: number): void {
    this.drawBoxes();
    this.drawSwept();
    this.drawVelocities();
    if (this.on.has("trails")) this.trails.show(this.world.poses.time, this.world.trailLength, this.world.colours);
    else this.trails.strokes.hide();
    this.drawTrees();
    this.drawSelection(selected);
  }

  private drawBoxes(): void {
    if (!this.on.has("boxes")) return this.boxes.hide();
    const { trace, poses, frame, colours, bodyBoxes } = this.world;
    this.boxes.begin(trace.bodies.count);
    for (let i = 0; i < trace.bodies.count; i++) {
      const box = emptyBox();
      if (bodyBoxes.grow(box, poses, i)) this.addBox(this.boxes, box, colours, 3 * i, frame);
    }
    this.boxes.end();
  }

  private drawSwept(): void {
    if (!this.on.has("swept")) return this.swept.hide();
    const { trace, poses, frame, colours, bodyBoxes } = this.world;
    this.swept.begin(trace.bodies.count);
    for (let i = 0; i < trace.bodies.count; i++) {
      const piece = poses.pieceOf(i);
      let known = this.sweptCache.get(i);
      if (!known || known.piece !== piece) {
        const box = bodyBoxes.swept(poses, i);
        if (!box) continue;
        known = { piece, box };
        this.sweptCache.set(i, known);
      }
      this.addBox(this.swept, known.box, colours, 3 * i, frame);
    }
    this.swept.end();
  }

  private addBox(strokes: BoxStrokes, box: Float64Array, colours: ArrayLike<number>, c: number, frame: World["frame"], grow = 0): void {
    const low = [0, 1, 2].map((axis) => (box[axis]! - frame.centre[axis]!) * frame.scale - grow);
    const high = [0, 1, 2].map((axis) => (box[axis + 3]! - frame.centre[axis]!) * frame.scale + grow);
    strokes.add(low, high, colours, c);
  }

  private drawVelocities(): void {
    if (!this.on.has("velocities")) return this.arrows.hide();
    const { trace, poses, frame, topSpeed, bodyBoxes } = this.world;
    // The fastest bodies' arrows are as long as a tenth of the scene, or twice the distance of neighbours if there are many.
    const longest = Math.min(2.2, 44 / trace.bodies.count ** (1 / trace.dimension)) / topSpeed;
    const from = new Vector3();
    const velocity = new Float64Array(3);
    const ink = shared.ink.value.toArray();
    this.arrows.begin(trace.bodies.count);
    for (let i = 0; i < trace.bodies.count; i++) {
      poses.velocityOf(i, velocity);
      const speed = Math.hypot(velocity[0]!, velocity[1]!, velocity[2]!);
      if (speed < 1e-9 * topSpeed) continue;
      toScene(frame, poses.position[3 * i]!, poses.position[3 * i + 1]!, poses.position[3 * i + 2]!, from);
      // From the body's surface on, where it is seen.
      const out = (0.9 * bodyBoxes.radius(i) * frame.scale) / speed;
      from.set(from.x + out * velocity[0]!, from.y + out * velocity[1]!, from.z + out * velocity[2]!);
      this.arrows.add(from.toArray(), velocity.map((value) => value * longest), ink);
    }
    this.arrows.end();
  }

  private drawTrees(): void {
    const kinds = this.treesOn();
    const key = `${kinds.join()} ${this.level} ${this.world.dark}`;
    if (key !== this.treeKey) this.buildTrees(kinds);
    this.treeKey = key;
    const { poses, frame, trace } = this.world;
    for (const tree of this.trees.children) {
      const body = tree.userData.body as number;
      toScene(frame, poses.position[3 * body]!, poses.position[3 * body + 1]!, poses.position[3 * body + 2]!, tree.position);
      tree.quaternion.fromArray(poses.rotation as unknown as number[], 4 * body);
      tree.scale.setScalar(frame.scale * trace.bodies.scale[body]!);
    }
  }

  private buildTrees(kinds: readonly LevelKind[]): void {
    this.clearTrees();
    for (const { body, level, kind, data } of this.world.trace.levels) {
      if (!kinds.includes(kind) || level !== this.levelOf(body, kind)) continue;
      const colour = PALETTE[body % PALETTE.length]!;
      const mesh = kind === "aabb" ? treeBoxes(data, colour) : new SweptShells(kind === "rss" ? data : asSwept(data), new Vector3(...colour), this.world.dark).mesh;
      mesh.userData.body = body;
      mesh.userData.count = data.length / (kind === "aabb" ? 6 : kind === "sphere" ? 4 : 10);
      this.trees.add(mesh);
    }
  }

  /** The level that is drawn: the chosen one, or the body's deepest. */
  private levelOf(body: number, kind: LevelKind): number {
    return this.world.trace.levels.reduce((best, entry) =>
      (entry.body === body && entry.kind === kind && entry.level <= this.level ? Math.max(best, entry.level) : best), 0);
  }

  private clearTrees(): void {
    for (const child of [...this.trees.children]) this.trees.remove(child);
  }

  private drawSelection(selected: number): void {
    if (selected < 0) return this.selection.hide();
    const box = emptyBox();
    if (!this.world.bodyBoxes.grow(box, this.world.poses, selected)) return this.selection.hide();
    this.selection.begin(1);
    this.addBox(this.selection, box, shared.ink.value.toArray(), 0, this.world.frame, 0.06);
    this.selection.end();
  }

  /** How many things each layer draws now, for tests. */
  counts(): Record<string, number> {
    const trees = this.trees.children.reduce((sum, tree) => sum + (tree.userData.count as number), 0);
    return { boxes: this.boxes.count, swept: this.swept.count, velocities: this.arrows.count, trails: this.trails.strokes.count, trees };
  }

  dispose(): void {
    this.clearTrees();
    for (const strokes of [this.boxes, this.swept, this.selection, this.arrows, this.trails.strokes]) strokes.dispose();
  }
}

/** Spheres as swept spheres whose rectangle is a point. */
function asSwept(spheres: Float32Array): Float32Array {
  const rows = new Float32Array((spheres.length / 4) * 10);
  for (let i = 0; i < spheres.length / 4; i++) {
    rows.set(spheres.subarray(4 * i, 4 * i + 3), 10 * i);
    rows[10 * i + 9] = spheres[4 * i + 3]!;
  }
  return rows;
}

function treeBoxes(data: Float32Array, colour: readonly number[]): BoxStrokes["mesh"] {
  const strokes = new BoxStrokes({ width: 1.3, opacity: 0.85, above: false });
  strokes.begin(data.length / 6);
  for (let i = 0; i < data.length; i += 6) strokes.add(data.subarray(i, i + 3), data.subarray(i + 3, i + 6), colour);
  strokes.end();
  return strokes.mesh;
}
