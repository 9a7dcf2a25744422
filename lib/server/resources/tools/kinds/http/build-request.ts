import { isObject } from "@/lib/utils/json/is-object";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import type { BodyPlace, HttpOperation } from "../openapi/operation";
import { getOwn } from "../shared/pointers";
import { ToolError } from "../shared/tool-error";
import { fillPath } from "./fill-path";
import type { Outgoing } from "./outgoing";
import { serializePairs, serializeText, toHeaderValue, toPlainText } from "./serialize";

export type Arguments = Record<string, unknown>;

function toBody({ argument, kind, required }: BodyPlace, args: Arguments): Outgoing["body"] {
  const value = getOwn(args, argument);
  if (value === undefined) {
    if (required) throw new ToolError(`“${argument}” is required.`);
    return null;
  }
  if (kind === "json") return JSON.stringify(value);
  if (kind === "text") return toPlainText(value);
  if (!isObject(value)) throw new ToolError(`“${argument}” must be an object.`);
  const body = kind === "form" ? new URLSearchParams() : new FormData();
  for (const [name, inner] of Object.entries(value))
    for (const one of Array.isArray(inner) ? inner : [inner])
      if (one !== undefined && one !== null) body.append(name, toPlainText(one));
  return body;
}

/** The operation's URL, appended to the server's own path. */
function toAddress(server: string, path: string, search: URLSearchParams): URL {
  const base = new URL(server);
  const url = new URL(`${base.origin}${trimEndMatching(base.pathname, /\//)}${path}`);
  for (const [name, value] of [...base.searchParams, ...search]) url.searchParams.append(name, value);
  return url;
}

/** Builds an operation's request from its arguments. Throws a `ToolError` for the model. */
export function buildRequest(server: string, operation: HttpOperation, args: Arguments): Outgoing {
  const headers = new Headers({ accept: "application/json, text/*;q=0.9, */*;q=0.5" });
  const search = new URLSearchParams();
  const inPath = new Map<string, string>();
  const cookies: string[] = [];
  for (const place of operation.places) {
    const value = getOwn(args, place.argument);
    if (value === undefined || value === null) {
      if (place.required) throw new ToolError(`“${place.argument}” is required.`);
      continue;
    }
    if (place.in === "path") inPath.set(place.name, serializeText(value, place));
    else if (place.in === "header") headers.set(place.name, toHeaderValue(place.name, serializeText(value, place)));
    else if (place.in === "cookie") cookies.push(`${place.name}=${encodeURIComponent(serializeText(value, place))}`);
    else for (const [name, text] of serializePairs(value, place)) search.append(name, text);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const body = operation.body ? toBody(operation.body, args) : null;
  // multipart/form-data gets its boundary from fetch.
  if (operation.body && body !== null && operation.body.kind !== "multipart")
    headers.set("content-type", operation.body.contentType);
  const path = fillPath(operation.path, (name) => inPath.get(name));
  return { method: operation.method, url: toAddress(server, path, search), headers, body };
}
