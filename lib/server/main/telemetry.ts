import { setTimeout as sleep } from "node:timers/promises";
import { provideObserver, type RunObserver } from "../engine/runs/observe/observer";
import { createRecipients, provideRecipients } from "../engine/telemetry/recipients";
import { observeSpans } from "../engine/telemetry/run-spans";
import type { Database } from "../platform/db/client";
import { log } from "../platform/log/log";
import { metricsObserver, startMetrics } from "./metrics";

/** How long a shutdown waits for collectors. */
const flushMs = 2_000;

const both = (one: RunObserver, other: RunObserver): RunObserver => ({
  onAgent: (...args) => void [one.onAgent(...args), other.onAgent(...args)],
  onCall: (...args) => void [one.onCall(...args), other.onCall(...args)],
  onEvents: (...args) => void [one.onEvents(...args), other.onEvents(...args)],
  onReleased: (...args) => void [one.onReleased(...args), other.onReleased(...args)],
});

/** Observes this process's runs, for collectors and Prometheus. Returns a function that sends what is queued. */
export async function startTelemetry(database: Database): Promise<() => Promise<void>> {
  await startMetrics(database);
  const recipients = createRecipients(database.db);
  await recipients
    .refresh()
    .catch((error: unknown) => log().warn({ err: error }, "telemetry settings could not be read"));
  provideRecipients(recipients);
  provideObserver(both(metricsObserver, observeSpans(recipients)));
  return async () => {
    const sent = await Promise.race([recipients.flush().then(() => true), sleep(flushMs, false, { ref: false })]);
    if (!sent) log().warn("Telemetry was not sent completely before shutdown.");
  };
}
