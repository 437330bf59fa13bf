/** Buttons of the clock, as they stand. */
import { showSpeed } from "../format";
import type { Playback } from "../playback";
import { element, icon } from "./elements";

export class Transport {
  private readonly play = element("b-play");

  constructor(private readonly playback: Playback, events: boolean) {
    for (const id of ["b-prev", "b-next"]) element<HTMLButtonElement>(id).disabled = !events;
    this.update();
  }

  update(): void {
    const { playing, direction, loop, speed } = this.playback;
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.play.replaceChildren(icon(playing ? "pause" : direction > 0 ? "play" : "reverse"));
    element("b-reverse").setAttribute("aria-pressed", String(direction < 0));
    element("b-loop").setAttribute("aria-pressed", String(loop));
    const slider = element<HTMLInputElement>("speed");
    slider.value = String(Math.log10(speed));
    slider.setAttribute("aria-valuetext", showSpeed(speed));
    element("speed-text").textContent = showSpeed(speed);
  }
}
