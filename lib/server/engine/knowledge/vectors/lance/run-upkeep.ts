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
const maxInProcessBytes = 8 * 1024 * 1024;
const maxError = 2_000;

const getEntry = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/engine/knowledge/vectors/lance/upkeep-process.ts");

interface UpkeepProgress {
  compacted: Promise<void>;
  /** Resolves when the vector index is built, if one was due. */
  done: Promise<void>;
}

export async function runUpkeep(folder: string, name: string, table: Table): Promise<UpkeepProgress> {
  const { totalBytes } = await table.stats();
  return totalBytes <= maxInProcessBytes ? runInProcess(table) : runInChild(folder, name);
}

async function runInProcess(table: Table): Promise<UpkeepProgress> {
  const { indexVectors, compact } = await import("./upkeep");
  const compacted = compact(table);
  return { compacted, done: compacted.then(() => indexVectors(table)).then(() => {}) };
}

async function runInChild(folder: string, name: string): Promise<UpkeepProgress> {
  const started = performance.now();
  const work = await makeTemporaryFolder("vectors-");
  // Building an index writes all vectors to temporary files in the working folder, which must exist throughout.
  const child = fork(getEntry(), [folder, name], {
    execArgv: [],
    cwd: work.path,
    env: { NODE_ENV: "production", TMPDIR: work.path },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const [compacted, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let stderr = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    stderr = `${stderr}${bytes}`.slice(-maxError);
  });
  child.on("message", (message: UpkeepMessage) => {
    compacted.resolve();
    if ("indexed" in message && message.indexed !== undefined)
      log().info(
        { table: name, rows: message.indexed, ms: Math.round(performance.now() - started) },
        "vector index built",
      );
  });
  const removeFolder = () =>
    void work.remove().catch((error: unknown) => log().warn({ err: error }, "temporary files could not be removed"));
  const fail = (error: Error) => {
    removeFolder();
    compacted.reject(error);
    done.reject(error);
  };
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    if (code !== 0) return fail(new Error(`Maintenance of ${name} ended with ${signal ?? code}: ${stderr}`));
    removeFolder();
    compacted.resolve();
    done.resolve();
  });
  // Prevents an unhandled rejection when only the first promise is awaited.
  done.promise.catch(() => {});
  return { compacted: compacted.promise, done: done.promise };
}
