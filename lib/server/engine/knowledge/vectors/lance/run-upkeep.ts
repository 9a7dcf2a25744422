import { fork } from "node:child_process";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import { log } from "../../../../platform/log/log";
import type { UpkeepMessage } from "./upkeep-process";

/**
 * Larger tables are compacted in a separate process: compaction takes several times their size in memory, which is not
 * released.
 */
const hereMostBytes = 8 * 1024 * 1024;
const maxError = 2_000;

const entry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/engine/knowledge/vectors/lance/upkeep-process.ts");

interface UpkeepTarget {
  tidied: Promise<void>;
  /** Resolves when the vector index is built, if one was due. */
  done: Promise<void>;
}

export async function runUpkeep(folder: string, name: string, table: Table): Promise<UpkeepTarget> {
  const { totalBytes } = await table.stats();
  return totalBytes <= hereMostBytes ? here(table) : inProcess(folder, name);
}

async function here(table: Table): Promise<UpkeepTarget> {
  const { indexVectors, tidy } = await import("./upkeep");
  const tidied = tidy(table);
  return { tidied, done: tidied.then(() => indexVectors(table)).then(() => {}) };
}

async function inProcess(folder: string, name: string): Promise<UpkeepTarget> {
  const started = performance.now();
  const work = await makeTemporaryFolder("vectors-");
  // Building an index writes all vectors to temporary files in the working folder, which must exist throughout.
  const child = fork(entry(), [folder, name], {
    execArgv: [],
    cwd: work.path,
    env: { NODE_ENV: "production", TMPDIR: work.path },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const [tidied, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let said = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    said = `${said}${bytes}`.slice(-maxError);
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
  // Prevents an unhandled rejection when only the first promise is awaited.
  done.promise.catch(() => {});
  return { tidied: tidied.promise, done: done.promise };
}
