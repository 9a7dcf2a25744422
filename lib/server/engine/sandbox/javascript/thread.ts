import { Worker } from "node:worker_threads";
import { CodeError } from "../shared/job";
import { sandboxLimits } from "../shared/limits";
import { prelude } from "./prelude";
import type { Failure, Question, Report, ThreadData } from "./protocol";

const crashed: Failure = { kind: "crashed", message: "" };

/** The worker's code without types, and the compiled QuickJS module. */
export interface ThreadSource {
  code: string;
  wasm: WebAssembly.Module;
}

/** A thread with a fresh QuickJS instance in fixed memory. Single use; the caller ends it. */
export class Thread {
  readonly #ready: Promise<void>;
  readonly #worker: Worker;
  #hear: ((report: Report) => void) | undefined;
  #over = false;

  constructor({ code, wasm }: ThreadSource) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = promise;
    promise.catch(() => undefined);
    const { javascriptBytes, jsonLength, logLines, logLineLength, fetches } = sandboxLimits;
    const data: ThreadData = {
      wasm,
      prelude,
      memoryBytes: javascriptBytes,
      maxLength: jsonLength,
      maxLines: logLines,
      maxLineLength: logLineLength,
      maxFetches: fetches,
    };
    this.#worker = new Worker(code, {
      eval: true,
      workerData: data,
      env: {},
      execArgv: ["--input-type=module"],
      // In addition to the fixed memory: for messages, which are bounded.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    this.#worker.on("message", (report: Report) => (report.is === "ready" ? resolve() : this.#hear?.(report)));
    const over = (error?: unknown) => {
      this.#over = true;
      reject(new CodeError("The sandbox couldn't be started. Try again."));
      const full = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#hear?.({ is: "failed", failure: full ? { kind: "memory", message: "" } : crashed });
    };
    this.#worker.on("error", over);
    this.#worker.on("exit", () => over());
    this.#worker.unref();
  }

  get alive(): boolean {
    return !this.#over;
  }

  /** Whether it became ready; does not keep this process alive. */
  started(): Promise<boolean> {
    return this.#ready.then(
      () => true,
      () => false,
    );
  }

  /** Waits until it is ready. From then on it keeps this process alive. */
  async wait(): Promise<void> {
    this.#worker.ref();
    await this.#ready;
  }

  /** Sends a request and receives its reports. */
  ask(question: Question, hear?: (report: Report) => void): void {
    this.#hear ??= hear;
    this.#worker.postMessage(question);
    if (this.#over) hear?.({ is: "failed", failure: crashed });
  }

  end(): void {
    this.#hear = undefined;
    void this.#worker.terminate();
  }
}
