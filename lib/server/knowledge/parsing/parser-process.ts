import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parseLimits } from "./limits";
import { ParseError } from "./parse-error";
import type { Question, Reply } from "./protocol";

/**
 * The process's code is run from its source, which Node strips of its types itself: a bundle would have to hold every
 * parser. So everything that it imports is named with its ending, and nothing by the alias.
 */
const entry = (): string => join(/* turbopackIgnore: true */ process.cwd(), "lib/server/knowledge/parsing/worker.ts");

/** It reads files, and has no business with anything else. Its watch is a thread. */
const rights = ["--permission", "--allow-fs-read=*", "--allow-worker", "--disallow-code-generation-from-strings"];

const tooMuchMemory = (detail: string) =>
  new ParseError("too_large", "This file needs more memory to be read than Muster gives one file. Split it.", detail);
const tooSlow = () =>
  new ParseError("too_slow", "Reading this file took too long. Split it, or save it in a simpler format.");
const crashed = (detail: string) => new ParseError("crashed", "Reading this file failed. Try it again.", detail);

/** What ended it by itself: the watch or the system (SIGKILL), V8 at the limit of its heap (SIGABRT). */
function endedBy(code: number | null, signal: NodeJS.Signals | null): ParseError {
  const detail = `The parser ended with ${signal ?? code}`;
  return signal === "SIGKILL" || signal === "SIGABRT" || code === 134 ? tooMuchMemory(detail) : crashed(detail);
}

/**
 * A process that reads one file at a time, without this one's environment and within limits of time and memory. Not a
 * thread: V8 ends the whole process when a thread's heap is full in the midst of a built-in such as `JSON.parse`.
 */
export class ParserProcess {
  readonly #child: ChildProcess;
  #failure: ParseError | undefined;
  #usedMs = 0;
  #settle: ((result: Reply | ParseError) => void) | undefined;
  #files = 0;
  #memory = 0;
  readonly #began = performance.now();

  constructor() {
    this.#child = fork(entry(), [String(parseLimits.memoryBytes)], {
      env: { NODE_ENV: "production" },
      execArgv: [...rights, `--max-old-space-size=${parseLimits.heapMb}`],
      serialization: "advanced",
      // Libraries talk to the console; nobody listens.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (reply: Reply) => this.#settle?.(reply));
    this.#child.on("error", (error) => this.#end(crashed(error.message)));
    this.#child.on("exit", (code, signal) => this.#end(endedBy(code, signal)));
    this.#rest();
  }

  get alive(): boolean {
    return this.#failure === undefined;
  }

  /** Files that it was given, the bytes that it held after the last of them, and for how long it is there. */
  get used(): { files: number; memory: number; ms: number } {
    return { files: this.#files, memory: this.#memory, ms: performance.now() - this.#began };
  }

  /** Asks one thing and waits for its reply. Aborting, or passing a limit, ends the process. */
  async ask(question: Question, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    if (question.ask !== "more") {
      this.#files += 1;
      this.#usedMs = 0;
    }
    const started = performance.now();
    const { promise, resolve } = Promise.withResolvers<Reply | ParseError>();
    this.#settle = resolve;
    const timer = setTimeout(() => this.#end(tooSlow()), parseLimits.ms - this.#usedMs);
    const abort = () => this.#end(crashed("It was stopped"));
    signal.addEventListener("abort", abort, { once: true });
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(question, (error) => error && this.#end(crashed(error.message)));
    const result = await promise;
    this.#rest();
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    this.#settle = undefined;
    this.#usedMs += performance.now() - started;
    signal.throwIfAborted();
    if (result instanceof ParseError) throw result;
    if ("memory" in result) this.#memory = result.memory;
    return result;
  }

  end(): void {
    this.#end(crashed("It was ended"));
  }

  /** While nobody asks, it does not keep this process from ending. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #end(failure: ParseError): void {
    this.#failure ??= failure;
    this.#settle?.(this.#failure);
    this.#child.kill("SIGKILL");
  }
}
