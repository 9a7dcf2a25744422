import { randomUUID } from "node:crypto";
import type { Resource } from "@opentelemetry/resources";
import type { Db } from "../../platform/db/client";
import { env } from "../../platform/env/env";
import { singleton } from "../../platform/process/registry";
import { readVersion } from "../../platform/process/version";
import { countDeliveries } from "../../platform/telemetry/deliveries";
import { createDestination, type Destination } from "../../platform/telemetry/destination";
import type { PipelineOptions } from "../../platform/telemetry/pipeline";
import type { QueueEvents, QueueLimits } from "../../platform/telemetry/span-queue";
import { recordDeliveries } from "./delivery-status";
import type { OrgCollector } from "./org-collectors";

/** About 16 MB in memory. */
const maxServerChars = 8_000_000;
const maxOrgChars = 2_000_000;
const orgLimits: QueueLimits = {
  maxSpans: 2_048,
  maxChars: maxOrgChars,
  batchSize: 512,
  delayMs: 5_000,
  // About 64 MB in memory, whatever number of collectors hangs.
  shared: { chars: 0, maxChars: 32_000_000 },
};

/** The same for all recipients, so that they can tell processes apart. */
const instanceId = () => singleton("service-instance-id", () => randomUUID());

const describeService = async () => ({
  "service.name": "muster",
  "service.version": await readVersion(),
  "service.instance.id": instanceId(),
});

type Exporters = Pick<PipelineOptions, "spans" | "metrics" | "sampler"> & { resource?: Resource };

/** The SDK is loaded with the first span. */
function openDestination(
  limits: QueueLimits,
  events: QueueEvents,
  connect: () => Promise<Exporters>,
  metricsEveryMs = env().OTEL_METRIC_EXPORT_INTERVAL,
): Destination {
  return createDestination({
    maxWaiting: limits.maxSpans,
    onDropped: (spans) => events.onDropped(spans, "queue_full"),
    async load() {
      const { createPipeline } = await import("../../platform/telemetry/pipeline");
      const { resourceFromAttributes } = await import("@opentelemetry/resources");
      const own = resourceFromAttributes(await describeService());
      const { resource = null, ...exporters } = await connect();
      return createPipeline({ ...exporters, resource: own.merge(resource), limits, metricsEveryMs, events });
    },
  });
}

/** The server's own collector; undefined if none is set. */
export function createServerDestination(): Destination | undefined {
  const set = env();
  const endpoints = [
    set.OTEL_EXPORTER_OTLP_ENDPOINT,
    set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    set.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
  ];
  if (set.OTEL_SDK_DISABLED || !endpoints.some(Boolean)) return undefined;
  const limits: QueueLimits = {
    maxSpans: set.OTEL_BSP_MAX_QUEUE_SIZE,
    maxChars: maxServerChars,
    batchSize: set.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    delayMs: set.OTEL_BSP_SCHEDULE_DELAY,
  };
  return openDestination(limits, countDeliveries({ recipient: "server" }), async () =>
    (await import("../../platform/telemetry/server-exporters")).createServerExporters(),
  );
}

/** The collector of an organization. */
export function createOrgDestination(db: Db, { orgId, endpoint, headers }: OrgCollector): Destination {
  const counted = countDeliveries({ recipient: "organization", orgId });
  const status = recordDeliveries(db, orgId);
  const events: QueueEvents = {
    onSent(spans) {
      counted.onSent(spans);
      status.onSent();
    },
    onDropped(spans, reason, error) {
      counted.onDropped(spans, reason, error);
      status.onDropped(spans, reason, error);
    },
  };
  return openDestination(orgLimits, events, async () =>
    (await import("../../platform/telemetry/guarded-exporter")).createGuardedExporters({ endpoint, headers }),
  );
}
