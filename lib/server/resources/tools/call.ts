import type { ToolOutcome } from "@/lib/contract/tools/schemas";
import { bounded } from "../../engine/runs/loop/tool-calls";
import { findVariables } from "../../engine/variables/variables";
import { redactIn } from "../../platform/crypto/redact";
import { argumentsProblem } from "../../platform/json-schema/arguments";
import { filledDefinition, namesInSecrets, secretsOf } from "./definition";
import type { Loaded } from "./revisions";
import { secretProblem } from "./secret-variables";
import { kindOf } from "./types/all";
import type { CallContext } from "./types/kind";
import { valuesOf } from "./values";

export interface ToolCall {
  /** With decrypted secrets. */
  defined: Loaded;
  operation: string | null;
  args: Record<string, unknown>;
  /** The session whose variable values are used; otherwise the team's. */
  sessionId?: string;
}

const failed = (error: string): ToolOutcome => ({ ok: false, error, logs: [], durationMs: 0 });

/** Calls a tool once. Secrets are redacted from its output. Throws only the signal's reason. */
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
  // First, because truncation could split a secret.
  const said = redactIn(outcome, all) as ToolOutcome;
  return said.ok ? { ...said, result: bounded(said.result) } : said;
}
