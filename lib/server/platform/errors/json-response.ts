import { FastResponse } from "srvx/node";

export const jsonType = "application/json; charset=utf-8";

/** A JSON response. Faster than `Response.json`, whose body is a stream and whose type has no charset. */
export function jsonResponse(
  value: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const text = JSON.stringify(value);
  const headers = { "content-type": jsonType, "content-length": `${Buffer.byteLength(text)}`, ...init.headers };
  return new FastResponse(text, { status: init.status, headers });
}
