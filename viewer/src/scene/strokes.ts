/** Lines of a width in pixels: boxes, paths and arrows, each kind one call for all. */
import { BufferAttribute, DoubleSide, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial } from "three";
import { shared } from "./lighting";

/** Moves a point of a stroke from a to b sideways by half its width. */
const STROKE = /* glsl */ `
uniform vec2 resolution;
uniform float pixel;
vec4 stroke(vec4 a, vec4 b, float along, float side, float width) {
  // Behind the eye there is no direction on the screen: the near end is clipped there.
  float near = 1e-3;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 direction = (b.xy / b.w - a.xy / a.w) * resolution;
  float size = length(direction);
  direction = size > 1e-6 ? direction / size : vec2(1.0, 0.0);
  vec4 at = mix(a, b, along);
  at.xy += vec2(-direction.y, direction.x) * side * width * pixel / resolution * at.w;
  return at;
}
`;

const BOX_VERTEX = /* glsl */ `
attribute vec3 other;
attribute vec2 place;
attribute vec3 iLow;
attribute vec3 iHigh;
attribute vec3 iColour;
uniform float width;
varying vec3 vColour;
${STROKE}
void main() {
  vec4 a = projectionMatrix * modelViewMatrix * vec4(mix(iLow, iHigh, position), 1.0);
  vec4 b = projectionMatrix * modelViewMatrix * vec4(mix(iLow, iHigh, other), 1.0);
  vColour = iColour;
  gl_Position = stroke(a, b, place.x, place.y, width);
}`;

const PATH_VERTEX = /* glsl */ `
attribute vec2 place;
attribute vec3 iFrom;
attribute vec3 iTo;
attribute vec3 iColour;
attribute vec2 iFade;
uniform float width;
varying vec3 vColour;
varying float vFade;
${STROKE}
void main() {
  vColour = iColour;
  vFade = mix(iFade.x, iFade.y, place.x);
  gl_Position = stroke(projectionMatrix * viewMatrix * vec4(iFrom, 1.0), projectionMatrix * viewMatrix * vec4(iTo, 1.0), place.x, place.y, width);
}`;

const ARROW_VERTEX = /* glsl */ `
attribute vec2 place;
attribute vec3 iFrom;
attribute vec3 iVector;
attribute vec3 iColour;
uniform float width;
uniform float pixels;
varying vec3 vColour;
${STROKE}
void main() {
  vec4 a = projectionMatrix * viewMatrix * vec4(iFrom, 1.0);
  vec3 tip = iFrom + iVector;
  if (pixels > 0.0) {
    // As long as so many pixels, if it lay across the line of sight.
    float unit = 2.0 * a.w / (projectionMatrix[1][1] * resolution.y);
    tip = iFrom + normalize(iVector) * pixels * pixel * unit;
  }
  vec4 b = projectionMatrix * viewMatrix * vec4(tip, 1.0);
  float length = length((b.xy / b.w - a.xy / a.w) * resolution * 0.5) / pixel;
  float head = min(0.5, 4.5 * width / max(length, 1.0));
  float along = place.x == 0.0 ? 0.0 : place.x < 1.0 ? 1.0 - head : 1.0;
  float breadth = place.x == 0.25 || place.x == 0.0 ? place.y : place.x == 0.5 ? place.y * 3.0 : 0.0;
  vColour = iColour;
  gl_Position = stroke(a, b, along, breadth, length < 0.5 ? 0.0 : width);
}`;

const PLAIN = /* glsl */ `
uniform float opacity;
varying vec3 vColour;
void main() { gl_FragColor = vec4(vColour, opacity); }`;

const FADING = /* glsl */ `
uniform float opacity;
varying vec3 vColour;
varying float vFade;
void main() { gl_FragColor = vec4(vColour, opacity * vFade); }`;

interface Look {
  readonly width: number;
  readonly opacity: number;
  /** Drawn over everything. */
  readonly above: boolean;
}

function material(vertexShader: string, fragmentShader: string, look: Look): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader, fragmentShader, transparent: true, depthWrite: false, depthTest: !look.above, side: DoubleSide,
    uniforms: { ...shared, width: { value: look.width }, opacity: { value: look.opacity }, pixels: { value: 0 } },
  });
}

/** Instances of a small geometry, as many as are needed. */
abstract class Strokes {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  protected capacity = 0;
  count = 0;
  private readonly widths: Record<string, number>;

  constructor(geometry: InstancedBufferGeometry, look: ShaderMaterial, widths: Record<string, number>) {
    this.mesh = new Mesh(geometry, look);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 5;
    this.widths = widths;
  }

  protected array(name: string): Float32Array {
    return this.mesh.geometry.getAttribute(name).array as Float32Array;
  }

  /** Begins anew, with room for so many. */
  begin(room: number): void {
    this.count = 0;
    if (this.capacity > 0 && room <= this.capacity) return;
    this.capacity = Math.max(room, 2 * this.capacity, 16);
    const { geometry } = this.mesh;
    // A buffer never changes its size: a new geometry takes the place of the old one's buffers.
    geometry.dispose();
    for (const [name, width] of Object.entries(this.widths)) {
      geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(this.capacity * width), width).setUsage(DynamicDrawUsage));
    }
  }

  /** Shows what was added since `begin`. */
  end(): void {
    const { geometry } = this.mesh;
    geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const name of Object.keys(this.widths)) geometry.getAttribute(name).needsUpdate = true;
  }

  hide(): void {
    this.count = 0;
    this.mesh.visible = false;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function quad(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(12), 3));
  geometry.setAttribute("place", new BufferAttribute(Float32Array.of(0, -1, 0, 1, 1, 1, 1, -1), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

/** Boxes along the axes, as 12 edges. */
export class BoxStrokes extends Strokes {
  constructor(look: Look) {
    const geometry = new InstancedBufferGeometry();
    const [position, other, place, index]: number[][] = [[], [], [], []];
    for (let corner = 0; corner < 8; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        if ((corner >> axis) & 1) continue;
        const a = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
        const b = a.map((value, k) => (k === axis ? 1 : value));
        const start = position!.length / 3;
        for (const [along, side] of [[0, -1], [0, 1], [1, 1], [1, -1]]) {
          position!.push(...a);
          other!.push(...b);
          place!.push(along!, side!);
        }
        index!.push(start, start + 1, start + 2, start, start + 2, start + 3);
      }
    }
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(position!), 3));
    geometry.setAttribute("other", new BufferAttribute(Float32Array.from(other!), 3));
    geometry.setAttribute("place", new BufferAttribute(Float32Array.from(place!), 2));
    geometry.setIndex(index!);
    super(geometry, material(BOX_VERTEX, PLAIN, look), { iLow: 3, iHigh: 3, iColour: 3 });
  }

  /** Adds a box; `colour` is read at colour[c…]. */
  add(low: ArrayLike<number>, high: ArrayLike<number>, colour: ArrayLike<number>, c = 0): void {
    const [lows, highs, colours] = [this.array("iLow"), this.array("iHigh"), this.array("iColour")];
    const at = 3 * this.count++;
    for (let k = 0; k < 3; k++) {
      lows[at + k] = low[k]!;
      highs[at + k] = high[k]!;
      colours[at + k] = colour[c + k]!;
    }
  }
}

/** Pieces of paths, which fade from one end to the other. */
export class PathStrokes extends Strokes {
  constructor(look: Look) {
    super(quad(), material(PATH_VERTEX, FADING, look), { iFrom: 3, iTo: 3, iColour: 3, iFade: 2 });
  }

  add(from: ArrayLike<number>, to: ArrayLike<number>, fade: readonly [number, number], colour: ArrayLike<number>, c = 0): void {
    const [froms, tos, colours, fades] = [this.array("iFrom"), this.array("iTo"), this.array("iColour"), this.array("iFade")];
    const at = 3 * this.count;
    for (let k = 0; k < 3; k++) {
      froms[at + k] = from[k]!;
      tos[at + k] = to[k]!;
      colours[at + k] = colour[c + k]!;
    }
    fades[2 * this.count] = fade[0];
    fades[2 * this.count + 1] = fade[1];
    this.count++;
  }
}

/** Arrows. With `pixels` all are so long on the screen. */
export class ArrowStrokes extends Strokes {
  constructor(look: Look, pixels = 0) {
    const geometry = new InstancedBufferGeometry();
    // A shaft from 0 to where the head begins (0.25), a head from there (0.5) to the tip (1).
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(21), 3));
    geometry.setAttribute("place", new BufferAttribute(Float32Array.of(0, -1, 0, 1, 0.25, 1, 0.25, -1, 0.5, -1, 0.5, 1, 1, 0), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6]);
    const shader = material(ARROW_VERTEX, PLAIN, look);
    shader.uniforms.pixels!.value = pixels;
    super(geometry, shader, { iFrom: 3, iVector: 3, iColour: 3 });
  }

  add(from: ArrayLike<number>, vector: ArrayLike<number>, colour: ArrayLike<number>, c = 0): void {
    const [froms, vectors, colours] = [this.array("iFrom"), this.array("iVector"), this.array("iColour")];
    const at = 3 * this.count++;
    for (let k = 0; k < 3; k++) {
      froms[at + k] = from[k]!;
      vectors[at + k] = vector[k]!;
      colours[at + k] = colour[c + k]!;
    }
  }
}
