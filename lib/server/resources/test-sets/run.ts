import type { RunForm } from "@/lib/contract/testsets/schemas";
import type { TeamCallContext } from "../../access/calls/implement";
import { invalidField } from "../../platform/errors/errors";
import { estimateCost } from "./estimate";
import { createEvaluation } from "./evaluate";
import { getTestSet, requireEditor } from "./queries";
import { findTested } from "./subject";

async function prepare({ db, ...ctx }: TeamCallContext, id: string, form: RunForm) {
  const set = await getTestSet(db, ctx, id);
  requireEditor(ctx, set);
  const knownIds = new Set(set.cases.map(({ _id }) => _id));
  const unknown = form.caseIds?.findIndex((caseId) => !knownIds.has(caseId)) ?? -1;
  if (unknown >= 0) throw invalidField(`caseIds.${unknown}`, "This case doesn't exist.");
  const cases = form.caseIds ? set.cases.filter(({ _id }) => form.caseIds?.includes(_id)) : set.cases;
  const repeat = form.repeat ?? set.repeat;
  const tested = await findTested(db, ctx.teamId, set, form);
  return { set, cases, repeat, tested, estimate: await estimateCost(db, set, tested, cases, repeat) };
}

export const estimateRun = async (ctx: TeamCallContext, id: string, form: RunForm) =>
  (await prepare(ctx, id, form)).estimate;

/** Starts an evaluation. Returns its ID. */
export async function runTestSet(ctx: TeamCallContext, id: string, form: RunForm): Promise<string> {
  const { estimate, ...prepared } = await prepare(ctx, id, form);
  const { kind, tokenId } = ctx.principal;
  return ctx.write((tx) =>
    createEvaluation(tx, {
      ...prepared,
      createdBy: ctx.accountId,
      keyId: kind === "key" ? tokenId : null,
      maxCost: form.maxCost,
      estimatedCost: estimate.costUsd,
    }),
  );
}
