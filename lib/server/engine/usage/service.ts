import type { Tx } from "../../platform/db/client";
import { modelCalls } from "../../platform/db/tables/usage";
import { addToBudgets, type Spender } from "../budgets/service";
import { computeCost } from "../models/cost";

/** Counts a model call outside a run, and charges all its budgets. */
export async function countCall(
  tx: Tx,
  { orgId, teamId, appId, keyId, publicationId = null }: Spender,
  call: {
    runId: string;
    modelId: string;
    accountId: string | null;
    inputTokens: number | null;
    outputTokens: number | null;
    price: { inputPrice: number | null; outputPrice: number | null };
  },
): Promise<void> {
  const { runId, modelId, accountId, price } = call;
  const [inputTokens, outputTokens] = [call.inputTokens ?? 0, call.outputTokens ?? 0];
  const costUsd = computeCost(call, price);
  const common = { teamId, runId, appId, keyId, modelId, accountId };
  await tx.insert(modelCalls).values({ ...common, inputTokens, outputTokens, costUsd });
  const subjects = [orgId, teamId, appId, keyId, publicationId].filter((id) => id !== null);
  await addToBudgets(tx, subjects, teamId, { tokens: inputTokens + outputTokens, costUsd: costUsd ?? 0 });
}
