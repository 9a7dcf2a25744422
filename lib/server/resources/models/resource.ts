import { decryptConfig } from "../../engine/models/config";
import { models } from "../../platform/db/tables/models";
import { defineResource } from "../references/resource";

export const modelResource = defineResource({
  kind: "model",
  table: models,
  references: {},
  /** With decrypted credentials, in memory only, to detect their changes. */
  audit: (row) => ({ exact: { ...row, config: decryptConfig(row.teamId, row) } }),
});
