/** The inspector: what the selected body is and does, and what happens to it next. */
import { show, showTime, showVector } from "../format";
import type { World } from "../scene/world";
import { nameOf } from "../trace/bodies";
import { eventImpulse } from "../trace/events";
import { lastNotAfter } from "../trace/segments";
import { STATE_NAMES, isState } from "../trace/states";
import { element, icon, make } from "./elements";

export class Inspector {
  private readonly box = element("inspector");
  private shown = -2;
  private fields = new Map<string, HTMLElement>();
  private readonly velocity = new Float64Array(3);
  private swatch: HTMLElement | undefined;

  constructor(private readonly world: World, private readonly act: { seek: (time: number) => void; select: (body: number) => void; focus: () => void }) {
    this.update();
  }

  update(): void {
    const { selected } = this.world;
    if (selected !== this.shown) this.build(selected);
    if (selected >= 0) this.fill(selected);
  }

  private build(body: number): void {
    this.shown = body;
    this.box.hidden = body < 0;
    this.fields.clear();
    if (body < 0) return;
    const { trace } = this.world;
    this.swatch = make("span", { className: "swatch" });
    const title = make("div", { className: "row" }, this.swatch, make("h2", { className: "grow" }, nameOf(trace.bodies, body)),
      make("button", { "aria-label": "Focus", title: "Focus (f)", onclick: this.act.focus }, icon("view")),
      make("button", { "aria-label": "Deselect", title: "Deselect (Esc)", onclick: () => this.act.select(-1) }, icon("close")));
    const list = make("dl");
    const line = (name: string): void => {
      const value = make("dd");
      this.fields.set(name, value);
      list.append(make("dt", {}, name), value);
    };
    for (const name of ["number", "shape", "kind", "mass", "inside", "joint", "position", "velocity", "speed", "motion", "state", "last event", "next event"]) {
      if (name === "kind" && trace.bodies.kind[body]! < 0) continue;
      if (name === "mass" && Number.isNaN(trace.bodies.mass[body]!)) continue;
      if (name === "state" && !this.world.states.any) continue;
      if (name === "joint" && !trace.joints.has(body)) continue;
      if (name === "inside" && trace.bodies.parent[body]! < 0) continue;
      line(name);
    }
    this.box.replaceChildren(title, list);
    this.set("number", String(body));
    this.set("shape", this.shapeName(body));
    this.set("kind", trace.bodies.kinds[trace.bodies.kind[body]!] ?? "");
    this.set("mass", show(trace.bodies.mass[body]!));
    if (trace.bodies.parent[body]! >= 0) this.set("inside", nameOf(trace.bodies, trace.bodies.parent[body]!));
  }

  private shapeName(body: number): string {
    const { shapes, bodies, dimension } = this.world.trace;
    const { form, name } = shapes[bodies.shape[body]!]!;
    const scale = bodies.scale[body]!;
    const kind = form.kind.replace("_", "-");
    if (form.kind === "ball") return `${dimension === 2 ? "disc" : "ball"}, radius ${show(form.radius * scale)}`;
    if (form.kind === "mesh") return `${name ?? "mesh"}, ${(form.triangles.length / 3).toLocaleString("en-US")} triangles`;
    if (form.kind === "cable") return `cable, radius ${show(form.radius * scale)}, ${form.points.toLocaleString("en-US")} points`;
    if (form.kind === "file") return `file ${form.path}`;
    return name ? `${name} (${kind})` : kind;
  }

  private set(name: string, text: string): void {
    const field = this.fields.get(name);
    if (field && field.textContent !== text) field.textContent = text;
  }

  private fill(body: number): void {
    const { poses, trace, colours } = this.world;
    const { dimension } = trace;
    this.swatch!.style.background = `rgb(${[0, 1, 2].map((k) => Math.round(255 * colours[3 * body + k]!)).join(" ")})`;
    poses.velocityOf(body, this.velocity);
    this.set("position", showVector(poses.position.subarray(3 * body, 3 * body + 3), dimension));
    this.set("velocity", showVector(this.velocity, dimension));
    this.set("speed", show(poses.speedOf(body)));
    this.set("motion", poses.motionOf(body));
    this.set("state", STATE_NAMES[this.world.states.now[body]!]!);
    this.set("joint", poses.jointOf(body));
    this.link("last event", body, -1);
    this.link("next event", body, 1);
  }

  /** The nearest event of the body before or after the time: a way to go there. */
  private link(name: string, body: number, direction: 1 | -1): void {
    const field = this.fields.get(name);
    if (!field) return;
    const { trace, poses } = this.world;
    const { events } = trace;
    let at = lastNotAfter(events.time, 0, events.count, poses.time);
    if (direction > 0) at++;
    while (at >= 0 && at < events.count && events.a[at] !== body && events.b[at] !== body) at += direction;
    if (field.dataset.event === String(at)) return;
    field.dataset.event = String(at);
    if (at < 0 || at >= events.count) {
      field.textContent = "none";
      return;
    }
    const other = events.a[at] === body ? events.b[at]! : events.a[at]!;
    const kind = events.kinds[events.kind[at]!] ?? "event";
    const time = events.time[at]!;
    const impulse = isState(kind) ? undefined : eventImpulse(events, at);
    const hard = impulse === undefined ? "" : `, impulse ${show(impulse, 3)}`;
    const who = other >= 0 ? ` with ${nameOf(trace.bodies, other)}` : "";
    field.replaceChildren(make("button", { className: "text", onclick: () => this.act.seek(time) }, `${kind}${who} at ${showTime(time, trace.end - trace.start)}${hard}`));
  }
}
