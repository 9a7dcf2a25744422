import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const maxProcesses = 64;
/** After a process has ended unexpectedly, so that one that cannot start does not occupy the machine. */
const restartMs = 1_000;

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

/** Starts servers that share the port, replaces those that end, and ends all on SIGTERM or SIGINT. */
export async function startProcesses(count: number, host: string, port: string): Promise<void> {
  process.env.PEER_HOST ||= "127.0.0.1";
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./serve-child.ts", import.meta.url)), args: [host, port] });
  const numbers = new Map<number, number>();
  let isEnding = false;
  let hasStarted = false;
  const end = (signal: NodeJS.Signals) => {
    isEnding = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  cluster.on("listening", () => {
    hasStarted = true;
  });
  const start = (number: number) => numbers.set(cluster.fork(listOwnPorts(number)).id, number);
  cluster.on("exit", async ({ id, process: { pid } }, code, signal) => {
    if (!isEnding && !hasStarted) {
      // The settings are invalid, or the database cannot be opened: the process has printed why.
      end("SIGTERM");
      process.exitCode = code || 1;
      return;
    }
    if (isEnding) return;
    console.error(`Server process ${pid} exited (${signal ?? code}). Starting a replacement.`);
    await sleep(restartMs);
    if (!isEnding) start(numbers.get(id) ?? 0);
  });
  for (let i = 0; i < count; i += 1) start(i);
}

/** Ports that processes don't share: each adds its number. */
function listOwnPorts(number: number): Record<string, string> {
  const toOwn = (port = ""): string => String(Number(port) && Number(port) + number);
  return { PEER_PORT: toOwn(process.env.PEER_PORT), METRICS_PORT: toOwn(process.env.METRICS_PORT) };
}
