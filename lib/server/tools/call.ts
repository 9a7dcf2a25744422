import type { ToolOutcome } from "@/lib/contract/tools";
import { argumentsProblem } from "../arguments";
import { cutSecretsIn } from "../crypto/cut-secrets";
import { bounded } from "../runs/tool-calls";
import { findVariables } from "../variables/service";
import { filledDefinition, namesInSecrets, secretsOf } from "./definition";
import type { Loaded } from "./revisions";
import { secretProblem } from "./secret-variables";
import { kindOf } from "./types/all";
import type { CallContext } from "./types/kind";
import { valuesOf } from "./values";

export interface ToolCall {
  /** With its secrets in clear. */
  defined: Loaded;
  operation: string | null;
  args: Record<string, unknown>;
  /** Whose values stand for variables; else the team's own. */
  sessionId?: string;
}

const failed = (error: string): ToolOutcome => ({ ok: false, error, logs: [], durationMs: 0 });

/** Calls a tool once. Its secrets are cut out of all that it says. Throws only what the signal aborts with. */
export async function callTool(
  { defined, operation, args, sessionId }: ToolCall,
  context: CallContext,
): Promise<ToolOutcome> {
  const kind = kindOf(defined.type);
  const found = kind.operations(defined.definition, "", defined.prepared).find((one) => one.operation === operation);
  if (!found) return failed(operation ? `This tool has no function ${operation}.` : "Say which function is meant.");
  const problem = await argumentsProblem(context.teamId, found.parameters, args, context.signal);
  if (problem) return failed(problem);
  const known = await findVariables(context.db, context.teamId, { names: namesInSecrets(defined) });
  const unconfirmed = secretProblem(defined, known);
  if (unconfirmed) return failed(unconfirmed);
  const { values, secrets } = await valuesOf(context.db, context.teamId, known, sessionId);
  const filled = filledDefinition(defined, values);
  const outcome = await kind.call(filled.definition, defined.prepared, operation, args, context);
  const all = [...secretsOf(filled), ...secrets];
  // First of all: a result that is cut off could end in the middle of a secret.
  const said = cutSecretsIn(outcome, all) as ToolOutcome;
  return said.ok ? { ...said, result: bounded(said.result) } : said;
}
