/** Motions by other formulas than the viewer's: fixed-point numbers of 40 digits, and matrices in series. */

const DIGITS = 40n;
const ONE = 10n ** DIGITS;

/** The exact value of a double, rounded to 40 digits. */
export function big(value: number): bigint {
  if (value === 0) return 0n;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 2047n);
  const mantissa = (bits & ((1n << 52n) - 1n)) + (exponent ? 1n << 52n : 0n);
  const shift = BigInt(Math.max(exponent, 1) - 1075);
  const size = shift >= 0n ? mantissa * ONE * (1n << shift) : (mantissa * ONE) >> -shift;
  return value < 0 ? -size : size;
}

export function small(value: bigint): number {
  const negative = value < 0n;
  const size = negative ? -value : value;
  const result = Number(size / ONE) + Number(size % ONE) / Number(ONE);
  return negative ? -result : result;
}

const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;

export type Matrix = bigint[][];
export type Big3 = bigint[];

const identity = (): Matrix => [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? ONE : 0n)));
const product = (a: Matrix, b: Matrix): Matrix => a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, value, k) => sum + times(value, b[k]![j]!), 0n)));
export const apply = (a: Matrix, v: Big3): Big3 => a.map((row) => row.reduce((sum, value, k) => sum + times(value, v[k]!), 0n));
export const plus = (...vectors: Big3[]): Big3 => [0, 1, 2].map((k) => vectors.reduce((sum, vector) => sum + vector[k]!, 0n));
export const scaled = (factor: bigint, v: Big3): Big3 => v.map((value) => times(factor, value));

/** exp([w]) as a series of matrices, of a part that is small, squared again. */
export function exponential(w: Big3): Matrix {
  const parts = 1n << 10n;
  const [x, y, z] = w.map((value) => value / parts) as [bigint, bigint, bigint];
  const step: Matrix = [[0n, -z, y], [z, 0n, -x], [-y, x, 0n]];
  let term = identity();
  let sum = identity();
  for (let n = 1n; n < 24n; n++) {
    term = product(term, step).map((row) => row.map((value) => value / n));
    sum = sum.map((row, i) => row.map((value, j) => value + term[i]![j]!));
  }
  for (let k = 0; k < 10; k++) sum = product(sum, sum);
  return sum;
}

/** The matrix of a quaternion x y z w, which is first brought to length 1. */
export function fromQuaternion(q: readonly number[]): Matrix {
  const [x, y, z, w] = q.map(big) as [bigint, bigint, bigint, bigint];
  const length = times(x, x) + times(y, y) + times(z, z) + times(w, w);
  const over = (value: bigint): bigint => (value * ONE) / length;
  const two = (value: bigint): bigint => over(2n * value);
  return [
    [ONE - two(times(y, y) + times(z, z)), two(times(x, y) - times(z, w)), two(times(x, z) + times(y, w))],
    [two(times(x, y) + times(z, w)), ONE - two(times(x, x) + times(z, z)), two(times(y, z) - times(x, w))],
    [two(times(x, z) - times(y, w)), two(times(y, z) + times(x, w)), ONE - two(times(x, x) + times(y, y))],
  ];
}

/** The root of a number, by Newton's steps. */
function root(value: bigint): bigint {
  if (value === 0n) return 0n;
  let guess = big(Math.sqrt(small(value))) || 1n;
  for (let k = 0; k < 8; k++) guess = (guess + (value * ONE) / guess) / 2n;
  return guess;
}

export function unit(v: Big3): Big3 {
  const length = root(v.reduce((sum, value) => sum + times(value, value), 0n));
  return v.map((value) => (value * ONE) / length);
}

/** The turn of a rational motion about an axis: its cosine and sine are rational in the tangent of half the angle. */
export function rationalTurn(axis: Big3, tangent: bigint): Matrix {
  const square = times(tangent, tangent);
  const cosine = ((ONE - square) * ONE) / (ONE + square);
  const sine = (2n * tangent * ONE) / (ONE + square);
  const [x, y, z] = axis as [bigint, bigint, bigint];
  const cross: Matrix = [[0n, -z, y], [z, 0n, -x], [-y, x, 0n]];
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => {
    const outer = times(axis[i]!, axis[j]!);
    return times(cosine, i === j ? ONE : 0n) + times(sine, cross[i]![j]!) + times(ONE - cosine, outer);
  }));
}
