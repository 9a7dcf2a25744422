import { env } from "@/lib/server/env";
import { log } from "@/lib/server/log";
import { openEmbedded } from "./embedded";
import { createPool, type TrackedPool } from "./pool";
import { reachDatabase } from "./reach";
import { refuseInterrupted } from "./restore-mark";

const retryMs = 2_000;

export interface Connected {
  pool: TrackedPool;
  /** Waits for statements under way; the embedded server ends with its last user. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Bounds statements and transactions, see `createPool`. */
  limited?: boolean | undefined;
}

/** The database that the environment names, as it stands: not migrated. */
export async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const { DATABASE_URL, DATA_DIR } = env();
  refuseInterrupted(DATA_DIR);
  if (DATABASE_URL) return connectOwn(DATABASE_URL, options);
  const connected = await connectEmbedded(DATA_DIR, undefined, options);
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

export async function connectEmbedded(
  dataDir: string,
  say?: (line: string) => void,
  { limited }: ConnectOptions = {},
): Promise<Connected> {
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
  const pool = createPool({ ...embedded.connection, ...poolLimits }, { onCut: revive, limited });
  return {
    pool,
    close: async () => {
      clearTimeout(retry);
      await pool.end();
      await embedded.close();
    },
  };
}

export async function connectOwn(url: string, { limited }: ConnectOptions = {}): Promise<Connected> {
  await reachDatabase(url, { onWait: (sentence) => console.error(sentence) });
  const pool = createPool({ connectionString: url, ...poolLimits }, { limited });
  return { pool, close: () => pool.end() };
}
