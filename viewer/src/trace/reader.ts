/** Reads a trace, piece by piece, of version 1 or 2, plain or compressed. */
import type { TraceBuilder } from "./builder";
import { readBytes } from "./bytes";
import { Lines } from "./lines";
import { TraceProblem } from "./problem";
import { fields } from "./shapes";
import type { Trace } from "./trace";
import { Version1 } from "./version1";
import { addLine2, beginVersion2 } from "./version2";

const NEWEST = 2;

type Fields = Record<string, unknown>;

/** Takes lines and makes a trace of them. */
class TraceReader {
  private builder: TraceBuilder | undefined;
  private old: Version1 | undefined;
  /** Why reading stopped before the last line. */
  private stopped: string | undefined;
  lines = 0;

  line(text: string): void {
    if (this.stopped !== undefined) return;
    if (!this.builder) {
      this.header(text);
      this.lines = 1;
      return;
    }
    if (text.trim() === "") return;
    const number = this.lines + 1;
    try {
      const object = fields(parse(text), "the line");
      if (this.old) this.old.add(object);
      else addLine2(this.builder, object, number);
      this.lines = number;
    } catch (fault) {
      if (!(fault instanceof TraceProblem)) throw fault;
      this.stopped = `This trace plays up to line ${this.lines} only: line ${number} cannot be read, as ${fault.message}.`;
    }
  }

  private header(text: string): void {
    let header: Fields;
    try {
      header = fields(parse(text), "it");
    } catch {
      throw new TraceProblem("its first line is not JSON, so it is not a trace");
    }
    const version = header.format === "osculate-trace" ? header.version : header["osculate-trace"];
    if (typeof version !== "number") throw new TraceProblem("its first line does not say that it is an Osculate trace");
    if (version > NEWEST) {
      throw new TraceProblem(`it is a trace of version ${version}, and this page reads up to version ${NEWEST}; a newer viewer is needed`);
    }
    if (version === 2) {
      this.builder = beginVersion2(header);
    } else if (version === 1) {
      this.old = new Version1(header);
      this.builder = this.old.builder;
    } else {
      throw new TraceProblem(`it is a trace of version ${version}, which does not exist`);
    }
  }

  /** The trace; `remainder` is what follows the last whole line. */
  finish(name: string, remainder: string, damaged: boolean): Trace {
    if (!this.builder) {
      if (remainder.trim() === "") throw new TraceProblem("it is empty");
      this.line(remainder);
    } else if (remainder.trim() !== "" && isWhole(remainder)) {
      this.line(remainder);
    }
    this.old?.finish();
    const cut = damaged && this.stopped === undefined && this.builder!.end === undefined
      ? `This trace is cut: its compressed stream ends early. It plays up to its last whole line, line ${this.lines}.`
      : this.stopped;
    return this.builder!.finish(name, this.lines, cut);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TraceProblem("it is not JSON");
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a trace. Throws a `TraceProblem` whose message completes "NAME cannot be shown: …". */
export async function readTrace(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
  progress?: (bytes: number) => void | Promise<void>,
): Promise<Trace> {
  const reader = new TraceReader();
  const lines = new Lines((text) => reader.line(text));
  let read = 0;
  const ending = await readBytes(pieces, async (bytes) => {
    lines.push(bytes);
    read += bytes.length;
    if (progress) await progress(read);
  });
  return reader.finish(name, lines.remainder(), ending.cut);
}
