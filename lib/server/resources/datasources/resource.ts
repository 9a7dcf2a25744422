import { toAuditFields } from "../../access/audit/fields";
import { isListed } from "../../engine/knowledge/find-datasource";
import { decryptSettings } from "../../engine/knowledge/source-settings";
import { datasources } from "../../platform/db/tables/datasources";
import { findEmbeddingModelProblem } from "../references/models";
import { defineResource, reference } from "../references/resource";
import { purgeDatasource } from "./remove";
import { listCleared, prepareRestore } from "./restore";
import { showDatasource } from "./store/actions";

export const datasourceResource = defineResource({
  kind: "datasource",
  table: datasources,
  called: "This data source",
  listed: isListed,
  references: {
    embeddingModelId: reference("model", { onDelete: "clear", refuse: findEmbeddingModelProblem }),
    vectorDbId: reference("vectordb", { onDelete: "clear", lock: true }),
    trialOf: reference("datasource", { onDelete: "cascade", computed: true }),
  },
  /** User-defined settings only: what jobs write is not audited. */
  audit(row) {
    const { name, description, sourceType, streamConfig, chunking, embeddingModelId, vectorDbId } = row;
    const { scheduleUnit, scheduleTiming } = row;
    const schedule = { scheduleUnit, scheduleTiming };
    const own = { name, description, sourceType, streamConfig, ...schedule, chunking, embeddingModelId, vectorDbId };
    const { config } = toAuditFields({ config: row.config });
    return { shown: { ...own, config }, exact: { ...own, config: decryptSettings(row) } };
  },
  trash: { prepare: prepareRestore, hidden: { listCleared, show: showDatasource, purge: purgeDatasource } },
});
