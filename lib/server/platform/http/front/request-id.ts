import { randomBytes } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

const shape = /^[\w-]{8,64}$/;

export const newRequestId = (): string => randomBytes(12).toString("base64url");

/** The id set by the front guard; clients cannot choose it. */
export function getRequestId(request: Request): string {
  const given = request.headers.get(REQUEST_ID_HEADER) ?? "";
  return shape.test(given) ? given : newRequestId();
}
