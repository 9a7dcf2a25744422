import { maskSettings } from "../../../engine/connectors/shared/settings";
import { decryptSettings, type StoredSettings } from "../../../engine/knowledge/source-settings";

type Config = Record<string, unknown>;

/** Returns the settings with masked secrets. */
export const maskDatasource = (row: StoredSettings): Config =>
  maskSettings(row.specification ?? {}, decryptSettings(row));
