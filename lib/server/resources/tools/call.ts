import type { ToolOutcome } from "@/lib/contract/tools/outputs";
import { truncateResult } from "../../engine/runs/loop/tool-calls";
import { findVariables } from "../../engine/variables/variables";
import { redactIn } from "../../platform/crypto/redact";
import { findArgumentsProblem } from "../../platform/json-schema/check-arguments";
import { fillDefinition, listNamesInSecrets, listSecrets } from "./definition";
import type { LoadedDefinition } from "./revisions";
import { findSecretProblem } from "./secret-variables";
import { getToolImplementation } from "./types/all";
import type { CallContext } from "./types/kind";
import { findValues } from "./values";

export interface ToolCall {
  /** With decrypted secrets. */
  defined: LoadedDefinition;
  operation: string | null;
  args: Record<string, unknown>;
  /** The session whose variable values are used; otherwise the team's. */
  sessionId?: string;
}

const toFailure = (error: string): ToolOutcome => ({ ok: false, error, logs: [], durationMs: 0 });

/** Calls a tool once. Secrets are redacted from its output. Throws only the signal's reason. */
export async function callTool(
  { defined, operation, args, sessionId }: ToolCall,
  context: CallContext,
): Promise<ToolOutcome> {
  const kind = getToolImplementation(defined.type);
  const found = kind.operations(defined.definition, "", defined.prepared).find((one) => one.operation === operation);
  if (!found) return toFailure(operation ? `This tool has no function ${operation}.` : "Choose a function.");
  const problem = await findArgumentsProblem(context.teamId, found.parameters, args, context.signal);
  if (problem) return toFailure(problem);
  const known = await findVariables(context.db, context.teamId, { names: listNamesInSecrets(defined) });
  const unconfirmed = findSecretProblem(defined, known);
  if (unconfirmed) return toFailure(unconfirmed);
  const { values, secrets } = await findValues(context.db, context.teamId, known, sessionId);
  const filled = fillDefinition(defined, values);
  const outcome = await kind.call(filled.definition, defined.prepared, operation, args, context);
  const all = [...listSecrets(filled), ...secrets];
  // First, because truncation could split a secret.
  const redacted = redactIn(outcome, all) as ToolOutcome;
  return redacted.ok ? { ...redacted, result: truncateResult(redacted.result) } : redacted;
}
