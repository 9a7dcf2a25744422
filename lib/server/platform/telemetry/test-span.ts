import { randomBytes } from "node:crypto";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { readVersion } from "../process/version";
import { createPipeline } from "./pipeline";
import type { CollectorResponse } from "./post";

const limits = { maxSpans: 1, maxChars: 1_000, batchSize: 1, delayMs: 0 };
const ignore = () => undefined;

/** A request with one span, as the pipeline would send it. */
export async function writeTestSpan(): Promise<Uint8Array> {
  let request = new Uint8Array();
  const spans = {
    export(batch: ReadableSpan[], done: (result: ExportResult) => void) {
      request = new Uint8Array(ProtobufTraceSerializer.serializeRequest(batch) ?? []);
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
  const resource = resourceFromAttributes({ "service.name": "muster", "service.version": await readVersion() });
  const events = { onSent: ignore, onDropped: ignore };
  const pipeline = createPipeline({ resource, spans, limits, metricsEveryMs: 60_000, events });
  const now = Date.now();
  pipeline.addSpan({
    traceId: randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    name: "muster.test",
    kind: "internal",
    startedAt: now,
    endedAt: now,
    attributes: { "muster.test": true },
  });
  await pipeline.flush();
  await pipeline.close();
  return request;
}

interface Response {
  partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
}

/** What a collector says of the spans of a request; undefined if it is not a collector's response. */
export function readTraceResponse({ body, contentType }: CollectorResponse) {
  if (body.length === 0) return { rejected: 0, message: "" };
  const isJson = /^application\/json\b/i.test(contentType);
  if (!isJson && !/^application\/x-protobuf\b/i.test(contentType)) return undefined;
  try {
    const response: unknown = isJson
      ? JSON.parse(new TextDecoder().decode(body))
      : ProtobufTraceSerializer.deserializeResponse(body);
    const { partialSuccess } = response as Response;
    return { rejected: Number(partialSuccess?.rejectedSpans ?? 0), message: partialSuccess?.errorMessage ?? "" };
  } catch {
    return undefined;
  }
}
