import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { roleBits, type TeamRole, teamRoles } from "@/lib/permissions/roles";
import type { Actor } from "../../access/calls/implement";
import { isTeamAdmin } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { inputRequests } from "../../platform/db/tables/input-requests";
import { AppError } from "../../platform/errors/errors";

/** Roles whose permissions the account has completely. */
const listRoles = ({ permissions }: Actor): TeamRole[] =>
  teamRoles.filter((role) => roleBits[role].every((bit) => permissions.has(bit)));

/** Requests assigned to the account or one of its roles. */
export function matchesAddressee(actor: Actor): SQL | undefined {
  const { assigneeType: type, assigneeId: id } = inputRequests;
  const roles = isTeamAdmin(actor) ? [...teamRoles] : listRoles(actor);
  return or(
    and(eq(type, "account"), eq(id, actor.accountId)),
    and(eq(type, "role"), sql`${id} = any(${sql.param(roles)}::text[])`),
  );
}

/** Requests that the account may answer, among those in visible sessions. */
export function matchesActor(actor: Actor): SQL | undefined {
  if (isTeamAdmin(actor)) return undefined;
  return or(eq(inputRequests.assigneeType, "anyone"), matchesAddressee(actor));
}

/** Throws 403 unless the account may answer the request. */
export async function requireAnswerer(tx: Reader, actor: Actor, requestId: string): Promise<void> {
  const [row] = await tx
    .select({ mine: sql<boolean>`coalesce(${matchesActor(actor) ?? sql`true`}, false)` })
    .from(inputRequests)
    .where(eq(inputRequests.id, requestId));
  if (row && !row.mine) throw new AppError("forbidden", "This request is assigned to someone else. See the inbox.");
}

/** Throws 403 for a visitor when the request is for the team or a member. */
export async function requireVisitorAsked(
  tx: Reader,
  { requestId, guarded }: { requestId: string; guarded?: boolean | undefined },
): Promise<void> {
  const { id, kind, assigneeType } = inputRequests;
  const [row] = await tx.select({ kind, assigneeType }).from(inputRequests).where(eq(id, requestId));
  if (row && (guarded || row.kind === "approval" || row.assigneeType !== "anyone"))
    throw new AppError("forbidden", "You can't respond to this request. A team member will.");
}

/** Whether a session's request is assigned to the account: it may then answer even without access to the session. */
export async function isAddressed(db: Reader, actor: Actor & { teamId: string }, sessionId: string, requestId: string) {
  const own = and(eq(inputRequests.teamId, actor.teamId), eq(inputRequests.sessionId, sessionId));
  const [row] = await db
    .select({ id: inputRequests.id })
    .from(inputRequests)
    .where(and(own, eq(inputRequests.id, requestId), matchesAddressee(actor)));
  return row !== undefined;
}
