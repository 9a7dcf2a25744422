import { Resolver } from "node:dns/promises";
import { env } from "../env/env";
import { recordWait } from "../lifecycle/call-in-progress";
import { OutboundError } from "./outbound-error";

const timeoutMs = 3_000;
const tries = 2;
const missing = new Set(["ENODATA", "ENOTFOUND"]);

/** The TXT records of a name, from DNS_SERVERS or the system's name servers; none for a name without any. */
export async function resolveTxt(name: string): Promise<string[]> {
  recordWait();
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  const { DNS_SERVERS } = env();
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && missing.has(String(cause.code))) return [];
    throw new OutboundError("unreachable", `The name servers didn't respond for ${name}. Try again.`, { cause });
  }
}
