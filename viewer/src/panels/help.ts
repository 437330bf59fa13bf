/** The help: what keys do. */
import { LAYERS } from "../scene/layers";
import { element, make } from "./elements";
import { LAYER_KEYS, layerKey } from "./layers";

const KEYS: readonly (readonly [string, string])[] = [
  ["Play or pause", "space"],
  ["Step back, step forward", "← →"],
  ["Previous, next event", ", ."],
  ["To the start, to the end", "Home End"],
  ["Slower, faster", "[ ]"],
  ["Speed 1×", "\\"],
  ["Play backwards", "r"],
  ["Loop", "l"],
  ["Loop from here, to here", "i o"],
  ["Select next, previous body", "b B"],
  ["Focus on the selection", "f"],
  ["Deselect, close", "Esc"],
  ["Turn the view (2D: move it)", "w a s d"],
  ["Move the view", "W A S D"],
  ["Zoom in, zoom out", "e q"],
  ["Reset the view", "0"],
  ["Panel of layers", "v"],
  ["Colour by body, speed, kind", "x"],
  ["Level of trees up, down", "PgUp PgDn"],
  ["Save a picture", "c"],
  ["Copy a link to this time", "k"],
  ["Light or dark", "t"],
  ["Open a trace", "Ctrl+O"],
  ["This help", "?"],
];

/** Opens or closes the help. */
export function toggleHelp(): void {
  const dialog = element<HTMLDialogElement>("help");
  if (dialog.open) {
    dialog.close();
    return;
  }
  const line = (text: string, keys: string): HTMLElement =>
    make("div", {}, make("span", {}, text), make("span", {}, ...keys.split(" ").flatMap((key) => [make("kbd", {}, key), " "])));
  dialog.replaceChildren(
    make("h2", { id: "help-title" }, "Keys"),
    make("div", { className: "keys" }, ...KEYS.map(([text, keys]) => line(text, keys)), ...LAYER_KEYS.map((name, i) => line(LAYERS[name], layerKey(i)))),
    make("p", {}, "Drag to turn, drag with the right button or two fingers to move, scroll or pinch to zoom, click a body to select it. Drop a trace on the page to open it. A trace is read in this page and goes nowhere else."),
    make("button", { className: "wide", onclick: () => dialog.close(), autofocus: true }, "Close"),
  );
  dialog.showModal();
}
