/** Ghosts: where bodies were at the start, are at first contact and will be at the end. */
import { BufferAttribute, Group, Mesh, SphereGeometry, type ShaderMaterial } from "three";
import { deformedVertices } from "../trace/deforms";
import { newPose, type Pose, type Poses } from "../trace/poses";
import type { Trace } from "../trace/trace";
import { SCENE_RADIUS, type Frame } from "./frame";
import { ring } from "./flat";
import type { Surface } from "./geometry";
import { partsOf } from "./parts";
import { ghostMaterial } from "./shells";
import { Solids, type SolidInstance } from "./solids";

/** With more bodies only the selected one has ghosts. */
export const MOST_GHOSTS = 64;

const BALL: Surface = { key: "ball", make: () => new SphereGeometry(1, 40, 24), scale: [1, 1, 1], soup: false };
const DISC: Surface = { key: "disc", make: () => ring(0, 1), scale: [1, 1, 1], soup: true };

/** When ghosts are drawn: start, first contact if there is one, end. */
export function ghostTimes(trace: Trace): number[] {
  const verdict = trace.verdicts.find(({ time }) => time !== undefined)?.time;
  const contact = verdict ?? trace.events.time[0];
  const times = contact === undefined ? [trace.start, trace.end] : [trace.start, contact, trace.end];
  return [...new Set(times)];
}

export class Ghosts {
  readonly group = new Group();
  private readonly material: ShaderMaterial;

  constructor(private readonly trace: Trace, private readonly frame: Frame) {
    this.material = ghostMaterial(trace.dimension === 2);
  }

  /** Shows the ghosts of these bodies, in these colours. */
  show(poses: Poses, bodies: readonly number[], colours: Float32Array): void {
    this.clear();
    const { trace, frame } = this;
    const flat = trace.dimension === 2;
    const thin = (0.0045 * SCENE_RADIUS) / frame.scale;
    const times = ghostTimes(trace);
    const moving = bodies.filter((body) => this.moves(poses, body, times));
    const pairs = times.flatMap((time) => moving.map((body) => ({ body, time })));
    const places: Pose = { position: new Float64Array(3 * pairs.length), rotation: new Float64Array(4 * pairs.length) };
    const paint = new Float32Array(3 * pairs.length);
    const groups = new Map<string, { surface: Surface; instances: SolidInstance[] }>();
    const pose = newPose();
    pairs.forEach(({ body, time }, ghost) => {
      poses.poseOf(body, time, pose);
      places.position.set(pose.position, 3 * ghost);
      places.rotation.set(pose.rotation, 4 * ghost);
      paint.set(colours.subarray(3 * body, 3 * body + 3), 3 * ghost);
      const scale = trace.bodies.scale[body]!;
      for (const part of partsOf(trace.shapes, trace.bodies.shape[body]!, scale, thin, flat)) {
        const surface = this.deformed(body, time, part.ball === undefined ? part.surface! : flat ? DISC : BALL);
        const size = part.ball ?? scale;
        const instance = { body: ghost, part: part.pose, scale: surface.scale.map((s) => s * size) as [number, number, number] };
        const group = groups.get(surface.key) ?? { surface, instances: [] };
        group.instances.push(instance);
        groups.set(surface.key, group);
      }
    });
    for (const { surface, instances } of groups.values()) {
      const solids = new Solids(surface.make(), instances, this.material, frame);
      solids.update(places);
      solids.paint(paint);
      solids.mesh.renderOrder = 3;
      this.group.add(solids.mesh);
    }
  }

  /** Whether a body is ever anywhere else, or of another form: what stands still hides its ghosts. */
  private moves(poses: Poses, body: number, times: readonly number[]): boolean {
    const places = times.map((time) => {
      const pose = newPose();
      poses.poseOf(body, time, pose);
      return [...pose.position, ...pose.rotation].join();
    });
    return this.trace.deforms.has(body) || new Set(places).size > 1;
  }

  /** A mesh whose vertices move, as it is at that time. */
  private deformed(body: number, time: number, surface: Surface): Surface {
    const deforms = this.trace.deforms.get(body);
    if (!deforms) return surface;
    return {
      ...surface,
      key: `${surface.key} of ${body} at ${time}`,
      make: () => {
        const form = this.trace.shapes[this.trace.bodies.shape[body]!]!.form;
        const geometry = surface.make();
        if (form.kind !== "mesh") return geometry;
        const vertices = Float32Array.from(form.vertices);
        deformedVertices(deforms, time, vertices);
        geometry.setIndex(new BufferAttribute(form.triangles, 1));
        geometry.setAttribute("position", new BufferAttribute(vertices, 3));
        geometry.setAttribute("normal", new BufferAttribute(new Float32Array(vertices.length), 3));
        geometry.computeVertexNormals();
        return geometry;
      },
    };
  }

  clear(): void {
    for (const child of [...this.group.children]) {
      (child as Mesh).geometry.dispose();
      this.group.remove(child);
    }
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }
}
