import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { orgTelemetry } from "../../platform/db/tables/telemetry";
import { log } from "../../platform/log/log";
import type { DropReason } from "../../platform/telemetry/span-queue";

const writeEveryMs = 30_000;

/** Records on the organization's settings whether spans arrive: at most twice a minute, and when that changes. */
export function recordDeliveries(db: Db, orgId: string) {
  let dropped = 0;
  let wasSent: boolean | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = (isSent: boolean, values: object): void => {
    if (wasSent === isSent && performance.now() - writtenAt < writeEveryMs) return;
    wasSent = isSent;
    writtenAt = performance.now();
    dropped = 0;
    db.update(orgTelemetry)
      .set(values)
      .where(eq(orgTelemetry.orgId, orgId))
      .catch((error: unknown) => log().warn({ err: error, orgId }, "the status of telemetry was not stored"));
  };
  return {
    onSent: (): void => write(true, { lastSent: sql`now()`, failure: null }),
    onDropped(spans: number, reason: DropReason, error?: Error): void {
      dropped += spans;
      const message =
        error?.message ?? (reason === "queue_full" ? "Spans arrived faster than they could be sent." : "");
      write(false, { failure: { message, at: new Date().toISOString(), dropped } });
    },
  };
}
