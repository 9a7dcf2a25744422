import { sql } from "drizzle-orm";
import { singleton } from "../registry";
import type { Db } from "./client";
import { randomText } from "./ids";

/** Names this process in what it tells others. */
export const processId = (): string => singleton("process-id", () => randomText(12));

/** Tells every process, this one too; inside a transaction when it commits. At most 8,000 bytes. */
export async function notify(db: Pick<Db, "execute">, channel: string, text: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${`${processId()} ${text}`})`);
}
