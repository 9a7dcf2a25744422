import { fieldsOf } from "../../access/audit/fields";
import { openValue } from "../../engine/variables/variables";
import { DOTS } from "../../platform/crypto/mask";
import { variables } from "../../platform/db/tables/variables";
import { defineResource } from "../references/resource";

export const variableResource = defineResource({
  kind: "variable",
  table: variables,
  references: {},
  /** Without its value, which may become a secret later; decrypted in memory only, to detect its change. */
  audit: (row) => ({
    shown: { ...fieldsOf(row), defaultValue: row.defaultValue && DOTS },
    exact: { ...row, defaultValue: openValue(row) },
  }),
});
