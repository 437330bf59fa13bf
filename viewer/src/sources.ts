/** Where traces come from: the page itself, the server that sent it, a file. */
import { decodeBase64 } from "./trace/base64";
import { mesh } from "./trace/shapes";
import type { Trace, Vector } from "./trace/trace";

export interface Source {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether shapes in files can be asked of the server. */
  readonly served: boolean;
  readonly size: number | undefined;
}

/** A multiple of 4, so that pieces of base64 decode by themselves. */
const PIECE = 1 << 18;

function* decodedPieces(text: string): Iterable<Uint8Array> {
  for (let at = 0; at < text.length; at += PIECE) yield decodeBase64(text.slice(at, at + PIECE));
}

/** The trace that an exporter put into the page. */
export function embedded(): Source | undefined {
  const script = document.getElementById("osculate-trace");
  const text = script?.textContent?.trim();
  if (!script || !text) return undefined;
  return { name: script.dataset.name ?? "trace", pieces: decodedPieces(text), served: false, size: (text.length * 3) / 4 };
}

/** The trace that lies beside the page on its server; undefined if there is none. */
export async function served(): Promise<Source | undefined> {
  if (!location.protocol.startsWith("http")) return undefined;
  let response: Response;
  try {
    response = await fetch(new URL("trace", location.href));
  } catch {
    return undefined;
  }
  if (!response.ok || !response.body) return undefined;
  const given = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const length = Number(response.headers.get("content-length"));
  return { name: given ?? "trace", pieces: bytesOf(response.body), served: true, size: length || undefined };
}

export function fromFile(file: File): Source {
  return { name: file.name, pieces: bytesOf(file.stream()), served: false, size: file.size };
}

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Puts meshes in the place of shapes that are files. Answers sentences about those that are missing. */
export async function loadShapeFiles(trace: Trace, fromServer: boolean): Promise<string[]> {
  const missing: string[] = [];
  for (let i = 0; i < trace.shapes.length; i++) {
    const shape = trace.shapes[i]!;
    if (shape.form.kind !== "file") continue;
    const { path, scale } = shape.form;
    const found = fromServer ? await fetchMesh(path).catch((fault: unknown) => (fault instanceof Error ? fault.message : "it cannot be read")) : "this page cannot reach files on its own; open the trace with: osculate view";
    if (typeof found === "string") missing.push(`The shape "${path}" is a file that is not shown: ${found}.`);
    else trace.shapes[i] = { ...shape, form: scaled(found, scale) };
  }
  return missing;
}

async function fetchMesh(path: string): Promise<ReturnType<typeof mesh>> {
  const response = await fetch(new URL(`shape?path=${encodeURIComponent(path)}`, location.href));
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const answer = (await response.json()) as { mesh: Record<string, unknown> };
  return mesh(answer.mesh, 3);
}

function scaled(form: ReturnType<typeof mesh>, scale: Vector): ReturnType<typeof mesh> {
  const vertices = form.vertices.map((value, i) => value * scale[i % 3]!);
  return { ...form, vertices };
}
