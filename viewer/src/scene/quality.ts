/** How much drawing may cost: found out from who draws, or chosen in the address. */

export interface Quality {
  readonly name: "high" | "low";
  /** Whether the processor draws, not a graphics card. */
  readonly software: boolean;
  readonly antialias: boolean;
  readonly most: number;
  readonly taps: number;
  readonly shadow: number;
}

const HIGH = { name: "high", antialias: true, most: 2, taps: 16, shadow: 2048 } as const;
const LOW = { name: "low", antialias: false, most: 1, taps: 5, shadow: 1024 } as const;

/** The quality that fits this browser; undefined if it draws nothing in space at all. */
export function findQuality(wanted: string | null): Quality | undefined {
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) return undefined;
  const named = probe.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(probe.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  const software = /swiftshader|llvmpipe|software|basic render/i.test(renderer);
  const chosen = wanted === "high" ? HIGH : wanted === "low" ? LOW : software ? LOW : HIGH;
  return { ...chosen, software };
}
