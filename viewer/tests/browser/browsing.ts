/** A browser with pages that are watched: what they print, what they ask for, what they show. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { serve, type Served } from "./server";

export const BROWSER = process.env.OSCULATE_CHROMIUM ?? "/usr/bin/chromium";
const HERE = (globalThis as unknown as { VIEWER: string }).VIEWER;

export interface OpenOptions {
  /** The trace, plain; none for the page alone. */
  readonly trace?: string | Uint8Array | undefined;
  readonly name?: string;
  readonly hash?: string;
  readonly width?: number;
  readonly height?: number;
  readonly calm?: boolean;
  /** By a server on loopback, not from disk. */
  readonly served?: boolean;
  readonly shapes?: Record<string, unknown>;
}

export type Pixel = [number, number, number];

/** A picture of a page, whose pixels can be asked for. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export class Browsing {
  private readonly folder = mkdtempSync(join(tmpdir(), "osculate-viewer-"));
  private readonly html = readFileSync(join(HERE, "dist/viewer.html"), "utf8");
  private readonly problems: string[] = [];
  private readonly servers: Served[] = [];
  private readonly pages: Page[] = [];
  private decoder: Page | undefined;
  private count = 0;
  /** Requests that were made, all of them. */
  requests = 0;

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<Browsing> {
    const browser = await chromium.launch({
      executablePath: BROWSER, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--force-color-profile=srgb"],
    });
    return new Browsing(browser);
  }

  /** A page of its own, ready to look at. */
  async open(options: OpenOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: options.width ?? 1000, height: options.height ?? 700 }, reducedMotion: options.calm ? "reduce" : "no-preference",
    });
    const page = await context.newPage();
    this.pages.push(page);
    const server = options.served ? await serve(this.html, options.trace, options.shapes ?? {}) : undefined;
    if (server) this.servers.push(server);
    this.watch(page, server?.origin);
    await page.goto(server ? `${server.address}${options.hash ?? ""}` : `file://${this.write(options)}${options.hash ?? ""}`);
    await this.ready(page);
    return page;
  }

  async ready(page: Page): Promise<void> {
    await page.waitForFunction(() => (window as unknown as { osculate?: { ready: boolean } }).osculate?.ready, undefined, { timeout: 60_000 });
  }

  private write({ trace, name }: OpenOptions): string {
    const path = join(this.folder, `page-${this.count++}.html`);
    const escaped = (name ?? "sample.jsonl").replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const script = trace === undefined ? "" : `<script type="application/octet-stream" id="osculate-trace" data-name="${escaped}">${packed(trace)}</script>`;
    writeFileSync(path, this.html.replace("<!--osculate:trace-->", () => script));
    return path;
  }

  private watch(page: Page, origin: string | undefined): void {
    page.on("console", (message) => {
      // A trace that is not there is a page that asks for one, and Chromium reports the 404 by itself.
      if (message.type() === "error" && !/404/.test(message.text())) this.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.problems.push(`page: ${error.stack ?? error.message}`));
    page.on("request", (request) => {
      this.requests++;
      const url = request.url();
      const near = /^(file|data|blob):/.test(url) || (origin !== undefined && url.startsWith(origin));
      if (!near) this.problems.push(`a request left the machine: ${url}`);
    });
  }

  /** Draws now, and takes a picture of the whole page. */
  async picture(page: Page): Promise<Picture> {
    await page.evaluate(() => (window as unknown as { osculate: { drawNow(): void } }).osculate.drawNow());
    await page.waitForTimeout(60);
    return this.decode(await page.screenshot());
  }

  /** PNG to pixels, by the browser. */
  private async decode(png: Buffer): Promise<Picture> {
    if (!this.decoder) this.decoder = await (await this.browser.newContext()).newPage();
    const { width, height, text } = await this.decoder.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let out = "";
      for (let at = 0; at < data.length; at += 0x6000) out += String.fromCharCode(...data.subarray(at, at + 0x6000));
      return { width: image.width, height: image.height, text: btoa(out) };
    }, `data:image/png;base64,${png.toString("base64")}`);
    return { width, height, data: Buffer.from(text, "base64") };
  }

  /** Closes all pages; fails if one of them complained or asked for something elsewhere. */
  async settle(): Promise<void> {
    for (const page of this.pages.splice(0)) await page.context().close();
    for (const server of this.servers.splice(0)) await server.close();
    const problems = this.problems.splice(0);
    assert.deepEqual(problems, []);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }
}

function packed(trace: string | Uint8Array): string {
  const isGzip = typeof trace !== "string" && trace[0] === 0x1f;
  return Buffer.from(isGzip ? trace : gzipSync(trace)).toString("base64");
}

export function pixel(picture: Picture, x: number, y: number): Pixel {
  const at = 4 * (Math.round(y) * picture.width + Math.round(x));
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
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if (Math.max(Math.abs(a.data[i]! - b.data[i]!), Math.abs(a.data[i + 1]! - b.data[i + 1]!), Math.abs(a.data[i + 2]! - b.data[i + 2]!)) >= least) count++;
  }
  return count;
}

export interface View {
  ready: boolean;
  state: string;
  time: number;
  playing: boolean;
  selected: number;
  stats: { drawCalls: number; triangles: number; updateMs: number; bodies: number; segments: number; events: number };
  seek(time: number): void;
  drawNow(): void;
  project(point: number[]): { x: number; y: number; ahead: boolean };
  contacts(): { point: number[]; time: number }[];
  layerCounts(): Record<string, number>;
}

/** Asks the page's own view something. */
export function ask<T>(page: Page, question: string): Promise<T> {
  return page.evaluate(`(() => { const o = window.osculate; return ${question}; })()`) as Promise<T>;
}

/** Waits until something of the page's own view is so. */
export async function until(page: Page, condition: string): Promise<void> {
  // The page's policy forbids what playwright's own waiting does with text, so it is asked again and again.
  for (let k = 0; k < 400; k++) {
    if (await ask<boolean>(page, condition)) return;
    await page.waitForTimeout(25);
  }
  assert.fail(`this never came true: ${condition}`);
}

export type Tests = Record<string, (browsing: Browsing) => Promise<void>>;
