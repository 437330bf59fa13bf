/** The clock: time, speed, direction and loops. It knows no page. */

export const SLOWEST = 1e-3;
export const FASTEST = 100;

export class Playback {
  time: number;
  playing = false;
  direction: 1 | -1 = 1;
  loop = false;
  speed: number;
  /** The part that is looped, if one was chosen. */
  part: [number, number] | undefined;

  constructor(readonly start: number, readonly end: number) {
    this.time = start;
    this.speed = niceSpeed(end - start);
  }

  private get low(): number {
    return this.part?.[0] ?? this.start;
  }

  private get high(): number {
    return this.part?.[1] ?? this.end;
  }

  /** Goes on by so many seconds of the viewer's time; false if the clock stands. */
  advance(seconds: number): boolean {
    if (!this.playing) return false;
    const { low, high } = this;
    let next = this.time + this.direction * this.speed * seconds;
    if (next > high || next < low) {
      const length = high - low;
      if (this.loop && length > 0) {
        next = this.direction > 0 ? low + ((next - low) % length) : high - ((high - next) % length);
      } else {
        next = this.direction > 0 ? high : low;
        this.playing = false;
      }
    }
    this.time = next;
    return true;
  }

  /** Plays, from the beginning if it is over. */
  play(): void {
    if (this.direction > 0 && this.time >= this.high) this.time = this.low;
    if (this.direction < 0 && this.time <= this.low) this.time = this.high;
    this.playing = true;
  }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.start), this.end);
  }

  setSpeed(speed: number): void {
    this.speed = Math.min(Math.max(speed, SLOWEST), FASTEST);
  }

  /** Chooses one end of the part that is looped. */
  cut(side: "from" | "to"): void {
    const [from, to] = this.part ?? [this.start, this.end];
    const part: [number, number] = side === "from" ? [this.time, to] : [from, this.time];
    this.part = part[0] < part[1] ? part : undefined;
    this.loop = this.part !== undefined || this.loop;
  }
}

/** A round speed at which the whole lasts about ten seconds, and 1 where that is near enough. */
export function niceSpeed(span: number): number {
  const wanted = span / 10;
  if (wanted >= 0.35 && wanted <= 2) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const factor = [5, 2, 1].find((step) => step * power <= wanted) ?? 1;
  return Math.min(Math.max(factor * power, SLOWEST), FASTEST);
}

/** The first of sorted times after t, or the last before it; undefined if there is none. */
export function neighbour(times: Float64Array, t: number, direction: 1 | -1): number | undefined {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (direction > 0 ? times[middle]! <= t : times[middle]! < t) low = middle + 1;
    else high = middle;
  }
  return times[direction > 0 ? low : low - 1];
}
