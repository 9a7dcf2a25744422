import { decryptConfig } from "../../engine/models/config";
import { providers } from "../../platform/db/tables/providers";
import { defineResource } from "../references/resource";

export const providerResource = defineResource({
  kind: "provider",
  table: providers,
  references: {},
  /** With decrypted credentials, in memory only, to detect their changes. */
  audit: (row) => ({ exact: { ...row, config: decryptConfig(row) } }),
});
