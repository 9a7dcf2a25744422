import { createHash } from "node:crypto";
import type { ModelSettings } from "../../models/providers/settings";

/** Settings that lead to another model under the same name. Credentials do not. */
const places = ["base_url", "azure_endpoint", "azure_deployment", "project", "location"];

/** What vectors are kept under: the same for two models whose vectors can be compared, 20 hexadecimal digits. */
export function fingerprintOf({ type, model, config }: ModelSettings): string {
  const where = places.map((name) => String(config[name] ?? "").replace(/\/+$/, ""));
  return createHash("sha256").update(JSON.stringify([type, model, ...where])).digest("hex").slice(0, 20);
}

/** Of a chunk's text, under which its vector is kept. */
export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("base64url");
