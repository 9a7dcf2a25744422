import { curlLine } from "@/lib/utils/curl";
import type { BuiltRequest } from "./build-request";

const secretName = /token|secret|password|passwd|credential|api_?key|csrf|authorization/i;
const placeholder = "***";

/** A copy of a JSON value with `***` for whatever is named like a secret, so that it can be shown and copied. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    typeof inner === "string" && inner !== "" && secretName.test(name) ? placeholder : withoutSecrets(inner),
  ]);
  return Object.fromEntries(entries);
}

const shown = (value: FormDataEntryValue): string => (value instanceof File ? `@${value.name}` : value);

/** The call as a line for a shell. A write by bearer needs no csrf token, except where the body carries it. */
export function curlOf(origin: string, { path, init: { method, headers, body } }: BuiltRequest): string {
  return curlLine({
    method,
    url: `${origin}${path}`,
    signedIn: Boolean(headers.authorization),
    body: typeof body === "string" ? JSON.stringify(withoutSecrets(JSON.parse(body))) : undefined,
    form: body instanceof FormData ? [...body].map(([name, value]) => [name, shown(value)]) : [],
  });
}
