/** A browser with pages that are watched: what they print, what they ask for, what they show. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { decodePicture, type Picture } from "./picture";
import { serve, type Served } from "./server";

export const BROWSER = process.env.OSCULATE_CHROMIUM ?? "/usr/bin/chromium";
const HERE = (globalThis as unknown as { VIEWER: string }).VIEWER;

/** How long anything may take, in milliseconds. */
const PATIENCE = 240_000;

export interface OpenOptions {
  /** The trace, plain; none for the page alone. */
  readonly trace?: string | Uint8Array | undefined;
  readonly name?: string;
  readonly hash?: string;
  readonly width?: number;
  readonly height?: number;
  readonly calm?: boolean;
  /** Every pixel of the page is drawn, for what is as thin as a pixel; otherwise pages are drawn half as fine. */
  readonly sharp?: boolean;
  /** By a server on loopback, not from disk. */
  readonly served?: boolean;
  readonly shapes?: Record<string, unknown>;
}

export class Browsing {
  private readonly folder = mkdtempSync(join(tmpdir(), "osculate-viewer-"));
  private readonly html = readFileSync(join(HERE, "dist/viewer.html"), "utf8");
  private readonly problems: string[] = [];
  private readonly servers: Served[] = [];
  private readonly pages: Page[] = [];
  private count = 0;
  /** Requests that were made, all of them. */
  requests = 0;

  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<Browsing> {
    const browser = await chromium.launch({
      executablePath: BROWSER,
      // Only the scene is drawn by shaders: all that is around it is drawn faster without, where the processor draws.
      args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing", "--force-color-profile=srgb"],
    });
    return new Browsing(browser);
  }

  /** A page of its own, ready to look at. */
  async open(options: OpenOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: options.width ?? 1000, height: options.height ?? 700 }, reducedMotion: options.calm ? "reduce" : "no-preference",
      // The processor draws each pixel. Pictures have the size of the page all the same.
      deviceScaleFactor: options.sharp ? 1 : 0.5,
    });
    const page = await context.newPage();
    // Compilers may run beside it: slow is not wrong.
    page.setDefaultTimeout(PATIENCE);
    this.pages.push(page);
    const server = options.served ? await serve(this.html, options.trace, options.shapes ?? {}) : undefined;
    if (server) this.servers.push(server);
    this.watch(page, server?.origin);
    await page.goto(server ? `${server.address}${options.hash ?? ""}` : `file://${this.write(options)}${options.hash ?? ""}`);
    await this.ready(page);
    return page;
  }

  async ready(page: Page): Promise<void> {
    await page.waitForFunction(() => (window as unknown as { osculate?: { ready: boolean } }).osculate?.ready, undefined, { timeout: PATIENCE });
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
    return decodePicture(await page.screenshot({ scale: "css" }));
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
  // Packing well takes longer than it saves.
  return Buffer.from(isGzip ? trace : gzipSync(trace, { level: 1 })).toString("base64");
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
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await ask<boolean>(page, condition)) return;
    await page.waitForTimeout(25);
  }
  assert.fail(`this never came true: ${condition}`);
}

export type Tests = Record<string, (browsing: Browsing) => Promise<void>>;
