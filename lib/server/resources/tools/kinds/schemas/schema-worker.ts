import { doSchemaJob, type SchemaJob } from "./schema-jobs.ts";

process.on("message", (job: SchemaJob) => {
  process.send?.(doSchemaJob(job), (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
