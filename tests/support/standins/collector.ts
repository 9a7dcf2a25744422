import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import root from "otlp-decoder/build/src/generated/root.js";
import { loopbackServer } from "../loopback-server";

/** The decoders that protobufjs generated from OpenTelemetry's own definitions, in an older version of its package. */
const { trace, metrics } = root.opentelemetry.proto.collector;

interface Value {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number;
  doubleValue?: number;
  arrayValue?: { values: Value[] };
}
type KeyValues = { key: string; value: Value }[];
type Attributes = Record<string, unknown>;

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for a root span. */
  parentSpanId: string;
  name: string;
  kind: string;
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  attributes: Attributes;
  status: { code?: string; message?: string };
  resource: Attributes;
}

export interface CollectedPoint {
  metric: string;
  unit: string;
  count: number;
  sum: number;
  attributes: Attributes;
}

interface Request {
  path: string;
  headers: IncomingHttpHeaders;
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  port: number;
  spans: CollectedSpan[];
  points: CollectedPoint[];
  requests: Request[];
  /** Responds to requests instead, until it is called without one. Nothing is collected meanwhile. */
  behave(respond?: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

const hex = (bytes: string): string => Buffer.from(bytes, "base64").toString("hex");
const toValue = ({ stringValue, boolValue, intValue, doubleValue, arrayValue }: Value): unknown =>
  stringValue ??
  boolValue ??
  doubleValue ??
  (intValue === undefined ? arrayValue?.values.map(toValue) : Number(intValue));
const toAttributes = (pairs: KeyValues = []): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, toValue(value)]));
const decoded = { longs: Number, enums: String, bytes: String };

interface SentSpan extends Pick<CollectedSpan, "name" | "kind"> {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: number;
  endTimeUnixNano: number;
  attributes: KeyValues;
  status?: CollectedSpan["status"];
}
interface SentSpans {
  resourceSpans?: { resource?: { attributes: KeyValues }; scopeSpans: { spans: SentSpan[] }[] }[];
}
interface SentMetrics {
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[];
}
interface SentMetric {
  name: string;
  unit: string;
  histogram: { dataPoints: { count: number; sum: number; attributes: KeyValues }[] };
}

function readSpans(body: Buffer): CollectedSpan[] {
  const type = trace.v1.ExportTraceServiceRequest;
  const { resourceSpans = [] }: SentSpans = type.toObject(type.decode(body), decoded);
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, status = {}, ...span }) => ({
        name,
        kind,
        status,
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentSpanId: hex(span.parentSpanId ?? ""),
        start: span.startTimeUnixNano / 1e6,
        end: span.endTimeUnixNano / 1e6,
        attributes: toAttributes(span.attributes),
        resource: toAttributes(resource?.attributes),
      })),
    ),
  );
}

function readPoints(body: Buffer): CollectedPoint[] {
  const type = metrics.v1.ExportMetricsServiceRequest;
  const { resourceMetrics = [] }: SentMetrics = type.toObject(type.decode(body), decoded);
  return resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics: sent }) =>
      sent.flatMap(({ name: metric, unit, histogram }) =>
        histogram.dataPoints.map(({ count, sum, attributes }) => ({
          metric,
          unit,
          count,
          sum,
          attributes: toAttributes(attributes),
        })),
      ),
    ),
  );
}

/** An OpenTelemetry collector: OTLP over HTTP in protobuf. Metrics are cumulative, so points replace earlier ones. */
export async function startCollector(): Promise<Collector> {
  const collected = { spans: [] as CollectedSpan[], points: [] as CollectedPoint[], requests: [] as Request[] };
  let respond: ((response: ServerResponse) => void) | undefined;
  const { url, port, close } = await loopbackServer(async (request, response) => {
    const sent = await buffer(request);
    collected.requests.push({ path: request.url ?? "", headers: request.headers });
    if (respond) return respond(response);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    if (request.url?.endsWith("/v1/traces")) collected.spans.push(...readSpans(body));
    else if (request.url?.endsWith("/v1/metrics")) collected.points.splice(0, Infinity, ...readPoints(body));
    else return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  return {
    ...collected,
    url,
    port,
    behave(next) {
      respond = next;
    },
    close,
  };
}
