/** Solid bodies: one geometry, many instances, each with its place, size and colour. */
import {
  DoubleSide, DynamicDrawUsage, FrontSide, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial, type BufferGeometry,
} from "three";
import { multiply, rotate } from "../trace/motions";
import type { Pose } from "../trace/poses";
import type { Frame } from "./frame";
import { SURFACE, TURN, shared } from "./lighting";

const VERTEX = /* glsl */ `
attribute vec3 iPosition;
attribute vec4 iRotation;
attribute vec3 iScale;
attribute vec3 iColour;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vColour;
#ifdef STRIPED
  attribute float stripe;
  varying float vStripe;
#endif
#ifdef SCREEN
  varying float vBefore;
#endif
${TURN}
void main() {
  #ifdef STRIPED
    vStripe = stripe;
  #endif
  #ifdef SCREEN
    // How far its middle stands in front of that of the scene.
    vBefore = dot(iPosition, normalize(cameraPosition));
  #endif
  vWorld = iPosition + turned(iRotation, position * iScale);
  vNormal = turned(iRotation, normal / max(abs(iScale), vec3(1e-9)) * sign(iScale.x));
  vColour = iColour;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;

const FRAGMENT = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vColour;
uniform float opacity;
#ifdef STRIPED
  varying float vStripe;
#endif
#ifdef SCREEN
  varying float vBefore;
#endif
${SURFACE}
void main() {
  vec3 colour = vColour;
  #ifdef STRIPED
    if (vStripe > 0.5) colour = mix(colour, vec3(1.0), 0.6);
  #endif
  vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : cameraPosition - vWorld;
  #ifdef FLAT
    gl_FragColor = vec4(colour, opacity);
  #else
    vec3 normal = normalize(gl_FrontFacing ? vNormal : -vNormal);
    float solid = 1.0;
    #ifdef SCREEN
      // What stands in front of the middle of the scene, and is no floor, is seen through.
      if (vBefore > 0.0 && abs(dot(normal, upDirection)) < 0.7) solid = opacity;
    #endif
    gl_FragColor = vec4(finished(lit(colour, normal, vWorld, normalize(toEye)), toEye), solid);
  #endif
}`;

const DEPTH = /* glsl */ `
void main() { gl_FragColor = vec4(1.0); }`;

export interface SolidInstance {
  readonly body: number;
  /** Where the part is in the body, if the body has several. */
  readonly part: Pose | undefined;
  readonly scale: readonly [number, number, number];
}

export interface SolidMaterials {
  readonly solid: ShaderMaterial;
  readonly soup: ShaderMaterial;
  /** For cables. */
  readonly striped: ShaderMaterial;
  /** For large bodies at rest that others are behind. */
  readonly screen: ShaderMaterial;
  /** For what has no end, in the plane. */
  readonly endless: ShaderMaterial;
  readonly depth: ShaderMaterial;
}

/** The materials; `taps` samples of the shadow map per pixel. */
export function solidMaterials(taps: number, flat: boolean): SolidMaterials {
  const make = (side: typeof FrontSide | typeof DoubleSide, opacity = 1, defines: Record<string, number> = {}): ShaderMaterial =>
    new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { ...shared, opacity: { value: opacity } }, side,
      defines: { SHADOW_TAPS: taps, ...(flat ? { FLAT: 1 } : {}), ...defines },
      ...("SCREEN" in defines ? { transparent: true } : {}),
      // In the plane all lies in one depth: what is drawn later covers what was drawn before.
      ...(flat ? { transparent: true, depthTest: false, depthWrite: false } : {}),
    });
  const depth = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: DEPTH, uniforms: shared, side: DoubleSide, colorWrite: false });
  const striped = make(DoubleSide, 1, { STRIPED: 1 });
  const screen = make(flat ? DoubleSide : FrontSide, flat ? 1 : 0.22, flat ? {} : { SCREEN: 1 });
  return { solid: make(flat ? DoubleSide : FrontSide), soup: make(DoubleSide), striped, screen, endless: make(DoubleSide, 0.4), depth };
}

const TURNED = new Float64Array(3);
const QUATERNION = new Float64Array(4);

export class Solids {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly colour: InstancedBufferAttribute;
  private readonly position: InstancedBufferAttribute;
  private readonly rotation: InstancedBufferAttribute;

  constructor(geometry: BufferGeometry, readonly instances: readonly SolidInstance[], material: ShaderMaterial, readonly frame: Frame) {
    const copy = new InstancedBufferGeometry();
    copy.index = geometry.index;
    copy.setAttribute("position", geometry.getAttribute("position"));
    copy.setAttribute("normal", geometry.getAttribute("normal"));
    if (geometry.hasAttribute("stripe")) copy.setAttribute("stripe", geometry.getAttribute("stripe"));
    const count = instances.length;
    this.position = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    this.rotation = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage);
    this.colour = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    const scale = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    instances.forEach((instance, i) => scale.setXYZ(i, ...(instance.scale.map((s) => s * frame.scale) as [number, number, number])));
    copy.setAttribute("iPosition", this.position);
    copy.setAttribute("iRotation", this.rotation);
    copy.setAttribute("iColour", this.colour);
    copy.setAttribute("iScale", scale);
    copy.instanceCount = count;
    this.mesh = new Mesh(copy, material);
    this.mesh.frustumCulled = false;
  }

  /** Moves all instances to where their bodies are. */
  update(poses: Pose): void {
    const { frame, instances } = this;
    const places = this.position.array as Float32Array;
    const turns = this.rotation.array as Float32Array;
    const [cx, cy, cz] = frame.centre;
    const k = frame.scale;
    for (let i = 0; i < instances.length; i++) {
      const { body, part } = instances[i]!;
      let x = poses.position[3 * body]!;
      let y = poses.position[3 * body + 1]!;
      let z = poses.position[3 * body + 2]!;
      let source: Float64Array = poses.rotation;
      let q = 4 * body;
      if (part) {
        rotate(poses.rotation, q, part.position[0]!, part.position[1]!, part.position[2]!, TURNED);
        multiply(poses.rotation, q, part.rotation, 0, QUATERNION, 0);
        x += TURNED[0]!;
        y += TURNED[1]!;
        z += TURNED[2]!;
        source = QUATERNION;
        q = 0;
      }
      places[3 * i] = (x - cx) * k;
      places[3 * i + 1] = (y - cy) * k;
      places[3 * i + 2] = (z - cz) * k;
      turns[4 * i] = source[q]!;
      turns[4 * i + 1] = source[q + 1]!;
      turns[4 * i + 2] = source[q + 2]!;
      turns[4 * i + 3] = source[q + 3]!;
    }
    this.position.needsUpdate = true;
    this.rotation.needsUpdate = true;
  }

  /** Takes the colours of the bodies, three numbers each. */
  paint(colours: Float32Array): void {
    const array = this.colour.array as Float32Array;
    for (let i = 0; i < this.instances.length; i++) {
      const from = 3 * this.instances[i]!.body;
      array[3 * i] = colours[from]!;
      array[3 * i + 1] = colours[from + 1]!;
      array[3 * i + 2] = colours[from + 2]!;
    }
    this.colour.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
  }
}

