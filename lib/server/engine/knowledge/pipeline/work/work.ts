import type { Db } from "../../../../platform/db/client";
import type { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import type { documents } from "../../../../platform/db/tables/documents";

export type DatasourceRow = typeof datasources.$inferSelect;
export type DocumentRow = typeof documents.$inferSelect;
export type JobRow = typeof datasourceJobs.$inferSelect;

/** A claimed datasource and its current job. */
export interface Work {
  db: Db;
  datasource: DatasourceRow;
  orgId: string;
  job: JobRow;
  /** Aborted when the job is cancelled, the process stops, or another one has claimed the datasource. */
  signal: AbortSignal;
}
