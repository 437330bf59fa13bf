/** Colours that colour-blind eyes can tell apart. Numbers are sRGB, 0 to 1. */

export type Colour = readonly [number, number, number];

export function fromHex(hex: string): Colour {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** After Okabe and Ito's palette, a little softer so that light and shadow show on it. */
export const PALETTE: readonly Colour[] = ["#2f7fc1", "#e8973a", "#2fa98c", "#d1648f", "#6cc0ea", "#d9652b", "#efd65a", "#8a7bd1"].map(fromHex);

/** Bodies that stand for walls. */
export const WALL: Colour = fromHex("#9aa3af");
/** Bodies whose motion is not known. */
export const UNKNOWN: Colour = fromHex("#8a8a8a");
/** Contact points. A colour that no body has. */
export const MARK: Colour = fromHex("#e6007a");

/** Dark to light: a ramp whose lightness grows evenly, after viridis. */
const RAMP: readonly Colour[] = ["#3b2a72", "#38508f", "#2c7395", "#1f958b", "#3ab577", "#86cf4f", "#e8dd3a"].map(fromHex);

const STEPS = 255;

/** The ramp in small steps, three numbers each. */
const TABLE = Float32Array.from({ length: 3 * (STEPS + 1) }, (_, i) => {
  const at = (Math.floor(i / 3) / STEPS) * (RAMP.length - 1);
  const index = Math.min(Math.floor(at), RAMP.length - 2);
  return RAMP[index]![i % 3]! + (at - index) * (RAMP[index + 1]![i % 3]! - RAMP[index]![i % 3]!);
});

/** Writes the colour of a share from 0 to 1 at out[o…]. */
export function ramp(share: number, out: Float32Array, o: number): void {
  const at = 3 * (share >= 1 ? STEPS : share > 0 ? Math.round(STEPS * share) : 0);
  out[o] = TABLE[at]!;
  out[o + 1] = TABLE[at + 1]!;
  out[o + 2] = TABLE[at + 2]!;
}

/** The ramp as a CSS gradient, for a legend. */
export const RAMP_CSS = `linear-gradient(90deg, ${RAMP.map((c) => `rgb(${c.map((v) => Math.round(v * 255)).join(" ")})`).join(", ")})`;
