import { maskSettings } from "../../../engine/connectors/shared/settings";
import { type ConfigPlace, openDatasource } from "../../../engine/knowledge/source-settings";

type Config = Record<string, unknown>;

/** With masked secrets. */
export const maskedDatasource = (row: ConfigPlace): Config =>
  maskSettings(row.specification ?? {}, openDatasource(row));
