import { fork } from "node:child_process";
import { join } from "node:path";
import { singleton } from "./registry";
import type { YamlJob, YamlReply } from "./yaml-worker";

const timeMs = 15_000;
const heapMb = 384;
/** Each may fill its whole heap. */
const atOnce = 4;

const line = () => singleton("yaml-line", () => ({ reading: 0, waiting: [] as (() => void)[] }));

/** Waits until a text may be read. Throws the signal's reason. */
async function turn(signal: AbortSignal): Promise<void> {
  const own = line();
  if (own.reading < atOnce) {
    own.reading += 1;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  own.waiting.push(resolve);
  const abort = () => {
    const place = own.waiting.indexOf(resolve);
    if (place < 0) return;
    own.waiting.splice(place, 1);
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  await promise.finally(() => signal.removeEventListener("abort", abort));
}

/** The next in line takes the place. */
function leave(): void {
  const next = line().waiting.shift();
  if (next) next();
  else line().reading -= 1;
}

const entry = (): string => join(/* turbopackIgnore: true */ process.cwd(), "lib/server/yaml-worker.ts");
const rights = ["--permission", "--allow-fs-read=*", "--disallow-code-generation-from-strings"];

/** Why there is no answer at all. */
export type YamlFailure = "slow" | "start" | "memory";

/**
 * Reads YAML in a process of its own, which ends with it: a long text takes seconds, and one that was made for it fills any
 * memory. Further ones wait for their turn. Throws the signal's reason.
 */
export async function readYaml(job: YamlJob, signal: AbortSignal): Promise<YamlReply | { failure: YamlFailure }> {
  signal.throwIfAborted();
  await turn(signal);
  try {
    return await readNow(job, signal);
  } finally {
    leave();
  }
}

async function readNow(job: YamlJob, signal: AbortSignal): Promise<YamlReply | { failure: YamlFailure }> {
  const { promise, resolve, reject } = Promise.withResolvers<YamlReply | { failure: YamlFailure }>();
  const child = fork(entry(), {
    env: { NODE_ENV: "production" },
    execArgv: [...rights, `--max-old-space-size=${heapMb}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<unknown>((done) => child.once("exit", done).once("error", done));
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
    await ended;
  }
}
