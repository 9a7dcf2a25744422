import { loadConnector } from "../connectors/registry";
import { mapSecrets, maskSettings } from "../connectors/settings";
import { isSealed, openSecret, sealSecret } from "../crypto/secrets";
import type { DatasourceRow } from "./service";

type Config = Record<string, unknown>;
type Place = Pick<DatasourceRow, "id" | "teamId" | "sourceType" | "config">;

const placeOf = ({ id, teamId }: Place) => ({ teamId, rowId: id });

/** Credentials in clear, only in memory. */
export async function openDatasource(row: Place): Promise<Config> {
  if (row.sourceType === "file") return {};
  const { specification } = await loadConnector(row.sourceType);
  return mapSecrets(specification, row.config, (secret) =>
    isSealed(secret) ? openSecret("datasource", placeOf(row), secret) : secret,
  );
}

/** As it is stored: each secret sealed for this row. */
export async function sealDatasource(row: Place): Promise<Config> {
  const { specification } = await loadConnector(row.sourceType);
  return mapSecrets(specification, row.config, (secret) => sealSecret("datasource", placeOf(row), secret));
}

/** As a read shows it. */
export async function maskedDatasource(row: Place): Promise<Config> {
  if (row.sourceType === "file") return {};
  const { specification } = await loadConnector(row.sourceType);
  return maskSettings(specification, await openDatasource(row));
}
