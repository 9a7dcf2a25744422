import { z } from "zod";
import { choice, httpAddress, toggle, wholeNumber } from "./env-fields";

const otlpOnly = choice(["otlp", "none"]).default("otlp");
const protocol = choice(["http/protobuf"]).optional();

/** OpenTelemetry's own variables. The SDK's exporters read the others of OTEL_EXPORTER_OTLP_* themselves. */
export const telemetryFields = {
  OTEL_SDK_DISABLED: toggle(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: protocol,
  /** Read only to keep the values of the headers out of the log. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: z.string().optional(),
  OTEL_TRACES_EXPORTER: otlpOnly,
  OTEL_METRICS_EXPORTER: otlpOnly,
  OTEL_TRACES_SAMPLER: choice([
    "always_on",
    "parentbased_always_on",
    "traceidratio",
    "parentbased_traceidratio",
  ]).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .transform(Number)
    .refine((value) => value >= 0 && value <= 1, "must be a number from 0 to 1")
    .default(1),
  /** Milliseconds. */
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(60_000).refine((ms) => ms >= 100, "must be at least 100"),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: wholeNumber(512).refine((spans) => spans >= 1, "must be at least 1"),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: toggle(false),
};
