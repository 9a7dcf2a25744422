import { and, eq, isNull } from "drizzle-orm";
import type { PermissionBit } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { membershipFor } from "../auth/membership";
import type { Principal } from "../auth/principal";
import { overSeatsError } from "../auth/seats";
import type { Tx } from "../db/client";
import { AppError, notFound } from "../http/errors";
import type { Place } from "./members";
import { orgs, teams } from "./table";

/**
 * Holds the team's or the organisation's row: who is in it, and who owns it, changes one after the other. What only refers
 * to the row goes on meanwhile, the audit log's entries in calls that hold another lock among it.
 */
export async function lockPlace(tx: Tx, { scope, id }: Place): Promise<void> {
  const [row] =
    scope === "team"
      ? await tx
          .select({ id: teams.id })
          .from(teams)
          .where(and(eq(teams.id, id), isNull(teams.dateDeleted)))
          .for("no key update")
      : await tx
          .select({ id: orgs.id })
          .from(orgs)
          .where(and(eq(orgs.id, id), isNull(orgs.dateDeleted)))
          .for("no key update");
  if (!row) throw notFound(scope === "team" ? "This team" : "This organization");
}

/** The caller's bits as they stand under the lock: what was true when the call came in may be over. */
export async function bitsNow(
  tx: Tx,
  ctx: { principal: Principal; teamId: string },
  needed?: PermissionBit,
): Promise<number[]> {
  const now = await membershipFor(tx, ctx.principal, ctx.teamId);
  if (!now) throw notFound("This team");
  if (now.readOnly) throw await overSeatsError(tx, now.team.orgId);
  if (needed !== undefined && !now.bits.includes(needed))
    throw new AppError("forbidden", missingPermission(needed), { permission: needed });
  return now.bits;
}
