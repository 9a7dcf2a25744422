import { providers } from "@/lib/constants/providers";
import type { ModelValues } from "./form-type";

/** The part of a body that says which provider the model uses. A chosen one has the credentials. */
export function toSentProvider({ providerId, type, config = {} }: Pick<ModelValues, "providerId" | "type" | "config">) {
  if (!providerId) return { type, config };
  const names = type ? providers[type].fields.filter(({ perModel }) => perModel).map(({ name }) => name) : [];
  return { providerId, config: Object.fromEntries(names.map((name) => [name, config[name]])) };
}
