import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { isSealed, openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { Db } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { mapSecrets } from "../connectors/shared/settings";

export type DatasourceRow = typeof datasources.$inferSelect;

/** Identifies whose settings are meant. */
export type StoredSettings = Pick<DatasourceRow, "id" | "teamId" | "specification" | "config">;

/** The settings of a source with decrypted credentials, only in memory. */
export const decryptSettings = ({ id, teamId, specification, config }: StoredSettings): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) =>
    isSealed(secret) ? openSecret("datasource", { teamId, rowId: id }, secret) : secret,
  );

/** The settings to store: each secret sealed for this row. */
export const encryptSettings = ({ id, teamId, specification, config }: StoredSettings): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) => sealSecret("datasource", { teamId, rowId: id }, secret));

/**
 * Stores settings that a source replaced during a call, such as a refresh token, unless a user has changed them since `known`
 * was read.
 */
export async function storeReplacedSettings(
  db: Pick<Db, "transaction">,
  expected: StoredSettings,
  changes: Record<string, unknown>,
): Promise<void> {
  const expectedConfig = decryptSettings(expected);
  await db.transaction(async (tx) => {
    const condition = and(eq(datasources.teamId, expected.teamId), eq(datasources.id, expected.id));
    const [row] = await tx.select().from(datasources).where(condition).for("update");
    if (!row) return;
    const currentConfig = decryptSettings(row);
    if (!Object.keys(changes).every((name) => isDeepStrictEqual(currentConfig[name], expectedConfig[name]))) return;
    const config = encryptSettings({ ...row, config: { ...currentConfig, ...changes } });
    await tx.update(datasources).set({ config }).where(condition);
    expected.config = config;
  });
}
