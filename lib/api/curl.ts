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

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The call as a line for a shell that has MUSTER_TOKEN set. A write by bearer needs no csrf token, except where the body carries it. */
export function curlOf(origin: string, { path, init }: BuiltRequest): string {
  const parts = ["curl"];
  if (init.method !== "GET") parts.push("-X", init.method);
  parts.push(quoted(`${origin}${path}`));
  if (init.headers.authorization) parts.push("-H", '"Authorization: Bearer $MUSTER_TOKEN"');
  if (typeof init.body === "string") {
    const body = JSON.stringify(withoutSecrets(JSON.parse(init.body)));
    parts.push("-H", quoted("Content-Type: application/json"), "-d", quoted(body));
  }
  if (init.body instanceof FormData) {
    for (const [name, value] of init.body) {
      parts.push("-F", quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`));
    }
  }
  return parts.join(" ");
}
