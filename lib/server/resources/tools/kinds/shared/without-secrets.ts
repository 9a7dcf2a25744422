import { redact, redactIn } from "../../../../platform/crypto/redact";
import { rememberSecret } from "../../../../platform/crypto/remembered-secrets";
import { OutboundError } from "../../../../platform/outbound/outbound-error";
import { ToolError } from "./tool-error";

/** Runs work and redacts these values from its result, errors and logs. */
export async function withoutSecrets<T>(secrets: readonly string[], work: () => Promise<T>): Promise<T> {
  const known = secrets.filter(Boolean);
  for (const secret of known) rememberSecret(secret);
  try {
    return redactIn(await work(), known) as T;
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(redact(error.message, known), { field: error.field });
    // Causes may contain the request, so they are dropped.
    if (error instanceof OutboundError) throw new ToolError(redact(error.message, known));
    throw error;
  }
}
