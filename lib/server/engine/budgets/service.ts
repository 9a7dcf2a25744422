import { and, eq, inArray, isNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { defineQuery, defineStatement } from "../../platform/db/query/define-query";
import { settleAll } from "../../platform/db/settle-all";
import { budgets } from "../../platform/db/tables/budgets";
import type { runs } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { type Budget, budgetColumns, formatUsedUp, hasRoomFor, isUsedUp, nextMonth, thisMonth } from "./budget";
import { type BudgetKey, type Caller, findRefusal } from "./may-change";
import { notifyBudgetManagers } from "./notify-managers";
import { hasRoom } from "./room";

/** The subjects that a model call counts against. */
export interface Spender {
  orgId: string;
  teamId: string;
  appId: string | null;
  keyId: string | null;
  publicationId?: string | null;
}

/** US dollars per million tokens; null: unknown. */
interface Price {
  inputPrice: number | null;
  outputPrice: number | null;
}

interface PricedModel extends Price {
  /** Approximate maximum tokens of one call; 32,768 when unknown. */
  contextWindow?: number | null;
}

/** More than a dozen runs with eight tasks each make concurrently. */
const maxConcurrentCalls = 100;
const defaultContextWindow = 32_768;

/** A budget that is used up, with a sentence for the user. */
export interface UsedUp extends Budget {
  text: string;
  resetsAt: string;
}

interface BudgetCheck {
  /** Budgets that pause the run. */
  hard: UsedUp[];
  /** Budgets that only notify. */
  soft: UsedUp[];
  /** A budget has a money limit, but the model's price is unknown. */
  unpriced: boolean;
  /** A hard budget may be used up by calls in progress. */
  isTight: boolean;
}

/** By the IDs of what they limit. */
export const selectBudgets = defineQuery<{ subjects: string[] }>()((db, value) =>
  db
    .select(budgetColumns)
    .from(budgets)
    .where(sql`${budgets.subjectId} = any(${value("subjects")}::text[])`),
);

/**
 * Returns the budgets that prevent a model call, in one statement over primary keys. Parallel runs check before each call, so
 * none makes another call after a budget is used up. Budgets that the run may exceed are excluded.
 */
export async function checkBudgets(
  db: Reader,
  { orgId, teamId, appId, keyId, publicationId = null }: Spender,
  { inputPrice, outputPrice, contextWindow }: PricedModel,
  exempt: ReadonlySet<string>,
): Promise<BudgetCheck> {
  const subjects = [orgId, teamId, appId, keyId, publicationId].filter((id) => id !== null);
  const rows = await selectBudgets(db, { subjects });
  const free = inputPrice === 0 && outputPrice === 0;
  const usedUpRows = rows.filter((budget) => isUsedUp(budget, free) && !exempt.has(budget.subjectId));
  const resetsAt = nextMonth().toISOString();
  const usedUp = usedUpRows.map((budget): UsedUp => ({ ...budget, text: `${formatUsedUp(budget)}.`, resetsAt }));
  const limited = rows.some(({ hard, money }) => hard && money !== null);
  const tokens = maxConcurrentCalls * (contextWindow ?? defaultContextWindow);
  const maxSpend = { tokens, usd: (tokens * Math.max(inputPrice ?? 0, outputPrice ?? 0)) / 1_000_000 };
  return {
    hard: usedUp.filter(({ hard }) => hard),
    soft: usedUp.filter(({ hard }) => !hard),
    unpriced: limited && (inputPrice === null || outputPrice === null),
    isTight: rows.some((budget) => budget.hard && !exempt.has(budget.subjectId) && !hasRoomFor(budget, maxSpend)),
  };
}

/** The advisory lock class of budgets, taken when calls are counted and when a budget is created. */
const lockClass = 5;

/**
 * Blocks until calls being counted for a subject have finished, and blocks new ones until the transaction ends, so that the
 * totals read afterwards are complete.
 */
export const lockBudget = (tx: Tx, subjectId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${subjectId}))`);

type Spent = { tokens: number; costUsd: number };

/** Adds a session's model calls to its budgets, and notifies those who can change a budget that is now used up. */
export const addSessionSpend = (
  tx: Tx,
  { teamId, sessionId, keyId }: Pick<typeof runs.$inferSelect, "teamId" | "sessionId" | "keyId">,
  spent: Spent,
): Promise<void> => addSpent(tx, { subjects: [teamId, keyId].filter((id) => id !== null), sessionId }, teamId, spent);

/** The same for calls outside a session. */
export const addToBudgets = (tx: Tx, subjectIds: string[], teamId: string, spent: Spent): Promise<void> =>
  addSpent(tx, { subjects: subjectIds, sessionId: null }, teamId, spent);

/** A session's organization, app and publication are subjects too. */
type Subjects = { subjects: string[]; sessionId: string | null };

const selectSubjects = (value: (name: keyof Subjects) => Placeholder): SQL =>
  sql`select unnest(${value("subjects")}::text[]) id union all
    select unnest(array[org_id, app_id, publication_id]) from sessions where id = ${value("sessionId")}`;

const lockSubjects = defineStatement<Subjects>()(
  (value) => sql`select pg_advisory_xact_lock_shared(${lockClass}, hashtext(id)) from (${selectSubjects(value)}) s`,
);

type UsedUpRow = { subject_id: string; used_up: boolean | null };

/** Locks the budgets in a fixed order, so that two runs cannot deadlock. */
const addToSubjects = defineStatement<Subjects & Spent, UsedUpRow>()(
  (value) => sql`
    with held as (
      select subject_id from budgets where subject_id in (${selectSubjects(value)}) order by subject_id for no key update
    )
    update budgets b set
      spent_usd = case when month = ${thisMonth} then spent_usd else 0 end + ${value("costUsd")}::double precision,
      spent_tokens = case when month = ${thisMonth} then spent_tokens else 0 end + ${value("tokens")}::bigint,
      month = ${thisMonth}
    from held where b.subject_id = held.subject_id
    returning b.subject_id, (spent_usd >= money or spent_tokens >= tokens) and told_month is distinct from month used_up`,
);

async function addSpent(tx: Tx, subjects: Subjects, teamId: string, spent: Spent): Promise<void> {
  // The second is sent after the first, which waits, and sees the budgets committed by the previous holder of the lock.
  const [, rows] = await settleAll([lockSubjects(tx, subjects), addToSubjects(tx, { ...subjects, ...spent })]);
  const usedUpIds = rows.filter(({ used_up }) => used_up).map(({ subject_id }) => subject_id);
  await notifyUsedUp(tx, usedUpIds, teamId);
}

/** Whether all of them are still used up. Locks them until the transaction ends. */
export async function lockUsedUpBudgets(tx: Tx, subjectIds: readonly string[]): Promise<boolean> {
  if (subjectIds.length === 0) return true;
  const rows = await tx
    .select(budgetColumns)
    .from(budgets)
    .where(inArray(budgets.subjectId, [...subjectIds]))
    .orderBy(budgets.subjectId)
    .for("no key update");
  return rows.filter((row) => row.hard && isUsedUp(row)).length === subjectIds.length;
}

/** Notifies those who can change the budgets that they are used up: once a month, and again after a change. */
export async function notifyUsedUp(tx: Tx, subjectIds: readonly string[], teamId: string): Promise<void> {
  for (const subjectId of [...subjectIds].sort()) {
    const notYetNotified = or(isNull(budgets.toldMonth), ne(budgets.toldMonth, thisMonth));
    const [budget] = await tx
      .update(budgets)
      .set({ toldMonth: thisMonth })
      .where(and(eq(budgets.subjectId, subjectId), notYetNotified))
      .returning(budgetColumns);
    if (budget) await notifyBudgetManagers(tx, budget, teamId);
  }
}

const unavailable = "This app is unavailable right now. Its managers have been notified.";

/**
 * Resolves a response to a budget request: `again` when the budget has room by now and the run can simply continue, otherwise
 * `approve`. Throws 403 for callers who may not change the budget; visitors never may.
 */
export async function decideBudgetRequest(db: Db | Tx, key: BudgetKey, caller?: Caller): Promise<"again" | "approve"> {
  if (await hasRoom(db, key.subjectId)) return "again";
  const error = caller ? await findRefusal(db, caller, key) : new AppError("forbidden", unavailable);
  if (error) throw error;
  return "approve";
}
