import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { askReady } from "./ask-ready.ts";
import { nextBin } from "./build.ts";
import { parseProcesses, startProcesses } from "./processes.ts";

const pollMs = 200;
const replyMs = 5_000;
/** Time after which to print what the server is waiting for. */
const patienceMs = 30_000;

/**
 * Serves with one process, or `--processes N`, which share the port. Reports readiness according to `/readyz`. One process
 * becomes the server itself, without a parent process that uses memory or swallows signals.
 */
export async function serve(host: string, port: string): Promise<void> {
  const count = parseProcesses(process.argv.slice(2));
  await requireFreePort(host, Number(port));
  announceWhenReady(host, port);
  if (count === 1) becomeServer(host, port);
  else startProcesses(count, fileURLToPath(new URL("./serve-child.ts", import.meta.url)), [host, port]);
}

/** Becomes the production server. */
export function becomeServer(host: string, port: string): void {
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  hideNextsReady();
  process.argv.splice(1, process.argv.length, nextBin, "start", "-H", host, "-p", port);
  createRequire(import.meta.url)(nextBin);
}

/** Exits if the port is in use: another server would be mistaken for this one. */
function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      const code = "code" in error ? error.code : undefined;
      const why = code === "EADDRINUSE" ? "it is in use by another program" : error.message;
      console.error(`Muster can't listen on ${host}:${port}: ${why}. Set PORT or HOST to another value.`);
      process.exit(1);
    };
    try {
      const probe = createServer().once("error", fail);
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Next prints "Ready" once it listens, which is before the database is open. */
function hideNextsReady(): void {
  const print = console.log.bind(console);
  console.log = (...args: unknown[]) => {
    if (!args.some((arg) => typeof arg === "string" && arg.includes("Ready in "))) print(...args);
  };
}

function announceWhenReady(host: string, port: string): void {
  const startedAt = performance.now();
  const polls = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  let announced = false;
  const ask = async () => {
    const reply = await askReady(polls, port, replyMs).catch(() => undefined);
    if (reply?.status === 200)
      return console.info(`Muster is ready: ${process.env.APP_URL || `http://localhost:${port}`}`);
    if (!announced && performance.now() - startedAt > patienceMs) {
      announced = true;
      console.error(
        reply ? `Muster is running but not ready yet. ${extractSentence(reply.text)}` : "Muster isn't responding yet.",
      );
    }
    pollLater();
  };
  const pollLater = () => setTimeout(() => void ask(), pollMs).unref();
  pollLater();
}

function extractSentence(text: string): string {
  try {
    return String(JSON.parse(text).error ?? "");
  } catch {
    return "";
  }
}
