import { availableParallelism } from "node:os";
import { singleton } from "../../platform/process/registry";
import { ParserProcess } from "./parser-process";

const maxFiles = 200;
const maxMs = 10 * 60_000;
const maxIdleBytes = 160 * 1024 * 1024;
const idleMs = 10_000;
/** Idle parsers beyond the concurrency limit, waiting for their owner's next file. */
const maxIdle = 2;
/** How long a parser continues with its owner's files before others get a turn, who need a new process. */
const maxTurnMs = 1_000;

interface Waiter {
  owner: string;
  go: () => void;
}

interface Idle {
  parser: ParserProcess;
  timer: NodeJS.Timeout;
}

/**
 * Parsers stay alive for a while: starting one takes longer than most files. Each parses files of one owner only, so that a
 * hostile file cannot affect other teams.
 */
export class ParserPool {
  readonly #size: number;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<ParserProcess>();
  readonly #waiting: Waiter[] = [];
  readonly #owners = new WeakMap<ParserProcess, string>();
  /** When a parser's turn began. */
  readonly #turns = new WeakMap<ParserProcess, number>();
  /** Slots in use, including parsers being started. */
  #slotsInUse = 0;
  /** An unused process, kept while several owners take turns. */
  #spare: Idle | undefined;

  constructor(size = Math.max(2, Math.min(4, availableParallelism()))) {
    this.#size = size;
  }

  async acquire(owner: string, signal: AbortSignal): Promise<ParserProcess> {
    signal.throwIfAborted();
    if (this.#slotsInUse >= this.#size) await this.#waitForTurn(owner, signal);
    else this.#slotsInUse += 1;
    const parser = this.#takeIdle(owner) ?? this.#takeUnused(owner);
    this.#busy.add(parser);
    if (!this.#turns.has(parser)) this.#turns.set(parser, performance.now());
    return parser;
  }

  /** Returns a parser to the pool; one that is used up or holds too much memory is ended. */
  release(parser: ParserProcess): void {
    this.#busy.delete(parser);
    const { files, memory, ms } = parser.used;
    if (files < maxFiles && ms < maxMs && memory < maxIdleBytes) this.#idle.push(this.#toIdle(parser));
    else parser.end();
    const next = this.#findNext(parser);
    if (next?.owner !== this.#owners.get(parser)) this.#turns.delete(parser);
    if (next) next.go();
    else this.#slotsInUse -= 1;
  }

  /** The next in the queue, or, during the parser's turn, the next of the same owner. */
  #findNext(parser: ParserProcess): Waiter | undefined {
    const owner = this.#owners.get(parser);
    const turnEnded = performance.now() - (this.#turns.get(parser) ?? 0) > maxTurnMs;
    const at = turnEnded ? 0 : this.#waiting.findIndex((one) => one.owner === owner);
    return this.#waiting.splice(Math.max(0, at), 1)[0];
  }

  /** Ends idle parsers. */
  close(): void {
    for (const idle of this.#idle.splice(0)) endIdle(idle);
    if (this.#spare) endIdle(this.#spare);
    this.#spare = undefined;
  }

  /** The most recently used one, whose caches are warmest. */
  #takeIdle(owner: string): ParserProcess | undefined {
    for (;;) {
      const at = this.#idle.findLastIndex(({ parser }) => this.#owners.get(parser) === owner);
      const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (found.parser.alive) return found.parser;
    }
  }

  /** An unused parser. If necessary, the longest idle one is ended. */
  #takeUnused(owner: string): ParserProcess {
    while (this.#idle.length > 0 && this.#idle.length + this.#busy.size >= this.#size + maxIdle) {
      const oldest = this.#idle.shift();
      if (oldest) endIdle(oldest);
    }
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare) clearTimeout(spare.timer);
    const parser = spare?.parser.alive ? spare.parser : new ParserProcess();
    this.#owners.set(parser, owner);
    const others = [...this.#busy, ...this.#idle.map((idle) => idle.parser)];
    if (others.some((other) => this.#owners.get(other) !== owner)) this.#spare = this.#toIdle(new ParserProcess());
    return parser;
  }

  #toIdle(parser: ParserProcess): Idle {
    const idle: Idle = { parser, timer: setTimeout(() => this.#removeIdle(idle), idleMs) };
    idle.timer.unref();
    return idle;
  }

  #removeIdle(idle: Idle): void {
    if (this.#spare === idle) this.#spare = undefined;
    const at = this.#idle.indexOf(idle);
    if (at >= 0) this.#idle.splice(at, 1);
    endIdle(idle);
  }

  async #waitForTurn(owner: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { owner, go: resolve };
    const abort = () => {
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    this.#waiting.push(waiting);
    signal.addEventListener("abort", abort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", abort));
  }
}

function endIdle({ parser, timer }: Idle): void {
  clearTimeout(timer);
  parser.end();
}

export const parserPool = (): ParserPool => singleton("parsers", () => new ParserPool());
