import { fork } from "node:child_process";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { log } from "../../../log";
import { makeTemporaryFolder } from "../../../storage/work-folder";
import type { UpkeepMessage } from "./upkeep-process";

/** Larger tables are looked after in a process of its own: it takes several times their size of memory, and gives none back. */
const hereMostBytes = 8 * 1024 * 1024;
const errorMost = 2_000;

const entry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/knowledge/vectors/lance/upkeep-process.ts");

interface LookedAfter {
  tidied: Promise<void>;
  /** The vector index is built, where it was time for one. */
  done: Promise<void>;
}

export async function lookAfter(folder: string, name: string, table: Table): Promise<LookedAfter> {
  const { totalBytes } = await table.stats();
  return totalBytes <= hereMostBytes ? here(table) : inProcess(folder, name);
}

async function here(table: Table): Promise<LookedAfter> {
  const { indexVectors, tidy } = await import("./upkeep");
  const tidied = tidy(table);
  return { tidied, done: tidied.then(() => indexVectors(table)).then(() => {}) };
}

async function inProcess(folder: string, name: string): Promise<LookedAfter> {
  const started = performance.now();
  const work = await makeTemporaryFolder("vectors-");
  // Building an index writes all vectors to temporary files. It works in their folder, so that they stay as long as it runs.
  const child = fork(entry(), [folder, name], {
    execArgv: [],
    cwd: work.path,
    env: { NODE_ENV: "production", TMPDIR: work.path },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const [tidied, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let said = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    said = `${said}${bytes}`.slice(-errorMost);
  });
  child.on("message", (message: UpkeepMessage) => {
    tidied.resolve();
    if ("indexed" in message && message.indexed !== undefined)
      log().info(
        { table: name, rows: message.indexed, ms: Math.round(performance.now() - started) },
        "vector index built",
      );
  });
  const removed = () =>
    void work.remove().catch((error: unknown) => log().warn({ err: error }, "temporary files could not be removed"));
  const end = (error: Error) => {
    removed();
    tidied.reject(error);
    done.reject(error);
  };
  child.on("error", end);
  child.on("exit", (code, signal) => {
    if (code !== 0) return end(new Error(`Looking after ${name} ended with ${signal ?? code}: ${said}`));
    removed();
    tidied.resolve();
    done.resolve();
  });
  // Whoever asks only for the first is not to be surprised by the second.
  done.promise.catch(() => {});
  return { tidied: tidied.promise, done: done.promise };
}
