/** Keys. Each does what the help says of it. */
import { toggleHelp } from "./panels/help";
import { LAYER_KEYS, layerKey } from "./panels/layers";
import type { Player } from "./player";

/** What keys can do without a trace. */
export interface PageActions {
  readonly open: () => void;
  readonly theme: () => void;
  readonly picture: () => void;
  readonly link: () => void;
  readonly layersPanel: () => void;
}

type Action = (player: Player) => void;

const TURN = 0.12;
const SLIDE = 0.6;

const PLAYER_KEYS: Record<string, Action> = {
  " ": (player) => player.togglePlay(),
  ArrowLeft: (player) => player.step(-1),
  ArrowRight: (player) => player.step(1),
  ",": (player) => player.jump(-1),
  ".": (player) => player.jump(1),
  Home: (player) => player.seek(player.trace.start),
  End: (player) => player.seek(player.trace.end),
  "[": (player) => player.setSpeed(player.playback.speed / 10 ** 0.1),
  "]": (player) => player.setSpeed(player.playback.speed * 10 ** 0.1),
  "\\": (player) => player.setSpeed(1),
  r: (player) => player.reverse(),
  l: (player) => player.loop(),
  i: (player) => player.cut("from"),
  o: (player) => player.cut("to"),
  b: (player) => player.selectNext(1),
  B: (player) => player.selectNext(-1),
  f: (player) => player.world.focus(),
  Escape: (player) => player.select(-1),
  w: (player) => player.stage.turn(0, -TURN),
  s: (player) => player.stage.turn(0, TURN),
  a: (player) => player.stage.turn(-TURN, 0),
  d: (player) => player.stage.turn(TURN, 0),
  W: (player) => player.stage.slide(0, SLIDE),
  S: (player) => player.stage.slide(0, -SLIDE),
  A: (player) => player.stage.slide(-SLIDE, 0),
  D: (player) => player.stage.slide(SLIDE, 0),
  e: (player) => player.stage.zoom(1.15),
  q: (player) => player.stage.zoom(1 / 1.15),
  "0": (player) => player.stage.look(),
  x: (player) => player.colourNext(),
  PageUp: (player) => player.layers.setLevel(player.world.layers.level + 1),
  PageDown: (player) => player.layers.setLevel(player.world.layers.level - 1),
};
LAYER_KEYS.forEach((name, i) => (PLAYER_KEYS[layerKey(i)] = (player) => player.toggleLayer(name)));

const PAGE_KEYS: Record<string, (page: PageActions) => void> = {
  "?": () => toggleHelp(),
  t: (page) => page.theme(),
  c: (page) => page.picture(),
  k: (page) => page.link(),
  v: (page) => page.layersPanel(),
};

/** Keys that sliders and buttons use themselves while they have the focus. */
function ownKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog")) return true;
  if (target instanceof HTMLInputElement && target.type === "range") return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"].includes(key) && target.id !== "slider";
  if (target instanceof HTMLButtonElement || target instanceof HTMLInputElement) return key === " " || key === "Enter";
  return false;
}

export function listenToKeys(player: () => Player | undefined, page: PageActions): void {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "o") {
      event.preventDefault();
      page.open();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || ownKey(event.target, event.key)) return;
    const current = player();
    const action = current && PLAYER_KEYS[event.key];
    const pageAction = PAGE_KEYS[event.key];
    if (!action && !pageAction) return;
    event.preventDefault();
    if (action) action(current);
    else pageAction!(page);
  });
}
