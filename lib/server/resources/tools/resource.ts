import { toAuditFields } from "../../access/audit/fields";
import { tools } from "../../platform/db/tables/tools";
import { defineResource, reference, referenceNames } from "../references/resource";
import type { ToolRow } from "../references/tools";
import { maskDefinition } from "./definition";
import { getAppliedDefinition, toToolPart } from "./part";
import { prepareRestore } from "./restore";
import { findNewestRevision, getRevision, openRevision } from "./revisions";

export const toolResource = defineResource({
  kind: "tool",
  table: tools,
  called: "This tool",
  toPart: async (row, { db, variables }) =>
    toToolPart(row as ToolRow, await getAppliedDefinition(db, row as ToolRow), variables),
  references: {
    iconId: reference("asset", { onDelete: "clear" }),
    datasourceId: reference("datasource", { onDelete: "cascade", computed: true, part: "definition.datasource" }),
    variableNames: referenceNames("variable"),
  },
  /** Includes the applied definition: masked, and decrypted in memory only. */
  async audit(row, tx) {
    const tool = row as ToolRow;
    const { revision } = await getRevision(tx, row.teamId, row.revisionId, row.id);
    const newest = await findNewestRevision(tx, tool);
    const defined = openRevision(tool, revision);
    const { revisionId: _id, lastRevision: _last, variableNames: _names, summary: _summary, ...own } = row;
    const { number, confirmedNames } = revision;
    const numbers = { revision: number, newestRevision: newest?.number ?? number, confirmedNames };
    return {
      shown: toAuditFields({ ...own, ...numbers, definition: maskDefinition(defined).definition }),
      exact: { ...own, ...numbers, definition: defined.definition },
    };
  },
  trash: { prepare: prepareRestore },
});
