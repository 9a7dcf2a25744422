import { log } from "../log/log";
import { singleton } from "../process/registry";
import type { DropReason } from "./span-queue";

const logEveryMs = 60_000;

/** Spans sent and dropped by this process, for all recipients. */
interface Deliveries {
  sent: number;
  dropped: Record<DropReason, number>;
}

export const deliveries = () =>
  singleton<Deliveries>("telemetry-deliveries", () => ({ sent: 0, dropped: { queue_full: 0, export_failed: 0 } }));

/** Counts the deliveries of one recipient, and logs drops, at most once a minute. */
export function countDeliveries(recipient: Record<string, string>) {
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    onSent(spans: number): void {
      deliveries().sent += spans;
    },
    onDropped(spans: number, reason: DropReason, error?: Error): void {
      if (spans === 0) return;
      deliveries().dropped[reason] += spans;
      dropped += spans;
      if (performance.now() - loggedAt < logEveryMs) return;
      loggedAt = performance.now();
      log().warn({ ...recipient, dropped, reason, err: error }, "telemetry spans were dropped");
      dropped = 0;
    },
  };
}
