import { singleton } from "@/lib/server/registry";
import { cutForms, secretForms } from "./cut-secrets";

const MAX_SECRETS = 500;

/** The forms of each secret this process handled lately, by its value, oldest first. */
const remembered = (): Map<string, string[]> => singleton("rememberedSecrets", () => new Map<string, string[]>());

/** From here on this value is cut out of every line of the log. */
export function rememberSecret(secret: string): void {
  const known = remembered();
  const forms = known.get(secret) ?? secretForms(secret);
  known.delete(secret);
  known.set(secret, forms);
  const oldest = known.size > MAX_SECRETS ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
}

/** Cuts every remembered secret out of a text. */
export function cutRememberedSecrets(text: string): string {
  let cut = text;
  for (const forms of remembered().values()) cut = cutForms(cut, forms);
  return cut;
}
