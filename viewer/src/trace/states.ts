/** What bodies of a world do: events say who fell asleep, stalled, or no longer does. */
import { lastNotAfter } from "./segments";
import type { Trace } from "./trace";

export const MOVING = 0;
export const ASLEEP = 1;
export const STALLED = 2;

/** What the inspector calls them. */
export const STATE_NAMES = ["moving", "asleep", "stalled"] as const;

/** Kinds of events after which a body is in a state. */
const AFTER: Readonly<Record<string, number>> = { awake: MOVING, moving: MOVING, asleep: ASLEEP, stalled: STALLED };

/** Whether events of this kind are about a body alone, and no contact. */
export function isState(kind: string): boolean {
  return kind in AFTER;
}

/** Whether events of this kind may have a place: a body that falls asleep and bodies that part have none. */
export function isContact(kind: string): boolean {
  return !isState(kind) && kind !== "part";
}

/** The states of all bodies at one time, which may go either way. */
export class States {
  /** The state of each body at the time last asked for. */
  readonly now: Uint8Array;
  /** Whether any body ever changes its state. */
  readonly any: boolean;
  private readonly time: Float64Array;
  private readonly body: Int32Array;
  private readonly state: Uint8Array;
  /** How many changes are in `now`. */
  private done = 0;

  constructor({ events, bodies }: Trace) {
    const after = events.kinds.map((kind) => AFTER[kind]);
    const changes = Array.from({ length: events.count }, (_, i) => i).filter((i) => after[events.kind[i]!] !== undefined && events.a[i]! >= 0);
    this.now = new Uint8Array(bodies.count);
    this.time = Float64Array.from(changes, (i) => events.time[i]!);
    this.body = Int32Array.from(changes, (i) => events.a[i]!);
    this.state = Uint8Array.from(changes, (i) => after[events.kind[i]!]!);
    this.any = changes.length > 0;
  }

  /** Goes to time t; answers whether something is other than before. */
  at(t: number): boolean {
    const wanted = lastNotAfter(this.time, 0, this.time.length, t) + 1;
    if (wanted === this.done) return false;
    if (wanted < this.done) {
      this.now.fill(MOVING);
      this.done = 0;
    }
    for (; this.done < wanted; this.done++) this.now[this.body[this.done]!] = this.state[this.done]!;
    return true;
  }
}
