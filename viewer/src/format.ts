/** Numbers as people read them. */

const MINUS = "−";

/** A number with so many digits that count. */
export function show(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, power] = size.toExponential(Math.max(0, digits - 2)).split("e");
    const raised = [...String(Number(power))].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
    return `${value < 0 ? MINUS : ""}${trimmed(mantissa!)}·10${raised}`;
  }
  // Whole numbers may be those of triangles: all their digits count. Others are written without a power of ten.
  const text = Number.isInteger(size) ? String(size) : String(Number(size.toPrecision(digits)));
  return (value < 0 ? MINUS : "") + text;
}

function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

export function showVector(values: ArrayLike<number>, dimension: number): string {
  return Array.from({ length: dimension }, (_, axis) => show(values[axis]!, 4)).join(", ");
}

/** A time with a fixed number of decimals, so that a running clock does not shake. */
export function showTime(time: number, span: number): string {
  const decimals = Math.min(Math.max(Math.ceil(4 - Math.log10(span || 1)), 0), 12);
  return (time < 0 ? MINUS : "") + Math.abs(time).toFixed(decimals);
}

export function showCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : nouns}`;
}

/** A speed as a factor: 1/50×, 2.5×. */
export function showSpeed(speed: number): string {
  if (speed >= 0.995) return `${Number(speed.toPrecision(speed >= 10 ? 3 : 2))}×`;
  const share = 1 / speed;
  return `1/${Number(share.toPrecision(share >= 100 ? 3 : 2))}×`;
}
