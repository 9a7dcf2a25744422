import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const teams = "tests/api/teams.test.ts";
const invites = "tests/api/invites.test.ts";
const perAccount = "tests/api/mails-per-account.test.ts";
const clashes = "tests/api/team-clashes.test.ts";

/** Who is in a team, what they may do in it, and how they come and go. */
export const memberMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/teams/place-actions.ts`,
    [perAccount],
    ["an account sends any number of invitations", "    await requireInvitesLeft(tx, ctx.accountId);\n", ""],
  ),
  ...mutantsOf(
    `${server}/teams/invites-left.ts`,
    [perAccount],
    [
      "invitations at the same moment are not counted",
      '  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");\n',
      "",
    ],
    ["invitations to organizations are not counted", "in ('teams.invite', 'orgs.invite')", "in ('teams.invite')"],
  ),
  ...mutantsOf(
    `${server}/accounts/security-handlers.ts`,
    [perAccount],
    ["an account asks for any number of addresses", "    await limitEmailChange(ctx.accountId);\n", ""],
  ),
  ...mutantsOf(
    `${server}/teams/edit-member.ts`,
    [teams, "what a member may do|at the same moment"],
    ["people change their own rights", "if (member.memberId === accountId)", "if (false)"],
    ["owners are edited by others", "if (isOwner(member)) throw", "if (false) throw"],
    ["a role is handed on by whoever lacks it", "if (missing !== undefined) throw lacking(missing);", ""],
    [
      "a role leaves more than itself",
      "if (staying !== undefined && roleName(edit.scope, next) !== role) throw lacking(staying);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/lock.ts`,
    [teams, "at the same moment"],
    ["rights of a moment ago are enough", "if (needed !== undefined && !now.bits.includes(needed))", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/teams/leave.ts`,
    [teams, "a team|an organization|at the same moment"],
    ["the last owner leaves", 'if (member.teamOwner || (place.scope === "org" && member.orgOwner))', "if (false)"],
    ["an owner of teams leaves the organization", "if (usedBy.length > 0)", "if (false)"],
    [
      "who leaves an organization stays in its teams",
      "(await tx.select({ id: teams.id }).from(teams).where(eq(teams.orgId, id))).map((team) => team.id);",
      "[];",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/leave.ts`,
    [clashes, "made a team's owner"],
    ["who is just made an owner leaves the organization", '\n    .for("no key update");', ";"],
  ),
  ...mutantsOf(
    `${server}/teams/handlers.ts`,
    [clashes, "makes no team"],
    ["a team is made with rights of a moment ago", "await bitsNow(tx, ctx, Permission.CREATE_TEAM);", ""],
  ),
  ...mutantsOf(
    `${server}/teams/place-actions.ts`,
    [teams],
    ["an invite hands on any role", "if (missing !== undefined) throw lacking(missing);", ""],
    ["a team is deleted without its name", "if (typed !== place.name.trim())", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/teams/place-actions.ts`,
    [invites, "somebody with an account"],
    ["members are invited again", "if (await memberByEmail(tx, place, email))", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/teams/org-handlers.ts`,
    [teams, "an organization"],
    ["every team of the organization is shown", "seers.every((seer) => mayKnow(seer, team))", "true"],
  ),
  ...mutantsOf(
    `${server}/teams/place-actions.ts`,
    ["tests/api/cut-members.test.ts"],
    ["connections outlive the rights", "  if (changed) await cutAccount(memberId);\n", ""],
    ["connections outlive the membership", "  if (removed) await cutAccount(removed);\n", ""],
  ),
  ...mutantsOf(
    `${server}/accounts/accept-invite.ts`,
    [invites],
    ["anybody takes an invite", "if (principal && principal.account.email !== email)", "if (false)"],
    [
      "an invite is used twice",
      "if (!(await claimInvite(tx, invite))) throw over();",
      "await claimInvite(tx, invite);",
    ],
    ["an invite is for any address", "if (typed !== undefined && typed !== email)", "if (false)"],
    [
      "a used invite leads anybody to its team",
      "path: member?.row ? placeOf({ teamId }) : null",
      "path: teamId ? placeOf({ teamId }) : null",
    ],
    ["an invite passes a closed registration", "checkAllowed(email, { invited: true });", ""],
    [
      "an invite is open that its inviter could not make",
      "if (!(await mayStillInvite(db, found.invite))) throw over(field);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/accounts/accept-invite.ts`,
    [clashes, "invite"],
    ["an invite of a moment ago hands on rights", "if (!(await mayStillInvite(tx, invite))) throw over();", ""],
  ),
  ...mutantsOf(
    `${server}/teams/invite-list.ts`,
    [invites],
    ["a dead invite is listed as one that stands", "coversInvite(bits.get(invitedBy) ?? [], { role, teamId })", "true"],
  ),
  ...mutantsOf(
    `${server}/teams/leave.ts`,
    [invites],
    ["an open invite brings back who was put out", "await withdrawInvitesOf(tx, accountId, id);", ""],
  ),
  ...mutantsOf(
    `${server}/accounts/accept-invite.ts`,
    ["tests/api/invite-mails.test.ts"],
    ["a copied link proves the address", "const proven = mailed || !mailIsOn();", "const proven = true;"],
  ),
  ...mutantsOf(
    `${server}/invites/service.ts`,
    [invites],
    ["invites never expire", "gt(invites.expires, new Date())));\n  if (!row)", "undefined));\n  if (!row)"],
  ),
  ...mutantsOf(
    `${server}/invites/service.ts`,
    [teams, "invites pass no limit"],
    ["seats are not counted", "  await requireFreeSeat(tx, place.orgId, email);", ""],
  ),
  ...mutantsOf(
    `${server}/billing/counts.ts`,
    [teams, "invites pass no limit"],
    ["invites take no seat", "membersOf(db, orgId).union(invited)", "membersOf(db, orgId).union(membersOf(db, orgId))"],
  ),
  ...mutantsOf(
    "lib/permissions/editor.ts",
    ["tests/api/permission-sequences.test.ts"],
    [
      "what one does not hold is handed on",
      "return ofTeamRoles.has(bit) && editor.includes(Permission.ORG_ADMIN);",
      "return editor.length > 0;",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/leave.ts`,
    ["tests/api/permission-sequences.test.ts"],
    ["an old owner is nobody", "await makeAdmin(tx, { scope, id }, ownerId);", ""],
  ),
  ...mutantsOf(
    `${server}/teams/granters.ts`,
    ["tests/api/granters.test.ts"],
    ["one grants to oneself", "ne(accounts.id, accountId),", ""],
    ["who is named may not hand it on", "&& mayGrant(bits, bit)", ""],
    ["who is named may not edit members", "bits.includes(editing[scope]) &&", ""],
    ["people of other organizations are named", "eq(orgMembers.orgId, team.orgId), eq", "eq"],
  ),
  ...mutantsOf(
    `${server}/teams/member-list.ts`,
    ["tests/api/member-size.test.ts", "begins no page|is read whole by dateCreated, asc"],
    [
      "a page of members begins after anybody",
      "before && and(own, eq(table.accountId, before))",
      "before && eq(table.accountId, before)",
    ],
    ["a page of members leaves some out", "(select ${column}, ${table.accountId}", "(select ${column}, '~'"],
  ),
  ...mutantsOf(
    `${server}/teams/members.ts`,
    ["tests/api/foreign-ids.test.ts", "teams"],
    ["a member is read in any team", "where(and(eq(teamMembers.teamId, teamId), which))", "where(which)"],
  ),
];
