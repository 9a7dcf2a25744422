import { applyEvent as apply } from "@/lib/session-log/apply-event";
import type { SessionLog } from "@/lib/session-log/state";

/** An event of which a test says no more than it is about. */
export interface PartialEvent {
  seq: number | null;
  kind: string;
  body: unknown;
  at?: string;
}

/** The event as a reader gets it from a wire or a database, whose types nobody checks. */
export function fromWire<E extends { kind: string; body: unknown }>(event: object): E {
  return JSON.parse(JSON.stringify(event));
}

/** The log after one more event that is there in part. */
export const applyEvent = (log: SessionLog, event: PartialEvent): SessionLog => apply(log, fromWire(event));
