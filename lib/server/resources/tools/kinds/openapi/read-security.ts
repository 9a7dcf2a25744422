import { isObject } from "../../../../../utils/json/is-object.ts";
import { getOwn } from "../shared/pointers.ts";
import type { SchemaReader } from "../shared/schema-reader.ts";
import type { SecurityRequirement } from "./operation.ts";
import type { Doc } from "./parse-document.ts";

const places = ["header", "query", "cookie"] as const;

function toRequirement(name: string, scheme: unknown): SecurityRequirement {
  const type = getOwn(scheme, "type");
  const http = String(getOwn(scheme, "scheme") ?? "").toLowerCase();
  if (type === "basic" || (type === "http" && http === "basic")) return { name, type: "basic" };
  if (type === "http" && http === "bearer") return { name, type: "bearer" };
  if (type === "oauth2" || type === "openIdConnect") return { name, type: "oauth2" };
  const place = places.find((each) => each === getOwn(scheme, "in"));
  const key = getOwn(scheme, "name");
  if (type === "apiKey" && place && typeof key === "string")
    return { name, type: "apiKey", in: place, key: key.slice(0, 100) };
  return { name, type: "other" };
}

/** The alternative security requirements of an operation. */
export function readSecurity(reader: SchemaReader, doc: Doc, operation: unknown): SecurityRequirement[] {
  const requirements = getOwn(operation, "security") ?? getOwn(doc, "security");
  if (!Array.isArray(requirements)) return [];
  const schemes = getOwn(getOwn(doc, "components"), "securitySchemes") ?? getOwn(doc, "securityDefinitions");
  const names = requirements.slice(0, 20).flatMap((wish) => (isObject(wish) ? Object.keys(wish).slice(0, 5) : []));
  return [...new Set(names)].map((name) => toRequirement(name.slice(0, 100), reader.resolve(getOwn(schemes, name))));
}
