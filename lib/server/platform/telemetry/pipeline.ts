import {
  type Histogram as Instrument,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from "@opentelemetry/sdk-metrics";
import { type Sampler, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Measurement, SpanRecord } from "./record";
import { createSpanQueue, type QueueEvents, type QueueLimits } from "./span-queue";

export interface PipelineOptions {
  resource: Resource;
  /** Absent: no spans are sent. */
  spans?: SpanExporter | undefined;
  /** Absent: no metrics are sent. */
  metrics?: PushMetricExporter | undefined;
  sampler?: Sampler | undefined;
  limits: QueueLimits;
  metricsEveryMs: number;
  events: QueueEvents;
}

/** Sends spans and measurements through the SDK. Nothing is registered globally, as each recipient has its own. */
export interface Pipeline {
  addSpan(span: SpanRecord): void;
  measure(measurement: Measurement): void;
  /** Sends what is queued. Rejects if the recipient refuses it. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const scope = "muster";
const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

export function createPipeline({ resource, limits, events, ...options }: PipelineOptions): Pipeline {
  const next = { traceId: "", spanId: "" };
  const tracers = new TracerProvider({
    resource,
    ...(options.sampler && { sampler: options.sampler }),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: options.spans ? [createSpanQueue(options.spans, limits, events)] : [],
  });
  const { metrics, metricsEveryMs: exportIntervalMillis } = options;
  const readers = metrics ? [new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis })] : [];
  const meters = new MeterProvider({ resource, readers });
  const tracer = tracers.getTracer(scope);
  const meter = meters.getMeter(scope);
  const instruments = new Map<string, Instrument>();
  return {
    addSpan({ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, attributes, error }) {
      Object.assign(next, { traceId, spanId });
      const parent = parentSpanId && { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED };
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      const type = error && { "error.type": error.type };
      const all = { ...attributes, ...type };
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: startedAt, attributes: all }, context);
      if (error) span.setStatus({ code: SpanStatusCode.ERROR, ...(error.message && { message: error.message }) });
      span.end(Math.max(startedAt, endedAt));
    },
    measure({ histogram: { name, description, unit, buckets }, value, attributes }) {
      const known = instruments.get(name);
      const advice = { explicitBucketBoundaries: buckets };
      const instrument = known ?? meter.createHistogram(name, { description, unit, advice });
      if (!known) instruments.set(name, instrument);
      instrument.record(value, attributes);
    },
    async flush() {
      await Promise.all([tracers.forceFlush(), meters.forceFlush()]);
    },
    async close() {
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}
