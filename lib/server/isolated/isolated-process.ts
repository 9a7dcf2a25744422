import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export type IsolationFailure = "slow" | "start" | "memory" | "busy";

const sentences: Record<IsolationFailure, string> = {
  slow: "it takes too long. Make it smaller.",
  start: "its reader did not start. Try it again.",
  memory: "it needs more memory than it is given. Make it smaller.",
  busy: "too many wait for their turn in this team. Try it again later.",
};

/** Why there is no reply. Its message is the second half of a sentence, as in `The document cannot be read: ${message}`. */
export class IsolationError extends Error {
  readonly failure: IsolationFailure;
  constructor(failure: IsolationFailure) {
    super(sentences[failure]);
    this.failure = failure;
  }
}

export interface ProcessLimits {
  /** Wall time of one job in milliseconds, the start of the process included. */
  timeMs: number;
  /** V8's heap in megabytes. */
  heapMb: number;
  /** The process may compile code from strings, as validators of JSON Schema do. */
  allowCodeGeneration?: boolean;
}

/**
 * A process that does one job at a time on foreign data, without this one's environment, and without rights beyond reading files.
 * Not a thread: V8 ends the whole process when a thread's heap is full in the midst of a built-in such as `JSON.parse`.
 */
export class IsolatedProcess<Job, Reply> {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #exited: Promise<unknown>;
  #settle: ((result: Reply | IsolationError) => void) | undefined;
  #failure: IsolationError | undefined;

  /** `entry`: the source file that it runs, from the project's folder; Node strips its types, so it imports with endings. */
  constructor(entry: string, limits: ProcessLimits) {
    this.#limits = limits;
    const rights = ["--permission", "--allow-fs-read=*"];
    if (!limits.allowCodeGeneration) rights.push("--disallow-code-generation-from-strings");
    this.#child = fork(join(/* turbopackIgnore: true */ process.cwd(), entry), {
      env: { NODE_ENV: "production" },
      execArgv: [...rights, `--max-old-space-size=${limits.heapMb}`, "--disable-warning=ExperimentalWarning"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#exited = new Promise((resolve) => this.#child.once("exit", resolve).once("error", resolve));
    this.#child.on("message", (reply: Reply) => this.#settle?.(reply));
    this.#child.on("error", () => this.#end("start"));
    this.#child.on("exit", () => this.#end("memory"));
    this.#rest();
  }

  get alive(): boolean {
    return this.#failure === undefined;
  }

  /** Throws an `IsolationError`, or the signal's reason. A job that fails or is aborted ends the process. */
  async run(job: Job, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    const { promise, resolve } = Promise.withResolvers<Reply | IsolationError>();
    this.#settle = resolve;
    const timer = setTimeout(() => this.#end("slow"), this.#limits.timeMs);
    const abort = () => this.#end("slow");
    signal.addEventListener("abort", abort, { once: true });
    this.#child.ref();
    this.#child.channel?.ref();
    this.#child.send(job as object, (error) => error && this.#end("start"));
    const result = await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    this.#settle = undefined;
    this.#rest();
    if (this.#failure) await this.#exited;
    signal.throwIfAborted();
    if (result instanceof IsolationError) throw result;
    return result;
  }

  end(): void {
    this.#end("slow");
  }

  /** An idle one does not keep this process from ending. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #end(failure: IsolationFailure): void {
    this.#failure ??= new IsolationError(failure);
    this.#settle?.(this.#failure);
    this.#child.kill("SIGKILL");
  }
}
