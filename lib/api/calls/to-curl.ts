import { curlLine } from "@/lib/utils/json/curl";
import type { BuiltRequest } from "./build-request";

const secretName = /token|secret|password|passwd|credential|api_?key|csrf|authorization/i;
const placeholder = "***";

/** Returns a copy of a JSON value with `***` for every field that is named like a secret. */
export function redactSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactSecrets);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    typeof inner === "string" && inner !== "" && secretName.test(name) ? placeholder : redactSecrets(inner),
  ]);
  return Object.fromEntries(entries);
}

const formatEntry = (value: FormDataEntryValue): string => (value instanceof File ? `@${value.name}` : value);

/** Returns the call as a curl command. A bearer token needs no CSRF token, except in the body. */
export function toCurl(origin: string, { path, init: { method, headers, body } }: BuiltRequest): string {
  return curlLine({
    method,
    url: `${origin}${path}`,
    signedIn: Boolean(headers.authorization),
    body: typeof body === "string" ? JSON.stringify(redactSecrets(JSON.parse(body))) : undefined,
    form: body instanceof FormData ? [...body].map(([name, value]) => [name, formatEntry(value)]) : [],
  });
}
