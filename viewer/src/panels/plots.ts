/** Plots of series under the timeline: the same times above each other. */
import { show } from "../format";
import { lastNotAfter } from "../trace/segments";
import type { Series, Trace } from "../trace/trace";
import { element, make, sized, themed } from "./elements";

/** More series would leave no room for the picture. */
const MOST = 6;

interface Plot {
  readonly series: Series;
  readonly canvas: HTMLCanvasElement;
  readonly value: HTMLElement;
  picture: ImageBitmap | HTMLCanvasElement | undefined;
}

export class Plots {
  private readonly plots: Plot[];
  private readonly box = element("plots");

  constructor(private readonly trace: Trace, seek: (time: number) => void) {
    this.plots = trace.series.slice(0, MOST).map((series) => {
      const canvas = make("canvas", { "aria-hidden": "true" });
      const value = make("span", { className: "value" });
      const plot = make("div", { className: "plot", role: "group", "aria-label": `Plot of ${series.name}` },
        canvas, make("span", { className: "name" }, series.unit ? `${series.name} (${series.unit})` : series.name), value);
      const go = (event: PointerEvent): void => {
        if (event.type === "pointermove" && event.buttons === 0) return;
        const { left, width } = plot.getBoundingClientRect();
        seek(trace.start + Math.min(Math.max((event.clientX - left) / width, 0), 1) * (trace.end - trace.start));
      };
      plot.addEventListener("pointerdown", (event) => {
        plot.setPointerCapture(event.pointerId);
        go(event);
      });
      plot.addEventListener("pointermove", go);
      return { series, canvas, value, picture: undefined };
    });
    this.box.replaceChildren(...this.plots.map(({ canvas }) => canvas.parentElement!));
    this.box.hidden = this.plots.length === 0;
  }

  /** Draws the curves anew: after another size or theme. */
  draw(time: number): void {
    for (const plot of this.plots) {
      const { width, height } = sized(plot.canvas);
      const picture = document.createElement("canvas");
      picture.width = plot.canvas.width;
      picture.height = plot.canvas.height;
      const context = picture.getContext("2d")!;
      context.setTransform(plot.canvas.width / Math.max(width, 1), 0, 0, plot.canvas.height / Math.max(height, 1), 0, 0);
      this.curve(context, plot.series, width, height);
      plot.picture = picture;
    }
    this.update(time);
  }

  private curve(context: CanvasRenderingContext2D, series: Series, width: number, height: number): void {
    const { time, value } = series;
    let [low, high] = [Infinity, -Infinity];
    for (const v of value) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
    if (!(low <= high)) return;
    // A series that hardly changes is a line in the middle, not noise blown up.
    const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-9 || 1;
    if (high - low < least) [low, high] = [low - least, high + least];
    const { start, end } = this.trace;
    const x = (t: number): number => ((t - start) / (end - start)) * width;
    const y = (v: number): number => height - 4 - ((v - low) / (high - low)) * (height - 22);
    context.beginPath();
    // Where there are many values per pixel, the lowest and highest of each pixel are drawn.
    let [pixel, least1, most1] = [-1, 0, 0];
    for (let i = 0; i < time.length; i++) {
      const at = x(time[i]!);
      const v = y(value[i]!);
      if (Math.floor(at) !== pixel || time.length < 2 * width) {
        if (pixel >= 0 && time.length >= 2 * width) context.lineTo(pixel + 0.5, most1);
        if (i === 0) context.moveTo(at, v);
        else context.lineTo(at, v);
        [pixel, least1, most1] = [Math.floor(at), v, v];
      } else {
        if (v < least1) context.lineTo(at, (least1 = v));
        most1 = Math.max(most1, v);
      }
    }
    context.strokeStyle = themed("--plot");
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.stroke();
    context.lineTo(x(time[time.length - 1]!), height);
    context.lineTo(x(time[0]!), height);
    context.globalAlpha = 0.12;
    context.fillStyle = themed("--plot");
    context.fill();
  }

  /** Moves the line that shows the time, and says the values there. */
  update(time: number): void {
    const { start, end } = this.trace;
    for (const { series, canvas, value, picture } of this.plots) {
      const context = canvas.getContext("2d")!;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (picture) context.drawImage(picture, 0, 0);
      context.fillStyle = themed("--ink");
      context.globalAlpha = 0.7;
      context.fillRect(Math.round(((time - start) / (end - start)) * canvas.width) - 0.5, 0, canvas.width / Math.max(canvas.clientWidth, 1), canvas.height);
      context.restore();
      value.textContent = show(valueAt(series, time));
    }
  }
}

/** The value at a time, on a straight line between its neighbours. */
export function valueAt({ time, value }: Series, t: number): number {
  const at = lastNotAfter(time, 0, time.length, t);
  if (at < 0) return value[0] ?? NaN;
  if (at + 1 >= time.length) return value[at]!;
  const share = (t - time[at]!) / (time[at + 1]! - time[at]!);
  return value[at]! + share * (value[at + 1]! - value[at]!);
}
