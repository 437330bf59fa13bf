/** What tests see of the page, as `window.osculate`. */
import type { Player } from "./player";
import type { Stage } from "./scene/stage";

export interface Exposed {
  readonly state: "playing" | "welcome" | "failed";
  readonly player: Player | undefined;
  readonly stage: Stage | undefined;
}

/** Tells tests that the page is ready. */
export function expose({ state, player, stage }: Exposed): void {
  const view = {
    ready: true,
    state,
    player,
    stage,
    get time(): number | undefined {
      return player?.playback.time;
    },
    get playing(): boolean {
      return player?.playback.playing ?? false;
    },
    get selected(): number {
      return player?.world.selected ?? -1;
    },
    seek: (time: number) => player?.seek(time),
    /** Draws at once, so that a test can look. */
    drawNow: () => player && drawNow(player),
    project: (point: number[]) => player?.project(point),
    contacts: () => player?.world.marks.shown ?? [],
    layerCounts: () => player?.world.layers.counts(),
    get stats() {
      return player && stage && {
        drawCalls: stage.renderer.info.render.calls,
        triangles: stage.renderer.info.render.triangles,
        updateMs: player.world.updateMs,
        bodies: player.trace.bodies.count,
        segments: player.trace.segments.time.length,
        events: player.trace.events.count,
        quality: stage.quality.name,
        software: stage.quality.software,
      };
    },
  };
  (window as unknown as { osculate: typeof view }).osculate = view;
}

function drawNow(player: Player): void {
  player.world.update(player.playback.time);
  player.stage.draw();
}
