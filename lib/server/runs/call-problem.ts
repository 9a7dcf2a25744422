import { argumentsProblem } from "../arguments";
import type { StepCall } from "./guards";
import type { EngineTool } from "./tools";

/** Why the call cannot be made; such a call never begins. */
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
 * Returns the calls of a step and which of them a person is asked about first. A call that cannot be made anyway troubles nobody; it
 * comes back as invalid, so that a later check with another result never lets it pass without its approval.
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

/** Where the run ends during the check its step must still be written; a call that is not checked waits for its approval. */
const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
  return undefined;
};
