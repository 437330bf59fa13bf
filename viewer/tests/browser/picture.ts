/** Pictures of pages: PNG to pixels, and what differs between two. */
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

export type Pixel = [number, number, number];

/** A picture of a page, whose pixels can be asked for. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; and opacity in some pictures. */
  readonly data: Uint8Array;
  /** Bytes a pixel. */
  readonly step: 3 | 4;
}

/** The pixels of a PNG as browsers write them: eight bits a channel, not interlaced. */
export function decodePicture(png: Buffer): Picture {
  const [width, height, depth, kind, interlaced] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25], png[28]];
  assert.ok(depth === 8 && (kind === 2 || kind === 6) && interlaced === 0, `a PNG of another kind: ${depth}, ${kind}, ${interlaced}`);
  const step = kind === 2 ? 3 : 4;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const packed = inflateSync(Buffer.concat(parts));
  const row = step * width;
  assert.equal(packed.length, (row + 1) * height);
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) unfilter(packed, (row + 1) * y, data, row * y, row, step);
  return { width, height, data, step };
}

/** One row: each byte is told as what it differs by from what is left of it, above it, or of both. */
function unfilter(packed: Uint8Array, from: number, data: Uint8Array, to: number, row: number, step: number): void {
  const filter = packed[from]!;
  assert.ok(filter <= 4, `PNG has no filter ${filter}`);
  for (let i = 0; i < row; i++) {
    const left = i >= step ? data[to + i - step]! : 0;
    const above = to > 0 ? data[to + i - row]! : 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = above;
    else if (filter === 3) guess = (left + above) >> 1;
    else if (filter === 4) guess = nearest(left, above, to > 0 && i >= step ? data[to + i - row - step]! : 0);
    data[to + i] = packed[from + 1 + i]! + guess;
  }
}

/** The one of three neighbours that is nearest to where a plane through them goes. */
function nearest(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

export function pixel(picture: Picture, x: number, y: number): Pixel {
  const at = picture.step * (Math.round(y) * picture.width + Math.round(x));
  return [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!];
}

/** How far two colours are apart, of 255. */
export function apart(a: Pixel, b: Pixel): number {
  return Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));
}

/** Whether something near a point differs in two pictures. */
export function changedNear(a: Picture, b: Picture, x: number, y: number, reach: number, least = 12): boolean {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [px, py] = [x + dx, y + dy];
      if (px < 0 || py < 0 || px >= a.width - 1 || py >= a.height - 1) continue;
      if (apart(pixel(a, px, py), pixel(b, px, py)) >= least) return true;
    }
  }
  return false;
}

/** How many pixels differ. */
export function changedPixels(a: Picture, b: Picture, least = 8): number {
  assert.equal(a.step, b.step);
  let count = 0;
  for (let i = 0; i < a.data.length; i += a.step) {
    if (Math.max(Math.abs(a.data[i]! - b.data[i]!), Math.abs(a.data[i + 1]! - b.data[i + 1]!), Math.abs(a.data[i + 2]! - b.data[i + 2]!)) >= least) count++;
  }
  return count;
}
