import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { isSealed, openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { Db } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { mapSecrets } from "../connectors/shared/settings";

export type DatasourceRow = typeof datasources.$inferSelect;

/** Identifies whose settings are meant. */
export type ConfigPlace = Pick<DatasourceRow, "id" | "teamId" | "specification" | "config">;

/** The settings of a source with decrypted credentials, only in memory. */
export const openDatasource = ({ id, teamId, specification, config }: ConfigPlace): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) =>
    isSealed(secret) ? openSecret("datasource", { teamId, rowId: id }, secret) : secret,
  );

/** The settings to store: each secret sealed for this row. */
export const sealDatasource = ({ id, teamId, specification, config }: ConfigPlace): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) => sealSecret("datasource", { teamId, rowId: id }, secret));

/**
 * Stores settings that a source replaced during a call, such as a refresh token, unless a user has changed them since `known`
 * was read.
 */
export async function keepSettings(
  db: Pick<Db, "transaction">,
  known: ConfigPlace,
  changes: Record<string, unknown>,
): Promise<void> {
  const before = openDatasource(known);
  await db.transaction(async (tx) => {
    const own = and(eq(datasources.teamId, known.teamId), eq(datasources.id, known.id));
    const [row] = await tx.select().from(datasources).where(own).for("update");
    if (!row) return;
    const now = openDatasource(row);
    if (!Object.keys(changes).every((name) => isDeepStrictEqual(now[name], before[name]))) return;
    const config = sealDatasource({ ...row, config: { ...now, ...changes } });
    await tx.update(datasources).set({ config }).where(own);
    known.config = config;
  });
}
