import { isProtocol } from "@/lib/contract/base/policy";
import { type Caller, findCaller } from "../../../access/auth/caller";
import { authenticate } from "../../../access/auth/principal";
import { findNamedTeam, type IncomingCall } from "../calls/call";
import { lacksCsrfProof } from "./access";

/** Returns the caller, who is none for the SCIM client and programs with a publication's key; for a team's call with their membership in the named or current team. */
export async function identify(call: IncomingCall): Promise<Caller | null> {
  const { db, request, endpoint } = call;
  if (endpoint.access === "team") return findCaller(db, request, findNamedTeam(call));
  if (isProtocol(endpoint)) return null;
  const principal = await authenticate(db, request);
  return principal && { principal, membership: null };
}

/** Returns the caller, or null for a public call that another site may have triggered. */
export const toProvenCaller = ({ endpoint, request, body }: IncomingCall, found: Caller | null): Caller | null =>
  found && !lacksCsrfProof(endpoint, found.principal, request, body) ? found : null;
