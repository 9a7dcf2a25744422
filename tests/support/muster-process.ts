import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface MusterProcess {
  url: string;
  child: ChildProcess;
  /** From the command to the first page that was answered. */
  readyMs: number;
  /** Everything printed so far, both streams. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface MusterOptions {
  dataDir: string;
  port?: number;
  variables?: Record<string, string>;
  /** Another Next application than Muster, by its folder. */
  folder?: string;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** `npm start` on a loopback address: the production build with a data folder of its own. */
export async function startMuster({ dataDir, port, variables, folder }: MusterOptions): Promise<MusterProcess> {
  const chosen = port ?? (await freePort());
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    PORT: String(chosen),
    DATA_DIR: dataDir,
    UPLOADS_DIR: join(dataDir, "uploads"),
    APP_URL: "",
    LOG_LEVEL: "error",
    ...variables,
  };
  const started = performance.now();
  const args = ["start", ...(folder ? [folder] : []), "-H", "127.0.0.1", "-p", String(chosen)];
  const [node = process.execPath, ...flags] = variables?.BENCH_NODE?.split(" ") ?? [];
  const child = spawn(node, [...flags, next, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed.push(String(chunk)));
  const ended = once(child, "close");
  const url = `http://localhost:${chosen}`;
  const output = () => printed.join("");
  await answers(folder ? url : `${url}/login`, child, output);
  return {
    url,
    child,
    readyMs: performance.now() - started,
    output,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
}

const patienceMs = 40_000;

async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + patienceMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const found = await fetch(url).catch(() => undefined);
    await found?.arrayBuffer();
    if (found?.ok) return;
    await sleep(20);
  }
  child.kill("SIGKILL");
  throw new Error(`${url} was not answered:\n${output()}`);
}
