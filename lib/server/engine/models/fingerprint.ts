import { createHash } from "node:crypto";
import { trimEndOf } from "@/lib/utils/text/trim-characters";
import type { ModelSettings } from "./providers/shared/settings";

/** Settings that select another model under the same name. Credentials do not. */
const places = ["base_url", "azure_endpoint", "azure_deployment", "project", "location"];

/** What determines a model's vectors: those of two models with equal identities are comparable. */
export function identityOf({ type, model, config }: ModelSettings): {
  type: string;
  model: string;
  deployment: string;
} {
  const where = places.map((name) => trimEndOf(String(config[name] ?? ""), /\//));
  return { type, model, deployment: where.every((place) => place === "") ? "" : where.join(" ") };
}

/** The cache key of a model's vectors, 20 hexadecimal digits. */
export const fingerprintOf = (settings: ModelSettings): string =>
  createHash("sha256")
    .update(JSON.stringify(identityOf(settings)))
    .digest("hex")
    .slice(0, 20);

/** The cache key of a chunk's vector. */
export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("base64url");
