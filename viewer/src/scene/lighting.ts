/** Light, shadow and air, the same for all surfaces: one set of uniforms, and the GLSL that uses them. */
import { Matrix4, Vector2, Vector3, type IUniform, type Texture } from "three";
import { fromHex, type Colour } from "./colours";

export interface SceneTheme {
  readonly zenith: string;
  readonly horizon: string;
  readonly ground: string;
  readonly grid: string;
  readonly ink: string;
  readonly sheet: string;
  readonly sun: number;
  readonly sky: number;
}

export const LIGHT: SceneTheme = {
  zenith: "#c3d5ea", horizon: "#eef2f7", ground: "#e3e7ee", grid: "#aab6c6", ink: "#1d2733", sheet: "#fbfcfe", sun: 1.75, sky: 0.72,
};
export const DARK: SceneTheme = {
  zenith: "#070a10", horizon: "#1a2230", ground: "#1d2635", grid: "#3d4d66", ink: "#e8eef7", sheet: "#141b27", sun: 1.9, sky: 0.62,
};

const linear = (colour: Colour): Vector3 =>
  new Vector3(...(colour.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [number, number, number]));

/** The uniforms that all materials share. */
export const shared = {
  sunDirection: { value: new Vector3(0.4, -0.5, 0.8).normalize() },
  sunStrength: { value: 1.7 },
  skyStrength: { value: 0.7 },
  upDirection: { value: new Vector3(0, 0, 1) },
  zenith: { value: new Vector3() },
  horizon: { value: new Vector3() },
  groundColour: { value: new Vector3() },
  gridColour: { value: new Vector3() },
  ink: { value: new Vector3() },
  fogDensity: { value: 0.008 },
  shadowMap: { value: null as Texture | null },
  shadowMatrix: { value: new Matrix4() },
  shadowTexel: { value: 1 / 2048 },
  shadowOn: { value: 0 },
  /** Width and height of the picture in pixels. */
  resolution: { value: new Vector2(1, 1) },
  /** Pixels of the picture per CSS pixel. */
  pixel: { value: 1 },
} satisfies Record<string, IUniform>;

/** Takes the colours of a theme. */
export function useTheme(theme: SceneTheme): void {
  shared.zenith.value.copy(linear(fromHex(theme.zenith)));
  shared.horizon.value.copy(linear(fromHex(theme.horizon)));
  shared.groundColour.value.copy(linear(fromHex(theme.ground)));
  shared.gridColour.value.copy(linear(fromHex(theme.grid)));
  shared.ink.value.set(...fromHex(theme.ink));
  shared.sunStrength.value = theme.sun;
  shared.skyStrength.value = theme.sky;
}

/** Functions of the vertex shaders. */
export const TURN = /* glsl */ `
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

/** Functions of the fragment shaders. Colours come in as sRGB, are lit as linear light, and leave as sRGB. */
export const SURFACE = /* glsl */ `
uniform vec3 sunDirection;
uniform float sunStrength;
uniform float skyStrength;
uniform vec3 upDirection;
uniform vec3 zenith;
uniform vec3 horizon;
uniform vec3 groundColour;
uniform float fogDensity;
uniform highp sampler2DShadow shadowMap;
uniform mat4 shadowMatrix;
uniform float shadowTexel;
uniform float shadowOn;

vec3 toLinear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
vec3 toScreen(vec3 c) {
  c = max(c, vec3(0.0));
  return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, vec3(lessThan(c, vec3(0.0031308))));
}

// Khronos' neutral tone mapping: keeps colours as they are up to 0.76, then rolls off.
vec3 neutral(vec3 c) {
  float least = min(c.r, min(c.g, c.b));
  float offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
  c -= offset;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < 0.76) return c;
  float pressed = 1.0 - 0.0576 / (peak + 0.24 - 0.76);
  c *= pressed / peak;
  return mix(c, vec3(pressed), 1.0 - 1.0 / (0.15 * (peak - pressed) + 1.0));
}

vec3 air(vec3 direction) {
  float rise = dot(direction, upDirection);
  return mix(horizon, zenith, smoothstep(0.0, 0.55, rise));
}

float sunlight(vec3 world, vec3 normal) {
  if (shadowOn < 0.5) return 1.0;
  vec3 at = (shadowMatrix * vec4(world + normal * 0.05, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  float spin = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float lit = 0.0;
  for (int i = 0; i < SHADOW_TAPS; i++) {
    float r = sqrt((float(i) + 0.5) / float(SHADOW_TAPS)) * 3.2 * shadowTexel;
    float angle = float(i) * 2.39996323 + spin;
    lit += texture(shadowMap, vec3(at.xy + r * vec2(cos(angle), sin(angle)), at.z - 0.0008));
  }
  return lit / float(SHADOW_TAPS);
}

// The colour of a lit surface: sun, sky from above, light from the ground, a soft gloss.
vec3 lit(vec3 colour, vec3 normal, vec3 world, vec3 view) {
  vec3 base = toLinear(colour);
  float facing = dot(normal, sunDirection);
  float sun = facing > 0.0 ? facing * sunlight(world, normal) : 0.0;
  float up = 0.5 + 0.5 * dot(normal, upDirection);
  vec3 sky = mix(vec3(0.78, 0.76, 0.74), vec3(0.95, 1.0, 1.08), up) * skyStrength * (0.68 + 0.32 * up);
  vec3 light = base * (sky * 0.62 + sunStrength * 0.46 * sun * vec3(1.0, 0.975, 0.93));
  vec3 halfway = normalize(sunDirection + view);
  float gloss = pow(max(dot(normal, halfway), 0.0), 48.0) * 0.16 * sun;
  float rim = pow(1.0 - max(dot(normal, view), 0.0), 4.0) * 0.14 * skyStrength;
  return light + gloss + rim * mix(base, vec3(1.0), 0.5);
}

vec3 foggy(vec3 colour, vec3 toEye) {
  float far = length(toEye) * fogDensity;
  return mix(air(-normalize(toEye)), colour, exp(-far * far));
}

vec3 finished(vec3 light, vec3 toEye) { return toScreen(neutral(foggy(light, toEye))); }
`;
