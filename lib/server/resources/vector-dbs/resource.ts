import { builtinVectorDb } from "@/lib/constants/vectordbs";
import { decryptKey } from "../../engine/knowledge/vectors/team-store";
import { vectorDbs } from "../../platform/db/tables/vector-dbs";
import { defineResource } from "../references/resource";

export const vectorDbResource = defineResource({
  kind: "vectordb",
  table: vectorDbs,
  called: "This vector DB",
  builtin: builtinVectorDb,
  references: {},
  /** With the decrypted key, in memory only, to detect its change. */
  audit: (row) => ({ exact: { ...row, apiKey: decryptKey(row) ?? null } }),
});
