import type { HttpAuth } from "@/lib/contract/tools/kinds/http";
import { ToolError } from "../shared/tool-error";
import { toHeaderValue } from "./serialize";

/** A request before it is sent. */
export interface Outgoing {
  method: string;
  url: URL;
  headers: Headers;
  body: string | FormData | URLSearchParams | null;
}

/** A definition's secret values by field name, such as `auth.token`. */
export type Secrets = Readonly<Record<string, string>>;

const getSecret = (secrets: Secrets, field: string): string => {
  const value = Object.hasOwn(secrets, field) ? secrets[field] : undefined;
  if (!value) throw new ToolError("This tool's credentials are missing. Enter them again.", { field });
  return value;
};

/** Adds authentication; returns every value to redact. */
export function authorize(request: Outgoing, auth: HttpAuth, secrets: Secrets): string[] {
  const { headers, url } = request;
  if (auth.type === "none") return [];
  if (auth.type === "bearer") {
    const token = getSecret(secrets, "auth.token");
    headers.set("authorization", `Bearer ${toHeaderValue("authorization", token)}`);
    return [token];
  }
  if (auth.type === "basic") {
    const password = getSecret(secrets, "auth.password");
    const pair = `${auth.username}:${password}`;
    const encoded = Buffer.from(pair).toString("base64");
    headers.set("authorization", `Basic ${encoded}`);
    return [encoded, pair, password];
  }
  const value = getSecret(secrets, "auth.value");
  if (auth.in === "header") headers.set(auth.name, toHeaderValue(auth.name, value));
  else url.searchParams.set(auth.name, value);
  return [value];
}
