import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import type { Tx } from "../../../../platform/db/client";
import { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import { documents } from "../../../../platform/db/tables/documents";
import { recount } from "./ledger";

const maxReason = 500;

type DocumentCounts = Pick<typeof datasources.$inferSelect, "documentsTotal" | "documentsStored" | "documentsFailed">;

/** Why a datasource is empty after all of its documents failed; null when something is stored or nothing failed. */
async function findEmptyReason(tx: Tx, id: string, documentCounts: DocumentCounts): Promise<string | null> {
  const { documentsStored, documentsFailed } = documentCounts;
  if (documentsStored > 0 || documentsFailed === 0) return null;
  const [first] = await tx
    .select({ title: documents.title, filename: documents.filename, error: documents.error })
    .from(documents)
    .where(and(eq(documents.datasourceId, id), eq(documents.stage, "failed"), eq(documents.gone, false)))
    .orderBy(asc(documents.id))
    .limit(1);
  const name = first?.filename ?? first?.title ?? "The document";
  const reason = truncate(first?.error ?? "Unknown error.", maxReason);
  return documentsFailed === 1
    ? `“${name}” couldn't be processed: ${reason}`
    : `None of the ${pluralize(documentsFailed, "document")} could be processed. “${name}”: ${reason}`;
}

/** Recomputes the counts and the status: `ready`, or `error` with the reason when no document could be stored. */
export async function updateStatus(tx: Tx, id: string, note: string | null) {
  await recount(tx, id);
  const counts = {
    documentsTotal: datasources.documentsTotal,
    documentsStored: datasources.documentsStored,
    documentsFailed: datasources.documentsFailed,
  };
  const [documentCounts] = await tx.select(counts).from(datasources).where(eq(datasources.id, id));
  const reason = documentCounts ? await findEmptyReason(tx, id, documentCounts) : null;
  const status = reason === null ? ("ready" as const) : ("error" as const);
  await tx
    .update(datasources)
    .set({ status, statusMessage: reason ?? note })
    .where(eq(datasources.id, id));
  return { reason, stored: documentCounts?.documentsStored ?? 0, failed: documentCounts?.documentsFailed ?? 0 };
}

/** After a document was skipped: the obstacle may be gone. A job that failed for another reason keeps its error. */
export async function updateStatusAfterSkip(tx: Tx, id: string): Promise<void> {
  const [last] = await tx
    .select({ status: datasourceJobs.status })
    .from(datasourceJobs)
    .where(and(eq(datasourceJobs.datasourceId, id), isNotNull(datasourceJobs.dateEnded)))
    .orderBy(sql`${datasourceJobs.dateEnded} desc`)
    .limit(1);
  const [row] = await tx.select({ status: datasources.status }).from(datasources).where(eq(datasources.id, id));
  if (row?.status === "error" && last && last.status !== "failed") await updateStatus(tx, id, null);
}
