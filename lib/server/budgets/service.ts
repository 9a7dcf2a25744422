import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import type { RunRow } from "../runs/lease";
import { sessions } from "../sessions/table";
import { type Budget, budgetColumns, hasRoomFor, isUsedUp, nextMonth, thisMonth, usedUpWords } from "./budget";
import { type Caller, type Which, whyNot } from "./may-change";
import { hasRoom } from "./room";
import { budgets } from "./table";
import { tellChangers } from "./tell";

/** What a model call counts against. */
export interface Spender {
  orgId: string;
  teamId: string;
  appId: string | null;
  keyId: string | null;
}

/** US dollars per million tokens; null: nobody has given one. */
interface Price {
  inputPrice: number | null;
  outputPrice: number | null;
}

/** A model that is to be called. */
interface Called extends Price {
  /** Tokens of one call at most, nearly; 32,768 where nobody knows. */
  contextWindow?: number | null;
}

/** More calls than a dozen runs make at a time, each of them of eight tasks. */
const callsAtOnce = 100;
const usualWindow = 32_768;

/** A budget that is used up, with a sentence that says so. */
export interface UsedUp extends Budget {
  text: string;
  resetsAt: string;
}

interface Checked {
  /** The run has to wait for these. */
  hard: UsedUp[];
  /** And goes on in spite of these. */
  soft: UsedUp[];
  /** A budget limits what may be spent, and nobody knows what the call will cost. */
  unpriced: boolean;
  /** A hard one may be used up by the calls that are under way. */
  isTight: boolean;
}

/**
 * What stands in the way of a model call: one statement over primary keys. Of parallel runs each looks before each of its
 * calls, so that none makes a second one once a budget is used up. Those that a run may pass are left out.
 */
export async function checkBudgets(
  db: Pick<Db, "select">,
  { orgId, teamId, appId, keyId }: Spender,
  { inputPrice, outputPrice, contextWindow }: Called,
  passed: ReadonlySet<string>,
): Promise<Checked> {
  const subjects = [orgId, teamId, appId, keyId].filter((id) => id !== null);
  const found = await db.select(budgetColumns).from(budgets).where(inArray(budgets.subjectId, subjects));
  const free = inputPrice === 0 && outputPrice === 0;
  const over = found.filter((budget) => isUsedUp(budget, free) && !passed.has(budget.subjectId));
  const resetsAt = nextMonth().toISOString();
  const used = over.map((budget): UsedUp => ({ ...budget, text: `${usedUpWords(budget)}.`, resetsAt }));
  const limited = found.some(({ hard, money }) => hard && money !== null);
  const tokens = callsAtOnce * (contextWindow ?? usualWindow);
  const most = { tokens, usd: (tokens * Math.max(inputPrice ?? 0, outputPrice ?? 0)) / 1_000_000 };
  return {
    hard: used.filter(({ hard }) => hard),
    soft: used.filter(({ hard }) => !hard),
    unpriced: limited && (inputPrice === null || outputPrice === null),
    isTight: found.some((budget) => budget.hard && !passed.has(budget.subjectId) && !hasRoomFor(budget, most)),
  };
}

/** One of a kind for all budgets: its locks are taken by calls that are counted, and by whoever sets a budget up. */
const lockKind = 5;

/**
 * Waits for the calls that are being counted for a subject, and keeps others waiting, until the transaction ends: what is
 * then read of them is all that there is.
 */
export const holdCounting = (tx: Tx, subjectId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(${lockKind}, hashtext(${subjectId}))`);

interface Spent {
  tokens: number;
  costUsd: number;
}

/** Adds model calls of a session to the budgets that they count against, and tells who can change one when it is used up. */
export function countSpent(
  tx: Tx,
  { teamId, sessionId, keyId }: Pick<RunRow, "teamId" | "sessionId" | "keyId">,
  spent: Spent,
): Promise<void> {
  const subjects = sql`(select unnest(array[${teamId}::text, ${keyId}::text, org_id, app_id]) id from ${sessions} where id = ${sessionId})`;
  return addSpent(tx, subjects, teamId, spent);
}

/** The same for calls that belong to no session. */
export const countAgainst = (tx: Tx, subjectIds: string[], teamId: string, spent: Spent): Promise<void> =>
  addSpent(tx, sql`(select unnest(${sql.param(subjectIds)}::text[]) id)`, teamId, spent);

async function addSpent(tx: Tx, subjects: SQL, teamId: string, { tokens, costUsd }: Spent): Promise<void> {
  // A statement of its own: the next one then sees the budgets of whoever held the lock.
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKind}, hashtext(id)) from ${subjects} s`);
  // Locked in one order, so that no two runs wait for each other.
  const { rows } = await tx.execute<{ subject_id: string; used_up: boolean | null }>(sql`
    with held as (
      select subject_id from ${budgets} where subject_id in (select id from ${subjects} s) order by subject_id for no key update
    )
    update ${budgets} b set
      spent_usd = case when month = ${thisMonth} then spent_usd else 0 end + ${costUsd},
      spent_tokens = case when month = ${thisMonth} then spent_tokens else 0 end + ${tokens},
      month = ${thisMonth}
    from held where b.subject_id = held.subject_id
    returning b.subject_id, (spent_usd >= money or spent_tokens >= tokens) and told_month is distinct from month used_up`);
  const used = rows.filter(({ used_up }) => used_up).map(({ subject_id }) => subject_id);
  await tellUsedUp(tx, used, teamId);
}

/** Whether all of them are used up still; nobody changes them until the transaction ends. */
export async function holdUsedUp(tx: Tx, subjectIds: readonly string[]): Promise<boolean> {
  if (subjectIds.length === 0) return true;
  const rows = await tx
    .select(budgetColumns)
    .from(budgets)
    .where(inArray(budgets.subjectId, [...subjectIds]))
    .orderBy(budgets.subjectId)
    .for("no key update");
  return rows.filter((row) => row.hard && isUsedUp(row)).length === subjectIds.length;
}

/** Tells who can change the budgets that they are used up: once a month, and again after a change. */
export async function tellUsedUp(tx: Tx, subjectIds: readonly string[], teamId: string): Promise<void> {
  for (const subjectId of [...subjectIds].sort()) {
    const untold = or(isNull(budgets.toldMonth), ne(budgets.toldMonth, thisMonth));
    const [budget] = await tx
      .update(budgets)
      .set({ toldMonth: thisMonth })
      .where(and(eq(budgets.subjectId, subjectId), untold))
      .returning(budgetColumns);
    if (budget) await tellChangers(tx, budget, teamId);
  }
}

const unavailable = "This app cannot answer at the moment. Whoever looks after it has been told.";

/**
 * What an answer to a budget's question comes to: `again` where it has room by now, so that the run just goes on, else
 * `approve`: the run passes. Throws 403 for whoever may not change the budget, as visitors (no caller) never may.
 */
export async function decisionOn(db: Db | Tx, which: Which, caller?: Caller): Promise<"again" | "approve"> {
  if (await hasRoom(db, which.subjectId)) return "again";
  const refusal = caller ? await whyNot(db, caller, which) : new AppError("forbidden", unavailable);
  if (refusal) throw refusal;
  return "approve";
}
