import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Gives a data folder a migrated, empty database: a copy of the one that the run's setup made and stopped. */
export function copyCluster(dataDir: string): void {
  const template = process.env.TEST_CLUSTER;
  if (!template) throw new Error("The run's setup made no cluster to copy.");
  // PostgreSQL's user owns the files, so the owner is kept.
  execFileSync("cp", ["-a", join(template, "postgres"), join(dataDir, "postgres")]);
}
