import { createHash } from "node:crypto";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import type { ModelSettings } from "./providers/shared/settings";

/** Settings that select another model under the same name. Credentials do not. */
const addressFields = ["base_url", "azure_endpoint", "azure_deployment", "project", "location"];

/** What determines a model's vectors: those of two models with equal identities are comparable. */
export function toModelIdentity({ type, model, config }: ModelSettings): {
  type: string;
  model: string;
  deployment: string;
} {
  const addresses = addressFields.map((name) => trimEndMatching(String(config[name] ?? ""), /\//));
  return { type, model, deployment: addresses.every((address) => address === "") ? "" : addresses.join(" ") };
}

/** The cache key of a model's vectors, 20 hexadecimal digits. */
export const computeFingerprint = (settings: ModelSettings): string =>
  createHash("sha256")
    .update(JSON.stringify(toModelIdentity(settings)))
    .digest("hex")
    .slice(0, 20);

/** The cache key of a chunk's vector. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");
