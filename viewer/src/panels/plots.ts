/** Plots of series and of joints under the timeline: the same times above each other. */
import { show } from "../format";
import { ownColour } from "../scene/paint";
import { jointCurves } from "../trace/curves";
import { lastNotAfter } from "../trace/segments";
import type { Series, Trace } from "../trace/trace";
import { element, make, sized, themed } from "./elements";

/** More plots would leave no room for the picture. */
const MOST = 6;

/** Numbers of one joint have one colour: these tell them apart. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

/** One line of a plot. */
interface Line {
  /** None for the only one. */
  readonly name: string;
  /** None for the plots' own. */
  readonly colour: string | undefined;
  /** Lengths of strokes and gaps; none for a whole line. */
  readonly dashes: readonly number[];
  readonly time: Float64Array;
  readonly value: Float64Array;
  readonly at: (time: number) => number;
}

interface Plot {
  readonly lines: readonly Line[];
  readonly canvas: HTMLCanvasElement;
  /** Where the value of each line is told. */
  readonly values: readonly HTMLElement[];
  picture: ImageBitmap | HTMLCanvasElement | undefined;
}

/** What a plot shows. */
interface Subject {
  readonly title: string;
  readonly lines: readonly Line[];
}

export class Plots {
  private readonly plots: Plot[];
  private readonly box = element("plots");

  constructor(private readonly trace: Trace, seek: (time: number) => void) {
    this.plots = [...joints(trace), ...trace.series.map(series)].slice(0, MOST).map((subject) => this.plot(subject, seek));
    this.box.replaceChildren(...this.plots.map(({ canvas }) => canvas.parentElement!));
    this.box.hidden = this.plots.length === 0;
  }

  private plot({ title, lines }: Subject, seek: (time: number) => void): Plot {
    const { start, end } = this.trace;
    const canvas = make("canvas", { "aria-hidden": "true" });
    const values = lines.map(() => make("span", { className: "number" }));
    const told = lines.map(({ name, colour }, i) => {
      if (name === "") return values[i]!;
      const swatch = make("span", { className: "swatch" });
      swatch.style.background = colour ?? "";
      return make("span", { className: "line" }, swatch, name, values[i]!);
    });
    const kind = lines.length > 1 ? "plot many" : isConstant(lines) ? "plot constant" : "plot";
    const plot = make("div", { className: kind, role: "group", "aria-label": `Plot of ${title}` },
      canvas, make("span", { className: "name" }, title), make("span", { className: "value" }, ...told));
    const go = (event: PointerEvent): void => {
      if (event.type === "pointermove" && event.buttons === 0) return;
      const { left, width } = plot.getBoundingClientRect();
      seek(start + Math.min(Math.max((event.clientX - left) / width, 0), 1) * (end - start));
    };
    plot.addEventListener("pointerdown", (event) => {
      plot.setPointerCapture(event.pointerId);
      go(event);
    });
    plot.addEventListener("pointermove", go);
    return { lines, canvas, values, picture: undefined };
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
      const range = rangeOf(plot.lines);
      if (range && !isConstant(plot.lines)) for (const line of plot.lines) this.curve(context, line, range, width, height);
      plot.picture = picture;
    }
    this.update(time);
  }

  private curve(context: CanvasRenderingContext2D, line: Line, [low, high]: readonly [number, number], width: number, height: number): void {
    const { time, value } = line;
    const { start, end } = this.trace;
    const x = (t: number): number => ((t - start) / (end - start)) * width;
    const y = (v: number): number => height - 4 - ((v - low) / (high - low)) * (height - 25);
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
    context.globalAlpha = 1;
    context.strokeStyle = line.colour ?? themed("--plot");
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.setLineDash(line.dashes as number[]);
    context.stroke();
    if (line.colour !== undefined) return;
    context.lineTo(x(time[time.length - 1]!), height);
    context.lineTo(x(time[0]!), height);
    context.globalAlpha = 0.12;
    context.fillStyle = themed("--plot");
    context.fill();
  }

  /** Moves the line that shows the time, and says the values there. */
  update(time: number): void {
    const { start, end } = this.trace;
    for (const { lines, canvas, values, picture } of this.plots) {
      const context = canvas.getContext("2d")!;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      if (picture) context.drawImage(picture, 0, 0);
      context.fillStyle = themed("--ink");
      context.globalAlpha = 0.7;
      context.fillRect(Math.round(((time - start) / (end - start)) * canvas.width) - 0.5, 0, canvas.width / Math.max(canvas.clientWidth, 1), canvas.height);
      context.restore();
      lines.forEach(({ name, at }, i) => (values[i]!.textContent = name === "" ? show(at(time)) : at(time).toFixed(3).replace("-", "−")));
    }
  }
}

/** The lowest and the highest value of all lines; none if there is none. */
function extentOf(lines: readonly Line[]): [number, number] | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const { value } of lines) {
    for (const v of value) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** Whether values between these differ by rounding only. */
function isNarrow([low, high]: readonly [number, number]): boolean {
  return high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high));
}

/** A single line that never changes: its value says all, and a curve would be noise blown up. */
function isConstant(lines: readonly Line[]): boolean {
  const extent = extentOf(lines);
  return lines.length === 1 && extent !== undefined && isNarrow(extent);
}

/** The values at the lower and the upper edge of a plot: lines that hardly change are in the middle. */
function rangeOf(lines: readonly Line[]): [number, number] | undefined {
  const extent = extentOf(lines);
  if (!extent || !isNarrow(extent)) return extent;
  const room = Math.max(...extent.map(Math.abs)) * 1e-9 || 1;
  return [extent[0] - room, extent[1] + room];
}

/** The joints of a robot: their angles in one plot, their ways in another, in the colours of the links. */
function joints(trace: Trace): Subject[] {
  const curves = jointCurves(trace);
  const lines = (angle: boolean): Line[] => curves.filter((curve) => curve.angle === angle).map(({ body, part, name, time, value, at }) => {
    const colour = `rgb(${ownColour(body).map((part) => Math.round(255 * part)).join(" ")})`;
    return { name, colour, dashes: DASHES[part]!, time, value, at };
  });
  return [{ title: "angles of joints (rad)", lines: lines(true) }, { title: "ways of joints", lines: lines(false) }].filter((subject) => subject.lines.length > 0);
}

function series(of: Series): Subject {
  const line = { name: "", colour: undefined, dashes: [], time: of.time, value: of.value, at: (time: number) => valueAt(of, time) };
  return { title: of.unit ? `${of.name} (${of.unit})` : of.name, lines: [line] };
}

/** The value at a time, on a straight line between its neighbours. */
export function valueAt({ time, value }: Series, t: number): number {
  const at = lastNotAfter(time, 0, time.length, t);
  if (at < 0) return value[0] ?? NaN;
  if (at + 1 >= time.length) return value[at]!;
  const share = (t - time[at]!) / (time[at + 1]! - time[at]!);
  return value[at]! + share * (value[at + 1]! - value[at]!);
}
