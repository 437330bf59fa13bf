/** Contact marks: a dot of one colour that is seen through everything, its normal, and a ring that flashes when it happens. */
import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial, type Object3D } from "three";
import type { Contact } from "../trace/contact";
import { MARK } from "./colours";
import type { Frame } from "./frame";
import { shared } from "./lighting";
import { ArrowStrokes } from "./strokes";

/** So many marks are shown at once. */
export const MOST_MARKS = 256;
/** How large the picture of a mark is, in CSS pixels from its centre; the dot is an eighth of it. */
const REACH = 44;

const VERTEX = /* glsl */ `
attribute vec4 iMark;
varying vec2 vAt;
varying float vAge;
uniform vec2 resolution;
uniform float pixel;
void main() {
  vec4 centre = projectionMatrix * viewMatrix * vec4(iMark.xyz, 1.0);
  vAt = position.xy * ${REACH}.0;
  vAge = iMark.w;
  centre.xy += position.xy * ${REACH}.0 * pixel * 2.0 / resolution * centre.w;
  gl_Position = centre;
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 mark;
varying vec2 vAt;
varying float vAge;
void main() {
  float r = length(vAt);
  float soft = fwidth(r);
  float size = mix(5.5, 4.0, clamp(vAge, 0.0, 1.0));
  float dot = 1.0 - smoothstep(size - soft, size, r);
  float halo = (1.0 - smoothstep(size + 2.0 - soft, size + 2.0, r));
  float fade = 1.0 - clamp(vAge, 0.0, 1.0);
  float radius = mix(7.0, 40.0, sqrt(clamp(vAge, 0.0, 1.0)));
  float ring = vAge < 1.0 ? fade * fade * (1.0 - smoothstep(1.0, 1.8 + soft, abs(r - radius))) : 0.0;
  float glow = vAge < 1.0 ? 0.45 * fade * fade * exp(-r * r / 200.0) : 0.0;
  float alpha = max(max(dot, halo), max(ring, glow));
  if (alpha <= 0.003) discard;
  vec3 colour = mix(mark, vec3(1.0), max(halo - dot, 0.0));
  gl_FragColor = vec4(colour, alpha);
}`;

export class Marks {
  readonly objects: readonly Object3D[];
  /** The points that are marked now, in the trace's coordinates. */
  shown: Contact[] = [];
  private readonly dots: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly place: InstancedBufferAttribute;
  private readonly arrows = new ArrowStrokes({ width: 2.2, opacity: 1, above: true }, 46);

  constructor(private readonly frame: Frame) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.place = new InstancedBufferAttribute(new Float32Array(4 * MOST_MARKS), 4).setUsage(DynamicDrawUsage);
    geometry.setAttribute("iMark", this.place);
    const look = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { ...shared, mark: { value: MARK } },
      transparent: true, depthTest: false, depthWrite: false,
    });
    this.dots = new Mesh(geometry, look);
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 20;
    this.arrows.mesh.renderOrder = 19;
    this.objects = [this.dots, this.arrows.mesh];
  }

  /** Shows contacts; the age of each goes from 0, when it happens, to 1, when its flash is over. */
  show(contacts: readonly Contact[], age: (contact: Contact) => number): void {
    const { centre, scale } = this.frame;
    this.shown = contacts.filter(({ point }) => point !== undefined).slice(0, MOST_MARKS);
    this.arrows.begin(this.shown.length);
    this.shown.forEach((contact, i) => {
      const at = contact.point!.map((value, axis) => (value - centre[axis]!) * scale) as [number, number, number];
      this.place.setXYZW(i, ...at, age(contact));
      if (contact.normal) this.arrows.add(at, contact.normal, MARK);
    });
    this.arrows.end();
    this.place.needsUpdate = true;
    this.dots.geometry.instanceCount = this.shown.length;
    this.dots.visible = this.shown.length > 0;
  }

  dispose(): void {
    this.dots.geometry.dispose();
    this.dots.material.dispose();
    this.arrows.dispose();
  }
}
