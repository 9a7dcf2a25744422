import { argumentsProblem } from "../../../platform/json-schema/arguments";
import type { StepCall } from "./guards";
import type { EngineTool } from "./tools";

/** Why the call cannot be made; such a call never starts. */
export async function problem(
  teamId: string,
  tool: EngineTool | undefined,
  call: StepCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (call.invalid) return call.invalid;
  if (!tool) return `There is no tool named ${call.name}.`;
  return argumentsProblem(teamId, tool.parameters, call.input, signal);
}

/**
 * Returns a step's calls and which of them need approval. Invalid calls need none; they are marked invalid, so that a later
 * check with another result cannot bypass the approval.
 */
export async function callsToApprove(
  teamId: string,
  tools: readonly EngineTool[],
  calls: readonly StepCall[],
  signal: AbortSignal,
): Promise<{ calls: StepCall[]; toApprove: StepCall[] }> {
  const checked: StepCall[] = [];
  const toApprove: StepCall[] = [];
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name);
    const asks = tool?.requireApproval === true;
    const invalid = asks ? await problem(teamId, tool, call, signal).catch(unlessAborted(signal)) : undefined;
    const next = invalid ? { ...call, invalid } : call;
    checked.push(next);
    if (asks && !invalid) toApprove.push(next);
  }
  return { calls: checked, toApprove };
}

/** When the run is aborted during the check, its step must still be recorded; an unchecked call waits for approval. */
const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
  return undefined;
};
