import { existsSync, readFileSync, statSync, truncateSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { initializeDatabase } from "./embedded-init";
import { clearStale, folderState, socketName, socketPort } from "./embedded-leftovers";
import { type EmbeddedLocation, locateDatabase } from "./embedded-location";
import { type EmbeddedConnection, probe } from "./embedded-probe";
import { joinUsers, launch, serverLog } from "./embedded-users";

const patienceMs = 10_000;
/** Attempts to start a server that keeps ending, such as on a full disk. */
const maxStarts = 3;
const major = "18";
const logMaxBytes = 1024 * 1024;

interface EmbeddedServer {
  connection: EmbeddedConnection;
  /** Restarts the server after it was killed. */
  revive(): Promise<void>;
  /** Stops using the server; the last user stops it and waits until it has ended. */
  close(): Promise<void>;
}

/**
 * Returns the PostgreSQL server of a data folder, starting it if necessary. One server is shared by all processes, and stops
 * when the last of them ends in any way.
 */
export async function openEmbedded(
  dataDir: string,
  say: (line: string) => void = (line) => console.info(line),
): Promise<EmbeddedServer> {
  const place = locateDatabase(dataDir, say);
  if (!existsSync(join(place.data, "PG_VERSION"))) initializeDatabase(place);
  const version = readFileSync(join(place.data, "PG_VERSION"), "utf8").trim();
  if (version !== major) {
    throw new Error(
      `The database in ${place.data} was created by PostgreSQL ${version}, but this version of Muster includes PostgreSQL ${major}. Restore a backup into an empty data folder.`,
    );
  }
  const users = await joinUsers(place);
  const folder = await socketFolder(place.data);
  const connection = { host: folder.path, port: socketPort, user: "muster", database: "muster" };
  const leave = async () => {
    await users.close();
    await folder.handle?.close();
  };
  try {
    await ensureRunning(place, connection);
  } catch (error) {
    await leave();
    throw error;
  }
  let closed = false;
  let reviving: Promise<void> | undefined;
  return {
    connection,
    revive: async () => {
      // Closed connections are expected while stopping.
      if (closed) return;
      reviving ??= ensureRunning(place, connection).finally(() => {
        reviving = undefined;
      });
      await reviving;
    },
    close: async () => {
      closed = true;
      await reviving?.catch(() => undefined);
      await leave();
      await waitForEnd(place.data);
    },
  };
}

/** A socket's path is limited to 107 bytes; an open folder has a short path under /proc. */
async function socketFolder(data: string): Promise<{ path: string; handle?: FileHandle }> {
  if (Buffer.byteLength(join(data, socketName)) <= 103) return { path: data };
  if (process.platform !== "linux")
    throw new Error(`The path ${data} is too long for a socket. Choose a shorter DATA_DIR.`);
  const handle = await open(data, "r");
  return { path: `/proc/self/fd/${handle.fd}`, handle };
}

async function ensureRunning(place: EmbeddedLocation, connection: EmbeddedConnection): Promise<void> {
  let deadline = performance.now() + patienceMs;
  let reason = "";
  let starts = 0;
  while (performance.now() < deadline) {
    const before = folderState(place.data);
    if (before.kind === "stale" && !clearStale(place.data))
      reason = "processes of a killed server are still shutting down";
    else if (before.kind === "live") {
      const answer = await probe(connection);
      if (answer === "starting up") deadline = performance.now() + patienceMs;
      else if (answer !== undefined) reason = answer;
      // The server may be stopping because its last user has just ended.
      else if (await isStillRunning(place.data, before.pid)) return;
    } else {
      const failure = await start(place);
      if (starts > 0) reason = "it exited after each start";
      if (failure !== undefined) reason = failure;
      else if (starts < maxStarts) deadline = performance.now() + patienceMs;
      starts += 1;
    }
    await sleep(50);
  }
  throw new Error(
    `The database in ${place.data} didn't start within ${patienceMs / 1_000} seconds: ${reason}. Its log is ${serverLog(place.data)}.`,
  );
}

async function isStillRunning(data: string, pid: number): Promise<boolean> {
  await sleep(30);
  const now = folderState(data);
  return now.kind === "live" && now.pid === pid && !now.stopping;
}

/** Undefined once the new server holds its lock; otherwise why it ended. */
async function start(place: EmbeddedLocation): Promise<string | undefined> {
  const log = serverLog(place.data);
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logMaxBytes) truncateSync(log);
  const from = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const child = launch(place);
  let failed: string | undefined;
  child.once("error", (error) => {
    failed = error.message;
  });
  while (failed === undefined && child.exitCode === null && child.signalCode === null) {
    if (folderState(place.data).kind === "live") return undefined;
    await sleep(20);
  }
  if (failed !== undefined) return failed;
  return existsSync(log)
    ? readFileSync(log).subarray(from).toString("utf8").trim() || "it exited immediately"
    : "it exited immediately";
}

/** After closing: waits while the server is stopping, but not while others use it. */
async function waitForEnd(data: string): Promise<void> {
  const noticed = performance.now() + 300;
  const ended = performance.now() + patienceMs;
  while (performance.now() < ended) {
    const now = folderState(data);
    if (now.kind !== "live" || (!now.stopping && performance.now() > noticed)) return;
    await sleep(20);
  }
}
