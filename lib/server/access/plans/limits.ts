import { and, eq, isNull } from "drizzle-orm";
import { connectorIds, connectors, isConnectorId } from "@/lib/constants/connectors";
import { type PlanLimits, type SchedulePeriod, schedulePeriods } from "@/lib/constants/plans";
import { type ProviderId, providers } from "@/lib/constants/providers";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { orgs } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";
import { type CountLimit, countUse, findOwnOrgs } from "./counts";
import { type OrgPlan, planColumns, toEffectivePlan } from "./effective-plan";
import { createLimitError } from "./limit-error";
import { getPlan } from "./plan";

/**
 * Plan limits. Each is checked in the transaction that would exceed it: the organization's row is locked until its end, so that
 * concurrent calls are counted one after another and the plan cannot change.
 */

type ModelType = "llm" | "embedding";

const isLiveOrg = (orgId: string) => and(eq(orgs.id, orgId), isNull(orgs.dateDeleted));

/** Locks the organization's row against other counting calls. Always taken before a team's row. */
async function lockPlanForCount(tx: Tx, orgId: string): Promise<OrgPlan> {
  const [row] = await tx.select(planColumns).from(orgs).where(isLiveOrg(orgId)).for("no key update");
  if (!row) throw notFound("This organization");
  return toEffectivePlan(row);
}

/** Locks the organization's row against plan changes only. */
async function lockPlan(tx: Tx, orgId: string): Promise<OrgPlan> {
  const [row] = await tx.select(planColumns).from(orgs).where(isLiveOrg(orgId)).for("share");
  if (!row) throw notFound("This organization");
  return toEffectivePlan(row);
}

const sentences: Record<CountLimit, (allowed: number, used: number, more: number) => string> = {
  users: (max, used) =>
    `allows ${pluralize(max, "member")}, including pending invitations, and this organization has ${used}.`,
  teams: (max, used) => `allows ${pluralize(max, "team")}, and this organization has ${used}.`,
  maxFunctionTools: (max, used) => `allows ${pluralize(max, "function tool")}, and this organization has ${used}.`,
  maxVectorBytes: (max, used, more) =>
    `allows ${formatBytes(max)} of storage. ${formatBytes(used)} is used, and this needs ${formatBytes(more)} more.`,
};

type UseCounter = (tx: Tx) => Promise<number>;

/** Throws when `more` additional units exceed the plan. */
export async function requireWithin(
  tx: Tx,
  orgId: string,
  limit: CountLimit,
  count: UseCounter = (db) => countUse(db, orgId, limit),
  more = 1,
): Promise<void> {
  const { title, limits } = await lockPlanForCount(tx, orgId);
  const used = await count(tx);
  const max = limits[limit];
  if (used + more <= max) return;
  throw createLimitError(orgId, `The ${title} plan ${sentences[limit](max, used, more)}`, { limit, used, max });
}

/** Throws when one more function tool exceeds the plan. */
export async function requireFunctionTool(tx: Tx, orgId: string, count?: UseCounter): Promise<void> {
  const { title, limits } = await lockPlanForCount(tx, orgId);
  if (limits.functionTools) return requireWithin(tx, orgId, "maxFunctionTools", count);
  const used = await (count?.(tx) ?? countUse(tx, orgId, "maxFunctionTools"));
  throw createLimitError(orgId, `The ${title} plan doesn't include function tools.`, {
    limit: "functionTools",
    used,
    max: 0,
  });
}

/** Checks several additional function tools without a lock. */
export async function checkFunctionTools(db: Reader, orgId: string, more: number): Promise<void> {
  const { title, limits } = await getPlan(db, orgId);
  const used = await countUse(db, orgId, "maxFunctionTools");
  const refuse = (sentence: string, limit: string, max: number): never => {
    throw createLimitError(orgId, `The ${title} plan ${sentence}`, { limit, used, max } as Parameters<
      typeof createLimitError
    >[2]);
  };
  if (!limits.functionTools) refuse("doesn't include function tools.", "functionTools", 0);
  const max = limits.maxFunctionTools;
  if (used + more > max) refuse(sentences.maxFunctionTools(max, used, more), "maxFunctionTools", max);
}

export const requireStorage = (tx: Tx, orgId: string, bytes: number, count?: UseCounter): Promise<void> =>
  requireWithin(tx, orgId, "maxVectorBytes", count, bytes);

/** Locks the account, then throws when it cannot own another organization, such as one to be transferred to it. */
export async function requireOwnOrgs(tx: Tx, accountId: string, transferredOrgId?: string): Promise<void> {
  const own = and(eq(accounts.id, accountId), isNull(accounts.dateDeleted));
  const [held] = await tx.select({ id: accounts.id }).from(accounts).where(own).for("no key update");
  if (!held) throw notFound("This account");
  const { used, best } = await findOwnOrgs(tx, accountId, transferredOrgId);
  if (!best || used === 0 || used < best.limits.orgs) return;
  const max = best.limits.orgs;
  const holder = transferredOrgId ? "this member owns" : "you own";
  const sentence = `The ${best.title} plan allows ${pluralize(max, "organization")}, and ${holder} ${used}.`;
  throw createLimitError(transferredOrgId ?? best.id, sentence, { limit: "orgs", used, max });
}

/** Throws when the retention exceeds the plan. */
export async function requireSessionDays(tx: Tx, orgId: string, days: number): Promise<void> {
  const { title, limits } = await lockPlan(tx, orgId);
  const max = limits.sessionDays;
  if (max === 0 || (days > 0 && days <= max)) return;
  const sentence = `The ${title} plan keeps sessions for up to ${pluralize(max, "day")}.`;
  throw createLimitError(orgId, sentence, { limit: "sessionDays", used: days, max });
}

const createNotIncludedError = (orgId: string, title: string, what: string, limit: keyof PlanLimits | "providers") =>
  createLimitError(orgId, `The ${title} plan doesn't include ${what}.`, { limit, used: 0, max: 0 });

/** Throws when a known plan excludes the provider. */
export function checkProvider(
  { orgId, title, limits }: OrgPlan & { orgId: string },
  provider: ProviderId,
  modelType: ModelType,
): void {
  const allowed = modelType === "llm" ? limits.llmProviders : limits.embeddingProviders;
  if (!allowed.includes(provider))
    throw createNotIncludedError(orgId, title, `models from ${providers[provider].title}`, "providers");
}

/** The same in the storing transaction. */
export async function requireProvider(tx: Tx, orgId: string, provider: ProviderId, modelType: ModelType) {
  checkProvider({ orgId, ...(await lockPlan(tx, orgId)) }, provider, modelType);
}

/** A check before long work, such as a connection test. */
export async function checkOrgProvider(db: Reader, orgId: string, provider: ProviderId, modelType: ModelType) {
  checkProvider({ orgId, ...(await getPlan(db, orgId)) }, provider, modelType);
}

/** Throws when the plan excludes a data connection: a website, or a connector. Uploads are always allowed. */
export async function requireDataConnection(tx: Tx, orgId: string, source: string): Promise<void> {
  checkDataConnection({ orgId, ...(await lockPlan(tx, orgId)) }, source);
}

/** The same for a known plan: schedules of excluded connections are paused by it. */
export function checkDataConnection({ orgId, title, limits }: OrgPlan & { orgId: string }, source: string): void {
  if (!limits.dataConnections) throw createNotIncludedError(orgId, title, "data connections", "dataConnections");
  if (allowsConnector(limits, source)) return;
  const name = isConnectorId(source) ? connectors[source] : "this connector";
  throw createNotIncludedError(orgId, title, name, "connectors");
}

/** Other engines' connectors require a plan with all of Muster's own. */
export function allowsConnector({ dataConnections, connectors: included }: PlanLimits, source: string): boolean {
  if (!dataConnections || source === "website") return dataConnections;
  return isConnectorId(source) ? included.includes(source) : connectorIds.every((id) => included.includes(id));
}

const frequencySentence: Record<SchedulePeriod, string> = {
  year: "once a year",
  month: "once a month",
  week: "once a week",
  day: "once a day",
  hour: "once an hour",
  minute: "once a minute",
};

/** Throws when a known plan excludes a schedule's period: due schedules are paused by it. */
export function checkPeriod({ orgId, title, limits }: OrgPlan & { orgId: string }, period: SchedulePeriod): void {
  if (limits.periods.includes(period)) return;
  const shortest = schedulePeriods.findLast((one) => limits.periods.includes(one));
  if (!shortest) throw createNotIncludedError(orgId, title, "schedules", "periods");
  const sentence = `On the ${title} plan, schedules can run up to ${frequencySentence[shortest]}, not ${frequencySentence[period]}.`;
  throw createLimitError(orgId, sentence, { limit: "periods", used: 0, max: 0 });
}

/** The same in the storing transaction. */
export async function requirePeriod(tx: Tx, orgId: string, period: SchedulePeriod): Promise<void> {
  checkPeriod({ orgId, ...(await lockPlan(tx, orgId)) }, period);
}
