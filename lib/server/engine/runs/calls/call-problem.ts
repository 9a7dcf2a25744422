import { findArgumentsProblem } from "../../../platform/json-schema/check-arguments";
import type { StepCall } from "./guards";
import type { EngineTool } from "./tools";

/** Why the call cannot be made; such a call never starts. */
export async function findCallProblem(
  teamId: string,
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (call.invalid) return call.invalid;
  if (!tool) return `There is no tool named ${call.name}.`;
  return findArgumentsProblem(teamId, tool.parameters, call.input, signal);
}

/**
 * Returns a step's calls and which of them need approval. Invalid calls need none; they are marked invalid, so that a later
 * check with another result cannot bypass the approval.
 */
export async function checkCalls(
  teamId: string,
  tools: readonly EngineTool[],
  calls: readonly StepCall[],
  signal: AbortSignal,
): Promise<{ calls: StepCall[]; toApprove: StepCall[] }> {
  const checked: StepCall[] = [];
  const toApprove: StepCall[] = [];
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name);
    const needsApproval = tool?.requireApproval === true;
    const invalid = needsApproval
      ? await findCallProblem(teamId, tool, call, signal).catch(ignoreWhenAborted(signal))
      : undefined;
    const next = invalid ? { ...call, invalid } : call;
    checked.push(next);
    if (needsApproval && !invalid) toApprove.push(next);
  }
  return { calls: checked, toApprove };
}

/** When the run is aborted during the check, its step must still be recorded; an unchecked call waits for approval. */
const ignoreWhenAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
  return undefined;
};
