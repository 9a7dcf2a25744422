import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { log } from "../log/log";
import { singleton } from "../process/registry";
import type { Db } from "./client";
import { isTransient } from "./connection/is-transient";
import { settings } from "./tables/settings";

const idSetting = "database-id";
const placeSetting = "database-place";

/** Identifies the cluster and database; it differs for a restored, moved or cloned database. */
const currentPlace = sql`select c.system_identifier || '/' || d.oid as place
  from pg_control_system() c, pg_database d where d.datname = current_database()`;

/** Undefined when PostgreSQL does not permit reading it. Throws temporary errors: a copy must not keep its id because of them. */
async function findDatabasePlace(db: Db): Promise<string | undefined> {
  try {
    return (await db.execute<{ place: string }>(currentPlace)).rows[0]?.place;
  } catch (error) {
    if (isTransient(error)) throw error;
    const state = singleton("database-place-warning", () => ({ isWarned: false }));
    const sentence =
      "Muster isn't allowed to call pg_control_system() in PostgreSQL, so a copy of this database can't be distinguished from it.";
    if (!state.isWarned) log().warn({ err: error }, sentence);
    state.isWarned = true;
    return undefined;
  }
}

/** Identifies this database. A copy contains the original's id, and gets its own on first use. */
export async function getDatabaseId(db: Db): Promise<string> {
  // Before the transaction, which an error would abort.
  const place = await findDatabasePlace(db);
  const fresh = randomBytes(16).toString("hex");
  return db.transaction(async (tx) => {
    const settle = (name: string, value: unknown) =>
      tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await tx.insert(settings).values({ name: idSetting, value: fresh }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, idSetting)).for("update");
    const [noted] = await tx.select().from(settings).where(eq(settings.name, placeSetting));
    if (place === undefined || noted?.value === place) return String(row?.value);
    await settle(placeSetting, place);
    // An earlier version recorded the id without its place.
    if (!noted) return String(row?.value);
    await settle(idSetting, fresh);
    return fresh;
  });
}
