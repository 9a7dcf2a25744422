import { fork } from "node:child_process";
import { join } from "node:path";
import { ToolError } from "../tool-error";
import type { YamlReply } from "./yaml-worker";

const timeMs = 15_000;
const heapMb = 384;

const entry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/tools/kinds/http/yaml-worker.ts");
const rights = ["--permission", "--allow-fs-read=*", "--disallow-code-generation-from-strings"];

const refused = (why: string): ToolError => new ToolError(`The document cannot be read: ${why}`, { field: "document" });

/**
 * Reads YAML in a process of its own, which ends with it: a long text takes seconds, and one that was made for it fills any
 * memory. Throws a `ToolError`.
 */
export async function readYaml(text: string, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<YamlReply>();
  const child = fork(entry(), {
    env: { NODE_ENV: "production" },
    execArgv: [...rights, `--max-old-space-size=${heapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const abort = () => reject(signal.reason);
  const timer = setTimeout(() => reject(refused("it takes too long. Give it as JSON or make it smaller.")), timeMs);
  signal.addEventListener("abort", abort, { once: true });
  child.on("message", (reply: YamlReply) => resolve(reply));
  child.on("error", () => reject(refused("its reader did not start. Try it again.")));
  child.on("exit", () => reject(refused("it needs more memory than one document gets. Make it smaller.")));
  child.send(text, (error) => error && reject(refused("its reader did not start. Try it again.")));
  try {
    const reply = await promise;
    if ("value" in reply) return reply.value;
    const line = reply.line === null ? "" : ` (line ${reply.line})`;
    throw refused(`${reply.problem.replace(/[.:]$/, "")}${line}.`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    child.kill("SIGKILL");
  }
}
