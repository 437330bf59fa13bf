/** The timeline: how many events there are when, brackets of verdicts, the slider. */
import type { Playback } from "../playback";
import { showTime } from "../format";
import type { Trace } from "../trace/trace";
import { element, sized, themed } from "./elements";

export class Timeline {
  private readonly slider = element<HTMLInputElement>("slider");
  private readonly strip = element<HTMLCanvasElement>("strip");
  private readonly clock = element("clock");

  constructor(private readonly trace: Trace, private readonly playback: Playback, private readonly marks: readonly number[]) {
    this.update();
    this.draw();
  }

  /** The time that a share of the slider means. */
  timeOf(share: number): number {
    const { start, end } = this.trace;
    return share >= 1 ? end : start + share * (end - start);
  }

  private x(time: number, width: number): number {
    const { start, end } = this.trace;
    return ((time - start) / (end - start)) * width;
  }

  /** Draws the strip: density, marks, brackets and the part that is looped. */
  draw(): void {
    const { context, width, height } = sized(this.strip);
    const base = height - 16;
    context.clearRect(0, 0, width, height);
    this.drawPart(context, width, height);
    this.drawDensity(context, width, base);
    context.fillStyle = themed("--faint");
    for (const time of this.marks) context.fillRect(Math.round(this.x(time, width)) - 0.5, base - 5, 1, 5);
    this.drawVerdicts(context, width, base);
  }

  private drawPart(context: CanvasRenderingContext2D, width: number, height: number): void {
    const { part } = this.playback;
    if (!part) return;
    context.fillStyle = themed("--hover");
    const [from, to] = part.map((time) => this.x(time, width)) as [number, number];
    context.fillRect(from, 0, to - from, height);
  }

  private drawDensity(context: CanvasRenderingContext2D, width: number, base: number): void {
    const { time } = this.trace.events;
    if (time.length === 0 || width < 2) return;
    const pitch = 4;
    const bins = new Uint32Array(Math.ceil(width / pitch) + 1);
    for (const t of time) bins[Math.floor(this.x(t, width) / pitch)]!++;
    const most = bins.reduce((a, b) => Math.max(a, b), 1);
    context.fillStyle = themed("--strip");
    bins.forEach((count, i) => {
      if (count === 0) return;
      // The root keeps single events visible beside crowds.
      const tall = 2.5 + (base - 5) * Math.sqrt(count / most);
      context.globalAlpha = 0.35 + 0.65 * Math.sqrt(count / most);
      context.beginPath();
      context.roundRect(i * pitch, base - tall, pitch - 1, tall, 1);
      context.fill();
    });
    context.globalAlpha = 1;
  }

  private drawVerdicts(context: CanvasRenderingContext2D, width: number, base: number): void {
    context.fillStyle = themed("--mark");
    for (const { time, timeUpper } of this.trace.verdicts) {
      if (time === undefined) continue;
      const from = this.x(time, width);
      const to = Math.max(this.x(timeUpper ?? time, width), from + 2);
      context.globalAlpha = 0.28;
      context.fillRect(from - 1, 0, to - from + 2, base);
      context.globalAlpha = 1;
      context.fillRect(from, 0, Math.max(to - from, 2), base);
      context.beginPath();
      context.moveTo(from - 5, 0);
      context.lineTo(to + 5, 0);
      context.lineTo((from + to) / 2, 8);
      context.fill();
    }
  }

  /** Shows the clock's time. */
  update(): void {
    const { start, end } = this.trace;
    const { time } = this.playback;
    this.slider.value = String((time - start) / (end - start));
    const text = showTime(time, end - start);
    this.slider.setAttribute("aria-valuetext", `time ${text}`);
    this.clock.replaceChildren(text, " ", Object.assign(document.createElement("small"), { textContent: `/ ${showTime(end, end - start).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")}` }));
  }
}
