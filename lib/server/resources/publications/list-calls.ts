import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { publicationCallSchema } from "@/lib/contract/publications/schemas";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { requireCursor } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { oauthGrants } from "../../platform/db/tables/oauth";
import { publicationCalls, publicationKeys } from "../../platform/db/tables/publications";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { modelCalls } from "../../platform/db/tables/usage";
import { getPublication } from "./queries";

/** Newest first. The status is that of the run while it has not ended, the cost that of its model calls. */
export async function listCalls(
  db: Reader,
  viewer: Viewer,
  publicationId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const { id, teamId } = await getPublication(db, viewer, publicationId);
  const own = and(eq(publicationCalls.teamId, teamId), eq(publicationCalls.publicationId, id));
  const cursor = and(own, eq(publicationCalls.id, before ?? ""));
  if (before) await requireCursor(db.select({ id: publicationCalls.id }).from(publicationCalls).where(cursor));
  const after = before
    ? sql`(${publicationCalls.at}, ${publicationCalls.id}) < (select at, id from publication_calls where id = ${before} and publication_id = ${id})`
    : undefined;
  const rows = await db
    .select({
      call: publicationCalls,
      keyName: publicationKeys.name,
      clientName: oauthGrants.clientName,
      personName: accounts.name,
      runStatus: runs.status,
      sessionId: sessions.id,
      runCost: sql<
        number | null
      >`(select sum(${modelCalls.costUsd}) from ${modelCalls} where ${modelCalls.teamId} = ${teamId}
        and ${modelCalls.at} >= ${publicationCalls.at} and ${modelCalls.runId} = ${publicationCalls.runId})`.mapWith(
        Number,
      ),
    })
    .from(publicationCalls)
    .leftJoin(publicationKeys, eq(publicationKeys.id, publicationCalls.keyId))
    .leftJoin(oauthGrants, eq(oauthGrants.id, publicationCalls.grantId))
    .leftJoin(accounts, eq(accounts.id, oauthGrants.accountId))
    .leftJoin(runs, eq(runs.id, publicationCalls.runId))
    .leftJoin(sessions, and(eq(sessions.id, publicationCalls.sessionId), eq(sessions.teamId, teamId)))
    .where(and(own, after))
    .orderBy(desc(publicationCalls.at), desc(publicationCalls.id))
    .limit(limit + 1);
  const calls = rows.slice(0, limit).map(({ call, runStatus, runCost, ...row }) => ({
    ...row,
    ...pick(call),
    status: toStatus(call.status, runStatus),
    costUsd: call.costUsd ?? runCost,
  }));
  return { calls, next: rows.length > limit ? (calls.at(-1)?._id ?? null) : null };
}

type CallView = z.input<typeof publicationCallSchema>;

const pick = ({ id, way, httpStatus, latencyMs, error, at }: typeof publicationCalls.$inferSelect) => ({
  _id: id,
  way,
  httpStatus,
  latencyMs,
  error,
  date: at,
});

const toStatus = (status: CallView["status"], run: (typeof runs.$inferSelect)["status"] | null): CallView["status"] =>
  run === null ? status : run === "queued" ? "running" : run;
