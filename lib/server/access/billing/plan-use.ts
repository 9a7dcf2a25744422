import { and, count, eq, isNull, notInArray, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { PlanLimits } from "@/lib/constants/plans";
import type { ProviderId } from "@/lib/constants/providers";
import type { Db } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import { datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import { models } from "../../platform/db/tables/models";
import { sessionFiles, sessions } from "../../platform/db/tables/sessions";
import { teams } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { listOverSeats } from "../auth/seats";
import { countUse, findOwnOrgs } from "../plans/counts";
import { describePlanHolder, getPlanHolder } from "../plans/limit-error";
import { getPlan, getStripeIds } from "../plans/plan";

const inOrg = (orgId: string) => and(eq(teams.orgId, orgId), isNull(teams.dateDeleted));
const sums = (size: AnyPgColumn) => ({ n: count(), bytes: sql<number>`coalesce(sum(${size}), 0)::float8` });

/** Data sources with uploads, without copies for comparisons and those in the trash. */
const isCounted = and(eq(datasources.sourceType, "file"), isNull(datasources.trialOf), isNull(datasources.dateTrashed));

/** Icons, session files and uploaded documents in all teams. */
async function sumFileBytes(db: Db, orgId: string) {
  const rows = await Promise.all([
    db.select(sums(assets.size)).from(assets).innerJoin(teams, eq(teams.id, assets.teamId)).where(inOrg(orgId)),
    db
      .select(sums(sessionFiles.size))
      .from(sessionFiles)
      .innerJoin(sessions, eq(sessions.id, sessionFiles.sessionId))
      .innerJoin(teams, eq(teams.id, sessions.teamId))
      .where(inOrg(orgId)),
    db
      .select(sums(documents.bytes))
      .from(documents)
      .innerJoin(datasources, eq(datasources.id, documents.datasourceId))
      .innerJoin(teams, eq(teams.id, datasources.teamId))
      .where(and(inOrg(orgId), isCounted, eq(documents.gone, false))),
  ]);
  const found = rows.flat();
  return { count: sum(found.map(({ n }) => n)), bytes: sum(found.map((one) => one.bytes)) };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Models of providers outside the plan: retained, but they cannot run. */
async function countExcludedModels(
  db: Db,
  orgId: string,
  { llmProviders, embeddingProviders }: PlanLimits,
): Promise<number> {
  const not = (modelType: "llm" | "embedding", allowed: readonly ProviderId[]) =>
    and(eq(models.modelType, modelType), notInArray(models.type, [...allowed]));
  const [found] = await db
    .select({ n: count() })
    .from(models)
    .innerJoin(teams, eq(teams.id, models.teamId))
    .where(and(inOrg(orgId), or(not("llm", llmProviders), not("embedding", embeddingProviders))));
  return found?.n ?? 0;
}

/** An organization's usage of its plan limits, for a member. */
export async function getPlanUse(db: Db, orgId: string, accountId: string) {
  const [{ plan, title, limits }, stripe, holder] = await Promise.all([
    getPlan(db, orgId),
    getStripeIds(db, orgId),
    getPlanHolder(db, orgId),
  ]);
  if (!holder) throw notFound("This organization");
  const isOwner = holder.owner.id === accountId;
  const [users, teamCount, own, storage, functionTools, files, over, refused] = await Promise.all([
    countUse(db, orgId, "users"),
    countUse(db, orgId, "teams"),
    isOwner ? findOwnOrgs(db, accountId) : null,
    countUse(db, orgId, "maxVectorBytes"),
    countUse(db, orgId, "maxFunctionTools"),
    sumFileBytes(db, orgId),
    listOverSeats(db, orgId),
    countExcludedModels(db, orgId, limits),
  ]);
  return {
    plan,
    title,
    trial: stripe.stripeTrial,
    endsAt: stripe.stripeEndsAt,
    cancelled: stripe.stripeCancelled,
    change: describePlanHolder(holder, accountId),
    sold: holder.sold,
    users: { used: users, max: limits.users },
    teams: { used: teamCount, max: limits.teams },
    orgs: own && { used: own.used, max: own.best?.limits.orgs ?? limits.orgs },
    storage: { used: storage, max: limits.maxVectorBytes },
    functionTools: { used: functionTools, max: limits.functionTools ? limits.maxFunctionTools : 0 },
    files: { ...files, maxFileBytes: limits.maxFileBytes },
    sessionDays: limits.sessionDays,
    over: { members: over.size, models: refused },
  };
}
