/** One trace being played: clock, world and panels together. */
import { toScene } from "./scene/frame";
import { ghostTimes } from "./scene/ghosts";
import type { LayerName } from "./scene/layers";
import type { ColourBy } from "./scene/paint";
import type { Stage } from "./scene/stage";
import { World } from "./scene/world";
import { Inspector } from "./panels/inspector";
import { LayersPanel } from "./panels/layers";
import { Plots } from "./panels/plots";
import { Timeline } from "./panels/timeline";
import { Transport } from "./panels/transport";
import { showVerdicts } from "./panels/verdicts";
import { Playback, neighbour } from "./playback";
import type { Trace } from "./trace/trace";
import { Vector3 } from "three";

/** How long a flash lasts for the one who looks, in seconds. */
const FLASH = 0.6;

export class Player {
  readonly world: World;
  readonly playback: Playback;
  readonly layers: LayersPanel;
  private readonly timeline: Timeline;
  private readonly plots: Plots;
  private readonly inspector: Inspector;
  private readonly transport: Transport;
  private readonly eventTimes: Float64Array;
  private dirty = true;
  private last = 0;

  constructor(readonly trace: Trace, readonly stage: Stage, dark: boolean) {
    this.playback = new Playback(trace.start, trace.end);
    this.world = new World(trace, stage);
    this.world.setTheme(dark);
    this.eventTimes = jumpTimes(trace);
    this.timeline = new Timeline(trace, this.playback, ghostTimes(trace));
    this.plots = new Plots(trace, (time) => this.seek(time));
    this.transport = new Transport(this.playback, this.eventTimes.length > 0);
    this.layers = new LayersPanel(this.world, () => this.changed());
    this.inspector = new Inspector(this.world, { seek: (time) => this.seek(time), select: (body) => this.select(body), focus: () => this.world.focus() });
    showVerdicts(trace, { seek: (time) => this.seek(time) });
    stage.beforeDraw = (now) => this.beforeDraw(now);
    this.redrawPanels();
  }

  /** Moves the clock and all that follows it; answers whether it goes on. */
  private beforeDraw(now: number): boolean {
    const { playback } = this;
    // A long gap between pictures, as after a pause of the page, is no time that passed.
    const seconds = this.last > 0 ? Math.min((now - this.last) / 1000, 0.25) : 0;
    const wasPlaying = playback.playing;
    this.last = playback.playing ? now : 0;
    if (playback.advance(seconds) || this.dirty) this.update();
    if (wasPlaying !== playback.playing) this.transport.update();
    return playback.playing;
  }

  private update(): void {
    this.dirty = false;
    this.world.flash = this.playback.playing ? FLASH * this.playback.speed : 0;
    this.world.update(this.playback.time);
    this.timeline.update();
    this.plots.update(this.playback.time);
    this.inspector.update();
  }

  /** Something is to be drawn anew. */
  changed(): void {
    this.dirty = true;
    this.stage.invalidate();
  }

  seek(time: number): void {
    this.playback.seek(time);
    this.changed();
  }

  /** Seeks by a share of the whole, as the slider does. */
  seekShare(share: number): void {
    this.seek(this.timeline.timeOf(share));
  }

  togglePlay(): void {
    if (this.playback.playing) this.playback.playing = false;
    else this.playback.play();
    this.last = 0;
    this.transport.update();
    this.changed();
  }

  /** One picture on, or to the next of the trace's own steps. */
  step(direction: 1 | -1): void {
    this.pause();
    const { steps } = this.trace;
    const times = steps.length ? Float64Array.from(steps, ({ time }) => time) : undefined;
    const next = times && neighbour(times, this.playback.time, direction);
    this.seek(next ?? this.playback.time + (direction * this.playback.speed) / 60);
  }

  /** To the exact time of the next or previous event. */
  jump(direction: 1 | -1): void {
    this.pause();
    const time = neighbour(this.eventTimes, this.playback.time, direction);
    if (time !== undefined) this.seek(time);
  }

  pause(): void {
    this.playback.playing = false;
    this.transport.update();
  }

  reverse(): void {
    this.playback.direction = this.playback.direction > 0 ? -1 : 1;
    this.transport.update();
    this.changed();
  }

  loop(): void {
    this.playback.loop = !this.playback.loop;
    if (!this.playback.loop) this.playback.part = undefined;
    this.transport.update();
    this.timeline.draw();
  }

  cut(side: "from" | "to"): void {
    this.playback.cut(side);
    this.transport.update();
    this.timeline.draw();
  }

  setSpeed(speed: number): void {
    this.playback.setSpeed(speed);
    this.transport.update();
    this.changed();
  }

  select(body: number): void {
    this.world.selected = body;
    this.changed();
  }

  /** Selects the next or previous body. */
  selectNext(direction: 1 | -1): void {
    const { count } = this.trace.bodies;
    const from = this.world.selected < 0 && direction < 0 ? 0 : this.world.selected;
    this.select((from + direction + count) % count);
  }

  colourNext(): void {
    const all: readonly ColourBy[] = ["body", "speed", "kind"];
    this.layers.colourBy(all[(all.indexOf(this.world.colourBy) + 1) % all.length]!);
  }

  toggleLayer(name: LayerName): void {
    this.layers.toggle(name);
  }

  setTheme(dark: boolean): void {
    this.world.setTheme(dark);
    this.redrawPanels();
    this.changed();
  }

  /** After another size or theme. */
  redrawPanels(): void {
    this.timeline.draw();
    this.plots.draw(this.playback.time);
  }

  /** Where a point of the trace is on the page, in CSS pixels. */
  project(point: readonly number[]): { x: number; y: number; ahead: boolean } {
    return this.stage.project(toScene(this.world.frame, point[0]!, point[1]!, point[2] ?? 0, new Vector3()));
  }

  dispose(): void {
    this.stage.beforeDraw = () => false;
    this.world.dispose();
  }
}

/** The times to jump to: those of events, and of verdicts. */
function jumpTimes(trace: Trace): Float64Array {
  const verdicts = trace.verdicts.flatMap(({ time }) => (time === undefined ? [] : [time]));
  if (verdicts.length === 0) return trace.events.time;
  return Float64Array.from([...trace.events.time, ...verdicts]).sort();
}
