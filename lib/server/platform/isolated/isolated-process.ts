import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

type IsolationProblem = "slow" | "start" | "memory" | "busy";

const sentences: Record<IsolationProblem, string> = {
  slow: "it took too long. Make it smaller.",
  start: "the parser didn't start. Try again.",
  memory: "it requires too much memory. Make it smaller.",
  busy: "too many requests are queued for this team. Try again later.",
};

/** Why there is no reply. The message completes a sentence, such as `The document cannot be read: ${message}`. */
export class IsolationError extends Error {
  readonly failure: IsolationProblem;
  constructor(failure: IsolationProblem) {
    super(sentences[failure]);
    this.failure = failure;
  }
}

export interface ProcessLimits {
  /** Wall time of a job in milliseconds, including the process's startup. */
  timeMs: number;
  /** V8's heap in megabytes. */
  heapMb: number;
  /** Allows code generation from strings, for JSON Schema validators. */
  allowCodeGeneration?: boolean;
}

/**
 * A process that runs one job at a time on untrusted data, with an empty environment and read access to files only. Not a
 * thread: V8 aborts the whole process when a thread's heap is exhausted inside a built-in such as `JSON.parse`.
 */
export class IsolatedProcess<Job, Reply> {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #exited: Promise<unknown>;
  #settle: ((result: Reply | IsolationError) => void) | undefined;
  #failure: IsolationError | undefined;

  /** `entry`: the source file, relative to the project; Node strips its types, so imports need file extensions. */
  constructor(entry: string, limits: ProcessLimits) {
    this.#limits = limits;
    const nodeArguments = ["--permission", "--allow-fs-read=*"];
    if (!limits.allowCodeGeneration) nodeArguments.push("--disallow-code-generation-from-strings");
    this.#child = fork(join(/* turbopackIgnore: true */ process.cwd(), entry), {
      env: { NODE_ENV: "production" },
      execArgv: [...nodeArguments, `--max-old-space-size=${limits.heapMb}`, "--disable-warning=ExperimentalWarning"],
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

  /** Throws an `IsolationError`, or the signal's reason. A failed or aborted job ends the process. */
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

  /** While idle, it does not keep this process alive. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #end(failure: IsolationProblem): void {
    this.#failure ??= new IsolationError(failure);
    this.#settle?.(this.#failure);
    this.#child.kill("SIGKILL");
  }
}
