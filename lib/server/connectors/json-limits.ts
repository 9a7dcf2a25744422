import type { OutboundLimits } from "../outbound/outbound";

/** Of one answer of a service. A page of records has far less; reading much more would keep others waiting. */
const maxJsonEntries = 50_000;
const maxBytes = 20 * 1024 * 1024;

/** The limits of answers that are read as JSON, by whatever client. */
export const jsonLimits = (own: OutboundLimits = {}): OutboundLimits => ({ maxBytes, maxJsonEntries, ...own });
