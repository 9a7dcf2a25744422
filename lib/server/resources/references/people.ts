import { and, inArray } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { isTeamMember, isTeamMemberSql } from "../../access/auth/is-team-member";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { AppError } from "../../platform/errors/errors";

/** The names of those who are on the team, by their ids. */
export async function findMemberNames(db: Reader, teamId: string, ids: string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const { id, name } = accounts;
  const rows = await db
    .select({ id, name })
    .from(accounts)
    .where(and(inArray(id, ids), isTeamMemberSql(id, teamId)));
  return Object.fromEntries(rows.map((row) => [row.id, row.name]));
}

/** Returns an issue if the assignee is not a team member. */
async function findAssigneeIssue(db: Reader, teamId: string, path: string, assignee: Assignee | null | undefined) {
  if (assignee?.type !== "account" || (await isTeamMember(db, teamId, assignee.accountId))) return [];
  return [{ path: `${path}.accountId`, message: "This member isn't on the team." }];
}

/** Returns an issue for each assignee in the rules who is not a team member. */
export async function findInputRequestIssues(
  db: Reader,
  teamId: string,
  rules: InputRequestRules | null | undefined,
): Promise<Issue[]> {
  return [
    ...(await findAssigneeIssue(db, teamId, "asks.assignee", rules?.assignee)),
    ...(await findAssigneeIssue(db, teamId, "asks.passTo", rules?.passTo)),
  ];
}

/** Throws 400 with an issue for each assignee who is not a team member. */
export async function checkInputRequest(
  db: Reader,
  teamId: string,
  rules: InputRequestRules | null | undefined,
): Promise<void> {
  const issues = await findInputRequestIssues(db, teamId, rules);
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
