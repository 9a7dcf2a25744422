import { sql } from "drizzle-orm";
import { documents } from "./table";

/** Where a failed document goes on: what came before was done. */
export const goOn = () => ({
  stage: sql<"fetched">`case ${documents.failedStage} when 'embedded' then 'chunked' when 'stored' then 'embedded' else 'fetched' end`,
  ...{ failedStage: null, error: null, attempt: 0, nextRetry: null, dateUpdated: new Date() },
});
