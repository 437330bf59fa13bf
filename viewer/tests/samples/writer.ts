/** Writes sample traces, line by line, as docs/traces.md describes them. */

const TYPES = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, i32: Int32Array, u8: Uint8Array } as const;

/** A base64 column. */
export function column(type: keyof typeof TYPES, values: Iterable<number>): [string, string] {
  const data = TYPES[type].from(values as Iterable<number>);
  return [type, base64(new Uint8Array(data.buffer))];
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x6000) text += btoa(String.fromCharCode(...bytes.subarray(i, i + 0x6000)));
  return text;
}

export class Sample {
  readonly lines: string[] = [];

  constructor(header: Record<string, unknown>) {
    this.lines.push(JSON.stringify({ "osculate-trace": 2, dimension: 3, by: "samples", ...header }));
  }

  add(kind: string, value: unknown): this {
    this.lines.push(JSON.stringify({ [kind]: value }));
    return this;
  }

  end(time: number, events = 0): this {
    return this.add("end", { time, why: "time reached", events });
  }

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }
}

/** A random number in [0, 1), the same ones in every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x7feb352d);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 4294967296;
  };
}
