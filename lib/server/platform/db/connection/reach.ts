import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isErrno } from "../../errors/errno";
import { isTransient } from "./is-transient";

const oldestVersion = 150_000;
const retryMs = 500;
const attemptMs = 10_000;

interface ReachOptions {
  /** How long to wait for an unresponsive server, in ms. */
  patienceMs?: number;
  /** Called once, after the first failed attempt. */
  onWait?: (sentence: string) => void;
}

/**
 * Waits until PostgreSQL accepts connections, and checks its version. A starting server gets 30 seconds; permanent errors, such
 * as a wrong password, throw immediately.
 */
export async function reachDatabase(url: string, { patienceMs = 30_000, onWait }: ReachOptions = {}): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await checkVersion(url, Math.min(attemptMs, Math.max(1_000, until - performance.now())));
    } catch (error) {
      if (!isWorthRetrying(error)) throw new Error(toErrorMessage(url, error), { cause: error });
      if (performance.now() + retryMs >= until) {
        const seconds = Math.round(patienceMs / 1_000);
        const sentence = `The database at ${describeServer(url)} couldn't be reached within ${seconds} seconds (${describeError(error)}).`;
        throw new Error(`${sentence} Check DATABASE_URL and whether PostgreSQL is running there.`, { cause: error });
      }
      if (attempt === 1)
        onWait?.(`The database at ${describeServer(url)} isn't responding yet (${describeError(error)}). Waiting.`);
      await sleep(retryMs);
    }
  }
}

async function checkVersion(url: string, timeoutMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "muster",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // Closed while idle: the following query reports the error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: string; version: string }>(
      "select current_setting('server_version_num') number, current_setting('server_version') version",
    );
    if (Number(rows[0]?.number) >= oldestVersion) return;
    throw new Error(`DATABASE_URL points to PostgreSQL ${rows[0]?.version}; Muster requires 15 or newer.`);
  } finally {
    // Not awaited: an unresponsive server would block.
    void client.end().catch(() => undefined);
  }
}

/** Names of other containers cannot be resolved until those have started. */
const isWorthRetrying = (error: unknown): boolean => isTransient(error) || isErrno(error, "ENOTFOUND");

/** A failure for several addresses of a name has a code but no message. */
const describeError = (error: unknown): string =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);

function describeServer(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? hostname}:${port || "5432"}`;
}

function toErrorMessage(url: string, error: unknown): string {
  if (isErrno(error, "28P01"))
    return `PostgreSQL at ${describeServer(url)} rejected the username or password. Check DATABASE_URL.`;
  if (isErrno(error, "3D000"))
    return `There is no database with that name at ${describeServer(url)}. Create it, or check DATABASE_URL.`;
  if (error instanceof Error && error.message.startsWith("DATABASE_URL")) return error.message;
  return `The database at ${describeServer(url)} can't be used: ${describeError(error)}. Check DATABASE_URL.`;
}
