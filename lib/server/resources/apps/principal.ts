import { Permission } from "@/lib/permissions/bits";
import { findMember } from "../../access/auth/membership";
import type { Reader } from "../../platform/db/client";
import type { AppRow } from "./queries";

type PrincipalApp = Pick<AppRow, "teamId" | "schedulePrincipalId" | "createdBy" | "sharingConfig">;

/** Returns why a schedule's principal could not start the app; undefined if they could. */
export async function findPrincipalProblem(db: Reader, app: PrincipalApp): Promise<string | undefined> {
  const { teamId, schedulePrincipalId: id, createdBy, sharingConfig } = app;
  const member = await findMember(db, teamId, id ?? "");
  if (!member) return "The member the app runs as is no longer on the team.";
  if (member.readOnly)
    return "The member the app runs as has read-only access: the organization has more members than its plan allows.";
  const admin = member.bits.includes(Permission.TEAM_ADMIN) || member.bits.includes(Permission.TEAM_OWNER);
  if (sharingConfig.mode === "private" && !admin && createdBy !== id)
    return "The app is private, and the member it runs as has no access.";
  return undefined;
}
