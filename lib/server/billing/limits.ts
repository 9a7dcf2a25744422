import { and, eq, isNull } from "drizzle-orm";
import { connectorIds, connectors, isConnectorId } from "@/lib/constants/connectors";
import { type PlanLimits, type SchedulePeriod, schedulePeriods } from "@/lib/constants/plans";
import { type ProviderId, providers } from "@/lib/constants/providers";
import { formatBytes } from "@/lib/utils/bytes";
import { pluralize } from "@/lib/utils/pluralize";
import { accounts } from "../accounts/table";
import type { Db, Tx } from "../db/client";
import { notFound } from "../http/errors";
import { orgs } from "../teams/table";
import { type CountLimit, countUse, ownOrgs } from "./counts";
import { limitError } from "./limit-error";
import { planOf } from "./plan";
import { type OrgPlan, planColumns, planInForce } from "./plan-in-force";

/**
 * Where a plan refuses. Each is called in the transaction that would pass the limit: the organisation's row is held until
 * its end, so that what comes at the same time is counted in turn and no plan changes in between.
 */

type Reader = Pick<Db, "select">;
type ModelType = "llm" | "embedding";

const living = (orgId: string) => and(eq(orgs.id, orgId), isNull(orgs.dateDeleted));

/** Holds the organisation's row against everybody else who counts. Taken before a team's row, everywhere. */
async function countingPlan(tx: Tx, orgId: string): Promise<OrgPlan> {
  const [row] = await tx.select(planColumns).from(orgs).where(living(orgId)).for("no key update");
  if (!row) throw notFound("This organization");
  return planInForce(row);
}

/** Holds the organisation's row against a change of the plan alone: others who only look go on. */
async function heldPlan(tx: Tx, orgId: string): Promise<OrgPlan> {
  const [row] = await tx.select(planColumns).from(orgs).where(living(orgId)).for("share");
  if (!row) throw notFound("This organization");
  return planInForce(row);
}

const sentences: Record<CountLimit, (allowed: number, used: number, more: number) => string> = {
  users: (max, used) =>
    `allows ${pluralize(max, "member")}, open invites among them, and this organization has ${used}.`,
  teams: (max, used) => `allows ${pluralize(max, "team")}, and this organization has ${used}.`,
  maxFunctionTools: (max, used) => `allows ${pluralize(max, "function tool")}, and this organization has ${used}.`,
  maxVectorBytes: (max, used, more) =>
    `allows ${formatBytes(max)} of storage: ${formatBytes(used)} are used, and this needs ${formatBytes(more)} more.`,
};

type Used = (tx: Tx) => Promise<number>;

/** Refuses so much more than the plan allows. */
export async function requireWithin(
  tx: Tx,
  orgId: string,
  limit: CountLimit,
  count: Used = (db) => countUse(db, orgId, limit),
  more = 1,
): Promise<void> {
  const { title, limits } = await countingPlan(tx, orgId);
  const used = await count(tx);
  const max = limits[limit];
  if (used + more <= max) return;
  throw limitError(orgId, `The ${title} plan ${sentences[limit](max, used, more)}`, { limit, used, max });
}

/** Refuses one more function tool; the plan's number does not count where it has none. */
export async function requireFunctionTool(tx: Tx, orgId: string, count?: Used): Promise<void> {
  const { title, limits } = await countingPlan(tx, orgId);
  if (limits.functionTools) return requireWithin(tx, orgId, "maxFunctionTools", count);
  const used = await (count?.(tx) ?? countUse(tx, orgId, "maxFunctionTools"));
  throw limitError(orgId, `The ${title} plan does not include function tools.`, {
    ...{ limit: "functionTools", used, max: 0 },
  });
}

/** So many more at once, where it is only said: no row is held. */
export async function expectFunctionTools(db: Reader, orgId: string, more: number): Promise<void> {
  const { title, limits } = await planOf(db, orgId);
  const used = await countUse(db, orgId, "maxFunctionTools");
  const refuse = (sentence: string, limit: string, max: number): never => {
    throw limitError(orgId, `The ${title} plan ${sentence}`, { limit, used, max } as Parameters<typeof limitError>[2]);
  };
  if (!limits.functionTools) refuse("does not include function tools.", "functionTools", 0);
  const max = limits.maxFunctionTools;
  if (used + more > max) refuse(sentences.maxFunctionTools(max, used, more), "maxFunctionTools", max);
}

/** Refuses so many more bytes of vectors and text. */
export const requireStorage = (tx: Tx, orgId: string, bytes: number, count?: Used): Promise<void> =>
  requireWithin(tx, orgId, "maxVectorBytes", count, bytes);

/** Locks the account, then refuses it one more organisation. `taken` is one that is handed over to it. */
export async function requireOwnOrgs(tx: Tx, accountId: string, taken?: string): Promise<void> {
  const own = and(eq(accounts.id, accountId), isNull(accounts.dateDeleted));
  const [held] = await tx.select({ id: accounts.id }).from(accounts).where(own).for("no key update");
  if (!held) throw notFound("This account");
  const { used, best } = await ownOrgs(tx, accountId, taken);
  if (!best || used === 0 || used < best.limits.orgs) return;
  const max = best.limits.orgs;
  const whose = taken ? "this member owns" : "you own";
  const sentence = `The ${best.title} plan allows ${pluralize(max, "organization")}, and ${whose} ${used}.`;
  throw limitError(taken ?? best.id, sentence, { limit: "orgs", used, max });
}

/** Refuses to keep sessions for longer than the plan allows. */
export async function requireSessionDays(tx: Tx, orgId: string, days: number): Promise<void> {
  const { title, limits } = await heldPlan(tx, orgId);
  const max = limits.sessionDays;
  if (max === 0 || (days > 0 && days <= max)) return;
  const sentence = `The ${title} plan keeps sessions for at most ${pluralize(max, "day")}.`;
  throw limitError(orgId, sentence, { limit: "sessionDays", used: days, max });
}

const notIncluded = (orgId: string, title: string, what: string, limit: keyof PlanLimits | "providers") =>
  limitError(orgId, `The ${title} plan does not include ${what}.`, { limit, used: 0, max: 0 });

/** Refuses a provider's models where the plan is known. */
export function checkProvider(
  { orgId, title, limits }: OrgPlan & { orgId: string },
  provider: ProviderId,
  modelType: ModelType,
): void {
  const allowed = modelType === "llm" ? limits.llmProviders : limits.embeddingProviders;
  if (!allowed.includes(provider))
    throw notIncluded(orgId, title, `models of ${providers[provider].title}`, "providers");
}

/** The same in the transaction that stores one. */
export async function requireProvider(tx: Tx, orgId: string, provider: ProviderId, modelType: ModelType) {
  checkProvider({ orgId, ...(await heldPlan(tx, orgId)) }, provider, modelType);
}

/** Before something long, such as the check of a connection, is begun in vain. */
export async function expectProvider(db: Reader, orgId: string, provider: ProviderId, modelType: ModelType) {
  checkProvider({ orgId, ...(await planOf(db, orgId)) }, provider, modelType);
}

/** Refuses a data connection: of a website, or by a connector that the plan must include too. An upload is none. */
export async function requireDataConnection(tx: Tx, orgId: string, source: string): Promise<void> {
  checkDataConnection({ orgId, ...(await heldPlan(tx, orgId)) }, source);
}

/** The same where the plan is known: a schedule of a connection that it no longer includes pauses on this. */
export function checkDataConnection({ orgId, title, limits }: OrgPlan & { orgId: string }, source: string): void {
  if (!limits.dataConnections) throw notIncluded(orgId, title, "data connections", "dataConnections");
  if (allowsConnector(limits, source)) return;
  const name = isConnectorId(source) ? connectors[source] : "this connector";
  throw notIncluded(orgId, title, name, "connectors");
}

/** One of another engine needs a plan that has all of Muster's own. */
export function allowsConnector({ dataConnections, connectors: included }: PlanLimits, source: string): boolean {
  if (!dataConnections || source === "website") return dataConnections;
  return isConnectorId(source) ? included.includes(source) : connectorIds.every((id) => included.includes(id));
}

const often: Record<SchedulePeriod, string> = {
  ...{ year: "once a year", month: "once a month", week: "once a week" },
  ...{ day: "once a day", hour: "once an hour", minute: "once a minute" },
};

/** Refuses a schedule's period where the plan is known: when a schedule is due, it pauses on this. */
export function checkPeriod({ orgId, title, limits }: OrgPlan & { orgId: string }, period: SchedulePeriod): void {
  if (limits.periods.includes(period)) return;
  const shortest = schedulePeriods.findLast((one) => limits.periods.includes(one));
  if (!shortest) throw notIncluded(orgId, title, "schedules", "periods");
  const sentence = `The ${title} plan runs schedules ${often[shortest]} at most, not ${often[period]}.`;
  throw limitError(orgId, sentence, { limit: "periods", used: 0, max: 0 });
}

/** The same in the transaction that stores one. */
export async function requirePeriod(tx: Tx, orgId: string, period: SchedulePeriod): Promise<void> {
  checkPeriod({ orgId, ...(await heldPlan(tx, orgId)) }, period);
}
