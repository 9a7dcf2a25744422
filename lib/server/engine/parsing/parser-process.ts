import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Question, Reply } from "./protocol";
import { parseLimits } from "./shared/limits";
import { ParseError } from "./shared/parse-error";

/**
 * Runs from source with Node's type stripping, because a bundle would have to contain every parser. Imports need file
 * extensions and no alias.
 */
const entry = (): string => join(/* turbopackIgnore: true */ process.cwd(), "lib/server/engine/parsing/worker.ts");

/** Read access only. The watchdog is a worker thread. */
const permissions = ["--permission", "--allow-fs-read=*", "--allow-worker", "--disallow-code-generation-from-strings"];

const createMemoryError = (detail: string) =>
  new ParseError("too_large", "Reading this file requires too much memory. Split it into several files.", detail);
const createTimeoutError = () =>
  new ParseError(
    "too_slow",
    "Reading this file took too long. Split it into several files, or save it in a simpler format.",
  );
const createCrashError = (detail: string) => new ParseError("crashed", "Reading this file failed. Try again.", detail);

/** Why the process ended: killed by the watchdog or the system (SIGKILL), or V8's heap limit (SIGABRT). */
function toExitError(code: number | null, signal: NodeJS.Signals | null): ParseError {
  const detail = `The parser ended with ${signal ?? code}`;
  return signal === "SIGKILL" || signal === "SIGABRT" || code === 134
    ? createMemoryError(detail)
    : createCrashError(detail);
}

/**
 * A process that parses one file at a time, with an empty environment and limits of time and memory. Not a thread: V8 aborts
 * the whole process when a thread's heap is exhausted inside a built-in such as `JSON.parse`.
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
      execArgv: [...permissions, `--max-old-space-size=${parseLimits.heapMb}`],
      serialization: "advanced",
      // Libraries write to the console.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (reply: Reply) => this.#settle?.(reply));
    this.#child.on("error", (error) => this.#end(createCrashError(error.message)));
    this.#child.on("exit", (code, signal) => this.#end(toExitError(code, signal)));
    this.#unref();
  }

  get alive(): boolean {
    return this.#failure === undefined;
  }

  /** Files parsed, bytes held after the last one, and its age. */
  get used(): { files: number; memory: number; ms: number } {
    return { files: this.#files, memory: this.#memory, ms: performance.now() - this.#began };
  }

  /** Sends a request and waits for the reply. Aborting, or exceeding a limit, ends the process. */
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
    const timer = setTimeout(() => this.#end(createTimeoutError()), parseLimits.ms - this.#usedMs);
    const abort = () => this.#end(createCrashError("It was stopped"));
    signal.addEventListener("abort", abort, { once: true });
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(question, (error) => error && this.#end(createCrashError(error.message)));
    const result = await promise;
    this.#unref();
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
    this.#end(createCrashError("It was ended"));
  }

  /** While idle, it does not keep this process alive. */
  #unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #end(failure: ParseError): void {
    this.#failure ??= failure;
    this.#settle?.(this.#failure);
    this.#child.kill("SIGKILL");
  }
}
