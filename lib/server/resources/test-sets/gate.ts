import { setTimeout as sleep } from "node:timers/promises";
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PendingApply } from "@/lib/contract/evaluations/subject";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { type Db, openDatabase, type Tx } from "../../platform/db/client";
import { evaluations } from "../../platform/db/tables/test-sets";
import { AppError, invalidField } from "../../platform/errors/errors";
import {
  type AppliedChange,
  type Gate,
  type Guard,
  type GuardedContext,
  type GuardOptions,
  PendingError,
  provideGate,
} from "../gate/service";
import { findAffectedSets, isGuarded } from "./affected";
import type { TestSetRow } from "./queries";
import { findRequiredResults, isOf, isOpen, type SetResults } from "./required-results";
import { startMissing } from "./start-missing";
import { findTested, type Tested } from "./subject";

/** How long a call waits for required tests. */
const waitMs = 30_000;
const lookMs = 250;

/** Some required cases have no result for exactly this content. */
class MissingResultsError extends AppError {
  constructor(readonly missing: SetResults[]) {
    super("conflict", "The required tests haven't been run for this change.");
  }
}

const cannotTest =
  "This would replace a tool that required tests cover. Edit the tool directly first so that its tests can run.";

/** `ran`: the missing tests have been run, so that what was not measured is final. */
export const createGate =
  ({ permissions }: Pick<GuardedContext, "permissions">, { force, reason }: GuardOptions, ran: boolean): Gate =>
  async (tx, teamId, change) => {
    const found: SetResults[] = [];
    for (const set of await findAffectedSets(tx, teamId, change)) {
      const tested = await findChanged(tx, teamId, set, change);
      if (tested) found.push({ set, tested, results: await findRequiredResults(tx, set, tested) });
    }
    const isPassed = found.every(({ results }) => results.every(({ outcome }) => outcome === "passed"));
    const override = isPassed || !force ? null : requireOverride(permissions, reason);
    if (isPassed || override) {
      await nameRevision(tx, found, change);
      return override;
    }
    const missing = found.filter(({ results }) => results.some(isOpen));
    // What has failed is refused before anything is run.
    const hasFailed = found.some(({ results }) => results.some(({ outcome }) => outcome === "failed"));
    if (missing.length > 0 && change.isNew) throw new AppError("conflict", cannotTest);
    if (missing.length > 0 && !ran && !hasFailed) throw new MissingResultsError(missing);
    throw refuse(found);
  };

/**
 * What a set would test after the change. Undefined: the change does not affect it, or it cannot be tested, such as an app whose
 * agent was deleted.
 */
async function findChanged(
  tx: Tx,
  teamId: string,
  set: TestSetRow,
  change: AppliedChange,
): Promise<Tested | undefined> {
  const find = (changed?: AppliedChange) =>
    findTested(tx, teamId, set, {}, changed).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
  const [before, after] = [await find(), await find(change)];
  return after?.fingerprint === before?.fingerprint ? undefined : after;
}

/** What was tested as a draft is the revision from now on. */
async function nameRevision(tx: Tx, found: SetResults[], { revision, definitions, processes }: AppliedChange) {
  if (revision === undefined) return;
  const named = JSON.stringify({ revision, label: `Revision ${revision}` });
  for (const { set, tested } of found) {
    const isOwn = set.agentId ? definitions?.[set.agentId] : processes?.[set.appId ?? ""];
    if (!isOwn) continue;
    await tx
      .update(evaluations)
      .set({ subject: sql`${evaluations.subject} || ${named}::jsonb` })
      .where(and(isOf(set, tested), eq(sql`${evaluations.subject}->'revision'`, sql`'null'::jsonb`)));
  }
}

function requireOverride(permissions: GuardedContext["permissions"], reason = ""): string {
  if (!permissions.has(Permission.TEAM_ADMIN) && !permissions.has(Permission.TEAM_OWNER))
    throw new AppError("forbidden", permissions.missing(Permission.TEAM_ADMIN), { permission: Permission.TEAM_ADMIN });
  if (!reason.trim())
    throw invalidField("reason", "Enter a reason for making this change even though required tests haven't passed.");
  return reason.trim();
}

/** 409 with the cases that have not passed. */
function refuse(found: SetResults[]): AppError {
  const all = found.flatMap(({ set, results }) => results.map((result) => ({ ...result, testset: set.name })));
  const failed = all.filter(({ outcome }) => outcome === "failed");
  const unknown = all.filter(isOpen);
  const name = ({ testCase, reason, testset }: (typeof all)[number]) => ({
    _id: testCase._id,
    input: testCase.input.slice(0, 200),
    reason: reason ?? null,
    testset,
  });
  const sentences = [
    failed.length > 0 && `${pluralize(failed.length, "required test")} failed.`,
    unknown.length > 0 && `${pluralize(unknown.length, "required test")} couldn't be measured.`,
  ];
  return new AppError("conflict", `Change blocked: ${sentences.filter(Boolean).join(" ")}`, {
    data: {
      evaluationId: [...failed, ...unknown].find(({ evaluationId }) => evaluationId)?.evaluationId,
      failed: failed.map(name),
      notMeasured: unknown.map(name),
    },
  });
}

/** Whether the evaluations end within half a minute. */
async function waitFor(db: Db, ids: string[], signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    signal.throwIfAborted();
    const [open] = await db
      .select({ n: count() })
      .from(evaluations)
      .where(and(inArray(evaluations.id, ids), eq(evaluations.status, "running")));
    if (open?.n === 0) return true;
    await sleep(lookMs, undefined, { signal });
  }
  return false;
}

const guard: Guard = async (ctx, options, work) => {
  try {
    return await ctx.write((tx) => work(tx, createGate(ctx, options, false)));
  } catch (error) {
    if (!(error instanceof MissingResultsError)) throw error;
    const { db } = await openDatabase();
    // What is pending is recorded only if the call does not wait long enough, so that nothing is applied twice.
    const ids = await db.transaction((tx) => startMissing(tx, ctx, error.missing));
    if (await waitFor(db, ids, ctx.signal)) return ctx.write((tx) => work(tx, createGate(ctx, options, true)));
    const running = await defer(db, ids, options.pending);
    // They have ended in the meantime.
    if (running === "none") return ctx.write((tx) => work(tx, createGate(ctx, options, true)));
    const [evaluationId = ""] = ids;
    if (running === "deferred") throw new PendingError(evaluationId);
    throw new AppError("conflict", "The required tests are still running. Try again when they have finished.", {
      data: { evaluationId, pending: false },
    });
  }
};

/** Records at evaluations that still run what is applied after them, unless something else is. */
async function defer(db: Db, ids: string[], pending: PendingApply | undefined) {
  const running = and(inArray(evaluations.id, ids), eq(evaluations.status, "running"));
  const found = await db.select({ id: evaluations.id }).from(evaluations).where(running);
  if (found.length === 0) return "none";
  if (!pending) return "running";
  const deferred = await db
    .update(evaluations)
    .set({ pendingApply: pending })
    .where(and(running, isNull(evaluations.pendingApply)))
    .returning({ id: evaluations.id });
  return deferred.length > 0 ? "deferred" : "running";
}

provideGate({ guard, isGuarded });
