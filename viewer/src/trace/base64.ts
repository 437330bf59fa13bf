/** Base64 to bytes: the browser's own decoder where there is one, else a table. */
import { TraceProblem } from "./problem";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BAD = 255;
const TABLE = new Uint8Array(128).fill(BAD);
for (let i = 0; i < ALPHABET.length; i++) TABLE[ALPHABET.charCodeAt(i)] = i;

type Native = { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

/** The bytes of `text`, which has padding. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as unknown as Native).fromBase64;
  if (!native) return decodeByTable(text);
  try {
    return native.call(Uint8Array, text);
  } catch {
    throw new TraceProblem("a column is not base64");
  }
}

/** As `decodeBase64`, everywhere. */
export function decodeByTable(text: string): Uint8Array<ArrayBuffer> {
  const length = text.length;
  if (length % 4 !== 0) throw new TraceProblem("a column is not base64: its length is no multiple of 4");
  if (length === 0) return new Uint8Array(0);
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const whole = padding ? length - 4 : length;
  let bad = 0;
  let at = 0;
  for (let i = 0; i < whole; i += 4) {
    const [w, x, y, z] = [text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2), text.charCodeAt(i + 3)];
    const a = TABLE[w & 127]!;
    const b = TABLE[x & 127]!;
    const c = TABLE[y & 127]!;
    const d = TABLE[z & 127]!;
    bad |= a | b | c | d | ((w | x | y | z) & ~127);
    bytes[at] = (a << 2) | (b >> 4);
    bytes[at + 1] = (b << 4) | (c >> 2);
    bytes[at + 2] = (c << 6) | d;
    at += 3;
  }
  if (padding) {
    const a = TABLE[text.charCodeAt(whole)] ?? BAD;
    const b = TABLE[text.charCodeAt(whole + 1)] ?? BAD;
    const c = padding === 1 ? (TABLE[text.charCodeAt(whole + 2)] ?? BAD) : 0;
    bad |= a | b | c;
    bytes[at] = (a << 2) | (b >> 4);
    if (padding === 1) bytes[at + 1] = (b << 4) | (c >> 2);
  }
  if (bad > 63) throw new TraceProblem("a column is not base64");
  return bytes;
}
