import { getRequestId, REQUEST_ID_HEADER } from "../../../platform/http/front/request-id";
import { log } from "../../../platform/log/log";
import { withLogContext } from "../../../platform/log/log-context";
import { currentMetrics } from "../../../platform/metrics/current";

/** The log entry of a call, completed during its processing. */
export interface CallLogEntry {
  endpoint: string;
  accountId?: string | undefined;
  visitorId?: string | undefined;
  teamId?: string | undefined;
  /** The protocol in whose format errors are sent; otherwise Muster's. */
  protocol?: "scim" | "openai" | "mcp" | "oauth";
  /** The other website whose page makes the call. */
  website?: string | undefined;
}

/** Runs a call, logs it, and adds the common response headers. */
export function withCallLog(
  request: Request,
  work: (requestId: string, entry: CallLogEntry) => Promise<Response>,
): Promise<Response> {
  const requestId = getRequestId(request);
  return withLogContext({ requestId }, async () => {
    const began = performance.now();
    const entry: CallLogEntry = { endpoint: "none" };
    const response = await work(requestId, entry);
    const ms = Math.round(performance.now() - began);
    currentMetrics()?.addCall(entry.endpoint, response.status, ms / 1_000);
    const { protocol: _, ...logged } = entry;
    log().info({ ...logged, method: request.method, status: response.status, ms }, "call");
    response.headers.set(REQUEST_ID_HEADER, requestId);
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
    return response;
  });
}
