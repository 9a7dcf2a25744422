import { isObject } from "../../../../../utils/json/is-object.ts";
import { own, type SchemaReader } from "../shared/schema-reader.ts";
import type { SecurityWish } from "./operation.ts";
import type { Doc } from "./parse-document.ts";

const places = ["header", "query", "cookie"] as const;

function wishOf(name: string, scheme: unknown): SecurityWish {
  const type = own(scheme, "type");
  const http = String(own(scheme, "scheme") ?? "").toLowerCase();
  if (type === "basic" || (type === "http" && http === "basic")) return { name, type: "basic" };
  if (type === "http" && http === "bearer") return { name, type: "bearer" };
  if (type === "oauth2" || type === "openIdConnect") return { name, type: "oauth2" };
  const place = places.find((each) => each === own(scheme, "in"));
  const key = own(scheme, "name");
  if (type === "apiKey" && place && typeof key === "string")
    return { name, type: "apiKey", in: place, key: key.slice(0, 100) };
  return { name, type: "other" };
}

/** The alternative security requirements of an operation. */
export function readSecurity(reader: SchemaReader, doc: Doc, operation: unknown): SecurityWish[] {
  const wishes = own(operation, "security") ?? own(doc, "security");
  if (!Array.isArray(wishes)) return [];
  const schemes = own(own(doc, "components"), "securitySchemes") ?? own(doc, "securityDefinitions");
  const names = wishes.slice(0, 20).flatMap((wish) => (isObject(wish) ? Object.keys(wish).slice(0, 5) : []));
  return [...new Set(names)].map((name) => wishOf(name.slice(0, 100), reader.resolved(own(schemes, name))));
}
