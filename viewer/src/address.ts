/** What the address says after its #: the time, and choices. */

export interface Address {
  readonly time: number | undefined;
  readonly theme: string | null;
  readonly quality: string | null;
  readonly layers: readonly string[];
  readonly colour: string | null;
  readonly level: number | undefined;
}

/** Reads "#t=0.25&theme=dark". */
export function readAddress(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string): number | undefined => {
    const text = fields.get(name);
    const value = text === null || text.trim() === "" ? NaN : Number(text);
    return Number.isFinite(value) ? value : undefined;
  };
  return {
    time: number("t"),
    theme: fields.get("theme"),
    quality: fields.get("quality"),
    layers: (fields.get("layers") ?? "").split(",").filter(Boolean),
    colour: fields.get("colour"),
    level: number("level"),
  };
}

/** The address with this time in it. */
export function withTime(address: string, time: number): string {
  const [page, hash = ""] = address.split("#");
  const fields = new URLSearchParams(hash);
  fields.set("t", String(time));
  return `${page}#${fields.toString()}`;
}
