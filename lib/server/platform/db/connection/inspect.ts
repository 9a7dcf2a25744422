import pg from "pg";
import { env } from "../../env/env";
import { findRunningServer } from "../embedded/embedded-in-use";
import { reachDatabase } from "./reach";

const patienceMs = 5_000;
/** Tables may be large. */
const queryMs = 15_000;

interface Inspected {
  client: pg.Client;
  close(): Promise<void>;
}

/** Connects to the environment's database as it is: starts, creates and migrates nothing. Undefined while the embedded one is stopped. */
export async function inspectDatabase(): Promise<Inspected | undefined> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = env();
  if (DATABASE_URL) {
    await reachDatabase(DATABASE_URL, { patienceMs });
    if (DATABASE_DIRECT_URL) await reachDatabase(DATABASE_DIRECT_URL, { patienceMs });
    return open({ connectionString: DATABASE_DIRECT_URL ?? DATABASE_URL });
  }
  const server = await findRunningServer(DATA_DIR);
  return server && open(server.connection, server.close);
}

async function open(config: pg.ClientConfig, onClose = async (): Promise<void> => undefined): Promise<Inspected> {
  const client = new pg.Client({
    ...config,
    application_name: "muster-doctor",
    connectionTimeoutMillis: patienceMs,
    query_timeout: queryMs,
  });
  // Closed while idle: the following query reports the error.
  client.on("error", () => undefined);
  const close = async () => {
    // Not awaited: an unresponsive server would block.
    void client.end().catch(() => undefined);
    await onClose();
  };
  try {
    await client.connect();
    return { client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
