import type { OutboundLimits } from "../../../platform/outbound/outbound";

/** Per response. A page of records has far less; parsing much more would block the event loop. */
const maxJsonEntries = 50_000;
const maxBytes = 20 * 1024 * 1024;

/** Limits for JSON responses, for any client. */
export const jsonLimits = (overrides: OutboundLimits = {}): OutboundLimits => ({
  maxBytes,
  maxJsonEntries,
  ...overrides,
});
