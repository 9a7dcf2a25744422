import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { singleton } from "../../../platform/process/registry";
import { stripTypes } from "./strip-types";
import { Thread, type ThreadSource } from "./thread";

/** Idle threads, which start in one millisecond instead of fifty. Each holds less than 2 MB. */
const sparePool = 6;
/** Threads started concurrently: starting one competes with web requests for CPU. */
const maxStarting = 2;
/** Idle threads end this long after the last run. */
const idleMs = 10 * 60_000;

const resolveFromRoot = (path: string): string => join(/* turbopackIgnore: true */ process.cwd(), path);
const wasmPath = "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm";

async function load(): Promise<ThreadSource> {
  const [source, bytes] = await Promise.all([
    readFile(resolveFromRoot("lib/server/engine/sandbox/javascript/worker.ts"), "utf8"),
    readFile(resolveFromRoot(wasmPath)),
  ]);
  const [code, wasm] = await Promise.all([stripTypes(source), WebAssembly.compile(new Uint8Array(bytes))]);
  return { code, wasm };
}

/** A pool of idle threads; a taken one is replaced immediately. */
export class SpareThreads {
  #source: Promise<ThreadSource> | undefined;
  #ready: Thread[] = [];
  #starting = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Takes an unused thread, ready to run. */
  async acquire(signal: AbortSignal): Promise<Thread> {
    this.#source ??= load();
    const source = await this.#source.catch((error: unknown) => {
      this.#source = undefined;
      throw error;
    });
    signal.throwIfAborted();
    const thread = this.#ready.find((each) => each.alive) ?? new Thread(source);
    this.#ready = this.#ready.filter((each) => each !== thread && each.alive);
    this.#fill(source);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), idleMs).unref();
    const abort = () => thread.end();
    signal.addEventListener("abort", abort, { once: true });
    try {
      await thread.wait();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
    return thread;
  }

  close(): void {
    clearTimeout(this.#idle);
    for (const thread of this.#ready.splice(0)) thread.end();
  }

  #fill(source: ThreadSource): void {
    while (this.#starting < maxStarting && this.#ready.length + this.#starting < sparePool) {
      this.#starting += 1;
      void this.#start(new Thread(source), source);
    }
  }

  async #start(thread: Thread, source: ThreadSource): Promise<void> {
    const started = await thread.started();
    this.#starting -= 1;
    if (!started) return;
    this.#ready.push(thread);
    this.#fill(source);
  }
}

export const getSpareThreads = (): SpareThreads => singleton("sandbox-threads", () => new SpareThreads());
