import { checkBudgets } from "../budgets/service";
import type { Db } from "../db/client";
import type { Pause } from "./ending";
import type { NewEvent } from "./events";
import type { RunRow } from "./lease";
import type { Loaded } from "./load";
import type { ModelTurn } from "./model-turn";
import { budgetRequest, requestsOf } from "./requests";
import { StopRunError } from "./step";

interface Checked {
  /** Somebody has to be asked first. */
  pause?: Pause;
  /** What the trace says of budgets that stop nobody. */
  notices: NewEvent[];
}

/**
 * Asks before each model call of a run whether its budgets have something left. Where there may not be room for several calls, the
 * turn is taken first, for as long as the call is not counted. Throws for a model that no budget can be kept with.
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

/** The budgets that somebody has let the run pass. */
export async function passedBudgets(db: Db, run: RunRow): Promise<ReadonlySet<string>> {
  const requests = await requestsOf(db, run);
  const passed = requests.filter(({ decision }) => decision === "approve");
  return new Set(passed.flatMap(({ budget }) => budget?.subjectId ?? []));
}
