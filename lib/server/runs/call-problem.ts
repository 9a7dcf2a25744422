import { argumentsProblem } from "../arguments";
import type { StepCall } from "./guards";
import type { EngineTool } from "./tools";

/** Why the call cannot be made; such a call never begins. */
export function problem(tool: EngineTool | undefined, call: StepCall): string | undefined {
  if (call.invalid) return call.invalid;
  if (!tool) return `There is no tool named ${call.name}.`;
  return argumentsProblem(tool.parameters, call.input);
}

/** A person is asked before it is made. A call that cannot be made anyway troubles nobody. */
export function needsApproval(tools: readonly EngineTool[], call: StepCall): boolean {
  const tool = tools.find(({ name }) => name === call.name);
  return tool?.requireApproval === true && !problem(tool, call);
}
