import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { openEmbedded } from "@/lib/server/platform/db/embedded/embedded";
import { testDatabase } from "./database";
import { freePort, startMuster } from "./muster-process";
import { startProcess } from "./processes";
import { startQdrantStandin } from "./standins/vectors/qdrant";

export interface Ending {
  pid: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
  output(): string;
}

/** Several processes of one Muster, by the variables that they share. */
export interface Muster {
  /** Holds whatever its processes write, but for a database with an address. */
  folder: string;
  server(variables?: Record<string, string>): Promise<Ending & { url: string }>;
  worker(): Promise<Ending>;
  /** A connection of its own to their database. */
  database(): Promise<pg.Pool>;
  /** Ends what still runs and takes the data away. */
  end(): Promise<void>;
}

type Place = Record<"DATA_DIR" | "UPLOADS_DIR", string> & Record<string, string>;

/** All processes in one data folder, on its embedded database. */
export async function onEmbedded(): Promise<Muster> {
  const folder = dataFolder();
  const place = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };
  return manyProcesses(
    folder,
    () => place,
    async () => {
      const { connection, close } = await openEmbedded(folder, () => undefined);
      return { pool: createPool(connection), close };
    },
  );
}

/** On a new database of the server of TEST_DATABASE_URL, else of that of the test run. See `onDatabase`. */
export async function onOwnPostgres(): Promise<Muster> {
  const { pool } = await testDatabase();
  const name = `many_${randomUUID().replaceAll("-", "")}`;
  const { host, port, user } = pool.options;
  const own = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(String(host))}&port=${port}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? own);
  const admin = createPool({ connectionString: url.href, max: 1 });
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const muster = await onDatabase(url.href);
  return {
    ...muster,
    end: async () => {
      await muster.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * Each process in a data folder of its own, as on other machines, with one database, one vector store and one folder for files,
 * or the STORAGE_URL of the variables.
 */
export async function onDatabase(DATABASE_URL: string, variables: Record<string, string> = {}): Promise<Muster> {
  const folder = dataFolder();
  const qdrant = await startQdrantStandin();
  const vectors = { VECTORS_URL: qdrant.url, VECTORS_API_KEY: qdrant.key };
  const shared = { APP_SECRET: randomUUID() + randomUUID(), DATABASE_URL, ...vectors, ...variables };
  let count = 0;
  const place = () => {
    const DATA_DIR = join(folder, `machine-${++count}`);
    return { ...shared, DATA_DIR, UPLOADS_DIR: join(variables.STORAGE_URL ? DATA_DIR : folder, "uploads") };
  };
  const muster = manyProcesses(folder, place, async () => ({
    pool: createPool({ connectionString: DATABASE_URL }),
    close: async () => undefined,
  }));
  return {
    ...muster,
    end: async () => {
      await muster.end();
      await qdrant.close();
    },
  };
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "muster-many-"));
  chmodSync(folder, 0o755);
  return folder;
}

interface Opened {
  pool: pg.Pool;
  close: () => Promise<void>;
}

function manyProcesses(folder: string, place: () => Place, open: () => Promise<Opened>): Muster {
  let opened: Promise<Opened> | undefined;
  const running = new Set<Ending>();
  const keep = <T extends Ending>(started: T): T => {
    running.add(started);
    return started;
  };
  return {
    folder,
    server: async (variables = {}) => keep(await startServer({ ...place(), ...variables })),
    worker: async () => {
      const { child, kill, line, output } = startProcess("lib/scripts/worker.ts", place());
      const started = keep({ pid: child.pid ?? 0, output, kill: (signal: NodeJS.Signals = "SIGTERM") => kill(signal) });
      await line('{"level":30');
      return started;
    },
    database: async () => {
      opened ??= open();
      return (await opened).pool;
    },
    end: async () => {
      const database = await opened;
      await database?.pool.end();
      await Promise.all([...running].map(({ kill }) => kill("SIGKILL")));
      // Leaving waits for the end of the database, which would write into the folder again.
      await (database ?? (await open())).close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The production build where SERVERS says so, else a server without pages, which needs no build. */
export async function startServer(variables: Record<string, string>): Promise<Ending & { url: string }> {
  if (process.env.SERVERS === "production") {
    const port = variables.PORT ? Number(variables.PORT) : undefined;
    const { url, child, output, stop } = await startMuster({ dataDir: variables.DATA_DIR ?? "", port, variables });
    return { url, pid: child.pid ?? 0, output, kill: stop };
  }
  const PORT = variables.PORT ?? String(await freePort());
  const { child, line, output, kill } = startProcess("tests/support/api-process.ts", {
    LOG_LEVEL: "error",
    ...variables,
    PORT,
  });
  await line("serving");
  return { url: `http://localhost:${PORT}`, pid: child.pid ?? 0, output, kill: (signal = "SIGTERM") => kill(signal) };
}
