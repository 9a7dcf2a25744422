import { availableParallelism } from "node:os";
import { singleton } from "../../registry";
import { ParserProcess } from "./parser-process";

const mostFiles = 200;
const restingBytes = 160 * 1024 * 1024;
const idleMs = 10_000;

interface Idle {
  parser: ParserProcess;
  timer: NodeJS.Timeout;
}

/** Parsers wait for the next file for a while: starting one and loading its libraries takes longer than most files do. */
export class ParserPool {
  readonly #size: number;
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(size = Math.max(2, Math.min(4, availableParallelism()))) {
    this.#size = size;
  }

  async take(signal: AbortSignal): Promise<ParserProcess> {
    signal.throwIfAborted();
    if (this.#busy >= this.#size) await this.#turn(signal);
    else this.#busy += 1;
    for (let rested = this.#idle.pop(); rested; rested = this.#idle.pop()) {
      clearTimeout(rested.timer);
      if (rested.parser.alive) return rested.parser;
    }
    return new ParserProcess();
  }

  /** Takes one back; what is used up, or holds more memory than one at rest should, is not used again. */
  give(parser: ParserProcess): void {
    const { files, memory } = parser.used;
    if (files < mostFiles && memory < restingBytes) this.#rest(parser);
    else parser.end();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }

  /** Ends those that wait. */
  close(): void {
    for (const { parser, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      parser.end();
    }
  }

  #rest(parser: ParserProcess): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.parser === parser),
        1,
      );
      parser.end();
    }, idleMs);
    timer.unref();
    this.#idle.push({ parser, timer });
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      const place = this.#waiting.indexOf(resolve);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(resolve);
    signal.addEventListener("abort", abort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", abort));
  }
}

export const parserPool = (): ParserPool => singleton("parsers", () => new ParserPool());
