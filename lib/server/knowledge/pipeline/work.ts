import type { datasourceJobs, datasources, documents } from "../../datasources/table";
import type { Db } from "../../db/client";

export type DatasourceRow = typeof datasources.$inferSelect;
export type DocumentRow = typeof documents.$inferSelect;
export type JobRow = typeof datasourceJobs.$inferSelect;

/** A datasource that this process works on, and the job that it works at. */
export interface Work {
  db: Db;
  datasource: DatasourceRow;
  orgId: string;
  job: JobRow;
  /** Aborted when the job is cancelled, the process ends, or another one has taken the datasource over. */
  signal: AbortSignal;
}
