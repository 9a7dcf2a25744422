import type { AppError } from "./errors";
import { jsonResponse } from "./json-response";

export const scimType = "application/scim+json";

/** A successful SCIM response; `location`: of a new resource. */
export const scimResponse = (body: unknown, status = 200, location?: string): Response =>
  jsonResponse(body, { status, headers: { "content-type": scimType, ...(location && { location }) } });

/** The error as RFC 7644 describes it, with `scimType: "limit"` for a plan limit. */
export function toScimError({ code, status, message, extra }: AppError): Response {
  const { data, retryAfter } = extra;
  const kind = data?.scimType ?? (code === "limit" ? "limit" : code === "invalid" ? "invalidValue" : undefined);
  return jsonResponse(
    {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: String(status),
      scimType: kind,
      detail: message,
    },
    {
      status,
      headers: {
        "content-type": scimType,
        ...(retryAfter && { "retry-after": String(Math.ceil(retryAfter)) }),
        ...(status === 401 && { "www-authenticate": "Bearer" }),
      },
    },
  );
}
