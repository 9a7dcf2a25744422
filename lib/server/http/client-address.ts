import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Set by the front guard on every request, whatever the client sent under this name. */
export const CLIENT_ADDRESS_HEADER = "x-muster-client-address";

const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The address of whoever sent the request. Behind a trusted proxy it is the last entry of X-Forwarded-For, the one which
 * that proxy wrote itself; those before it come from the client.
 */
export function socketAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(request.headers["x-forwarded-for"] ?? "") : "";
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  return withoutMapping(isIP(last) ? last : (request.socket.remoteAddress ?? "unknown"));
}

/** The client's address of a request that came through the front guard, as rate limits and the audit log name it. */
export const clientAddress = (request: Request): string => request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
