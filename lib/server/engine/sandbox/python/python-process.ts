import type { ChildProcess } from "node:child_process";
import { constants, getPriority, setPriority } from "node:os";
import { log } from "../../../platform/log/log";
import { sandboxLimits } from "../shared/limits";
import { findInnerPid, isIsolated, launch, readResidentBytes } from "./launch";
import type { Question, Reply } from "./protocol";
import { ReplyLines } from "./reply-lines";

/** Why a request got no reply. */
export type Interruption = "time" | "memory" | "crashed" | "started_badly";
type ReceivedReply = Exclude<Reply, { is: "ready" } | { is: "log" }>;

const watchMs = 50;
const startMs = 60_000;
const maxCalls = 200;
const maxAgeMs = 30 * 60_000;

/** A Python process of one team. Considered hostile: only text is read from it. */
export class PythonProcess {
  readonly #ready: Promise<boolean>;
  readonly #child: ChildProcess;
  readonly #replies = new ReplyLines();
  readonly #started = performance.now();
  #pid: number | undefined;
  /** Its output during startup, for the log. */
  #complaint = "";
  #cut: Interruption | undefined;
  #calls = 0;
  #settle: ((result: ReceivedReply | Interruption) => void) | undefined;
  #say: ((line: string) => void) | undefined;
  #isReady: (ready: boolean) => void;

  constructor(command: string[], code: string) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#ready = promise;
    const late = setTimeout(() => this.#end("started_badly"), startMs).unref();
    this.#isReady = (ready) => {
      clearTimeout(late);
      resolve(ready);
    };
    this.#child = launch(command, code);
    this.#child.stdout?.on("data", (bytes: Buffer) => this.#receive(bytes));
    this.#child.stderr?.on("data", (bytes: Buffer) => {
      if (!this.#pid) this.#complaint = (this.#complaint + bytes.toString("utf8")).slice(-2_000);
    });
    this.#child.stdin?.on("error", () => this.#end("crashed"));
    this.#child.on("error", () => this.#end("crashed"));
    this.#child.on("exit", (status) => {
      if (!this.#cut && !this.#pid) log().warn({ status, stderr: this.#complaint }, "Python could not be started");
      this.#end("crashed");
    });
    this.#setIdle(true);
  }

  get alive(): boolean {
    return this.#cut === undefined;
  }

  get started(): boolean {
    return this.#pid !== undefined;
  }

  /** Whether it has exceeded a multiple of its lifetime or of its idle memory. */
  isUsedUp(times: number): boolean {
    const age = performance.now() - this.#started;
    const held = readResidentBytes(this.#pid) ?? 0;
    if (!this.alive || held > sandboxLimits.pythonRestingBytes * times) return true;
    return age > maxAgeMs * times || this.#calls >= maxCalls * times;
  }

  /** Waits until it is ready; false when it cannot be started. From then on it keeps this process alive. */
  wait(): Promise<boolean> {
    this.#setIdle(false);
    return this.#ready;
  }

  /** Sends a request. Exceeding the time or memory limit, or aborting, ends the process. */
  async ask(
    question: Question,
    timeoutMs: number,
    signal: AbortSignal,
    say?: (line: string) => void,
  ): Promise<ReceivedReply | Interruption> {
    signal.throwIfAborted();
    if (this.#cut) return this.#cut;
    this.#calls += 1;
    this.#replies.reset();
    const { promise, resolve } = Promise.withResolvers<ReceivedReply | Interruption>();
    this.#settle = resolve;
    this.#say = say;
    const timer = setTimeout(() => this.#end("time"), timeoutMs);
    const watch = setInterval(() => this.#checkMemory(), watchMs);
    const abort = () => this.#end("crashed");
    signal.addEventListener("abort", abort, { once: true });
    this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    const result = await promise;
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
    this.#settle = undefined;
    this.#say = undefined;
    this.#setIdle(true);
    signal.throwIfAborted();
    return result;
  }

  end(): void {
    this.#end("crashed");
  }

  #checkMemory(): void {
    if ((readResidentBytes(this.#pid) ?? 0) > sandboxLimits.pythonProcessBytes) this.#end("memory");
  }

  #receive(bytes: Buffer): void {
    for (const reply of this.#replies.read(bytes)) {
      if (this.#cut) return;
      if (reply?.is === "ready") this.#becomeReady();
      else if (reply?.is === "log") this.#say?.(reply.line);
      else if (reply && this.#settle) this.#settleWith(reply);
      else this.#end("crashed");
    }
  }

  /** Once: later output is ignored. */
  #settleWith(reply: ReceivedReply): void {
    this.#settle?.(reply);
    this.#settle = undefined;
  }

  #becomeReady(): void {
    this.#pid = findInnerPid(this.#child.pid);
    if (this.#pid && isIsolated(this.#pid)) {
      // Startup has priority because a call waits for it; afterwards web requests come first.
      const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;
      setPriority(this.#pid, Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
      this.#isReady(true);
    } else this.#end("started_badly");
  }

  /** While idle, it does not keep this process alive. */
  #setIdle(resting: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const each of [this.#child, stdin, stdout, stderr]) {
      const handle = each as { ref?: () => void; unref?: () => void } | null;
      if (resting) handle?.unref?.();
      else handle?.ref?.();
    }
  }

  #end(cut: Interruption): void {
    this.#cut ??= cut;
    this.#isReady(false);
    this.#settle?.(this.#cut);
    this.#child.kill("SIGKILL");
  }
}
