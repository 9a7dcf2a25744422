import { createHash } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { singleton } from "../../../platform/process/registry";
import { CodeError } from "../shared/job";
import { sandboxLimits } from "../shared/limits";
import type { StripMessage, StripResult } from "./strip-worker";

const entry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/engine/sandbox/javascript/strip-worker.ts");

const maxCached = 200;
/** Startup timeout of a thread on a busy machine. */
const startMs = 60_000;
const getCache = () => singleton("stripped-code", () => new Map<string, string>());

/** In a single-use thread with a timeout: the parser handles untrusted input. */
async function stripInThread(source: string, signal: AbortSignal | undefined): Promise<StripResult> {
  const thread = new Worker(entry(), {
    workerData: source,
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  });
  const { promise, resolve } = Promise.withResolvers<StripResult>();
  const stop = () => resolve({ error: "Parsing this code took too long.", line: undefined });
  let timer = setTimeout(stop, startMs);
  signal?.addEventListener("abort", stop, { once: true });
  thread.on("message", (said: StripMessage) => {
    if (said !== "started") return resolve(said);
    clearTimeout(timer);
    timer = setTimeout(stop, sandboxLimits.checkMs);
  });
  thread.on("error", () => resolve({ error: "This code can't be parsed.", line: undefined }));
  thread.on("exit", () => resolve({ error: "This code can't be parsed.", line: undefined }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    await thread.terminate();
    signal?.throwIfAborted();
  }
}

/** Strips types, keeping line numbers. Throws a CodeError with the line. Results are cached. */
export async function stripTypes(source: string, signal?: AbortSignal): Promise<string> {
  const cache = getCache();
  const key = createHash("sha256").update(source).digest("base64");
  const found = cache.get(key);
  if (found !== undefined) {
    cache.delete(key);
    cache.set(key, found);
    return found;
  }
  const stripped = await stripInThread(source, signal);
  if ("error" in stripped) throw new CodeError(stripped.error, stripped.line);
  cache.set(key, stripped.code);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return stripped.code;
}
