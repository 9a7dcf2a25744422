import { mapSecrets, maskSettings } from "../connectors/settings";
import { sealSecret } from "../crypto/secrets";
import { type ConfigPlace, openDatasource } from "./service";

type Config = Record<string, unknown>;

/** As it is stored: each secret sealed for this row. */
export const sealDatasource = ({ id, teamId, specification, config }: ConfigPlace): Config =>
  mapSecrets(specification ?? {}, config, (secret) => sealSecret("datasource", { teamId, rowId: id }, secret));

/** As a read shows it. */
export const maskedDatasource = (row: ConfigPlace): Config =>
  maskSettings(row.specification ?? {}, openDatasource(row));
