import type { Issue } from "@/lib/contract/base/error";
import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { isTeamMember } from "../../access/auth/is-team-member";
import type { Reader } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";

/** An issue if the assignee is not a team member. */
async function assigneeIssue(db: Reader, teamId: string, path: string, assignee: Assignee | null | undefined) {
  if (assignee?.type !== "account" || (await isTeamMember(db, teamId, assignee.accountId))) return [];
  return [{ path: `${path}.accountId`, message: "This member is not in the team." }];
}

/** An issue for each person in the rules who is not a team member. */
export async function askIssues(
  db: Reader,
  teamId: string,
  asks: InputRequestRules | null | undefined,
): Promise<Issue[]> {
  return [
    ...(await assigneeIssue(db, teamId, "asks.assignee", asks?.assignee)),
    ...(await assigneeIssue(db, teamId, "asks.passTo", asks?.passTo)),
  ];
}

/** Throws 400 with an issue for each person who is not a team member. */
export async function checkAsks(db: Reader, teamId: string, asks: InputRequestRules | null | undefined): Promise<void> {
  const issues = await askIssues(db, teamId, asks);
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
