import { env } from "../env";
import type { AddressRules } from "./address-check";

/** Muster's own port and its database stay refused whatever OUTBOUND_ALLOW says. */
export function rulesFromEnv(): AddressRules {
  const { OUTBOUND_ALLOW, isProduction, PORT, DATABASE_URL } = env();
  const database = DATABASE_URL ? new URL(DATABASE_URL) : undefined;
  const own = [{ port: PORT }, ...(database ? [{ host: database.hostname, port: Number(database.port || 5432) }] : [])];
  return { allow: OUTBOUND_ALLOW, development: !isProduction, own };
}
