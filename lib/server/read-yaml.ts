import { fork } from "node:child_process";
import { join } from "node:path";
import type { YamlJob, YamlReply } from "./yaml-worker";

const timeMs = 15_000;
const heapMb = 384;

const entry = (): string => join(/* turbopackIgnore: true */ process.cwd(), "lib/server/yaml-worker.ts");
const rights = ["--permission", "--allow-fs-read=*", "--disallow-code-generation-from-strings"];

/** Why there is no answer at all. */
export type YamlFailure = "slow" | "start" | "memory";

/**
 * Reads YAML in a process of its own, which ends with it: a long text takes seconds, and one that was made for it fills any
 * memory. Throws the signal's reason.
 */
export async function readYaml(job: YamlJob, signal: AbortSignal): Promise<YamlReply | { failure: YamlFailure }> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<YamlReply | { failure: YamlFailure }>();
  const child = fork(entry(), {
    env: { NODE_ENV: "production" },
    execArgv: [...rights, `--max-old-space-size=${heapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const fails = (failure: YamlFailure) => resolve({ failure });
  const abort = () => reject(signal.reason);
  const timer = setTimeout(fails, timeMs, "slow");
  signal.addEventListener("abort", abort, { once: true });
  child.on("message", (reply: YamlReply) => resolve(reply));
  child.on("error", () => fails("start"));
  child.on("exit", () => fails("memory"));
  child.send(job, (error) => error && fails("start"));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    child.kill("SIGKILL");
  }
}
