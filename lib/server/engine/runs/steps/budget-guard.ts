import type { Db } from "../../../platform/db/client";
import { checkBudgets } from "../../budgets/service";
import type { Loaded } from "../context/load";
import type { RunRow } from "../lease/lease";
import type { ModelTurn } from "../lease/model-turn";
import type { NewEvent } from "../log/events";
import { budgetRequest, requestsOf } from "../outcome/requests";
import type { Pause } from "./ending";
import { StopRunError } from "./step";

interface Checked {
  /** Requires a person's decision first. */
  pause?: Pause;
  /** The trace's notices of soft budgets. */
  notices: NewEvent[];
}

/**
 * Checks a run's budgets before each model call. If there may not be room for several calls, takes the turn until the call is
 * counted. Throws for a model without a price when a budget needs one.
 */
export function budgetGuard(
  db: Db,
  run: RunRow,
  { session, model }: Loaded,
  passed: ReadonlySet<string>,
  turn?: ModelTurn,
) {
  const { orgId, appId } = session;
  const spender = { orgId, appId, teamId: run.teamId, keyId: run.keyId };
  const noticed = new Set<string>();
  return async (): Promise<Checked> => {
    const check = () => checkBudgets(db, spender, model, passed);
    let checked = await check();
    if (checked.isTight && turn) {
      await turn.take();
      checked = await check();
    }
    const { hard, soft, unpriced } = checked;
    if (unpriced)
      throw new StopRunError(
        `Nobody knows what ${model.name} costs, and a budget limits what may be spent. Give the model its prices, or choose another one.`,
      );
    if (hard.length > 0) {
      const reason = `${hard.map(({ text }) => text).join(" ")} Whoever may change it can raise it or let this run pass.`;
      return {
        pause: { requests: hard.map(budgetRequest), reason, budgets: hard.map((one) => one.subjectId) },
        notices: [],
      };
    }
    const fresh = soft.filter(({ subjectId }) => !noticed.has(subjectId));
    for (const { subjectId } of fresh) noticed.add(subjectId);
    return { notices: fresh.map(({ text }) => ({ kind: "notice", body: { code: "budget", text } })) };
  };
}

/** The budgets that the run was allowed to exceed. */
export async function passedBudgets(db: Db, run: RunRow): Promise<ReadonlySet<string>> {
  const requests = await requestsOf(db, run);
  const passed = requests.filter(({ decision }) => decision === "approve");
  return new Set(passed.flatMap(({ budget }) => budget?.subjectId ?? []));
}
