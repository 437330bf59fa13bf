/** All bodies of a trace, drawn: one call for all balls, one for each other geometry. */
import { BufferAttribute, DynamicDrawUsage, Group, Mesh, Quaternion, Vector3, type BufferGeometry, type ShaderMaterial } from "three";
import { deformedVertices, type Deform } from "../trace/deforms";
import type { Pose } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { Balls, ballMaterials, type BallInstance, type BallMaterials } from "./balls";
import { Tube } from "./cables";
import { SCENE_RADIUS, toScene, type Frame } from "./frame";
import type { Surface } from "./geometry";
import { partsOf } from "./parts";
import { CASTERS } from "./shadow";
import { Solids, solidMaterials, type SolidInstance, type SolidMaterials } from "./solids";
import { ground, hollow } from "./surroundings";

export interface CrowdOptions {
  readonly taps: number;
  readonly smooth: boolean;
}

/** A mesh whose vertices move. */
interface Cloth {
  readonly geometry: BufferGeometry;
  readonly deforms: readonly Deform[];
  readonly rest: Float64Array;
}

/** Something placed by its body alone: an endless plane, a hollow ball. */
interface Fixture {
  readonly body: number;
  readonly mesh: Mesh;
  readonly offset: Vector3;
  readonly base: Quaternion;
}

export class Crowd {
  readonly group = new Group();
  readonly casters: Mesh[] = [];
  private readonly balls: Balls | undefined;
  private readonly solids: Solids[] = [];
  private readonly cloths: Cloth[] = [];
  private readonly tubes: Tube[] = [];
  private readonly fixtures: Fixture[] = [];
  private readonly solidLook: SolidMaterials;
  private readonly ballLook: BallMaterials;

  /** Bodies in `skipped` are drawn by others, those in `screens` are seen through where they are in front. */
  constructor(
    private readonly trace: Trace, private readonly frame: Frame, options: CrowdOptions, skipped: ReadonlySet<number>,
    private readonly screens: ReadonlySet<number>,
  ) {
    const flat = trace.dimension === 2;
    this.solidLook = solidMaterials(options.taps, flat);
    this.ballLook = ballMaterials(options.taps, options.smooth, flat);
    const { balls, surfaces } = this.gather(flat, skipped);
    if (balls.length) {
      this.balls = new Balls(balls, this.ballLook.ball, frame, flat);
      this.add(this.balls.mesh, this.ballLook.depth, 2);
    }
    for (const { surface, instances } of surfaces.values()) {
      const isScreen = this.screens.has(instances[0]!.body);
      const look = surface.key === "endless" ? this.solidLook.endless : isScreen ? this.solidLook.screen : surface.soup ? this.solidLook.soup : this.solidLook.solid;
      // Screens come last: what is behind them is there by then.
      this.addSolids(surface.make(), instances, look, isScreen ? 3 : 1);
    }
    if (!flat) this.addFixtures(skipped, options.taps);
    if (flat && this.balls) this.balls.mesh.material.uniforms.spinMarks!.value = this.anySpin() ? 1 : 0;
  }

  private gather(flat: boolean, skipped: ReadonlySet<number>): { balls: BallInstance[]; surfaces: Map<string, { surface: Surface; instances: SolidInstance[] }> } {
    const { trace } = this;
    const thin = (0.0045 * SCENE_RADIUS) / this.frame.scale;
    const balls: BallInstance[] = [];
    const surfaces = new Map<string, { surface: Surface; instances: SolidInstance[] }>();
    for (let body = 0; body < trace.bodies.count; body++) {
      if (skipped.has(body)) continue;
      const scale = trace.bodies.scale[body]!;
      const deforms = trace.deforms.get(body);
      this.addTube(body, deforms ?? [], thin);
      for (const { ball, surface, pose } of partsOf(trace.shapes, trace.bodies.shape[body]!, scale, thin, flat)) {
        if (ball !== undefined) {
          balls.push({ body, part: pose, radius: ball });
        } else if (surface) {
          const instance = { body, part: pose, scale: surface.scale.map((s) => s * scale) as [number, number, number] };
          if (deforms) this.addCloth(deforms, surface, instance);
          else {
            const key = this.screens.has(body) ? `screen ${surface.key}` : surface.key;
            const same = surfaces.get(key);
            if (same) same.instances.push(instance);
            else surfaces.set(key, { surface, instances: [instance] });
          }
        }
      }
    }
    return { balls, surfaces };
  }

  /** Adds a body that is a cable. */
  private addTube(body: number, deforms: readonly Deform[], thin: number): void {
    const { form } = this.trace.shapes[this.trace.bodies.shape[body]!]!;
    if (form.kind !== "cable") return;
    const scale = this.trace.bodies.scale[body]!;
    const tube = new Tube(form, deforms, (0.3 * thin) / scale);
    this.tubes.push(tube);
    this.addSolids(tube.geometry, [{ body, part: undefined, scale: [scale, scale, scale] }], this.solidLook.striped);
  }

  private addSolids(geometry: BufferGeometry, instances: SolidInstance[], material: ShaderMaterial, order = 1): void {
    const solids = new Solids(geometry, instances, material, this.frame);
    this.solids.push(solids);
    this.add(solids.mesh, this.solidLook.depth, order);
  }

  private add(mesh: Mesh, depth: ShaderMaterial, order: number): void {
    mesh.userData.depth = depth;
    mesh.layers.enable(CASTERS);
    mesh.renderOrder = order;
    this.casters.push(mesh);
    this.group.add(mesh);
  }

  private addCloth(deforms: readonly Deform[], surface: Surface, instance: SolidInstance): void {
    const form = this.trace.shapes[this.trace.bodies.shape[instance.body]!]!.form;
    if (form.kind !== "mesh") return;
    const geometry = surface.make();
    geometry.setIndex(new BufferAttribute(form.triangles, 1));
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(form.vertices), 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(form.vertices.length), 3).setUsage(DynamicDrawUsage));
    geometry.computeVertexNormals();
    this.addSolids(geometry, [instance], this.solidLook.soup);
    this.cloths.push({ geometry, deforms, rest: form.vertices });
  }

  private addFixtures(skipped: ReadonlySet<number>, taps: number): void {
    const { trace, frame } = this;
    for (let body = 0; body < trace.bodies.count; body++) {
      const { form } = trace.shapes[trace.bodies.shape[body]!]!;
      const scale = trace.bodies.scale[body]! * frame.scale;
      if (skipped.has(body)) continue;
      if (form.kind === "half_space") {
        const normal = new Vector3(...form.normal).normalize();
        const offset = normal.clone().multiplyScalar((form.offset * scale) / Math.hypot(...form.normal));
        const mesh = ground(offset, normal, taps, 0.7);
        this.fixtures.push({ body, mesh, offset, base: mesh.quaternion.clone() });
        this.group.add(mesh);
      } else if (form.kind === "hollow") {
        const mesh = hollow(form.radius * scale);
        this.fixtures.push({ body, mesh, offset: new Vector3(), base: new Quaternion() });
        this.group.add(mesh);
      }
    }
  }

  private anySpin(): boolean {
    return this.trace.segments.blocks.some((block) => block.angular !== undefined) || this.trace.steps.some((step) => step.angular !== undefined);
  }

  /** Moves everything to where the bodies are at time t. */
  update(poses: Pose, t: number): void {
    this.balls?.update(poses);
    for (const solids of this.solids) solids.update(poses);
    for (const tube of this.tubes) tube.update(t);
    for (const { geometry, deforms, rest } of this.cloths) {
      const position = geometry.getAttribute("position") as BufferAttribute;
      if (!deformedVertices(deforms, t, position.array as Float32Array)) position.array.set(rest);
      position.needsUpdate = true;
      geometry.computeVertexNormals();
    }
    const turn = new Quaternion();
    for (const { body, mesh, offset, base } of this.fixtures) {
      turn.fromArray(poses.rotation as unknown as number[], 4 * body);
      toScene(this.frame, poses.position[3 * body]!, poses.position[3 * body + 1]!, poses.position[3 * body + 2]!, mesh.position);
      mesh.position.add(offset.clone().applyQuaternion(turn));
      mesh.quaternion.multiplyQuaternions(turn, base);
    }
  }

  paint(colours: Float32Array): void {
    this.balls?.paint(colours);
    for (const solids of this.solids) solids.paint(colours);
  }

  set wireframe(on: boolean) {
    this.solidLook.solid.wireframe = on;
    this.solidLook.soup.wireframe = on;
    this.solidLook.screen.wireframe = on;
    this.solidLook.striped.wireframe = on;
    const wire = this.ballLook.ball.uniforms.wire;
    if (wire) wire.value = on ? 1 : 0;
  }

  dispose(): void {
    for (const child of [...this.group.children]) (child as Mesh).geometry.dispose();
    for (const look of [...Object.values(this.solidLook), ...Object.values(this.ballLook)]) look.dispose();
  }
}
