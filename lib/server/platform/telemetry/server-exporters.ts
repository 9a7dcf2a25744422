import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, resourceAttributesEnvDetector, serviceNameEnvDetector } from "@opentelemetry/resources";
import { TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import { env } from "../env/env";

/**
 * The exporters of the server's own collector, which read the SDK's environment variables (OTEL_EXPORTER_OTLP_*), and the
 * resource that OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES describe.
 */
export function createServerExporters() {
  const set = env();
  const hasSpans =
    set.OTEL_TRACES_EXPORTER === "otlp" && (set.OTEL_EXPORTER_OTLP_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  const hasMetrics =
    set.OTEL_METRICS_EXPORTER === "otlp" &&
    (set.OTEL_EXPORTER_OTLP_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT);
  const isSampled = set.OTEL_TRACES_SAMPLER.includes("traceidratio");
  return {
    spans: hasSpans ? new OTLPTraceExporter() : undefined,
    metrics: hasMetrics ? new OTLPMetricExporter() : undefined,
    // By trace id, so that all processes keep the same runs.
    sampler: isSampled ? new TraceIdRatioBasedSampler(set.OTEL_TRACES_SAMPLER_ARG) : undefined,
    resource: detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
  };
}
