import { and, eq, gt, lt, sql } from "drizzle-orm";
import { type Db, openDatabase } from "../db/client";
import { processId } from "../db/notify/notify";
import { processes } from "../db/tables/realtime";
import { log } from "../log/log";
import { singleton } from "../process/registry";

const renewMs = 30_000;
/** A killed process is listed for so long. */
const listedFor = sql`now() + interval '90 seconds'`;
const knownMs = 5_000;
const maxKnown = 1_000;

/** Lists this process with its URL for other processes. Returns a function to end that. */
export async function listProcess(db: Db, url: string): Promise<() => Promise<void>> {
  const id = processId();
  const write = async () => {
    await db.delete(processes).where(lt(processes.until, sql`now()`));
    await db
      .insert(processes)
      .values({ id, url, until: listedFor })
      .onConflictDoUpdate({ target: processes.id, set: { until: listedFor } });
  };
  await write();
  const renew = () =>
    write().catch((err: unknown) => log().warn({ err }, "this process could not be registered for request forwarding"));
  const timer = setInterval(() => void renew(), renewMs).unref();
  return async () => {
    clearInterval(timer);
    await db
      .delete(processes)
      .where(eq(processes.id, id))
      .catch(() => undefined);
  };
}

const known = () => singleton("known-processes", () => new Map<string, { url: string | undefined; at: number }>());

/** The URL of another process; undefined if it is not listed. */
export async function findProcess(id: string): Promise<string | undefined> {
  const urls = known();
  const found = urls.get(id);
  if (found && performance.now() - found.at < knownMs) return found.url;
  const { db } = await openDatabase();
  const [row] = await db
    .select({ url: processes.url })
    .from(processes)
    .where(and(eq(processes.id, id), gt(processes.until, sql`now()`)));
  if (urls.size >= maxKnown) urls.clear();
  urls.set(id, { url: row?.url, at: performance.now() });
  return row?.url;
}
