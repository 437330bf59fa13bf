/** What is around the bodies: sky, ground, endless planes, hollow walls and the walls of the domain. */
import { BufferAttribute, BufferGeometry, CircleGeometry, Color, DoubleSide, BackSide, Mesh, Quaternion, ShaderMaterial, SphereGeometry, Vector3 } from "three";
import { SURFACE, shared } from "./lighting";

const SKY_VERTEX = /* glsl */ `
varying vec3 vRay;
uniform mat4 unproject;
void main() {
  vec4 far = unproject * vec4(position.xy, 1.0, 1.0);
  vec4 near = unproject * vec4(position.xy, -1.0, 1.0);
  vRay = far.xyz / far.w - near.xyz / near.w;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}`;

const SKY = /* glsl */ `
varying vec3 vRay;
${SURFACE}
void main() {
  vec3 colour = isOrthographic ? horizon : air(normalize(vRay));
  // A grain of half a step keeps the gradient from showing bands.
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  gl_FragColor = vec4(toScreen(colour) + grain / 255.0, 1.0);
}`;

const GROUND_VERTEX = /* glsl */ `
varying vec3 vWorld;
varying vec2 vPlane;
void main() {
  vPlane = position.xy;
  vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}`;

const GROUND = /* glsl */ `
varying vec3 vWorld;
varying vec2 vPlane;
uniform vec3 gridColour;
uniform float spacing;
uniform float reach;
uniform float solidity;
${SURFACE}
float lines(vec2 at, float step, float width) {
  vec2 scaled = at / step;
  vec2 size = fwidth(scaled);
  vec2 near = abs(fract(scaled - 0.5) - 0.5) / max(size, vec2(1e-6));
  float line = 1.0 - min(min(near.x, near.y) / width, 1.0);
  // Lines closer than some pixels would flicker.
  return line * (1.0 - smoothstep(0.15, 0.5, max(size.x, size.y)));
}
void main() {
  vec3 toEye = cameraPosition - vWorld;
  vec3 normal = normalize(mat3(1.0) * vec3(upDirection));
  float far = length(vPlane) / reach;
  float fade = 1.0 - smoothstep(0.12, 1.0, far);
  float shade = sunlight(vWorld, upDirection);
  vec3 colour = groundColour * mix(0.55, 1.0, shade);
  float grid = max(0.45 * lines(vPlane, spacing, 1.0), 0.8 * lines(vPlane, spacing * 5.0, 1.3));
  colour = mix(colour, gridColour, grid * fade * solidity * mix(0.75, 1.0, shade));
  float alpha = fade * fade * solidity;
  gl_FragColor = vec4(toScreen(foggy(colour, toEye)), alpha);
}`;

const WALL = /* glsl */ `
varying vec3 vWorld;
varying vec2 vPlane;
uniform vec3 colour;
uniform float opacity;
void main() { gl_FragColor = vec4(colour, opacity); }`;

const HOLLOW_VERTEX = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNormal;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vNormal = normalize(mat3(modelMatrix) * normal);
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const HOLLOW = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNormal;
uniform vec3 colour;
uniform float opacity;
void main() {
  float facing = abs(dot(normalize(vNormal), normalize(cameraPosition - vWorld)));
  gl_FragColor = vec4(colour, opacity * mix(0.06, 1.0, pow(1.0 - facing, 3.0)));
}`;

/** The sky: a triangle over the whole picture. */
export function sky(): Mesh<BufferGeometry, ShaderMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
  const look = new ShaderMaterial({
    vertexShader: SKY_VERTEX, fragmentShader: SKY, depthTest: false, depthWrite: false, defines: { SHADOW_TAPS: 1 },
    uniforms: { ...shared, unproject: { value: null } },
  });
  const mesh = new Mesh(geometry, look);
  mesh.frustumCulled = false;
  mesh.renderOrder = -10;
  return mesh;
}

const Z = new Vector3(0, 0, 1);

/** A ground with a grid that fades, at a point, with a normal. */
export function ground(at: Vector3, normal: Vector3, taps: number, solidity: number): Mesh<BufferGeometry, ShaderMaterial> {
  const reach = 60;
  const look = new ShaderMaterial({
    vertexShader: GROUND_VERTEX, fragmentShader: GROUND, transparent: true, depthWrite: false, defines: { SHADOW_TAPS: taps },
    side: solidity < 1 ? DoubleSide : 0,
    uniforms: { ...shared, spacing: { value: 1 }, reach: { value: reach }, solidity: { value: solidity } },
  });
  const mesh = new Mesh(new CircleGeometry(reach, 64), look);
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(Z, normal));
  mesh.position.copy(at);
  mesh.renderOrder = -5;
  return mesh;
}

/** A ball that is seen from within. */
export function hollow(radius: number): Mesh<BufferGeometry, ShaderMaterial> {
  const look = new ShaderMaterial({
    vertexShader: HOLLOW_VERTEX, fragmentShader: HOLLOW, transparent: true, depthWrite: false, side: BackSide,
    uniforms: { ...shared, colour: { value: new Color(0.5, 0.58, 0.68) }, opacity: { value: 0.5 } },
  });
  const mesh = new Mesh(new SphereGeometry(radius, 64, 40), look);
  mesh.renderOrder = -4;
  return mesh;
}

/** The walls of a box, of which those behind the bodies are seen; in the plane, a sheet. */
export function domainWalls(low: Vector3, high: Vector3, flat: boolean, colour: Color, opacity: number): Mesh {
  const position: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of flat ? [0] : [0, 1]) {
      if (flat && axis !== 2) continue;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const corner = (a: number, b: number): number[] => {
        const point = new Vector3().setComponent(axis, (side ? high : low).getComponent(axis));
        return point.setComponent(u, (a ? high : low).getComponent(u)).setComponent(v, (b ? high : low).getComponent(v)).toArray();
      };
      // Wound so that their fronts look inwards.
      const turn = side ? [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)] : [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
      for (const k of [0, 1, 2, 0, 2, 3]) position.push(...turn[k]!);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(position), 3));
  const look = new ShaderMaterial({
    vertexShader: GROUND_VERTEX, fragmentShader: WALL, transparent: true, depthWrite: false, depthTest: !flat,
    uniforms: { ...shared, colour: { value: colour }, opacity: { value: opacity } },
  });
  const walls = new Mesh(geometry, look);
  walls.renderOrder = -6;
  return walls;
}
