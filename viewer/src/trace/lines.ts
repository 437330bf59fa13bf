/** Bytes to lines. Only whole lines come out; what follows the last line's end is kept back. */
export class Lines {
  private readonly decoder = new TextDecoder();
  private rest = "";
  private scanned = 0;

  constructor(private readonly line: (text: string) => void) {}

  /** More bytes; calls `line` for every line that is now whole. */
  push(bytes: Uint8Array): void {
    const piece = this.decoder.decode(bytes, { stream: true });
    const text = this.rest === "" ? piece : this.rest + piece;
    let start = 0;
    let end = text.indexOf("\n", this.scanned);
    while (end >= 0) {
      this.line(text.slice(start, end));
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    this.rest = start === 0 ? text : text.slice(start);
    this.scanned = this.rest.length;
  }

  /** What came after the last whole line. */
  remainder(): string {
    return this.rest + this.decoder.decode();
  }
}
