/** What one stream brought, as its reader saw it. */
export interface StreamFigures {
  /** From asking to the first token; null when none came. */
  firstMs: number | null;
  /** For each token, from its being written by the model to its being read. */
  lags: number[];
  /** Tokens that never came, and those that came again or out of order. */
  lost: number;
  repeated: number;
  error?: string;
}

/** Reads the stand-in's tokens out of any text that carries them, whatever stands between. */
export class TokenReader {
  readonly lags: number[] = [];
  firstMs: number | null = null;
  private text = "";
  private next = 0;
  private repeated = 0;

  constructor(private readonly askedAt: number) {}

  add(text: string): void {
    this.text += text;
    const now = Date.now();
    let end = 0;
    for (const found of this.text.matchAll(/(\d+):(\d{13}) /g)) {
      end = found.index + found[0].length;
      this.firstMs ??= performance.now() - this.askedAt;
      const number = Number(found[1]);
      if (number < this.next) this.repeated += 1;
      else this.next = number === this.next ? this.next + 1 : Number.POSITIVE_INFINITY;
      this.lags.push(now - Number(found[2]));
    }
    this.text = this.text.slice(end);
  }

  figures(expected: number): StreamFigures {
    const lost = Math.max(0, expected - (this.lags.length - this.repeated)) || (this.next === expected ? 0 : 1);
    return { firstMs: this.firstMs, lags: this.lags, lost, repeated: this.repeated };
  }
}

/** Whether a whole text is exactly the stand-in's tokens, each once and in order. */
export function isWhole(text: string, expected: number): boolean {
  const numbers = [...text.matchAll(/(\d+):\d{13} /g)];
  return (
    numbers.length === expected &&
    numbers.every((found, i) => Number(found[1]) === i) &&
    numbers.reduce((length, [found]) => length + found.length, 0) === text.length
  );
}

/** How many of the stand-in's tokens make a text of at least so many characters. */
export function tokensFor(characters: number): number {
  let tokens = 0;
  for (let length = 0; length < characters; tokens += 1) length += `${tokens}:${Date.now()} `.length;
  return tokens;
}

/** Begins each piece of work at its moment, spread evenly over a time; waits for all. */
export function spread<T, R>(items: readonly T[], overMs: number, begin: (item: T) => Promise<R>): Promise<R[]> {
  const started = performance.now();
  return Promise.all(
    items.map(async (item, i) => {
      const wait = (i * overMs) / items.length - (performance.now() - started);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return begin(item);
    }),
  );
}
