/** The bytes of a trace, decompressed if its first two say gzip. */
import { TraceProblem } from "./problem";

/** What is fed to the decompressor at once: larger pieces of a cut stream are lost whole. */
const PIECE = 16 * 1024;

/** How the bytes ended. */
export interface Ending {
  /** The compressed stream was cut or damaged. */
  readonly cut: boolean;
  readonly bytes: number;
}

/** Hands the bytes of `pieces` on, piece by piece. */
export async function readBytes(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (bytes: Uint8Array) => void | Promise<void>,
): Promise<Ending> {
  let sink: Gunzip | undefined;
  let head: Uint8Array | undefined = new Uint8Array(0);
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    let current: Uint8Array = piece;
    if (head) {
      current = joined(head, piece);
      if (current.length < 2) {
        head = current;
        continue;
      }
      head = undefined;
      if (current[0] === 0x1f && current[1] === 0x8b) sink = new Gunzip(take);
    }
    if (sink) {
      if (!(await sink.push(current))) break;
    } else {
      await take(current);
    }
  }
  if (head?.length) await take(head);
  const cut = sink ? await sink.end() : false;
  return { cut, bytes };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

class Gunzip {
  private readonly stream = new DecompressionStream("gzip");
  private readonly writer = this.stream.writable.getWriter();
  private readonly done: Promise<void>;
  private failed = false;
  private fault: unknown;
  private received = 0;

  constructor(take: (bytes: Uint8Array) => void | Promise<void>) {
    this.writer.closed.catch(() => undefined);
    this.done = this.drain(take);
  }

  private async drain(take: (bytes: Uint8Array) => void | Promise<void>): Promise<void> {
    const reader = this.stream.readable.getReader();
    for (;;) {
      let next: { done: boolean; value?: Uint8Array };
      try {
        next = await reader.read();
      } catch {
        this.failed = true;
        return;
      }
      if (next.done || !next.value) return;
      this.received += next.value.length;
      try {
        await take(next.value);
      } catch (fault) {
        this.fault = fault;
        this.failed = true;
        await reader.cancel().catch(() => undefined);
        return;
      }
    }
  }

  /** Whether more is of use. */
  async push(bytes: Uint8Array): Promise<boolean> {
    for (let at = 0; at < bytes.length && !this.failed; at += PIECE) {
      try {
        await this.writer.write(bytes.slice(at, at + PIECE));
      } catch {
        this.failed = true;
      }
    }
    return !this.failed;
  }

  /** Whether the stream was cut. */
  async end(): Promise<boolean> {
    // What was decompressed is read before the stream learns that it has ended: an error would throw it away.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const closed = this.failed ? false : await this.writer.close().then(() => true, () => false);
    await this.done;
    if (this.fault) throw this.fault;
    if (this.received === 0) throw new TraceProblem("it begins like gzip, but nothing in it can be decompressed");
    return !closed || this.failed;
  }
}
