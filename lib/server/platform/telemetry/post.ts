import { outbound } from "../outbound/instance";

/** A collector that accepts OTLP over HTTP. */
export interface Recipient {
  /** The base URL, to which the path of a signal is appended. */
  endpoint: string;
  headers: Record<string, string>;
}

export interface CollectorResponse {
  status: number;
  contentType: string;
  retryAfterMs: number | undefined;
  body: Uint8Array;
}

const maxBytes = 64 * 1024;
const protobuf = "application/x-protobuf";

/** The URL of a signal, such as `/v1/traces`, as for OTEL_EXPORTER_OTLP_ENDPOINT. */
function toSignalUrl(endpoint: string, signal: "traces" | "metrics"): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`}v1/${signal}`;
  return url.href;
}

/** Posts a protobuf message through the guard for user-supplied addresses. Throws an OutboundError without a response. */
export async function postToCollector(
  { endpoint, headers }: Recipient,
  signal: "traces" | "metrics",
  body: Uint8Array,
  timeoutMs: number,
): Promise<CollectorResponse> {
  const headersTimeoutMs = Math.max(1, Math.ceil(timeoutMs));
  const send = outbound().fetchWith({ headersTimeoutMs, maxBytes });
  const response = await send(toSignalUrl(endpoint, signal), {
    method: "POST",
    headers: { ...headers, "content-type": protobuf, accept: protobuf },
    body: Buffer.from(body),
    // Covers a body that does not end.
    signal: AbortSignal.timeout(headersTimeoutMs + 1_000),
  });
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined,
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
