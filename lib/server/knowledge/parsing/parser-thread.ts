import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { parseLimits } from "./limits";
import { ParseError } from "./parse-error";
import type { Question, Reply } from "./protocol";

/**
 * The thread's code is run from its source, which Node strips of its types itself: a bundle would have to hold every
 * parser. So everything that it imports is named with its ending, and nothing by the alias.
 */
const entry = (): string => join(/* turbopackIgnore: true */ process.cwd(), "lib/server/knowledge/parsing/worker.ts");

const lookMs = 250;

const tooMuchMemory = (detail: string) =>
  new ParseError("too_large", "This file needs more memory to be read than Muster gives one file. Split it.", detail);
const tooSlow = () =>
  new ParseError("too_slow", "Reading this file took too long. Split it, or save it in a simpler format.");
const crashed = (detail: string) => new ParseError("crashed", "Reading this file failed. Try it again.", detail);

/** A thread that reads one file at a time, without this process's environment, within its limits of time and memory. */
export class ParserThread {
  readonly #worker: Worker;
  #failure: ParseError | undefined;
  #usedMs = 0;
  #settle: ((result: Reply | ParseError) => void) | undefined;
  /** Files that it was given. */
  files = 0;

  constructor() {
    this.#worker = new Worker(entry(), {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: parseLimits.heapMb },
    });
    // Libraries talk to the console; nobody listens.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (reply: Reply) => this.#settle?.(reply));
    this.#worker.on("error", (error: Error & { code?: string }) => {
      this.#end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuchMemory(error.message) : crashed(error.message));
    });
    this.#worker.on("exit", (code) => this.#end(crashed(`The thread ended with ${code}`)));
    this.#worker.unref();
  }

  get alive(): boolean {
    return this.#failure === undefined;
  }

  /** Asks one thing and waits for its reply. Aborting, or passing a limit, ends the thread. */
  async ask(question: Question, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    if (question.ask === "parse") {
      this.files += 1;
      this.#usedMs = 0;
    }
    const started = performance.now();
    const { promise, resolve } = Promise.withResolvers<Reply | ParseError>();
    this.#settle = resolve;
    const look = setInterval(() => this.#look(), lookMs);
    const timer = setTimeout(() => this.#end(tooSlow()), parseLimits.ms - this.#usedMs);
    const abort = () => this.#end(crashed("It was stopped"));
    signal.addEventListener("abort", abort, { once: true });
    this.#worker.ref();
    this.#worker.postMessage(question);
    const result = await promise;
    this.#worker.unref();
    clearInterval(look);
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    this.#settle = undefined;
    this.#usedMs += performance.now() - started;
    signal.throwIfAborted();
    if (result instanceof ParseError) throw result;
    return result;
  }

  /** Bytes of its heap and buffers; undefined once it has ended. */
  async memory(): Promise<number | undefined> {
    const heap = await this.#worker.getHeapStatistics().catch(() => undefined);
    return heap && heap.used_heap_size + heap.external_memory;
  }

  /** The limit of the heap counts no buffers. */
  async #look(): Promise<void> {
    const bytes = await this.memory();
    if (bytes !== undefined && bytes > parseLimits.memoryBytes) this.#end(tooMuchMemory(`${bytes} bytes`));
  }

  end(): void {
    this.#end(crashed("It was ended"));
  }

  #end(failure: ParseError): void {
    this.#failure ??= failure;
    this.#settle?.(this.#failure);
    void this.#worker.terminate();
  }
}
