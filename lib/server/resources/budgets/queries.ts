import { and, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { BudgetState } from "@/lib/contract/budgets/schemas";
import { budgetColumns, nextMonth, thisMonth } from "../../engine/budgets/budget";
import { type BudgetSubject, listBudgetManagers } from "../../engine/budgets/budget-managers";
import type { Reader } from "../../platform/db/client";
import { budgets } from "../../platform/db/tables/budgets";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { teams } from "../../platform/db/tables/teams";
import { modelCalls } from "../../platform/db/tables/usage";

const maxNamed = 3;

/** Matches the model calls charged to a subject: those shown on the usage page. */
function matchesSubject(db: Reader, { scope, id, teamId }: BudgetSubject): SQL | undefined {
  switch (scope) {
    case "org":
      return inArray(modelCalls.teamId, db.select({ id: teams.id }).from(teams).where(eq(teams.orgId, id)));
    case "team":
      return eq(modelCalls.teamId, id);
    case "app":
      return and(eq(modelCalls.teamId, teamId ?? ""), eq(modelCalls.appId, id));
    case "publication":
      return inArray(
        modelCalls.runId,
        db
          .select({ id: runs.id })
          .from(runs)
          .innerJoin(sessions, eq(sessions.id, runs.sessionId))
          .where(eq(sessions.publicationId, id)),
      );
    case "publicationKey":
    case "key":
      return eq(modelCalls.keyId, id);
    default:
      return scope satisfies never;
  }
}

/** This month's spending. */
export async function sumSpent(db: Reader, subject: BudgetSubject): Promise<BudgetState["spent"]> {
  const [row] = await db
    .select({
      costUsd: sql<number>`coalesce(sum(${modelCalls.costUsd}), 0)`.mapWith(Number),
      tokens: sql<number>`coalesce(sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens}), 0)`.mapWith(Number),
    })
    .from(modelCalls)
    .where(and(matchesSubject(db, subject), gte(modelCalls.at, sql`${thisMonth}::timestamp at time zone 'UTC'`)));
  return row ?? { costUsd: 0, tokens: 0 };
}

/** A subject's budget, if any, and its spending. */
export async function viewBudget(db: Reader, subject: BudgetSubject) {
  const [row] = await db.select(budgetColumns).from(budgets).where(eq(budgets.subjectId, subject.id));
  const spent = row ? { costUsd: row.spentUsd, tokens: row.spentTokens } : await sumSpent(db, subject);
  const editors = await listBudgetManagers(db, subject);
  return {
    scope: subject.scope,
    budget: row
      ? { money: row.money, tokens: row.tokens, mode: row.hard ? ("hard" as const) : ("soft" as const) }
      : null,
    spent,
    resetsAt: nextMonth(),
    editors: editors.slice(0, maxNamed).map(({ name }) => name),
  };
}
