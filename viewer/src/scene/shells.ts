/** Translucent shells: swept spheres of hierarchies, and ghosts of bodies. */
import { AdditiveBlending, DoubleSide, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, NormalBlending, ShaderMaterial, SphereGeometry, Vector3 } from "three";
import { TURN, shared } from "./lighting";

const RIM = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vColour;
uniform float opacity;
void main() {
  vec3 view = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(cameraPosition - vWorld);
  float facing = abs(dot(normalize(vNormal), view));
  #ifdef FLAT
    float rim = 0.45;
  #else
    float rim = 0.14 + 0.86 * pow(1.0 - facing, 2.2);
  #endif
  gl_FragColor = vec4(vColour, opacity * rim);
}`;

const GHOST_VERTEX = /* glsl */ `
attribute vec3 iPosition;
attribute vec4 iRotation;
attribute vec3 iScale;
attribute vec3 iColour;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vColour;
${TURN}
void main() {
  vWorld = iPosition + turned(iRotation, position * iScale);
  vNormal = turned(iRotation, normal / max(abs(iScale), vec3(1e-9)));
  vColour = iColour;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;

// The surface of a swept sphere: each direction's furthest point of the rectangle, and the radius along the direction.
const SWEPT_VERTEX = /* glsl */ `
attribute vec3 iCorner;
attribute vec3 iSide;
attribute vec3 iOther;
attribute float iRadius;
uniform vec3 colour;
varying vec3 vWorld;
varying vec3 vNormal;
varying vec3 vColour;
void main() {
  vec3 z = cross(iSide, iOther);
  vec3 x = dot(iSide, iSide) > 0.0 ? normalize(iSide) : vec3(1.0, 0.0, 0.0);
  vec3 rough = dot(z, z) > 0.0 ? z : cross(x, abs(x.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(0.0, 1.0, 0.0));
  vec3 up = normalize(rough);
  vec3 direction = position.x * x + position.y * cross(up, x) + position.z * up;
  vec3 at = iCorner + max(sign(dot(direction, iSide)), 0.0) * iSide + max(sign(dot(direction, iOther)), 0.0) * iOther + iRadius * direction;
  vWorld = (modelMatrix * vec4(at, 1.0)).xyz;
  vNormal = mat3(modelMatrix) * direction;
  vColour = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;

/** The material of ghosts, for geometries with the attributes of solids. */
export function ghostMaterial(flat: boolean): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: GHOST_VERTEX, fragmentShader: RIM, uniforms: { ...shared, opacity: { value: 0.62 } }, transparent: true, depthWrite: false,
    depthTest: !flat, side: flat ? DoubleSide : 0, blending: NormalBlending, defines: flat ? { FLAT: 1 } : {},
  });
}

const BALL = new SphereGeometry(1, 40, 24);

/** One level of a body's hierarchy of spheres or swept spheres, in the body's coordinates. */
export class SweptShells {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  /** Rows of corner, side, other side and radius. */
  constructor(rows: Float32Array, colour: Vector3, dark: boolean) {
    const count = rows.length / 10;
    const geometry = new InstancedBufferGeometry();
    geometry.index = BALL.index;
    geometry.setAttribute("position", BALL.getAttribute("position"));
    const pick = (from: number, width: number): InstancedBufferAttribute => {
      const data = new Float32Array(count * width);
      for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) data[i * width + k] = rows[10 * i + from + k]!;
      return new InstancedBufferAttribute(data, width);
    };
    geometry.setAttribute("iCorner", pick(0, 3));
    geometry.setAttribute("iSide", pick(3, 3));
    geometry.setAttribute("iOther", pick(6, 3));
    geometry.setAttribute("iRadius", pick(9, 1));
    geometry.instanceCount = count;
    const look = new ShaderMaterial({
      vertexShader: SWEPT_VERTEX, fragmentShader: RIM, transparent: true, depthWrite: false,
      uniforms: { ...shared, opacity: { value: dark ? 0.5 : 0.55 }, colour: { value: colour } },
      blending: dark ? AdditiveBlending : NormalBlending,
    });
    this.mesh = new Mesh(geometry, look);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
