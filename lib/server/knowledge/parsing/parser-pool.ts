import { availableParallelism } from "node:os";
import { singleton } from "../../registry";
import { ParserProcess } from "./parser-process";

const mostFiles = 200;
const mostMs = 10 * 60_000;
const restingBytes = 160 * 1024 * 1024;
const idleMs = 10_000;
/** How many more than read at a time may wait for their owner's next file. */
const idleMost = 2;
/** For so long a parser goes on with its owner's files before others have their turn: theirs has to be started first. */
const turnMs = 1_000;

interface Waiting {
  owner: string;
  go: () => void;
}

interface Idle {
  parser: ParserProcess;
  timer: NodeJS.Timeout;
}

/**
 * Parsers wait for the next file for a while: starting one and loading its libraries takes longer than most files do. Each
 * reads files of one owner only: what a hostile file leaves in its memory meets nobody else's.
 */
export class ParserPool {
  readonly #size: number;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<ParserProcess>();
  readonly #waiting: Waiting[] = [];
  readonly #owners = new WeakMap<ParserProcess, string>();
  /** Since when a parser has had its turn. */
  readonly #turns = new WeakMap<ParserProcess, number>();
  /** Places that are taken; a parser that is on its way to its owner has one. */
  #taken = 0;
  /** Has read nothing yet. There is one while several owners take turns. */
  #spare: Idle | undefined;

  constructor(size = Math.max(2, Math.min(4, availableParallelism()))) {
    this.#size = size;
  }

  async take(owner: string, signal: AbortSignal): Promise<ParserProcess> {
    signal.throwIfAborted();
    if (this.#taken >= this.#size) await this.#turn(owner, signal);
    else this.#taken += 1;
    const parser = this.#restedOf(owner) ?? this.#fresh(owner);
    this.#busy.add(parser);
    if (!this.#turns.has(parser)) this.#turns.set(parser, performance.now());
    return parser;
  }

  /** Takes one back; what is used up, or holds more memory than one at rest should, is not used again. */
  give(parser: ParserProcess): void {
    this.#busy.delete(parser);
    const { files, memory, ms } = parser.used;
    if (files < mostFiles && ms < mostMs && memory < restingBytes) this.#idle.push(this.#resting(parser));
    else parser.end();
    const next = this.#nextAfter(parser);
    if (next?.owner !== this.#owners.get(parser)) this.#turns.delete(parser);
    if (next) next.go();
    else this.#taken -= 1;
  }

  /** The first in the row, or while its turn is not over the first of the owner who was just served. */
  #nextAfter(parser: ParserProcess): Waiting | undefined {
    const owner = this.#owners.get(parser);
    const isOver = performance.now() - (this.#turns.get(parser) ?? 0) > turnMs;
    const at = isOver ? 0 : this.#waiting.findIndex((one) => one.owner === owner);
    return this.#waiting.splice(Math.max(0, at), 1)[0];
  }

  /** Ends those that wait. */
  close(): void {
    for (const idle of this.#idle.splice(0)) end(idle);
    if (this.#spare) end(this.#spare);
    this.#spare = undefined;
  }

  /** The newest one, which has most in memory that is still of use. */
  #restedOf(owner: string): ParserProcess | undefined {
    for (;;) {
      const at = this.#idle.findLastIndex(({ parser }) => this.#owners.get(parser) === owner);
      const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (found.parser.alive) return found.parser;
    }
  }

  /** One that has read nothing. Where others wait in its place, the one that has waited longest ends. */
  #fresh(owner: string): ParserProcess {
    while (this.#idle.length > 0 && this.#idle.length + this.#busy.size >= this.#size + idleMost) {
      const oldest = this.#idle.shift();
      if (oldest) end(oldest);
    }
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare) clearTimeout(spare.timer);
    const parser = spare?.parser.alive ? spare.parser : new ParserProcess();
    this.#owners.set(parser, owner);
    const others = [...this.#busy, ...this.#idle.map((idle) => idle.parser)];
    if (others.some((other) => this.#owners.get(other) !== owner)) this.#spare = this.#resting(new ParserProcess());
    return parser;
  }

  #resting(parser: ParserProcess): Idle {
    const idle: Idle = { parser, timer: setTimeout(() => this.#leave(idle), idleMs) };
    idle.timer.unref();
    return idle;
  }

  #leave(idle: Idle): void {
    if (this.#spare === idle) this.#spare = undefined;
    const at = this.#idle.indexOf(idle);
    if (at >= 0) this.#idle.splice(at, 1);
    end(idle);
  }

  async #turn(owner: string, signal: AbortSignal): Promise<void> {
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

function end({ parser, timer }: Idle): void {
  clearTimeout(timer);
  parser.end();
}

export const parserPool = (): ParserPool => singleton("parsers", () => new ParserPool());
