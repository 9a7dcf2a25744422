import { availableParallelism } from "node:os";
import { singleton } from "../../registry";
import { ParserThread } from "./parser-thread";

const mostFiles = 200;
const restingBytes = 128 * 1024 * 1024;
const idleMs = 30_000;

interface Idle {
  thread: ParserThread;
  timer: NodeJS.Timeout;
}

/** Threads wait for the next file for a while: starting one and loading a parser takes longer than most files do. */
export class ParserPool {
  readonly #size: number;
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(size = Math.max(2, Math.min(4, availableParallelism()))) {
    this.#size = size;
  }

  async take(signal: AbortSignal): Promise<ParserThread> {
    signal.throwIfAborted();
    if (this.#busy >= this.#size) await this.#turn(signal);
    else this.#busy += 1;
    for (let rested = this.#idle.pop(); rested; rested = this.#idle.pop()) {
      clearTimeout(rested.timer);
      if (rested.thread.alive) return rested.thread;
    }
    return new ParserThread();
  }

  /** Takes a thread back; what is used up, or holds more memory than one at rest should, is not used again. */
  async give(thread: ParserThread): Promise<void> {
    const memory = thread.alive && thread.files < mostFiles ? await thread.memory() : undefined;
    if (memory !== undefined && memory < restingBytes) this.#rest(thread);
    else thread.end();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy -= 1;
  }

  /** Ends the threads that wait. */
  close(): void {
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      thread.end();
    }
  }

  #rest(thread: ParserThread): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.thread === thread),
        1,
      );
      thread.end();
    }, idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
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
