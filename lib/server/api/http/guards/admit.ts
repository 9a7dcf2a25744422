import { isProtocol } from "@/lib/contract/base/policy";
import type { Caller } from "../../../access/auth/caller";
import type { Membership } from "../../../access/auth/membership";
import { findViewedMember } from "../../../access/auth/view-as";
import type { Actor } from "../../../access/calls/implement";
import { notFound } from "../../../platform/errors/errors";
import { type AdmittedTeam, findNamedTeam, type IncomingCall } from "../calls/call";
import {
  checkKey,
  checkPermission,
  checkReach,
  checkRoot,
  checkSeat,
  checkViewAs,
  createUnauthorizedError,
  enterTeam,
  readViewedMemberId,
} from "./access";
import { recordUsed } from "./rights";

/** Throws unless the call's policy admits the caller. Returns the team's part of the context. */
export async function admit(call: IncomingCall, caller: Caller | null): Promise<AdmittedTeam | undefined> {
  const { request, endpoint } = call;
  if (caller) checkKey(endpoint, caller.principal);
  const viewedId = caller && readViewedMemberId(request);
  if (viewedId) checkViewAs(endpoint);
  if (endpoint.access === "public" || isProtocol(endpoint)) return undefined;
  if (!caller) throw createUnauthorizedError(request, findNamedTeam(call));
  if (endpoint.access === "root") checkRoot(caller.principal);
  return endpoint.access === "team" ? admitToTeam(call, caller, viewedId) : undefined;
}

async function admitToTeam(
  call: IncomingCall,
  { principal, membership }: Caller,
  viewedId: string | null,
): Promise<AdmittedTeam> {
  const { db, endpoint, matched } = call;
  if (!membership) throw notFound("This team");
  await checkReach(db, endpoint, membership, principal.account.id);
  await checkSeat(db, endpoint, membership);
  await enterTeam(db, principal, membership, matched.params.resourceSlug !== undefined);
  const permissions = checkPermission(endpoint, membership);
  const viewAs = viewedId ? await findAdmittedMember(call, principal.account.id, membership, viewedId) : undefined;
  const used = new Set<number>();
  const { team } = membership;
  const context = { team, teamId: team.id, permissions: recordUsed(permissions, used), membership, viewAs };
  return { context, used };
}

/** The viewed member must be admitted by the same checks. */
async function findAdmittedMember(
  { db, endpoint }: IncomingCall,
  accountId: string,
  own: Membership,
  memberId: string,
): Promise<Actor | undefined> {
  const seen = await findViewedMember(db, accountId, own, memberId);
  return seen ? { accountId: memberId, permissions: checkPermission(endpoint, seen) } : undefined;
}
