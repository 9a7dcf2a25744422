import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { type DocumentStage, type TrialStatus, trialDays } from "@/lib/constants/datasources";
import type { trialSchema } from "@/lib/contract/trials/schemas";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import type { Db } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import type { datasourceJobs } from "../../../platform/db/tables/datasources";
import { documents } from "../../../platform/db/tables/documents";
import { haveChanged } from "../store/copies";
import { findLastJob, findTrial } from "./trials";

const maxFailures = 20;
const dayMs = 86_400_000;

/** Returns the number of documents by stage, and of chunks. */
async function countDocuments(db: Db, { id, storageBytes }: DatasourceRow) {
  const rows = await db
    .select({
      stage: documents.stage,
      documents: sql<number>`count(*)::int`,
      chunks: sql<number>`sum(${documents.chunkCount})::int`,
    })
    .from(documents)
    .where(and(eq(documents.datasourceId, id), eq(documents.gone, false)))
    .groupBy(documents.stage);
  const sum = (of: "documents" | "chunks") => rows.reduce((all, row) => all + row[of], 0);
  return {
    stages: Object.fromEntries(rows.map((row) => [row.stage, row.documents])) as Partial<Record<DocumentStage, number>>,
    amount: { documents: sum("documents"), chunks: sum("chunks"), storageBytes },
  };
}

function toStatus(job: typeof datasourceJobs.$inferSelect | undefined): TrialStatus {
  if (!job || job.status === "cancelled") return "stopped";
  if (job.status === "completed") return "ready";
  if (job.status === "failed") return "failed";
  return job.status === "waiting" ? "waiting" : "running";
}

async function toTrialView(db: Db, row: DatasourceRow, trial: DatasourceRow): Promise<z.input<typeof trialSchema>> {
  const failed = db
    .select({ title: documents.title, failedStage: documents.failedStage, error: documents.error })
    .from(documents)
    .where(and(eq(documents.datasourceId, trial.id), eq(documents.stage, "failed")))
    .orderBy(asc(documents.id))
    .limit(maxFailures);
  const [job, progress, failures, stale, [starter]] = await Promise.all([
    findLastJob(db, trial.id),
    countDocuments(db, trial),
    failed,
    haveChanged(db, row.id, trial.id),
    db
      .select({ name: accounts.name })
      .from(accounts)
      .where(eq(accounts.id, trial.createdBy ?? "")),
  ]);
  return {
    chunking: trial.chunking,
    status: toStatus(job),
    ...progress,
    stale,
    message: job?.error ?? null,
    nextRetry: job?.nextRetry ?? null,
    failures: failures.map(({ error, ...one }) => ({ ...one, error: error ?? "Processing failed." })),
    startedByName: starter?.name ?? null,
    dateCreated: trial.dateCreated,
    expires: new Date(trial.dateCreated.getTime() + trialDays * dayMs),
  };
}

/** A datasource's trial with the comparison. */
export async function viewTrial(db: Db, row: DatasourceRow) {
  const [trial, { amount }] = await Promise.all([findTrial(db, row), countDocuments(db, row)]);
  return { trial: trial ? await toTrialView(db, row, trial) : null, present: amount };
}
