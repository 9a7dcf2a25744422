import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { BudgetScope } from "@/lib/constants/budgets";
import { formatCost } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";
import { budgets } from "../../platform/db/tables/budgets";

/** A budget and its spending this month. */
export interface Budget {
  subjectId: string;
  scope: BudgetScope;
  /** US dollars; null: no limit. */
  money: number | null;
  tokens: number | null;
  hard: boolean;
  spentUsd: number;
  spentTokens: number;
}

/** The first day of the current month in UTC. */
export const thisMonth = sql<string>`date_trunc('month', now() at time zone 'UTC')::date`;

const spentThisMonth = (column: PgColumn): SQL<number> =>
  sql`case when ${budgets.month} = ${thisMonth} then ${column} else 0 end`.mapWith(Number);

export const budgetColumns = {
  subjectId: budgets.subjectId,
  scope: budgets.scope,
  money: budgets.money,
  tokens: budgets.tokens,
  hard: budgets.hard,
  spentUsd: spentThisMonth(budgets.spentUsd),
  spentTokens: spentThisMonth(budgets.spentTokens),
};

/** A call without cost is never limited by money. */
export function isUsedUp({ money, tokens, spentUsd, spentTokens }: Omit<Budget, "scope">, free = false): boolean {
  return (money !== null && !free && spentUsd >= money) || (tokens !== null && spentTokens >= tokens);
}

/** Whether a budget has room for this additional spending. */
export function hasRoomFor(
  { money, tokens, spentUsd, spentTokens }: Budget,
  more: { usd: number; tokens: number },
): boolean {
  return (money === null || spentUsd + more.usd <= money) && (tokens === null || spentTokens + more.tokens <= tokens);
}

const ownerLabels: Record<BudgetScope, string> = {
  org: "The organization",
  team: "The team",
  app: "The app",
  key: "The API key",
  publication: "The publication",
  publicationKey: "The publication key",
};

const tokenCount = new Intl.NumberFormat("en");
const monthName = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

/** `$10.02 of $10.00 and 1,200 of 1,000 tokens` */
function figuresOf({ money, tokens, spentUsd, spentTokens }: Budget): string {
  const parts = [
    money === null ? [] : `${formatCost(spentUsd)} of ${formatCost(money)}`,
    tokens === null ? [] : `${tokenCount.format(spentTokens)} of ${pluralize(tokens, "token")}`,
  ].flat();
  return parts.join(" and ");
}

/** A sentence without its period. */
export const formatUsedUp = (budget: Budget, owner = ownerLabels[budget.scope]): string =>
  `${owner}'s ${monthName.format(new Date())} budget is used up: ${figuresOf(budget)}`;

/** When all budgets reset. */
export function nextMonth(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
