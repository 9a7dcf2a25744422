import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { publicationCallSchema } from "@/lib/contract/publications/schemas";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { oauthGrants } from "../../platform/db/tables/oauth";
import { publicationCalls, publicationKeys } from "../../platform/db/tables/publications";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { modelCalls } from "../../platform/db/tables/usage";
import { cut, type PageQuery, toPage } from "./page";
import { getPublication } from "./queries";

/** Newest first. The status is that of the run while it has not ended, the cost that of its model calls. */
export async function listCalls(db: Reader, viewer: Viewer, publicationId: string, query: PageQuery) {
  const { id, teamId } = await getPublication(db, viewer, publicationId);
  const own = and(eq(publicationCalls.teamId, teamId), eq(publicationCalls.publicationId, id));
  const page = await toPage(db, { id: publicationCalls.id, date: publicationCalls.at }, own, query);
  const found = await db
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
    .where(page.where)
    .orderBy(...page.order)
    .limit(page.limit);
  const calls = found.map(({ call, runStatus, runCost, ...row }) => ({
    ...row,
    ...pick(call),
    status: toStatus(call.status, runStatus),
    costUsd: call.costUsd ?? runCost,
  }));
  const { rows, next } = cut(calls, query.limit);
  return { calls: rows, next };
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
