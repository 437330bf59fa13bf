/** The page: finds a trace, plays it, and never stays blank. */
import { readAddress, withTime } from "./address";
import { showCount, showTime } from "./format";
import { listenToKeys } from "./keyboard";
import { element } from "./panels/elements";
import { toggleHelp } from "./panels/help";
import { busy, clearNotices, notice, toast, welcome } from "./panels/notices";
import { LAYERS, type LayerName } from "./scene/layers";
import { DARK, LIGHT, useTheme } from "./scene/lighting";
import type { ColourBy } from "./scene/paint";
import { findQuality } from "./scene/quality";
import { Stage } from "./scene/stage";
import { Player } from "./player";
import { embedded, fromFile, loadShapeFiles, served, type Source } from "./sources";
import { applyTheme, initiallyDark, rememberTheme, wantsCalm } from "./theme";
import { expose } from "./testing";
import { TraceProblem } from "./trace/problem";
import { readTrace } from "./trace/reader";
import type { Trace } from "./trace/trace";

const address = readAddress(location.hash);
const quality = findQuality(address.quality);
const canvas = element<HTMLCanvasElement>("stage");

let player: Player | undefined;
let stage: Stage | undefined;
let dark = initiallyDark(address.theme);
/** Counts traces, so that one that was overtaken by a later one is dropped. */
let turn = 0;

async function open(source: Source): Promise<void> {
  const mine = ++turn;
  busy(`Reading ${source.name}…`);
  try {
    let rested = performance.now();
    const trace = await readTrace(source.pieces, source.name, async (bytes) => {
      if (performance.now() - rested < 60) return;
      busy(`Reading ${source.name}: ${(bytes / 1e6).toFixed(0)} MB…`);
      await new Promise((resolve) => setTimeout(resolve, 0));
      rested = performance.now();
    });
    if (mine !== turn) return;
    const missing = await loadShapeFiles(trace, source.served);
    if (mine !== turn) return;
    show(trace, [...trace.notes, ...missing]);
  } catch (fault) {
    if (mine !== turn) return;
    fail(source.name, fault);
  } finally {
    if (mine === turn) busy(undefined);
  }
}

function fail(name: string, fault: unknown): void {
  const why = fault instanceof TraceProblem ? fault.message : `something went wrong in this page (${fault instanceof Error ? fault.message : String(fault)})`;
  player?.dispose();
  player = undefined;
  clearNotices();
  welcome("This cannot be shown", `${name}: ${why}.`);
  expose({ state: "failed", player: undefined, stage });
}

function show(trace: Trace, notes: readonly string[]): void {
  if (!stage) return;
  if (trace.bodies.count === 0) throw new TraceProblem("it has no bodies");
  player?.dispose();
  player = undefined;
  element("welcome").hidden = true;
  element("app").dataset.state = "playing";
  clearNotices();
  measure();
  player = new Player(trace, stage, dark);
  describe(trace);
  notes.slice(0, 4).forEach(notice);
  takeAddress(player);
  measure();
  player.redrawPanels();
  stage.look();
  player.changed();
  expose({ state: "playing", player, stage });
}

function describe(trace: Trace): void {
  const { start, end, events, bodies } = trace;
  element("title").textContent = trace.title;
  document.title = `${trace.title} · Osculate`;
  const parts = [showCount(bodies.count, "body", "bodies")];
  if (trace.joints.size) parts.push(showCount(trace.joints.size, "joint"));
  if (events.count) parts.push(showCount(events.count, "event"));
  if (trace.verdicts.length) parts.push(showCount(trace.verdicts.length, "verdict"));
  if (trace.steps.length) parts.push(showCount(trace.steps.length, "step"));
  parts.push(`from ${showTime(start, 1e4)} to ${Number(end.toPrecision(6))}`);
  if (trace.why && trace.why !== "time reached") parts.push(trace.why);
  element("subtitle").textContent = parts.join(" · ");
}

/** Does what the address asks: time, layers, colour. */
function takeAddress(current: Player): void {
  const { time, layers, colour, level } = readAddress(location.hash);
  if (layers.length) {
    for (const name of Object.keys(LAYERS) as LayerName[]) {
      current.world.setLayer(name, layers.includes(name) && current.world.layers.available(name));
    }
  }
  if (colour === "body" || colour === "speed" || colour === "kind") current.layers.colourBy(colour as ColourBy);
  if (layers.length) current.layers.setLevel(level ?? Math.min(3, current.world.layers.deepest));
  if (time !== undefined) current.seek(time);
}

/** Tells the stage how much room the cards leave. */
function measure(): void {
  if (!stage) return;
  const deck = element("deck").getBoundingClientRect();
  const head = element("head").getBoundingClientRect();
  const narrow = window.innerWidth <= 760;
  element("app").style.setProperty("--deck", `${Math.round(deck.height)}px`);
  stage.insets = { top: narrow ? 126 : head.bottom + 4, bottom: deck.height + 22 + (narrow ? element("side").getBoundingClientRect().height : 0), left: 0, right: 0 };
  stage.resize();
}

const page = {
  open: () => element<HTMLInputElement>("file").click(),
  theme: () => {
    dark = !dark;
    rememberTheme(dark);
    setTheme();
  },
  picture: () => void savePicture(),
  link: () => void copyLink(),
  layersPanel: () => {
    const panel = element("layers");
    panel.hidden = !panel.hidden;
    element("b-layers").setAttribute("aria-expanded", String(!panel.hidden));
  },
};

function setTheme(): void {
  applyTheme(dark);
  useTheme(dark ? DARK : LIGHT);
  player?.setTheme(dark);
  stage?.invalidate();
}

async function savePicture(): Promise<void> {
  const blob = await stage?.picture();
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${(player?.trace.title ?? "osculate").replace(/[^\w-]+/g, "-")}-${player?.playback.time ?? 0}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
  toast("The picture is saved");
}

async function copyLink(): Promise<void> {
  if (!player) return;
  const link = withTime(location.href, player.playback.time);
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    toast("The link to this time is copied");
  } catch {
    toast("The address now links to this time");
  }
}

function listen(): void {
  const click = (id: string, action: () => void): void => element(id).addEventListener("click", action);
  click("b-play", () => player?.togglePlay());
  click("b-start", () => player?.seek(player.trace.start));
  click("b-end", () => player?.seek(player.trace.end));
  click("b-back", () => player?.step(-1));
  click("b-forth", () => player?.step(1));
  click("b-prev", () => player?.jump(-1));
  click("b-next", () => player?.jump(1));
  click("b-reverse", () => player?.reverse());
  click("b-loop", () => player?.loop());
  click("b-view", () => stage?.look());
  click("b-open", page.open);
  click("b-pick", page.open);
  click("b-camera", page.picture);
  click("b-link", page.link);
  click("b-theme", page.theme);
  click("b-help", toggleHelp);
  click("b-layers", page.layersPanel);
  element("slider").addEventListener("input", (event) => player?.seekShare(Number((event.target as HTMLInputElement).value)));
  element("speed").addEventListener("input", (event) => player?.setSpeed(10 ** Number((event.target as HTMLInputElement).value)));
  element<HTMLInputElement>("file").addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) void open(fromFile(file));
    input.value = "";
  });
  listenToKeys(() => player, page);
  listenToPointer();
  listenToDrops();
  window.addEventListener("hashchange", () => player && takeAddress(player));
  window.addEventListener("resize", () => {
    measure();
    stage?.fitAgain();
    player?.redrawPanels();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    dark = initiallyDark(address.theme);
    setTheme();
  });
}

/** A press that does not move is a choice of a body. */
function listenToPointer(): void {
  let at: [number, number] | undefined;
  canvas.addEventListener("pointerdown", (event) => (at = event.isPrimary && event.button === 0 ? [event.clientX, event.clientY] : undefined));
  canvas.addEventListener("pointerup", (event) => {
    if (!at || !player || Math.hypot(event.clientX - at[0], event.clientY - at[1]) > 5) return;
    player.select(player.world.bodyAt(event.offsetX, event.offsetY));
  });
  canvas.addEventListener("dblclick", () => player?.world.focus());
}

function listenToDrops(): void {
  const hint = element("drop");
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    hint.hidden = false;
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) hint.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    hint.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) void open(fromFile(file));
  });
}

async function begin(): Promise<void> {
  applyTheme(dark);
  if (!quality) {
    welcome("This browser cannot draw in space", "The page needs WebGL 2, which is missing or switched off here.");
    expose({ state: "failed", player: undefined, stage: undefined });
    return;
  }
  useTheme(dark ? DARK : LIGHT);
  stage = new Stage(canvas, quality, wantsCalm);
  listen();
  stage.invalidate();
  const source = embedded() ?? (await served());
  if (source) {
    await open(source);
  } else if (turn === 0) {
    welcome("Drop a trace here", "Queries and simulations write traces with --trace. This page plays them: drop one here, or choose it.");
    expose({ state: "welcome", player: undefined, stage });
  }
}

window.addEventListener("error", (event) => notice(`Something went wrong in this page: ${event.message}`));
window.addEventListener("unhandledrejection", (event) => notice(`Something went wrong in this page: ${String(event.reason)}`));
void begin();
