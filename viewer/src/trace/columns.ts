/** Columns: many numbers of one kind, as docs/traces.md describes them. */
import { decodeBase64 } from "./base64";
import { TraceProblem } from "./problem";

export type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

/** Row i starts at i·stride; a stride of 0 means one row for all. */
export interface Column {
  readonly data: Numbers;
  readonly stride: number;
}

const TYPES = {
  f64: Float64Array,
  f32: Float32Array,
  u32: Uint32Array,
  i32: Int32Array,
  u8: Uint8Array,
} as const;

/** A column as it stands in a line, before it is known how many rows there are. */
export interface RawColumn {
  readonly data: Numbers;
  readonly width: number;
  readonly what: string;
  /** A single value, or a plain array of one row, holds for all rows. */
  readonly single: boolean;
}

/** Reads a column whose rows have `width` numbers; `undefined` stays that. */
export function rawColumn(value: unknown, width: number, what: string): RawColumn | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number") {
    if (width !== 1) throw new TraceProblem(`${what} is one number where ${width} are needed`);
    return { data: Float64Array.of(value), width, what, single: true };
  }
  if (!Array.isArray(value)) throw new TraceProblem(`${what} is not a column`);
  if (typeof value[0] === "string") return decoded(value, width, what);
  const data = new Float64Array(value.length);
  for (let i = 0; i < data.length; i++) {
    const number: unknown = value[i];
    if (typeof number !== "number") throw new TraceProblem(`${what} has something that is not a number`);
    data[i] = number;
  }
  checkRows(data.length, width, what);
  return { data, width, what, single: data.length === width };
}

function decoded(value: unknown[], width: number, what: string): RawColumn {
  const [name, text] = value;
  const planes = name === "f32p";
  const type = planes ? Float32Array : TYPES[name as keyof typeof TYPES];
  if (!type) throw new TraceProblem(`${what} has numbers of the unknown type "${String(name)}"`);
  if (typeof text !== "string") throw new TraceProblem(`${what} has no base64 after its type`);
  const read = decodeBase64(text);
  const bytes = planes ? woven(read) : read;
  if (bytes.length % type.BYTES_PER_ELEMENT !== 0) {
    throw new TraceProblem(`${what} has ${bytes.length} bytes, which are no whole numbers of type ${String(name)}`);
  }
  const data = new type(bytes.buffer, 0, bytes.length / type.BYTES_PER_ELEMENT);
  checkRows(data.length, width, what);
  return { data, width, what, single: false };
}

/** Numbers of four bytes, of which all lowest bytes were written first, then all next ones, and so on. */
function woven(planes: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(planes.length);
  const count = planes.length >> 2;
  for (let place = 0, at = 0; place < 4; place++) {
    for (let number = 0; number < count; number++) bytes[4 * number + place] = planes[at++]!;
  }
  return bytes;
}

function checkRows(length: number, width: number, what: string): void {
  if (length % width !== 0) throw new TraceProblem(`${what} has ${length} numbers, which are no rows of ${width}`);
}

/** How many rows these columns have: as many as the longest says. */
export function countRows(columns: readonly (RawColumn | undefined)[]): number {
  let rows = 0;
  for (const column of columns) {
    if (column) rows = Math.max(rows, column.data.length / column.width);
  }
  return rows;
}

/** The column for `rows` rows. */
export function fit(column: RawColumn | undefined, rows: number): Column | undefined {
  if (!column) return undefined;
  const { data, width } = column;
  if (data.length === rows * width) return { data, stride: width };
  if (column.single) return { data, stride: 0 };
  throw new TraceProblem(`${column.what} has ${data.length / width} rows where there are ${rows}`);
}

/** A column of whole numbers from `low` up to `high`. */
export function fitIndices(column: RawColumn | undefined, rows: number, low: number, high: number): Column | undefined {
  const fitted = fit(column, rows);
  if (!fitted) return undefined;
  const { data } = fitted;
  for (let i = 0; i < data.length; i++) {
    const index = data[i]!;
    if (!(index >= low && index < high) || index % 1 !== 0) {
      throw new TraceProblem(`${column!.what} has ${index} where ${low} to ${high - 1} are possible`);
    }
  }
  return fitted;
}
