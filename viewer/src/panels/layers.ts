/** The panel of layers and colours. */
import { show } from "../format";
import { PALETTE, RAMP_CSS } from "../scene/colours";
import { LAYERS, type LayerName } from "../scene/layers";
import type { ColourBy } from "../scene/paint";
import type { World } from "../scene/world";
import { element, make } from "./elements";

export const LAYER_KEYS = Object.keys(LAYERS) as LayerName[];
const COLOURS: readonly [ColourBy, string][] = [["body", "Body"], ["speed", "Speed"], ["kind", "Kind"]];

/** The key that switches layer number i. */
export function layerKey(i: number): string {
  return ["1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "="][i] ?? "";
}

export class LayersPanel {
  private readonly box = element("layers");

  constructor(private readonly world: World, private readonly changed: () => void) {
    this.build();
  }

  toggle(name: LayerName): void {
    const { layers } = this.world;
    if (!layers.available(name)) return;
    this.world.setLayer(name, !layers.on.has(name));
    if (layers.treesOn().length && layers.level === 0) layers.level = Math.min(3, layers.deepest);
    this.build();
    this.changed();
  }

  colourBy(by: ColourBy): void {
    this.world.colourBy = by;
    this.build();
    this.changed();
  }

  setLevel(level: number): void {
    const { layers } = this.world;
    layers.level = Math.min(Math.max(level, 0), layers.deepest);
    this.build();
    this.changed();
  }

  private build(): void {
    const focused = document.activeElement?.getAttribute("data-key");
    this.box.replaceChildren(make("div", { className: "caption" }, "Colour by"), this.colours(), ...this.legend(),
      make("div", { className: "caption" }, "Layers"), ...LAYER_KEYS.map((name, i) => this.layer(name, i)), ...this.levels());
    if (focused) this.box.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }

  private colours(): HTMLElement {
    return make("div", { className: "seg", role: "group", "aria-label": "Colour by" }, ...COLOURS.map(([by, text]) =>
      make("button", { "aria-pressed": String(this.world.colourBy === by), "data-key": `colour-${by}`, onclick: () => this.colourBy(by) }, text)));
  }

  private legend(): HTMLElement[] {
    const { colourBy, topSpeed, trace } = this.world;
    if (colourBy === "speed") {
      const bar = make("div", { className: "legend" });
      bar.style.background = RAMP_CSS;
      return [bar, make("div", { className: "legend-text" }, make("span", {}, "0"), make("span", {}, `${show(topSpeed, 3)} and more`))];
    }
    if (colourBy !== "kind" || trace.bodies.kinds.length === 0) return [];
    return [make("div", { className: "legend-kinds" }, ...trace.bodies.kinds.map((kind, i) => {
      const swatch = make("span", { className: "swatch" });
      swatch.style.background = ["wall", "obstacle", "static"].includes(kind) ? "#9aa3af" : `rgb(${PALETTE[i % PALETTE.length]!.map((v) => Math.round(v * 255)).join(" ")})`;
      return make("span", {}, swatch, kind);
    }))];
  }

  private layer(name: LayerName, i: number): HTMLElement {
    const { layers } = this.world;
    const available = layers.available(name);
    const box = make("input", {
      type: "checkbox", checked: available && layers.on.has(name), disabled: !available, "data-key": name, onchange: () => this.toggle(name),
    });
    return make("label", { className: available ? "toggle" : "toggle off", title: available ? "" : "This trace has none" }, box, LAYERS[name], make("kbd", { "aria-hidden": "true" }, layerKey(i)));
  }

  private levels(): HTMLElement[] {
    const { layers } = this.world;
    if (layers.treesOn().length === 0) return [];
    const text = make("output", {}, `${layers.level} of ${layers.deepest}`);
    const slider = make("input", {
      type: "range", min: "0", max: String(layers.deepest), step: "1", value: String(layers.level), "aria-label": "Level of the trees", "data-key": "level",
      oninput: (event: Event) => this.setLevel(Number((event.target as HTMLInputElement).value)),
    });
    return [make("label", { className: "level" }, "Level", slider, text)];
  }
}
