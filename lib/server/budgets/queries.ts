import { and, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { BudgetForm, BudgetState } from "@/lib/contract/budgets";
import type { Db, Tx } from "../db/client";
import { teams } from "../teams/table";
import { modelCalls } from "../usage/table";
import { budgetColumns, nextMonth, thisMonth } from "./budget";
import { changersOf, type Subject } from "./changers";
import { holdCounting } from "./service";
import { budgets } from "./table";

type Reader = Pick<Db, "select">;

const namedMost = 3;

/** Which model calls count: those that the usage page shows. */
function ofSubject(db: Reader, { scope, id, teamId }: Subject): SQL | undefined {
  switch (scope) {
    case "org":
      return inArray(modelCalls.teamId, db.select({ id: teams.id }).from(teams).where(eq(teams.orgId, id)));
    case "team":
      return eq(modelCalls.teamId, id);
    case "app":
      return and(eq(modelCalls.teamId, teamId ?? ""), eq(modelCalls.appId, id));
    case "key":
      return eq(modelCalls.keyId, id);
    default:
      return scope satisfies never;
  }
}

/** What this month's model calls come to. */
export async function spentOf(db: Reader, subject: Subject): Promise<BudgetState["spent"]> {
  const [row] = await db
    .select({
      costUsd: sql<number>`coalesce(sum(${modelCalls.costUsd}), 0)`.mapWith(Number),
      tokens: sql<number>`coalesce(sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens}), 0)`.mapWith(Number),
    })
    .from(modelCalls)
    .where(and(ofSubject(db, subject), gte(modelCalls.at, sql`${thisMonth}::timestamp at time zone 'UTC'`)));
  return row ?? { costUsd: 0, tokens: 0 };
}

/** The budget of a subject, if it has one, and what is spent. */
export async function viewBudget(db: Reader, subject: Subject) {
  const [row] = await db.select(budgetColumns).from(budgets).where(eq(budgets.subjectId, subject.id));
  const spent = row ? { costUsd: row.spentUsd, tokens: row.spentTokens } : await spentOf(db, subject);
  const changers = await changersOf(db, subject);
  return {
    scope: subject.scope,
    budget: row
      ? { money: row.money, tokens: row.tokens, mode: row.hard ? ("hard" as const) : ("soft" as const) }
      : null,
    spent,
    resetsAt: nextMonth(),
    changers: changers.slice(0, namedMost).map(({ name }) => name),
  };
}

/** Sets, changes or removes a budget. A new one begins with what the month has come to, to the last call. */
export async function setBudget(tx: Tx, subject: Subject, { money, tokens, mode }: BudgetForm): Promise<void> {
  const { scope, id } = subject;
  const own = eq(budgets.subjectId, id);
  if (money === null && tokens === null) {
    await tx.delete(budgets).where(own);
    return;
  }
  const limits = { money, tokens, hard: mode === "hard", toldMonth: null, dateUpdated: new Date() };
  const known = await tx.update(budgets).set(limits).where(own).returning({ id: budgets.subjectId });
  if (known.length > 0) return;
  await holdCounting(tx, id);
  const { costUsd: spentUsd, tokens: spentTokens } = await spentOf(tx, subject);
  const its = { orgId: null, teamId: null, appId: null, keyId: null, [`${scope}Id`]: id };
  await tx
    .insert(budgets)
    .values({ ...its, ...limits, subjectId: id, scope, month: thisMonth, spentUsd, spentTokens })
    .onConflictDoUpdate({ target: budgets.subjectId, set: limits });
}
