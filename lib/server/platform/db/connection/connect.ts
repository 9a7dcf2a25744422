import { env } from "@/lib/server/platform/env/env";
import { log } from "@/lib/server/platform/log/log";
import { openEmbedded } from "../embedded/embedded";
import { createPool, type TrackedPool } from "./pool";
import { reachDatabase } from "./reach";
import { refuseInterrupted } from "./restore-mark";

const retryMs = 2_000;

interface Connected {
  pool: TrackedPool;
  /** Waits for running statements. Stops the embedded server if no other process uses it. */
  close(): Promise<void>;
}

interface ConnectOptions {
  /** Bounds statements and transactions, see `createPool`. */
  limited?: boolean | undefined;
  directUrl?: string;
}

/** Opens the database of the environment without migrating it. */
export async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = env();
  refuseInterrupted(DATA_DIR);
  if (DATABASE_URL) {
    if (!options.limited || !DATABASE_DIRECT_URL) return connectOwn(DATABASE_DIRECT_URL ?? DATABASE_URL, options);
    await reachDatabase(DATABASE_DIRECT_URL, { onWait: (sentence) => console.error(sentence) });
    return connectOwn(DATABASE_URL, { ...options, directUrl: DATABASE_DIRECT_URL });
  }
  const connected = await connectEmbedded(DATA_DIR, undefined, options);
  try {
    // A concurrent restore has detected our server by now, or is detected here.
    refuseInterrupted(DATA_DIR);
    return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
}

/** Each of PostgreSQL's processes takes about 5 MB, and more of them do not help on few cores. */
export const poolLimits = () => ({ max: env().DATABASE_POOL_SIZE, idleTimeoutMillis: 30_000 });

export async function connectEmbedded(
  dataDir: string,
  say?: (line: string) => void,
  { limited }: ConnectOptions = {},
): Promise<Connected> {
  const embedded = await openEmbedded(dataDir, say);
  let retry: NodeJS.Timeout | undefined;
  // Retries: on a full disk the server cannot start until space is freed.
  const revive = (): void => {
    embedded.revive().catch((error: unknown) => {
      log().error({ err: error }, "The embedded database did not restart.");
      clearTimeout(retry);
      retry = setTimeout(revive, retryMs).unref();
    });
  };
  // The next statement opens a new connection, once the server is back.
  const pool = createPool({ ...embedded.connection, ...poolLimits() }, { onDestroyed: revive, limited });
  return {
    pool,
    close: async () => {
      clearTimeout(retry);
      await pool.end();
      await embedded.close();
    },
  };
}

/** `directUrl`: the address without a pooler, if `url` is that of one. */
export async function connectOwn(url: string, { limited, directUrl }: ConnectOptions = {}): Promise<Connected> {
  await reachDatabase(url, { onWait: (sentence) => console.error(sentence) });
  const pool = createPool({ connectionString: url, ...poolLimits() }, { limited, directUrl });
  return { pool, close: () => pool.end() };
}
