import { createHash } from "node:crypto";
import { trimEndOf } from "@/lib/utils/trim-characters";
import type { ModelSettings } from "../../models/providers/settings";

/** Settings that lead to another model under the same name. Credentials do not. */
const places = ["base_url", "azure_endpoint", "azure_deployment", "project", "location"];

/** What decides which vectors a model gives: those of two models with the same answer can be compared. */
export function identityOf({ type, model, config }: ModelSettings): {
  type: string;
  model: string;
  deployment: string;
} {
  const where = places.map((name) => trimEndOf(String(config[name] ?? ""), /\//));
  return { type, model, deployment: where.every((place) => place === "") ? "" : where.join(" ") };
}

/** What vectors are kept under, 20 hexadecimal digits. */
export const fingerprintOf = (settings: ModelSettings): string =>
  createHash("sha256")
    .update(JSON.stringify(identityOf(settings)))
    .digest("hex")
    .slice(0, 20);

/** Of a chunk's text, under which its vector is kept. */
export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("base64url");
