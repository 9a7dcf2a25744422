import type { Db } from "../../../platform/db/client";
import { checkBudgets } from "../../budgets/service";
import type { LoadedAgent } from "../context/load";
import type { RunRow } from "../lease/lease";
import type { ModelCallLock } from "../lease/model-call-lock";
import type { NewEvent } from "../log/events";
import { budgetRequest, loadRequests } from "../outcome/requests";
import type { Pause } from "./ending";
import { StopRunError } from "./step";

interface GuardResult {
  /** Requires a person's decision first. */
  pause?: Pause;
  /** The trace's notices of soft budgets. */
  notices: NewEvent[];
}

/**
 * Checks a run's budgets before each model call. If there may not be room for several calls, takes the turn until the call is
 * counted. Throws for a model without a price when a budget needs one.
 */
export function createBudgetGuard(
  db: Db,
  run: RunRow,
  { session, model }: LoadedAgent,
  exempt: ReadonlySet<string>,
  lock?: ModelCallLock,
) {
  const { orgId, appId, publicationId } = session;
  const spender = { orgId, appId, publicationId, teamId: run.teamId, keyId: run.keyId };
  const notified = new Set<string>();
  return async (): Promise<GuardResult> => {
    const check = () => checkBudgets(db, spender, model, exempt);
    let checked = await check();
    if (checked.isTight && lock) {
      await lock.acquire();
      checked = await check();
    }
    const { hard, soft, unpriced } = checked;
    if (unpriced)
      throw new StopRunError(
        `No prices are set for ${model.name}, but a budget limits spending. Set its prices, or choose another model.`,
      );
    if (hard.length > 0) {
      const reason = `${hard.map(({ text }) => text).join(" ")} Someone who can edit the budget can raise it or allow this run.`;
      return {
        pause: { requests: hard.map(budgetRequest), reason, budgets: hard.map((one) => one.subjectId) },
        notices: [],
      };
    }
    const fresh = soft.filter(({ subjectId }) => !notified.has(subjectId));
    for (const { subjectId } of fresh) notified.add(subjectId);
    return { notices: fresh.map(({ text }) => ({ kind: "notice", body: { code: "budget", text } })) };
  };
}

/** The budgets that the run was allowed to exceed. */
export async function findExemptBudgets(db: Db, run: RunRow): Promise<ReadonlySet<string>> {
  const requests = await loadRequests(db, run);
  const approved = requests.filter(({ decision }) => decision === "approve");
  return new Set(approved.flatMap(({ budget }) => budget?.subjectId ?? []));
}
