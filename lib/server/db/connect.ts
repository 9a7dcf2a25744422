import type pg from "pg";
import { env } from "@/lib/server/env";
import { log } from "@/lib/server/log";
import { openEmbedded } from "./embedded";
import { createPool } from "./pool";
import { refuseInterrupted } from "./restore-mark";

const oldestVersion = 150_000;
const retryMs = 2_000;

export interface Connected {
  pool: pg.Pool;
  /** Waits for statements under way; the embedded server ends with its last user. */
  close(): Promise<void>;
}

/** The database that the environment names, as it stands: not migrated. */
export async function connect(): Promise<Connected> {
  const { DATABASE_URL, DATA_DIR } = env();
  refuseInterrupted(DATA_DIR);
  if (DATABASE_URL) return connectOwn(DATABASE_URL);
  const connected = await connectEmbedded(DATA_DIR);
  try {
    // A restore that began after the first look has seen our server by now, or is seen here.
    refuseInterrupted(DATA_DIR);
    return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
}

/** Each of PostgreSQL's processes costs some 5 MB, and on few cores more of them make nothing faster. */
const poolLimits = { max: 10, idleTimeoutMillis: 30_000 };

export async function connectEmbedded(dataDir: string, say?: (line: string) => void): Promise<Connected> {
  const embedded = await openEmbedded(dataDir, say);
  let retry: NodeJS.Timeout | undefined;
  // Again and again: on a full disk it cannot start until somebody makes room.
  const revive = (): void => {
    embedded.revive().catch((error: unknown) => {
      log().error({ err: error }, "The embedded database did not come back.");
      clearTimeout(retry);
      retry = setTimeout(revive, retryMs).unref();
    });
  };
  // After a cut the next statement opens a new connection, once the server is back.
  const pool = createPool({ ...embedded.connection, ...poolLimits }, revive);
  return {
    pool,
    close: async () => {
      clearTimeout(retry);
      await pool.end();
      await embedded.close();
    },
  };
}

export async function connectOwn(url: string): Promise<Connected> {
  const pool = createPool({ connectionString: url, ...poolLimits });
  try {
    await checkVersion(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, close: () => pool.end() };
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version",
  );
  if (Number(rows[0]?.server_version_num) >= oldestVersion) return;
  throw new Error(`DATABASE_URL leads to PostgreSQL ${rows[0]?.server_version}; Muster needs 15 or newer.`);
}
