import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";

/** Why spans were dropped: `queue_full`, or `export_failed`. */
export type DropReason = "queue_full" | "export_failed";

export interface QueueLimits {
  maxSpans: number;
  /** Maximum characters of the attributes of all spans. */
  maxChars: number;
  batchSize: number;
  /** The longest wait of a span for a batch. */
  delayMs: number;
  /** Shared with other queues. */
  shared?: { chars: number; maxChars: number };
}

export interface QueueEvents {
  onSent(spans: number): void;
  onDropped(spans: number, reason: DropReason, error?: Error): void;
}

const countChars = ({ attributes }: ReadableSpan): number =>
  Object.values(attributes).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

/** The SDK's batches, with a bound in characters, and counts of what was sent and dropped. */
export function createSpanQueue(exporter: SpanExporter, limits: QueueLimits, events: QueueEvents): SpanProcessor {
  const waiting = { spans: 0, chars: 0 };
  const { shared = { chars: 0, maxChars: Number.POSITIVE_INFINITY } } = limits;
  const addChars = (chars: number) => {
    waiting.chars += chars;
    shared.chars += chars;
  };
  const isFull = (chars: number): boolean =>
    waiting.spans >= limits.maxSpans ||
    waiting.chars + chars > limits.maxChars ||
    shared.chars + chars > shared.maxChars;
  const settle = (spans: ReadableSpan[], { code, error }: ExportResult) => {
    waiting.spans -= spans.length;
    for (const span of spans) addChars(-countChars(span));
    if (code === ExportResultCode.SUCCESS) events.onSent(spans.length);
    else events.onDropped(spans.length, "export_failed", error);
  };
  const batches = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          settle(spans, result);
          done(result);
        }),
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: limits.maxSpans,
    maxExportBatchSize: limits.batchSize,
    scheduledDelayMillis: limits.delayMs,
  });
  return {
    onStart: () => undefined,
    onEnd(span) {
      const chars = countChars(span);
      if (isFull(chars)) return events.onDropped(1, "queue_full");
      waiting.spans += 1;
      addChars(chars);
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
