import { setTimeout as sleep } from "node:timers/promises";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { type ISerializer, ProtobufMetricsSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { postToCollector, type Recipient } from "./post";

const timeoutMs = 10_000;
const maxAttempts = 3;
const maxWaitMs = 5_000;

/** The server is temporarily unable to take the data. */
const isTemporary = (status: number): boolean => status === 429 || (status >= 502 && status <= 504);

/** Exporters for an address that a user entered: requests go through the guard, and their number and time are bounded. */
export const createGuardedExporters = (recipient: Recipient) => ({
  spans: createExporter(recipient, "traces", ProtobufTraceSerializer) satisfies SpanExporter,
  metrics: createExporter(recipient, "metrics", ProtobufMetricsSerializer) satisfies PushMetricExporter,
});

function createExporter<T>(recipient: Recipient, signal: "traces" | "metrics", serializer: ISerializer<T, unknown>) {
  const sending = new Set<Promise<void>>();
  async function send(items: T): Promise<ExportResult> {
    try {
      await post(recipient, signal, serializer.serializeRequest(items) ?? new Uint8Array());
      return { code: ExportResultCode.SUCCESS };
    } catch (error) {
      return { code: ExportResultCode.FAILED, error: toDeliveryError(error) };
    }
  }
  const settle = async () => void (await Promise.allSettled(sending));
  return {
    export(items: T, done: (result: ExportResult) => void) {
      const sent = send(items)
        .then(done)
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    forceFlush: settle,
    shutdown: settle,
  };
}

/** With a message for the organization's settings. */
function toDeliveryError(error: unknown): Error {
  if (error instanceof DOMException) return new Error("The collector didn't finish its response.");
  return error instanceof Error ? error : new Error(String(error));
}

/** Retries a temporary refusal within the time limit. Throws with the collector's status. */
async function post(recipient: Recipient, signal: "traces" | "metrics", body: Uint8Array): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const { status, retryAfterMs } = await postToCollector(recipient, signal, body, deadline - performance.now());
    if (status < 300) return;
    const waitMs = Math.min(retryAfterMs ?? 500 * 2 ** attempt, maxWaitMs) * (0.8 + 0.4 * Math.random());
    const isLate = performance.now() + waitMs >= deadline;
    if (!isTemporary(status) || attempt === maxAttempts || isLate)
      throw new Error(`The collector responded ${status}.`);
    await sleep(waitMs, undefined, { ref: false });
  }
}
