/** Sentences to the reader: what a trace lacks, what went wrong, what was done. */
import { element, icon, make } from "./elements";

/** Shows a sentence until it is closed. */
export function notice(text: string): void {
  const box = element("notices");
  if ([...box.children].some((child) => child.firstChild?.textContent === text)) return;
  const line = make("div", { className: "notice", role: "status" }, make("span", {}, text),
    make("button", { "aria-label": "Close this notice", onclick: () => line.remove() }, icon("close")));
  box.append(line);
}

export function clearNotices(): void {
  element("notices").replaceChildren();
}

let timer = 0;

/** Shows a short word for a moment. */
export function toast(text: string): void {
  const box = element("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(timer);
  timer = window.setTimeout(() => (box.hidden = true), 2500);
}

/** Shows the page that asks for a trace, with a sentence. */
export function welcome(title: string, text: string): void {
  element("app").dataset.state = "welcome";
  element("welcome").hidden = false;
  element("welcome-title").textContent = title;
  element("welcome-text").textContent = text;
  element("title").textContent = "Osculate";
  element("subtitle").textContent = "plays traces of moving bodies";
}

export function busy(text: string | undefined): void {
  element("busy").hidden = text === undefined;
  element("busy-text").textContent = text ?? "";
}
