import type { Server as SocketServer } from "socket.io";
import { countAllStreams } from "../access/broadcast/open-streams";
import type { RunObserver } from "../engine/runs/observe/observer";
import type { Database } from "../platform/db/client";
import { env } from "../platform/env/env";
import { countMailsInFlight } from "../platform/mail/mails";
import { countOutbox } from "../platform/mail/outbox-folder";
import { currentMetrics, provideMetrics } from "../platform/metrics/current";
import type { Reading } from "../platform/metrics/metrics";
import { cacheFor } from "../platform/process/cache-for";
import { getProvided } from "../platform/process/registry";
import { readVersion } from "../platform/process/version";
import { deliveries } from "../platform/telemetry/deliveries";
import { getQueueFigures } from "../resources/admin/queue";

/** Figures of the database are read at most this often. */
const freshMs = 5_000;
const patienceMs = 2_000;

/** Measures this process if METRICS_TOKEN is set. */
export async function startMetrics(database: Database): Promise<void> {
  if (!env().METRICS_TOKEN) return;
  const { createMetrics } = await import("../platform/metrics/metrics");
  provideMetrics(createMetrics(listReadings(database, readVersion())));
}

function listReadings({ db, pool }: Database, version: string): Reading[] {
  const late = () => new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const load = () => Promise.race([getQueueFigures(db).catch(() => null), late()]);
  const queue = cacheFor("metrics-queue", load, freshMs);
  const gauge = (name: string, help: string, read: Reading["read"], label?: string): Reading => ({
    name: `muster_${name}`,
    help,
    type: "gauge",
    read,
    ...(label && { label }),
  });
  const counter = (...reading: Parameters<typeof gauge>): Reading => ({ ...gauge(...reading), type: "counter" });
  const ofQueue = (pick: (figures: Awaited<ReturnType<typeof getQueueFigures>>) => number | Record<string, number>) => {
    return async () => {
      const figures = await queue();
      return figures ? pick(figures) : {};
    };
  };
  return [
    gauge("info", "The version of this process.", () => ({ [version]: 1 }), "version"),
    gauge("database_up", "Whether the database responds.", async () => ((await queue()) ? 1 : 0)),
    gauge(
      "runs",
      "Unfinished runs of all processes.",
      ofQueue(({ queued, running, waiting }) => ({ queued, running, waiting })),
      "state",
    ),
    gauge(
      "runs_oldest_queued_seconds",
      "Age of the oldest queued run; 0 if none is queued.",
      ofQueue(({ oldestQueued }) => (oldestQueued ? Math.max(0, Date.now() - oldestQueued.getTime()) / 1_000 : 0)),
    ),
    gauge(
      "workers",
      "Live workers of all processes.",
      ofQueue(({ workers }) => workers),
    ),
    gauge(
      "database_connections",
      "Connections of this process, and requests waiting for one.",
      () => ({
        active: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      "state",
    ),
    gauge("sockets", "Open live connections.", () => getProvided<SocketServer>("io")?.engine.clientsCount ?? 0),
    gauge("event_streams", "Open event streams.", countAllStreams),
    gauge("mails_in_flight", "Emails being sent or retried.", countMailsInFlight),
    gauge("mails_outbox", "Emails in this machine's outbox.", countOutbox),
    counter("telemetry_spans_sent_total", "Spans delivered to collectors.", () => deliveries().sent),
    counter(
      "telemetry_spans_dropped_total",
      "Spans that were not delivered.",
      () => ({ ...deliveries().dropped }),
      "reason",
    ),
  ];
}

/** Counts runs and model calls. */
export const metricsObserver: RunObserver = {
  onAgent: () => undefined,
  onCall: () => undefined,
  onReleased: () => undefined,
  onEvents(run, events, end) {
    const metrics = currentMetrics();
    if (!metrics) return;
    for (const { kind, body } of events) {
      if (kind !== "step") continue;
      metrics.addModelCall({
        provider: body.provider,
        seconds: body.durationMs / 1_000,
        firstTokenSeconds: body.ttftMs === null ? null : body.ttftMs / 1_000,
        inputTokens: body.inputTokens ?? 0,
        outputTokens: body.outputTokens ?? 0,
        error: body.error === undefined ? "" : (body.errorType ?? "unknown"),
      });
    }
    if (end) metrics.addRun(end.status, Math.max(0, Date.now() - run.dateCreated.getTime()) / 1_000);
  },
};
