import { createHash } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { singleton } from "../../registry";
import { CodeError } from "../job";
import { sandboxLimits } from "../limits";
import type { Said, Stripped } from "./strip-worker";

const entry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/sandbox/javascript/strip-worker.ts");

const mostKept = 200;
/** For a thread to come to its first line, on a machine that has much else to do. */
const startMs = 60_000;
const kept = () => singleton("stripped-code", () => new Map<string, string>());

/** In a thread that is used once and ended at its time: the parser is handed whatever somebody typed. */
async function stripInThread(source: string, signal: AbortSignal | undefined): Promise<Stripped> {
  const thread = new Worker(entry(), {
    workerData: source,
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  });
  const { promise, resolve } = Promise.withResolvers<Stripped>();
  const stop = () => resolve({ error: "Reading this code took too long.", line: undefined });
  let timer = setTimeout(stop, startMs);
  signal?.addEventListener("abort", stop, { once: true });
  thread.on("message", (said: Said) => {
    if (said !== "started") return resolve(said);
    clearTimeout(timer);
    timer = setTimeout(stop, sandboxLimits.checkMs);
  });
  thread.on("error", () => resolve({ error: "This code cannot be read.", line: undefined }));
  thread.on("exit", () => resolve({ error: "This code cannot be read.", line: undefined }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    await thread.terminate();
    signal?.throwIfAborted();
  }
}

/** The code without its types; lines stay where they are. Throws a CodeError with the line. What was stripped is kept a while. */
export async function stripTypes(source: string, signal?: AbortSignal): Promise<string> {
  const known = kept();
  const key = createHash("sha256").update(source).digest("base64");
  const found = known.get(key);
  if (found !== undefined) {
    known.delete(key);
    known.set(key, found);
    return found;
  }
  const stripped = await stripInThread(source, signal);
  if ("error" in stripped) throw new CodeError(stripped.error, stripped.line);
  known.set(key, stripped.code);
  const [oldest] = known.keys();
  if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
  return stripped.code;
}
