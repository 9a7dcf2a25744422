import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readyMessage } from "../server/platform/process/ready-message.ts";

const maxProcesses = 64;
/** Delays before a replacement starts, doubled for each process in a row that was never ready. */
const [firstDelayMs, maxDelayMs] = [1_000, 60_000];

/** Ports of which each process has one. */
const portNames = ["PEER_PORT", "METRICS_PORT"];

/** The number of processes of `--processes`; 1 by default. Exits on invalid arguments. */
export function parseProcesses(args: string[]): number {
  try {
    const { values } = parseArgs({ args, options: { processes: { type: "string", default: "1" } } });
    const count = Number(values.processes);
    if (Number.isInteger(count) && count >= 1 && count <= maxProcesses) return count;
    throw new Error(`--processes must be a whole number from 1 to ${maxProcesses}.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** The ports of one process: those that are set, plus its number. */
const toPorts = (number: number): Record<string, string> =>
  Object.fromEntries(
    portNames.flatMap((name) => {
      const first = Number(process.env[name] || 0);
      return first > 0 ? [[name, String(first + number)]] : [];
    }),
  );

/**
 * Starts processes of a script that share its port, replaces those that end, and ends all on SIGTERM or SIGINT. If one ends before
 * any was ready, all end, with its exit code: the settings are invalid, or the database cannot be opened.
 */
export function startProcesses(count: number, exec: string, args: string[]): void {
  process.env.PEER_HOST ||= "127.0.0.1";
  cluster.setupPrimary({ exec, args });
  let isEnding = false;
  let isServing = false;
  let failures = 0;
  const end = (signal: NodeJS.Signals) => {
    isEnding = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);

  const start = (number: number): void => {
    const worker = cluster.fork(toPorts(number));
    let isReady = false;
    worker.on("message", (message: unknown) => {
      if (message !== readyMessage) return;
      [isReady, isServing, failures] = [true, true, 0];
    });
    worker.on("exit", (code, signal) => void replace(worker, number, { isReady, code, signal }));
  };

  interface Exit {
    isReady: boolean;
    code: number | null;
    signal: string | null;
  }

  async function replace({ process: { pid } }: Worker, number: number, { isReady, code, signal }: Exit): Promise<void> {
    if (isEnding) return;
    if (!isServing) {
      process.exitCode = code || 1;
      end("SIGTERM");
      return;
    }
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    if (!isReady) failures += 1;
    console.error(`Server process ${pid} exited (${signal ?? code}). Starting a replacement.`);
    await sleep(delayMs);
    if (!isEnding) start(number);
  }

  for (let number = 0; number < count; number += 1) start(number);
}
