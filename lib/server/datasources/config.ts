import { maskSettings } from "../connectors/settings";
import { type ConfigPlace, openDatasource } from "./service";

type Config = Record<string, unknown>;

/** As a read shows it. */
export const maskedDatasource = (row: ConfigPlace): Config =>
  maskSettings(row.specification ?? {}, openDatasource(row));
