import { maskSettings } from "../../../engine/connectors/shared/settings";
import { decryptSettings, type StoredSettings } from "../../../engine/knowledge/source-settings";

type Config = Record<string, unknown>;

/** With masked secrets. */
export const maskedDatasource = (row: StoredSettings): Config =>
  maskSettings(row.specification ?? {}, decryptSettings(row));
