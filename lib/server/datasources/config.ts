import { loadConnector } from "../connectors/registry";
import { mapSecrets, maskSettings } from "../connectors/settings";
import { sealSecret } from "../crypto/secrets";
import { type ConfigPlace, openDatasource } from "./service";

type Config = Record<string, unknown>;

/** As it is stored: each secret sealed for this row. */
export async function sealDatasource(row: ConfigPlace): Promise<Config> {
  const { specification } = await loadConnector(row.sourceType);
  return mapSecrets(specification, row.config, (secret) =>
    sealSecret("datasource", { teamId: row.teamId, rowId: row.id }, secret),
  );
}

/** As a read shows it. */
export async function maskedDatasource(row: ConfigPlace): Promise<Config> {
  if (row.sourceType === "file") return {};
  const { specification } = await loadConnector(row.sourceType);
  return maskSettings(specification, await openDatasource(row));
}
