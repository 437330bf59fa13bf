/** Balls as impostors: two triangles each, on which every pixel's ray is cast at the ball. In the plane, discs. */
import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial } from "three";
import { rotate } from "../trace/motions";
import type { Pose } from "../trace/poses";
import type { Frame } from "./frame";
import { SURFACE, shared } from "./lighting";

const VERTEX = /* glsl */ `
attribute vec4 iBall;
attribute vec3 iColour;
attribute float iSpin;
varying vec3 vView;
varying vec4 vBall;
varying vec3 vColour;
varying vec2 vCorner;
varying float vSpin;
void main() {
  vec3 centre = (viewMatrix * vec4(iBall.xyz, 1.0)).xyz;
  float radius = iBall.w;
  vec3 right = vec3(1.0, 0.0, 0.0);
  vec3 up = vec3(0.0, 1.0, 0.0);
  float size = radius;
  if (!isOrthographic) {
    // Across the line of sight, and so large that the cone that touches the ball is covered.
    float far = length(centre);
    vec3 sight = centre / far;
    right = normalize(cross(sight, abs(sight.y) > 0.9 ? vec3(1.0, 0.0, 0.0) : up));
    up = cross(right, sight);
    size = radius * far / sqrt(max(far * far - radius * radius, 1e-6));
  }
  vCorner = position.xy * 1.06;
  vView = centre + (right * vCorner.x + up * vCorner.y) * size;
  vBall = vec4(centre, radius);
  vColour = iColour;
  vSpin = iSpin;
  gl_Position = projectionMatrix * vec4(vView, 1.0);
}`;

const BALL = /* glsl */ `
uniform mat4 projectionMatrix;
varying vec3 vView;
varying vec4 vBall;
varying vec3 vColour;
uniform float wire;
${SURFACE}
// Circles of latitude and longitude.
float wires(vec3 n) {
  vec2 at = vec2(atan(n.y, n.x) * 12.0 / 6.2831853, acos(clamp(n.z, -1.0, 1.0)) * 12.0 / 6.2831853);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(fwidth(at), vec2(1e-4));
  return 1.0 - min(min(near.x, near.y) / 1.2, 1.0);
}
void main() {
  vec3 ray = isOrthographic ? vec3(0.0, 0.0, -1.0) : normalize(vView);
  vec3 from = isOrthographic ? vec3(vView.xy, 0.0) : vec3(0.0);
  vec3 gap = from - vBall.xyz;
  float along = dot(gap, ray);
  // The distance of the ray from the centre, squared, without cancellation for balls far away.
  vec3 off = gap - along * ray;
  float inside = vBall.w * vBall.w - dot(off, off);
  float edge = inside / max(fwidth(inside), 1e-9);
  #ifdef SMOOTH
    float cover = clamp(edge + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
  #else
    float cover = 1.0;
    if (inside < 0.0) discard;
  #endif
  vec3 hit = from + ray * (-along - sqrt(max(inside, 0.0)));
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);
  mat3 back = transpose(mat3(viewMatrix));
  vec3 normal = back * ((hit - vBall.xyz) / vBall.w);
  if (wire > 0.5 && wires(normal) < 0.4) discard;
  vec3 world = back * (hit - viewMatrix[3].xyz);
  vec3 toEye = cameraPosition - world;
  gl_FragColor = vec4(finished(lit(vColour, normal, world, normalize(toEye)), toEye), cover);
}`;

const DISC = /* glsl */ `
uniform float spinMarks;
uniform float pixel;
varying vec3 vColour;
varying vec2 vCorner;
varying float vSpin;
void main() {
  float r = length(vCorner);
  float soft = fwidth(r);
  float cover = 1.0 - smoothstep(1.0 - soft, 1.0 + 0.2 * soft, r);
  if (cover <= 0.0) discard;
  float shade = 1.08 - 0.2 * smoothstep(0.0, 1.3, length(vCorner - vec2(-0.35, 0.4)));
  vec3 colour = vColour * shade;
  // A rim, at most 1.6 pixels or an eighth of the radius.
  float rim = min(0.125, 1.6 * pixel * soft);
  colour = mix(colour, vColour * 0.55, smoothstep(1.0 - rim - soft, 1.0 - rim, r) * 0.85);
  if (spinMarks > 0.5) {
    float c = cos(vSpin), s = sin(vSpin);
    vec2 own = vec2(c * vCorner.x + s * vCorner.y, c * vCorner.y - s * vCorner.x);
    float line = smoothstep(0.07 + soft, 0.07, abs(own.y)) * step(0.0, own.x) * step(r, 0.86);
    colour = mix(colour, vColour * 0.45, line);
  }
  gl_FragColor = vec4(min(colour, 1.0), cover);
}`;

/** In the shadow map a ball is a disc through its centre: what it shades lies behind that. */
const DEPTH = /* glsl */ `
varying vec2 vCorner;
void main() {
  if (dot(vCorner, vCorner) > 1.0) discard;
  gl_FragColor = vec4(1.0);
}`;

export interface BallInstance {
  readonly body: number;
  readonly part: Pose | undefined;
  readonly radius: number;
}

export interface BallMaterials {
  readonly ball: ShaderMaterial;
  readonly depth: ShaderMaterial;
}

export function ballMaterials(taps: number, smooth: boolean, flat: boolean): BallMaterials {
  const ball = flat
    ? new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: DISC, uniforms: { ...shared, spinMarks: { value: 0 } }, transparent: true, depthTest: false, depthWrite: false })
    : new ShaderMaterial({
        vertexShader: VERTEX, fragmentShader: BALL, uniforms: { ...shared, wire: { value: 0 } }, alphaToCoverage: smooth,
        defines: { SHADOW_TAPS: taps, ...(smooth ? { SMOOTH: 1 } : {}) },
      });
  const depth = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: DEPTH, uniforms: shared, colorWrite: false });
  return { ball, depth };
}

const TURNED = new Float64Array(3);

export class Balls {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly place: InstancedBufferAttribute;
  private readonly colour: InstancedBufferAttribute;
  private readonly spin: InstancedBufferAttribute;
  /** The body of each instance. */
  private readonly bodies: Uint32Array;
  private readonly anyParts: boolean;

  constructor(readonly instances: readonly BallInstance[], material: ShaderMaterial, private readonly frame: Frame, private readonly flat: boolean) {
    const count = instances.length;
    this.bodies = Uint32Array.from(instances, ({ body }) => body);
    this.anyParts = instances.some(({ part }) => part !== undefined);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.place = new InstancedBufferAttribute(new Float32Array(4 * count), 4).setUsage(DynamicDrawUsage);
    this.colour = new InstancedBufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
    this.spin = new InstancedBufferAttribute(new Float32Array(flat ? count : 1), 1).setUsage(DynamicDrawUsage);
    instances.forEach(({ radius }, i) => this.place.setW(i, radius * frame.scale));
    geometry.setAttribute("iBall", this.place);
    geometry.setAttribute("iColour", this.colour);
    if (flat) geometry.setAttribute("iSpin", this.spin);
    geometry.instanceCount = count;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  update(poses: Pose): void {
    const places = this.place.array as Float32Array;
    const [cx, cy, cz] = this.frame.centre;
    const k = this.frame.scale;
    const { position, rotation } = poses;
    for (let i = 0; i < this.bodies.length; i++) {
      const body = this.bodies[i]!;
      const part = this.anyParts ? this.instances[i]!.part : undefined;
      let x = position[3 * body]!;
      let y = position[3 * body + 1]!;
      let z = position[3 * body + 2]!;
      if (part) {
        rotate(rotation, 4 * body, part.position[0]!, part.position[1]!, part.position[2]!, TURNED);
        x += TURNED[0]!;
        y += TURNED[1]!;
        z += TURNED[2]!;
      }
      places[4 * i] = (x - cx) * k;
      places[4 * i + 1] = (y - cy) * k;
      places[4 * i + 2] = (z - cz) * k;
    }
    this.place.needsUpdate = true;
    if (this.flat) this.updateSpin(rotation);
  }

  private updateSpin(rotation: Float64Array): void {
    const spins = this.spin.array as Float32Array;
    for (let i = 0; i < this.instances.length; i++) {
      const q = 4 * this.bodies[i]!;
      spins[i] = 2 * Math.atan2(rotation[q + 2]!, rotation[q + 3]!);
    }
    this.spin.needsUpdate = true;
  }

  paint(colours: Float32Array): void {
    const array = this.colour.array as Float32Array;
    for (let i = 0; i < this.instances.length; i++) {
      const from = 3 * this.bodies[i]!;
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
