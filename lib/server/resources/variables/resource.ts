import { toAuditFields } from "../../access/audit/fields";
import { decryptValue } from "../../engine/variables/variables";
import { DOTS } from "../../platform/crypto/mask";
import { variables } from "../../platform/db/tables/variables";
import { defineResource } from "../references/resource";
import { prepareRestore } from "./restore";

export const variableResource = defineResource({
  kind: "variable",
  table: variables,
  references: {},
  /** Without its value, which may become a secret later; decrypted in memory only, to detect its change. */
  audit: (row) => ({
    shown: { ...toAuditFields(row), defaultValue: row.defaultValue && DOTS },
    exact: { ...row, defaultValue: decryptValue(row) },
  }),
  trash: { prepare: prepareRestore },
});
