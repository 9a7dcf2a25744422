import { maskSettings } from "../../../engine/connectors/shared/settings";
import { type ConfigPlace, openDatasource } from "../../../engine/knowledge/source-settings";

type Config = Record<string, unknown>;

/** Returns the settings with masked secrets. */
export const maskDatasource = (row: ConfigPlace): Config => maskSettings(row.specification ?? {}, openDatasource(row));
