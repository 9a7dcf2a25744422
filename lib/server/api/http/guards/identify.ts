import { type Caller, findCaller } from "../../../access/auth/caller";
import { authenticate } from "../../../access/auth/principal";
import { type IncomingCall, namedTeam } from "../calls/call";
import { isUnproven } from "./access";

/** Returns the caller; for a team's call with their membership in the named or current team. */
export async function identify(call: IncomingCall): Promise<Caller | null> {
  const { db, request, endpoint } = call;
  if (endpoint.access === "team") return findCaller(db, request, namedTeam(call));
  const principal = await authenticate(db, request);
  return principal && { principal, membership: null };
}

/** The caller if the call counts as theirs: not for a public call that may come from another site. */
export const provenCaller = ({ endpoint, request, body }: IncomingCall, found: Caller | null): Caller | null =>
  found && !isUnproven(endpoint, found.principal, request, body) ? found : null;
