import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { appSecret, computeCheckValue, secretFile } from "../platform/crypto/secret";
import type { Db } from "../platform/db/client";
import { settings } from "../platform/db/tables/settings";
import { env } from "../platform/env/env";

const checkName = "secret-check";

/** Throws when the secret is not the one that this database was first opened with. */
export async function checkSecret(db: Db): Promise<void> {
  const value = computeCheckValue(appSecret());
  await db.insert(settings).values({ name: checkName, value }).onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.name, checkName));
  const stored = typeof row?.value === "string" ? row.value : "";
  if (stored.length === value.length && timingSafeEqual(Buffer.from(stored), Buffer.from(value))) return;
  const source = env().APP_SECRET ? "APP_SECRET" : `The secret in ${secretFile()}`;
  throw new Error(
    `${source} doesn't match the secret that this data was encrypted with, so stored credentials can't be read. ` +
      "Start with the old secret, or with an empty database and data folder.",
  );
}
