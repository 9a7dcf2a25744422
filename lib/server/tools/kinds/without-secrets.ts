import { cutSecrets, cutSecretsIn } from "../../crypto/cut-secrets";
import { rememberSecret } from "../../crypto/remembered-secrets";
import { OutboundError } from "../../outbound/outbound-error";
import { ToolError } from "./tool-error";

/** Values, not names: what must be in no result, no error and no line of the log. */
export async function withoutSecrets<T>(secrets: readonly string[], work: () => Promise<T>): Promise<T> {
  const known = secrets.filter(Boolean);
  for (const secret of known) rememberSecret(secret);
  try {
    return cutSecretsIn(await work(), known) as T;
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(cutSecrets(error.message, known), { field: error.field });
    // Its causes may tell what was sent, so none of them goes along.
    if (error instanceof OutboundError) throw new ToolError(cutSecrets(error.message, known));
    throw error;
  }
}
