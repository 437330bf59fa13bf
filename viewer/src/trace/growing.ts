/** A typed array that grows. */
type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

export class Growing<T extends Numbers> {
  private data: T;
  length = 0;

  constructor(private readonly type: new (length: number) => T) {
    this.data = new type(64);
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  append(values: ArrayLike<number>): void {
    if (this.length + values.length > this.data.length) this.grow(this.length + values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.data[index]!;
  }

  private grow(least: number): void {
    const larger = new this.type(Math.max(least, this.data.length * 2));
    larger.set(this.data);
    this.data = larger;
  }

  /** The numbers, in an array of their own length. */
  finish(): T {
    return this.data.slice(0, this.length) as T;
  }
}
