import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Set by the front guard on every request; a client's own header is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-muster-client-address";

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The client's address. Behind a trusted proxy it is the last entry of X-Forwarded-For, which that proxy wrote; earlier entries
 * come from the client.
 */
export function socketAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(request.headers["x-forwarded-for"] ?? "") : "";
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  return withoutMapping(isIP(last) ? last : (request.socket.remoteAddress ?? "unknown"));
}

/** The client's address set by the front guard, for rate limits and the audit log. */
export const clientAddress = (request: Request): string => request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
