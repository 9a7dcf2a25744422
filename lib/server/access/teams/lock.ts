import { and, eq, isNull } from "drizzle-orm";
import type { PermissionBit } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import type { Tx } from "../../platform/db/client";
import { orgs, teams } from "../../platform/db/tables/teams";
import { AppError, notFound } from "../../platform/errors/errors";
import { findCallerMembership } from "../auth/membership";
import type { Principal } from "../auth/principal";
import { createSeatError } from "../auth/seats";
import type { OrgOrTeam } from "./members";

/**
 * Locks the team's or organization's row to serialize changes of members and owner. Mere references to the row, such as audit
 * entries of calls with another lock, are not blocked.
 */
export async function lockOrgOrTeam(tx: Tx, { scope, id }: OrgOrTeam): Promise<void> {
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

/** The caller's current permissions under the lock: they may have changed since the call started. */
export async function readPermissionsNow(
  tx: Tx,
  ctx: { principal: Principal; teamId: string },
  needed?: PermissionBit,
): Promise<number[]> {
  const now = await findCallerMembership(tx, ctx.principal, ctx.teamId);
  if (!now) throw notFound("This team");
  if (now.readOnly) throw await createSeatError(tx, now.team.orgId);
  if (needed !== undefined && !now.bits.includes(needed))
    throw new AppError("forbidden", missingPermission(needed), { permission: needed });
  return now.bits;
}
